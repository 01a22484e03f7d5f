import assert from 'node:assert/strict';
import type { Credential } from '../../../src/domain/credentials/credential.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import type { OutboundAnswer } from '../../../src/ports/outbound.ts';
import { partOf, rowsFor } from '../../support/volume.ts';
import { english } from '../../support/words.ts';
import { dying } from './dying.ts';
import { bytesOf, CALLBACK, CALLER, ConnectionWorld, type Fault, PlatformOfOthers, SIREN } from './world.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LOST: OutboundAnswer = { outcome: 'lost', reason: 'reset' };
const GONE: OutboundAnswer = { outcome: 'unreachable', reason: 'refused' };
const DEATHS = ['before', 'after'] as const;
const kindOf = (kind: string) => (error: unknown) =>
  error instanceof CallFailed && error.failure.kind === kind;

describe('connections by consent, with an authorization server of others', () => {
  let platform: PlatformOfOthers;
  let world: ConnectionWorld;
  before(async () => {
    platform = await PlatformOfOthers.start();
  });
  beforeEach(() => {
    platform.enters('firm');
    world = new ConnectionWorld(platform);
  });
  after(() => platform.server.stop());

  const problemOf = async (id: string): Promise<string> => english((await world.find(id)).problem!);
  const careOf = async (id: string) =>
    (await world.find(id)).care.map(({ code, whoActs, handledAt }) => [code, whoActs, !!handledAt]);
  const credentials = () => world.stores.credentials.list({ limit: 9 });

  it('become the credential of the company, which logs in from then on', async () => {
    const { connection, url } = await world.ask();
    const asked = new URL(url);
    assert.equal(asked.searchParams.get('code_challenge_method'), 'S256');
    assert.match(asked.searchParams.get('state')!, /^[0-9a-f]{64}$/);
    assert.deepEqual(
      ['superpdp_company_number', 'superpdp_company_number_scheme', 'scope'].map((name) =>
        asked.searchParams.get(name),
      ),
      [SIREN, 'sandbox', null],
    );
    assert.ok(!JSON.stringify(connection).includes(asked.searchParams.get('state')!));
    const query = await platform.visit(url);
    assert.equal(await world.finish(query), 'connected');
    const record = await world.find(connection.id);
    const { state, credential, checkedAt, endsAt, linkHash, sealedVerifier, sealedValue, care } = record;
    assert.deepEqual(
      [state, linkHash, sealedVerifier, sealedValue, care],
      ['active', undefined, undefined, undefined, []],
    );
    assert.deepEqual(checkedAt, world.clock.now());
    assert.equal(endsAt!.getTime() - checkedAt!.getTime(), 365 * DAY);
    const [stored, ...others] = await credentials();
    assert.deepEqual(
      [others.length, stored?.id, stored?.legalEntity, stored?.kind, stored?.issuedBy],
      [0, credential, SIREN, 'pa-oauth', 'Super PDP'],
    );
    const value = await world.value(credential!);
    assert.deepEqual(Object.keys(value), ['application', 'refresh_token']);
    assert.ok(!('failed' in ((await world.logIn(credential!)) as object)));
    assert.deepEqual(await world.logIn(credential!), { resumeToken: '' });
  });

  it('have a link that works once', async () => {
    const { url } = await world.ask();
    const query = await platform.visit(url);
    const [one, other] = await Promise.all([world.finish(query), world.finish(query)]);
    assert.deepEqual([one, other].toSorted(), ['connected', 'no-link']);
    assert.equal(
      world.calls.filter((path) => path === '/oauth/token').length,
      2,
      'one exchange and one renewal',
    );
    assert.equal(await world.finish(query), 'no-link');
    assert.equal((await credentials()).length, 1);
  });

  it('have one open link: the next one ends the first', async () => {
    const first = await world.ask();
    const second = await world.ask();
    assert.equal(second.connection.id, first.connection.id);
    assert.notEqual(second.url, first.url);
    assert.equal(await world.finish(await platform.visit(first.url)), 'no-link');
    assert.equal(await world.finish(await platform.visit(second.url)), 'connected');
  });

  it('have a link that ends', async () => {
    const { connection, url } = await world.ask();
    const query = await platform.visit(url);
    world.clock.advance(DAY);
    assert.equal(await world.finish(query), 'no-link');
    assert.deepEqual(world.calls, []);
    await world.runAfter(0);
    assert.equal((await world.find(connection.id)).state, 'failed');
    assert.deepEqual(await careOf(connection.id), [['EI-CONNECTION-FAILED', 'client', false]]);
    const next = await world.connect();
    assert.equal(next.finished, 'connected');
    assert.deepEqual(await careOf(connection.id), [['EI-CONNECTION-FAILED', 'client', true]]);
  });

  it('take no answer that is hostile, and call the provider for none', async () => {
    const { connection, url } = await world.ask();
    const state = new URL(url).searchParams.get('state')!;
    const other = await new ConnectionWorld(platform).ask();
    const foreign = new URL(other.url).searchParams.get('state')!;
    for (const query of [
      '',
      'code=x',
      'state=',
      `state=${state.toUpperCase()}`,
      `state=${state}x&code=x`,
      `state=${state}&state=${state}&code=x`,
      `state=${'0'.repeat(64)}&code=x`,
      `state=${foreign}&code=x`,
      `state[]=${state}&code=x`,
      `code=x&error=${state}`,
      `state=%00${state.slice(1)}&code=x`,
    ])
      assert.equal(await world.finish(query), 'no-link', query);
    assert.equal((await world.find(connection.id)).state, 'asked');
    // Mix-up (RFC 9207): another server's answer under our state.
    assert.equal(await world.finish(`code=x&state=${state}&iss=https%3A%2F%2Fevil.example`), 'not-connected');
    assert.deepEqual(world.calls, []);
    assert.equal((await world.find(connection.id)).state, 'failed');
    assert.equal(
      await problemOf(connection.id),
      'The answer with which the company came back is not one of its provider.',
    );
    assert.deepEqual(await credentials(), []);
  });

  it('end if the code is not of the link: the verifier is another', async () => {
    const first = await world.ask();
    const query = new URLSearchParams(await platform.visit(first.url));
    const second = await world.ask();
    query.set('state', new URL(second.url).searchParams.get('state')!);
    assert.equal(await world.finish(query.toString()), 'not-connected');
    assert.equal(await problemOf(first.connection.id), 'The provider answers invalid_grant.');
  });

  it('end if the firm declines, and may be asked again', async () => {
    platform.server.next = undefined;
    const { id, finished } = await world.connect();
    assert.equal(finished, 'not-connected');
    assert.equal(await problemOf(id), 'The company did not consent.');
    assert.deepEqual(await careOf(id), [['EI-CONNECTION-FAILED', 'client', false]]);
    platform.enters('firm');
    assert.equal((await world.connect()).finished, 'connected');
  });

  for (const [what, firm, problem] of [
    [
      'company',
      { number: '552100554' },
      'The log-in is of another company: "552100554" in place of 732829320.',
    ],
    [
      'environment',
      { env: 'production' },
      'The log-in is of another environment of the provider: "production".',
    ],
    [
      'company that failed its verification',
      { status: 'failed' },
      'The provider could not verify the company.',
    ],
  ] as const)
    it(`of another ${what} are revoked, and nothing is stored`, async () => {
      platform.enters('other', firm);
      const { id, finished } = await world.connect();
      assert.equal(finished, 'not-connected');
      const { state, sealedValue } = await world.find(id);
      assert.deepEqual([state, sealedValue, await problemOf(id)], ['failed', undefined, problem]);
      assert.deepEqual([await credentials(), world.calls.at(-1)], [[], '/oauth/revoke']);
      const session = await world.stores.sessions.find(`FR-PA acme ${id} token`);
      const text = await world.content.openText('acme', session!.sealed!);
      assert.ok(!text.includes('refresh'), text);
    });

  it('wait while the provider verifies the company, over renewals', async () => {
    platform.enters('slow', { status: 'needs_review' });
    const { id, finished } = await world.connect();
    assert.deepEqual([finished, (await world.find(id)).state], ['being-checked', 'checking']);
    for (let hours = 0; hours < 5; hours += 1) await world.runAfter(60 * MINUTE);
    assert.deepEqual([(await world.find(id)).state, await careOf(id)], ['checking', []]);
    await assert.rejects(world.ask(), kindOf('connection-exists'));
    platform.enters('slow');
    await world.runAfter(60 * MINUTE);
    const { state, credential } = await world.find(id);
    assert.equal(state, 'active');
    assert.deepEqual(await world.logIn(credential!), { resumeToken: '' });
  });

  it('whose exchange is not known are never exchanged again', async () => {
    world.instead.set('/oauth/token', { answer: LOST, after: true });
    const { id, finished } = await world.connect();
    assert.equal(finished, 'not-connected');
    assert.deepEqual(
      [(await world.find(id)).state, await problemOf(id)],
      ['failed', "The provider's answer was lost."],
    );
    assert.equal(world.calls.length, 1);
    assert.equal((await world.connect()).finished, 'connected');
  });

  it('are renewed each day, and by one process of two', async () => {
    const { id, record } = await world.connect();
    for (let day = 0; day < 3; day += 1) {
      const before = platform.server.refreshed;
      world.clock.advance(DAY + MINUTE);
      await Promise.all([world.ports(), world.ports()].map((process) => process.advanceConnections.run()));
      assert.equal(platform.server.refreshed, before + 1);
      const { state, checkedAt } = await world.find(id);
      assert.deepEqual([state, checkedAt], ['active', world.clock.now()]);
    }
    world.clock.advance(60 * MINUTE);
    const before = platform.server.refreshed;
    await Promise.all([world.rail(), world.rail()].map((rail) => world.logIn(record.credential!, rail)));
    assert.equal(platform.server.refreshed, before + 1, 'senders of two processes');
  });

  it('whose new token was lost are refused, and the firm consents again for the same credential', async () => {
    const { id, record } = await world.connect();
    world.clock.advance(DAY + MINUTE);
    world.instead.set('/oauth/token', { answer: LOST, after: true });
    await world.runAfter(0);
    assert.deepEqual([(await world.find(id)).state, await careOf(id)], ['active', []]);
    await world.runAfter(61 * MINUTE);
    assert.equal((await world.find(id)).state, 'refused');
    assert.deepEqual(await careOf(id), [['EI-CONNECTION-REFUSED', 'client', false]]);
    const next = await world.connect();
    assert.equal(next.finished, 'connected');
    assert.deepEqual(
      [next.record.credential, (await world.find(id)).state, (await credentials()).length],
      [record.credential, 'ended', 1],
    );
    assert.deepEqual(await careOf(id), [['EI-CONNECTION-REFUSED', 'client', true]]);
    assert.deepEqual(await world.logIn(record.credential!), { resumeToken: '' });
  });

  const openCareOf = async (id: string) => (await careOf(id)).filter(([, , isHandled]) => !isHandled);
  const answered = (status: number, json: object): Fault => ({
    answer: { outcome: 'answered', status, headers: {}, body: bytesOf(json) },
  });
  const faults: Readonly<Record<string, Fault>> = {
    'no connection': { answer: GONE },
    'an answer that was lost before the call': { answer: LOST },
    'a 429': answered(429, {}),
    'a 500': answered(500, { error: 'server_error' }),
    'a 403 of another device': answered(403, {}),
    'a 404': answered(404, { error: 'not_found' }),
    'a 400 without a code': answered(400, {}),
    'a 400 about the call': answered(400, { error: 'invalid_request' }),
    'a 400 for now': answered(400, { error: 'temporarily_unavailable' }),
    'a 401 about the application': answered(401, { error: 'invalid_client' }),
    'a 401 without a code': answered(401, { http_status_code: 401 }),
    'a 200 without tokens': answered(200, {}),
    'a 200 without an access token': { change: ({ access_token: _, ...others }) => others },
    'an access token that cannot be sent': { change: (json) => ({ ...json, access_token: 'a b' }) },
    'an access token that is no text': { change: (json) => ({ ...json, access_token: { token: 1 } }) },
    'a life that is a text': { change: (json) => ({ ...json, expires_in: '1800' }) },
  };
  for (const [name, fault] of Object.entries(faults)) {
    it(`keep their log-in over ${name} in place of a renewal`, async () => {
      const { id, record } = await world.connect();
      world.instead.set('/oauth/token', fault);
      await world.runAfter(DAY + MINUTE);
      assert.equal((await world.find(id)).state, 'active');
      world.instead.clear();
      const before = platform.server.refreshed;
      await world.runAfter(DAY + MINUTE);
      assert.deepEqual([(await world.find(id)).state, await openCareOf(id)], ['active', []]);
      assert.equal(platform.server.refreshed, before + 1);
      assert.deepEqual(await world.logIn(record.credential!), { resumeToken: '' });
    });
  }

  for (const [name, fault] of partOf(Object.entries(faults), 4))
    it(`keep it over ${name} before the company is known`, async () => {
      platform.enters('slow', { status: 'needs_review' });
      const { id } = await world.connect();
      world.instead.set('/oauth/token', fault);
      await world.runAfter(60 * MINUTE);
      assert.equal((await world.find(id)).state, 'checking');
      world.instead.clear();
      platform.enters('slow');
      await world.runAfter(60 * MINUTE);
      assert.deepEqual([(await world.find(id)).state, await openCareOf(id)], ['active', []]);
    });

  it('whose token the platform refuses before the company is known have failed', async () => {
    platform.enters('slow', { status: 'needs_review' });
    const { id } = await world.connect();
    world.instead.set('/oauth/token', answered(400, { error: 'invalid_grant' }));
    await world.runAfter(60 * MINUTE);
    assert.deepEqual(
      [(await world.find(id)).state, await openCareOf(id)],
      ['failed', [['EI-CONNECTION-FAILED', 'client', false]]],
    );
  });

  for (const [name, change] of Object.entries<(json: Record<string, unknown>) => object>({
    'no access token': ({ access_token: _, ...others }) => others,
    'no type': ({ token_type: _, ...others }) => others,
    'a life that is a text': (json) => ({ ...json, expires_in: 'soon' }),
  }))
    it(`whose first answer has ${name} use its refresh token`, async () => {
      world.instead.set('/oauth/token', { change });
      assert.equal((await world.connect()).finished, 'connected');
    });

  it('that cannot be renewed are reported before they end', async () => {
    const { id } = await world.connect();
    world.clock.advance(330 * DAY);
    world.instead.set('/oauth/token', { answer: GONE });
    world.instead.set('/v1.beta/companies/me', { answer: GONE });
    await world.runAfter(6 * DAY);
    assert.deepEqual(await careOf(id), [['EI-CONNECTION-ENDS', 'us', false]]);
    world.instead.clear();
    await world.runAfter(61 * MINUTE);
    assert.deepEqual(
      [(await world.find(id)).state, await careOf(id)],
      ['active', [['EI-CONNECTION-ENDS', 'us', true]]],
    );
  });

  it("are the operator's if the provider does not take the application", async () => {
    const { id } = await world.connect();
    world.application = { clientId: world.application!.clientId, clientSecret: 'changed' };
    await world.runAfter(DAY + MINUTE);
    assert.deepEqual(
      [(await world.find(id)).state, await careOf(id)],
      ['active', [['EI-CONNECTION-OPEN', 'us', false]]],
    );
  });

  it('are ended: the credential first, then at the provider', async () => {
    const { id, record } = await world.connect();
    world.instead.set('/oauth/revoke', { answer: GONE });
    assert.equal((await world.end(id)).state, 'ending');
    assert.ok((await world.stores.credentials.find(record.credential!))?.revokedAt);
    await world.runAfter(16 * MINUTE);
    assert.equal((await world.find(id)).state, 'ended');
    const known = await world.logIn(record.credential!);
    assert.ok('mapping' in known && known.mapping.networkStatus, 'the provider has forgotten it');
    assert.equal((await world.end(id)).state, 'ended');
    assert.equal((await world.connect()).finished, 'connected');
  });

  it('of a credential that was revoked are ended', async () => {
    const { id, record } = await world.connect();
    await world.stores.credentials.revoke(record.credential!, world.clock.now());
    await world.ports().advanceConnections.endOf(record.credential!, 'acme', { keyId: 'key_1' });
    assert.equal((await world.find(id)).state, 'ending');
    await world.runAfter(0);
    assert.deepEqual([(await world.find(id)).state, world.calls.at(-1)], ['ended', '/oauth/revoke']);
  });

  it('replace no credential that a person has stored', async () => {
    const { url, connection } = await world.ask();
    const stored: Credential = {
      id: 'crd_own',
      client: 'acme',
      route: 'FR-PA',
      kind: 'pa-oauth',
      issuedBy: 'x',
      issuedOn: '2026-01-01',
      environment: 'sandbox',
      legalEntity: SIREN,
      sealedValue: 'x',
      createdAt: world.clock.now(),
    };
    await world.stores.credentials.add(stored, world.clock.now());
    assert.equal(await world.finish(await platform.visit(url)), 'not-connected');
    assert.equal(
      await problemOf(connection.id),
      'The company has the credential crd_own, which was stored by hand.',
    );
    assert.equal((await world.stores.credentials.find('crd_own'))?.sealedValue, 'x');
    await assert.rejects(world.ask(), kindOf('credential-exists'));
  });

  it('are not offered without an application, nor for another provider', async () => {
    world.application = undefined;
    await assert.rejects(world.ask(), kindOf('connection-not-offered'));
  });

  it('wherever a process is killed, lose no token in silence and use none twice', async function () {
    for (let diesAt = 1, died = true; died; diesAt += 1) {
      died = false;
      for (const when of rowsFor(DEATHS, diesAt)) {
        world = new ConnectionWorld(platform);
        const { connection, url } = await world.ask();
        const query = await platform.visit(url);
        const mortal = dying(diesAt, when);
        const isDead = await world
          .ports(mortal.wrap)
          .finishConnection.run(query, CALLBACK, 'req_2')
          .then(
            () => false,
            () => true,
          );
        died ||= isDead;
        for (let runs = 0; runs < 4; runs += 1) await world.runAfter(6 * MINUTE);
        const at = `${when} call ${diesAt}: ${mortal.last}`;
        const { state, credential } = await world.find(connection.id);
        const live = (await credentials()).filter(({ revokedAt }) => !revokedAt);
        if (state === 'active') {
          assert.deepEqual(
            live.map(({ id }) => id),
            [credential],
            at,
          );
          world.clock.advance(60 * MINUTE);
          assert.deepEqual(await world.logIn(credential!), { resumeToken: '' }, at);
        } else {
          assert.deepEqual(
            [live, (await world.find(connection.id)).linkHash === undefined || state === 'asked'],
            [[], true],
            at,
          );
          assert.equal((await world.connect()).finished, 'connected', `${at}: asked again`);
        }
        if (!isDead) assert.equal(state, 'active', at);
      }
    }
  });

  /** What a process is about, and where the connection may stand after it was killed there and others went on. */
  const KILLED = [
    { at: 'the daily look', first: (ports) => ports.advanceConnections.run(), ends: ['active', 'refused'] },
    {
      at: 'a second consent',
      ask: true,
      first: (ports, { query }) => ports.finishConnection.run(query, CALLBACK, 'req_2'),
      ends: ['active', 'refused', 'ended'],
    },
    {
      at: 'the end',
      first: (ports, { id }) =>
        ports.connectProvider.end({ caller: CALLER, client: 'acme', requestId: 'req_3' }, id),
      ends: ['active', 'ended'],
    },
  ] as const satisfies readonly {
    readonly at: string;
    readonly ask?: true;
    readonly first: (
      ports: ReturnType<ConnectionWorld['ports']>,
      of: { readonly id: string; readonly query: string },
    ) => Promise<unknown>;
    readonly ends: readonly string[];
  }[];
  for (const { at: what, first, ends, ...row } of KILLED)
    it(`killed anywhere in ${what}, go on or ask the firm again`, async function () {
      for (let diesAt = 1, died = true; died; diesAt += 1) {
        died = false;
        for (const when of rowsFor(DEATHS, diesAt)) {
          world = new ConnectionWorld(platform);
          const { id, record } = await world.connect();
          world.clock.advance(DAY + MINUTE);
          const query = 'ask' in row ? await platform.visit((await world.ask()).url) : '';
          const mortal = dying(diesAt, when);
          const isDead = await first(world.ports(mortal.wrap), { id, query }).then(
            () => false,
            () => true,
          );
          for (let runs = 0; runs < 4; runs += 1) await world.runAfter(61 * MINUTE);
          const at = `${when} call ${diesAt}: ${mortal.last}`;
          const { state } = await world.find(id);
          assert.ok((ends as readonly string[]).includes(state), `${at}: ${state}`);
          const live = (await credentials()).filter(({ revokedAt }) => !revokedAt);
          const all = await world.stores.connections.ofClient('acme');
          const isActive = all.some((one) => one.state === 'active');
          if (state === 'ended' && !isActive) assert.deepEqual(live, [], at);
          else
            assert.deepEqual(
              live.map((one) => one.id),
              [record.credential],
              at,
            );
          if (isActive) assert.deepEqual(await world.logIn(record.credential!), { resumeToken: '' }, at);
          else assert.equal((await world.connect()).finished, 'connected', `${at}: asked again`);
          // The use case of the look logs what it dies of.
          died ||= isDead || mortal.last !== '';
        }
      }
    });
});
