import assert from 'node:assert/strict';
import type { OpenedCredential } from '../../../src/ports/rail/opened-credential.ts';
import { FakeProvider, KEY, PARTICIPANT } from '../../application/registrations/world.ts';
import { FakeRail } from '../../fakes/rail.ts';
import { RunningApi } from './harness.ts';
import { OPERATOR_KEY } from './world.ts';

const CREDENTIAL: OpenedCredential = { client: 'acme', id: null, kind: 'access-point', value: 'one' };

describe('registrations to receive', () => {
  let api: RunningApi;
  let key: string;
  let provider: FakeProvider;
  before(async () => {
    api = await RunningApi.start();
    key = await api.world.clientKey('acme');
  });
  beforeEach(() => {
    api.world.clock.advance(60_000);
    provider = new FakeProvider();
    const rail = Object.assign(new FakeRail(), { registering: provider });
    (api.world.rails as Map<string, unknown>).set('PEPPOL', rail);
    api.world.opened = [CREDENTIAL];
  });
  after(() => api.stop());

  let number = 0;
  const fresh = (): string => `0208:${(number += 1)}`;
  const register = (body: object, client = 'acme', by = key) =>
    api.call('POST', `/clients/${client}/registrations`, { key: by, body: { route: 'PEPPOL', ...body } });
  const typeOf = ({ json }: { json: Record<string, unknown> }): string =>
    String(json.type).split('/').at(-1)!;

  it('are made, read, listed and released', async () => {
    const participant = fresh();
    const made = await register({ participant });
    assert.equal(made.status, 201);
    const { id, created_at: createdAt, updated_at: updatedAt, seen_at: seenAt, ...shown } = made.json;
    assert.deepEqual(shown, {
      client: 'acme',
      route: 'PEPPOL',
      participant,
      state: 'active',
      provider: 'A provider',
    });
    assert.ok(createdAt && updatedAt && seenAt);
    const path = `/clients/acme/registrations/${String(id)}`;
    assert.deepEqual((await api.call('GET', path, { key })).json, made.json);
    const { json } = await api.call('GET', '/clients/acme/registrations', { key });
    assert.deepEqual([json.data, json.truncated], [[made.json], false]);
    const released = await api.call('POST', `${path}/release`, { key });
    assert.deepEqual([released.status, released.json.state], [200, 'released']);
    assert.deepEqual((await api.call('POST', `${path}/release`, { key })).json, released.json);
  });

  it('are listed page by page', async () => {
    for (let made = 0; made < 101; made += 1) {
      api.world.clock.advance(1000);
      assert.equal((await register({ participant: fresh() }, 'many', OPERATOR_KEY)).status, 201);
    }
    const list = async (query: string) =>
      (await api.call('GET', `/clients/many/registrations${query}`, { key: OPERATOR_KEY })).json;
    const first = await list('');
    assert.deepEqual([(first.data as unknown[]).length, first.truncated], [100, true]);
    const { data, truncated, next } = await list(`?after=${String(first.next)}`);
    assert.deepEqual([(data as unknown[]).length, truncated, next], [1, false, undefined]);
  });

  it('are one for a participant, and not offered everywhere', async () => {
    const participant = fresh();
    assert.equal((await register({ participant })).status, 201);
    const again = await register({ participant: participant.toUpperCase() });
    assert.equal(`${again.status} ${typeOf(again)}`, '409 registration-exists');
    const foreign = await register({ participant }, 'globex', OPERATOR_KEY);
    assert.equal(`${foreign.status} ${typeOf(foreign)}`, '409 registration-exists');
    assert.ok(!foreign.text.includes('reg_') && !foreign.text.includes('acme'));
    provider.offers = false;
    const none = await register({ participant: fresh() });
    assert.equal(`${none.status} ${typeOf(none)}`, '409 registration-not-offered');
    const otherRoute = await register({ route: 'DE-XRECHNUNG', participant: fresh() });
    assert.equal(`${otherRoute.status} ${typeOf(otherRoute)}`, '409 registration-not-offered');
  });

  it('never show a migration key, and store it sealed', async () => {
    const participant = fresh();
    provider.register_.set(participant, 'smp.other');
    provider.answersInstead.push(
      ...([{ outcome: 'absent' }, { outcome: 'unknown', reason: 'Lost.' }] as never[]),
    );
    const made = await register({ participant, migration_key: KEY });
    assert.deepEqual([made.json.state, made.json.elsewhere], ['requested', 'smp.other']);
    const stored = await api.world.receiverRegistrations.find(String(made.json.id));
    assert.ok(stored?.sealedMigrationKey);
    for (const text of [made.text, JSON.stringify(stored), JSON.stringify(api.world.logged)])
      assert.ok(!text.includes(KEY));
    const audit = await api.world.audit.recent({ client: 'acme', limit: 100 });
    assert.ok(!JSON.stringify(audit).includes(KEY));
    const release = await api.call('POST', `/clients/acme/registrations/${String(made.json.id)}/release`, {
      key,
    });
    assert.equal(`${release.status} ${typeOf(release)}`, '503 busy');
  });

  it('that fail are on the care list, and may be handled there', async () => {
    const participant = fresh();
    provider.register_.set(participant, 'smp.other');
    const { json } = await register({ participant });
    assert.equal(json.state, 'failed');
    const care = async (): Promise<readonly Record<string, unknown>[]> => {
      const listed = await api.call('GET', '/care?status=all&catalogue_code=EI-REGISTRATION-ELSEWHERE', {
        key,
      });
      return (listed.json.data as Record<string, unknown>[]).filter((row) => row.invoice_id === json.id);
    };
    const [row] = await care();
    assert.deepEqual(
      [row?.invoice_ref, row?.route, row?.client, row?.who_acts, row?.handled],
      [participant, 'PEPPOL', 'acme', 'client', false],
    );
    const foreign = await api.world.clientKey('globex');
    assert.equal((await api.call('POST', `/care/${String(json.id)}/handled`, { key: foreign })).status, 404);
    const path = `/care/${String(json.id)}`;
    assert.equal((await api.call('POST', `${path}/handled`, { key })).json.handled, 1);
    assert.equal((await care())[0]?.handled, true);
    assert.equal((await api.call('POST', `${path}/reopened`, { key })).json.reopened, 1);
    assert.deepEqual((await api.call('GET', `${path}/evidence`, { key })).json.documents, []);
    const again = await register({ participant });
    assert.equal(again.json.state, 'failed');
    assert.equal((await care())[0]?.handled, true);
  });

  it('are refused for a body of another shape', async () => {
    for (const body of [
      { participant: '' },
      { participant: 1 },
      { participant: PARTICIPANT, migration_key: '' },
      { participant: PARTICIPANT, credential: 'crd_none' },
      { participant: 'a'.repeat(201) },
      { participant: '0208:a b' },
      { participant: `0208:${'1'.repeat(30)}/../x` },
      { participant: PARTICIPANT, company: 'x' },
      { participant: PARTICIPANT, route: 'PEPPOL2' },
    ])
      assert.equal((await register(body)).status, 400, JSON.stringify(body));
    assert.deepEqual(provider.calls, []);
  });

  it('of a client that is suspended or deleted are refused', async () => {
    const path = '/clients/stopped/profile';
    await api.call('PUT', path, { key: OPERATOR_KEY, body: { name: 'Stopped', stage: 'suspended' } });
    const { status } = await register({ participant: fresh() }, 'stopped', OPERATOR_KEY);
    assert.equal(status, 403);
    assert.deepEqual(provider.calls, []);
  });
});
