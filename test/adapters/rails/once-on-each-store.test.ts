import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { COMMON_STATUSES } from '../../../src/domain/sending/status-mapping.ts';
import { LEASE_MS } from '../../../src/domain/lifecycle/due.ts';
import type { InvoiceChange } from '../../../src/ports/invoice-store.ts';
import type { OpenedCredential } from '../../../src/ports/rail/opened-credential.ts';
import type { Rail } from '../../../src/ports/rail/rail.ts';
import { Mortal } from '../../application/sending/mortal.ts';
import {
  type SentStores,
  found,
  runToTheEnd,
  setUp,
  toDueTime,
  type World,
  workerOn,
} from '../../application/sending/world.ts';
import { FakeRail, WORDS } from '../../fakes/rail.ts';
import { emptyFolder } from '../../support/folder.ts';
import { describeOnMongo } from '../../support/mongo-server.ts';
import { emptyMongoStores } from '../../contract/empty-mongo.ts';
import { newSqliteStores } from '../../support/open-stores.ts';
import { withMethods } from '../../support/with-methods.ts';
import { json } from '../../sandbox/scripted-network.ts';
import { ACCEPTED, aPolishConsignment, DOCUMENT, KsefNetwork } from './pl-ksef/ksef.ts';
import { AnafNetwork, answerZip, aRomanianConsignment, eroare, stare, taken } from './ro-efactura/anaf.ts';

const { answerLost, tooMany } = COMMON_STATUSES;

/** Opens an empty store; `close` removes it. */
type Open = () => Promise<SentStores & { close(): Promise<void> }>;

const onSqlite: Open = async () => {
  const folder = emptyFolder();
  const { close, ...stores } = await newSqliteStores(join(folder.path, 'ids.db'));
  return { ...stores, close: async () => (await close(), folder.remove()) };
};

async function run(world: World, rail: Rail = world.rail): Promise<void> {
  await toDueTime(world);
  await workerOn(world, { ...world, rail }).run(world.id, rail.route);
}

const stateOf = async (world: World): Promise<string> => (await found(world)).state;
const openCare = async (world: World): Promise<readonly string[]> =>
  (await found(world)).care.filter(({ handledAt }) => !handledAt).map(({ code }) => code);

const ownedBy = (account: string, id = 'crd_1'): OpenedCredential => ({
  client: 'acme',
  id,
  kind: 'access-point',
  value: account,
});

const ksef = new KsefNetwork();
const anaf = new AnafNetwork();
before(async () => {
  await ksef.start();
  await anaf.start();
});
after(async () => {
  await ksef.close();
  await anaf.close();
});

const SEVERAL_LOOKS = 8;

/** Cases in which earlier versions sent an invoice twice, gave it up or did not send it. */
const CASES: Readonly<Record<string, (stores: SentStores) => Promise<void>>> = {
  async 'waits if the credential was replaced by one of another account after a lost answer'(stores) {
    const world = await setUp(new FakeRail({ accounts: true }), {}, undefined, stores);
    world.credential = ownedBy('one');
    world.rail.next.send.push({ mapping: answerLost });
    await run(world);
    for (const next of [ownedBy('two', 'crd_2'), ownedBy('two'), undefined]) {
      world.credential = next;
      for (let looks = 0; looks < SEVERAL_LOOKS; looks += 1) await run(world);
      assert.deepEqual(
        [await stateOf(world), await openCare(world)],
        ['submitting', ['EI-CREDENTIAL-MISSING']],
      );
    }
    world.credential = ownedBy('one', 'crd_3');
    await runToTheEnd(world);
    assert.deepEqual([await stateOf(world), [...world.rail.held.values()]], ['delivered', [1]]);
    assert.equal(world.rail.calls.filter((call) => call.startsWith('send')).length, 1);
  },

  async 'is sent once to KSeF if the credential is changed in place to another account meanwhile'(stores) {
    const own = { route: 'PL-KSEF', invoiceNumber: 'F-1', issueDate: '2026-10-05' } as const;
    const world = await setUp(undefined, own, new TextEncoder().encode(DOCUMENT), stores);
    Object.assign(world, aPolishConsignment());
    const first = world.credential!;
    const rail = ksef.rail(world.clock);
    const sends = (): number => ksef.count('POST invoices');
    ksef.script({ 'POST invoices': undefined });
    await run(world, rail);
    assert.deepEqual([await stateOf(world), sends()], ['submitting', 1]);
    // KSeF shows a session only to its context.
    const context = { type: 'InternalId', value: '5265877635-12345' };
    world.credential = { ...first, value: JSON.stringify({ token: 'ref|nip-1|abc', context }) };
    ksef.script({ 'GET invoices': json({ invoices: [] }) });
    for (let looks = 0; looks < SEVERAL_LOOKS; looks += 1) await run(world, rail);
    assert.deepEqual(
      [await stateOf(world), await openCare(world)],
      ['submitting', ['EI-CREDENTIAL-MISSING']],
    );
    assert.deepEqual(ksef.calls, [], 'no call was made');
    // A credential without rights for the seller is refused at its log-in.
    world.credential = { ...first, value: 'ref|nip-2|def' };
    ksef.script({ 'GET auth': json({ status: { code: 415, description: 'x' } }) });
    for (let looks = 0; looks < 3; looks += 1) await run(world, rail);
    assert.deepEqual([await stateOf(world), sends()], ['submitting', 0]);
    world.credential = first;
    ksef.script({ 'GET invoices': json({ invoices: [ACCEPTED] }) });
    for (let runs = 0; runs < SEVERAL_LOOKS && (await found(world)).dueAt; runs += 1) await run(world, rail);
    assert.deepEqual([await stateOf(world), sends()], ['accepted', 0]);
  },

  async 'is sent once to ANAF if the credential is changed in place to another account meanwhile'(stores) {
    const world = await setUp(undefined, { route: 'RO-EFACTURA' }, undefined, stores);
    Object.assign(world, aRomanianConsignment());
    const first = world.credential!;
    const rail = anaf.rail();
    const uploads = (): number => anaf.count('upload');
    anaf.script({ upload: undefined });
    await run(world, rail);
    assert.deepEqual([await stateOf(world), uploads()], ['submitting', 1]);
    world.credential = {
      ...first,
      value: JSON.stringify({ client_id: 'another', client_secret: 's', refresh_token: 'r-1' }),
    };
    const noRight = eroare('Nu aveti drept in SPV pentru CIF=14399840', 400);
    anaf.script({ upload: taken(), listaMesajePaginatieFactura: noRight });
    for (let looks = 0; looks < 3; looks += 1) await run(world, rail);
    assert.deepEqual([await stateOf(world), uploads()], ['submitting', 0]);
    // ANAF lists a company's messages to each account with rights for it.
    const mesaje = [{ id: '88', id_solicitare: '77', tip: 'FACTURA TRIMISA', detalii: 'x' }];
    anaf.script({
      upload: taken(),
      listaMesajePaginatieFactura: json({ mesaje, numar_total_pagini: 1 }),
      descarcare: await answerZip('77', '<Invoice/>'),
      stareMesaj: stare('stare="ok" id_descarcare="88"'),
    });
    for (let runs = 0; runs < SEVERAL_LOOKS && (await found(world)).dueAt; runs += 1) await run(world, rail);
    assert.deepEqual([await stateOf(world), uploads()], ['accepted', 0]);
  },

  async 'is sent once if a process freezes between its mark and the call'(stores) {
    const world = await setUp(undefined, {}, undefined, stores);
    let isFrozen = false;
    const frozen = withMethods(stores.invoices, {
      async commit(change: InvoiceChange) {
        const result = await stores.invoices.commit(change);
        if (isFrozen) return result;
        isFrozen = true;
        world.clock.advance(LEASE_MS + 1);
        await runToTheEnd(world);
        return result;
      },
    });
    await toDueTime(world);
    const ended = await workerOn(world, { ...world, invoices: frozen }).run(world.id, 'PEPPOL');
    assert.deepEqual([ended, await stateOf(world)], ['conflict', 'delivered']);
    assert.deepEqual(world.rail.calls, ['ask sub-1', 'ask sub-1', 'send sub-1 again']);
  },

  async 'is sent once if the clock is set back during the send'(stores) {
    const world = await setUp(undefined, {}, undefined, stores);
    const rail = withMethods<Rail>(world.rail, {
      async send(consignment) {
        const answer = await world.rail.send(consignment);
        world.clock.advance(-40_000);
        assert.equal(await workerOn(world).run(world.id, 'PEPPOL'), 'idle');
        world.clock.advance(4_000);
        assert.equal(await workerOn(world).run(world.id, 'PEPPOL'), 'idle');
        return answer;
      },
    });
    await run(world, rail);
    await runToTheEnd(world);
    assert.deepEqual([await stateOf(world), world.rail.calls], ['delivered', ['send sub-1']]);
  },

  async 'is delivered once, not given up, after the process died nine times during its work'(stores) {
    const world = await setUp(undefined, {}, undefined, stores);
    for (let deaths = 1; deaths <= 9; deaths += 1) {
      const mortal = new Mortal(deaths % 4 === 0 ? 4 : 2, 'after');
      const ports = {
        invoices: mortal.wrap(stores.invoices),
        rail: mortal.wrap(world.rail),
        jobs: world.jobs,
      };
      await toDueTime(world);
      await workerOn(world, ports)
        .run(world.id, 'PEPPOL')
        .catch(() => undefined);
      world.clock.advance(LEASE_MS + 1);
    }
    await runToTheEnd(world);
    const { state, failures, errors } = await found(world);
    assert.deepEqual(withEnglish([state, failures, errors]), ['delivered', 0, []]);
    assert.deepEqual([...world.rail.held.values()], [1]);
  },

  async 'is tried again one second after 429 with Retry-After 0'(stores) {
    const world = await setUp(undefined, {}, undefined, stores);
    for (let times = 0; times < 5; times += 1)
      world.rail.next.send.push({ mapping: tooMany, retryAfterSeconds: 0, takes: false });
    for (let times = 0; times < 5; times += 1) {
      await run(world);
      const { dueAt, failures } = await found(world);
      assert.deepEqual([Number(dueAt) - world.clock.now().getTime(), failures], [1000, 0]);
      assert.equal(await workerOn(world).run(world.id, 'PEPPOL'), 'idle');
    }
    world.rail.next.send.push({ mapping: WORDS.delivered });
    await runToTheEnd(world);
    assert.deepEqual([await stateOf(world), world.rail.calls.length], ['delivered', 6]);
  },
};

function describesEachCase(where: string, open: Open): void {
  describe(`an invoice kept in ${where}`, () => {
    for (const [title, holds] of Object.entries(CASES))
      it(title, async () => {
        const { close, ...stores } = await open();
        try {
          await holds(stores);
        } finally {
          await close();
        }
      });
  });
}

describesEachCase('SQLite', onSqlite);
describeOnMongo('sent once', (server) => describesEachCase('MongoDB', () => emptyMongoStores(server)));
