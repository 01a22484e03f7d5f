import assert from 'node:assert/strict';
import { CollectReceived } from '../../../src/application/received/collect-received.ts';
import { newClient } from '../../../src/domain/clients/client-record.ts';
import { COMMON_STATUSES } from '../../../src/domain/sending/status-mapping.ts';
import type { CollectedPage } from '../../../src/ports/rail/receiving.ts';
import type { Rail } from '../../../src/ports/rail/rail.ts';
import type { RailAnswer } from '../../../src/ports/rail/rail-answer.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { emptyMongoStores } from '../../contract/empty-mongo.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { NO_CALLS } from '../../fakes/recorder.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { describeOnMongo } from '../../support/mongo-server.ts';
import { aReceipt } from '../../support/records.ts';
import { english } from '../../support/words.ts';

type Used = Pick<Stores, 'received' | 'collectionCursors' | 'clients'>;

const HOUR_MS = 3_600_000;
const END: CollectedPage = { documents: [], next: '1', isLast: true };
const FAILED: RailAnswer = { mapping: COMMON_STATUSES.unreachable };

/** A client whose list of received invoices answers as the test says, with two invoices that came over the route. */
async function setUp({ received, collectionCursors, clients }: Used = memoryStores()) {
  const [clock, telemetry] = [new FakeClock(), new FakeTelemetry()];
  const of = { client: 'acme', route: 'RO-EFACTURA' } as const;
  await clients.replace({ ...newClient('acme', clock.now()), version: 1, collect: [of.route] });
  const { id: older } = (await received.takeIn(aReceipt(of))).received;
  const later = new Date(clock.now().getTime() + 1000);
  const { id: newest } = (await received.takeIn(aReceipt({ ...of, createdAt: later }))).received;
  for (const own of [{ client: 'other' }, { route: 'PEPPOL' }] as const)
    await received.takeIn(aReceipt({ ...of, ...own, createdAt: new Date(later.getTime() + 1000) }));
  let page: CollectedPage | RailAnswer = END;
  const receiving: Rail['receiving'] = { everyMs: 1000, fetch: async () => page };
  const collecting = new CollectReceived({
    ...{ clock, telemetry, clients, received, collectionCursors, recorder: NO_CALLS },
    credentials: { live: async () => [{ client: 'acme', id: 'crd_1', kind: 'anaf', value: '{}' }] },
    rails: new Map([[of.route, { receiving } as Rail]]),
    takeReceivedMessage: { run: () => assert.fail('no message came') },
    feeds: { begin: async () => undefined },
    takeCollected: { run: () => assert.fail('nothing came') },
    log: { warn: () => undefined },
  });
  return {
    ids: { older, newest },
    clock,
    received,
    /** The list is read, some hours after the last time. */
    read: async (answer: CollectedPage | RailAnswer, hours: number): Promise<void> => {
      clock.advance(hours * HOUR_MS);
      page = answer;
      await collecting.run();
    },
    care: async () =>
      (await received.careList({ status: 'all' })).map(({ id, row }) => ({
        ...{ id, code: row.code, whoActs: row.whoActs, says: english(row.fixHint) },
        isHandled: row.handledAt !== undefined,
      })),
  };
}

const tests = (open: () => Promise<Used>, close: () => Promise<void> = async () => undefined): void => {
  it('has a row on the newest invoice of the route after a day, once, until it is read to its end', async () => {
    const { ids, read, care } = await setUp(await open());
    try {
      await read(END, 0);
      await read(FAILED, 23);
      assert.deepEqual(await care(), []);
      await read(FAILED, 1);
      const row = {
        ...{ id: ids.newest, code: 'EI-NOT-COLLECTED', whoActs: 'us' },
        says: `Received invoices were last fetched whole on 2026-03-02. Newer ones may be missing. ${english(COMMON_STATUSES.unreachable.message)} If the route refuses the credential, the client stores another one; otherwise the operator looks at the route.`,
      };
      assert.deepEqual(await care(), [{ ...row, isHandled: false }]);
      await read(FAILED, 1);
      // A page before the last one is no end.
      await read({ documents: [], isLast: true }, 1);
      assert.deepEqual(await care(), [{ ...row, isHandled: false }]);
      await read(END, 1);
      assert.deepEqual(await care(), [{ ...row, isHandled: true }]);
      await read(FAILED, 23);
      assert.deepEqual(await care(), [{ ...row, isHandled: true }]);
    } finally {
      await close();
    }
  });
};

describe('a list of received invoices that cannot be read', () => {
  tests(async () => memoryStores());

  it('counts as not read while the network owes one of its invoices', async () => {
    const { ids, read, care } = await setUp();
    const owing: CollectedPage = { ...END, missing: 'documents', failure: FAILED };
    await read(END, 0);
    await read(owing, 23);
    assert.deepEqual(await care(), []);
    await read(owing, 1);
    // In between it is not asked for.
    await read({ ...END, missing: 'documents' }, 1);
    const [row, ...more] = await care();
    assert.deepEqual([row?.id, row?.code, row?.isHandled, more], [ids.newest, 'EI-NOT-COLLECTED', false, []]);
    await read(END, 1);
    assert.equal((await care())[0]?.isHandled, true);
  });

  it('has no row if no invoice came over the route, and none before it was read once', async () => {
    const { read, care } = await setUp();
    for (const hours of [0, 25]) await read(FAILED, hours);
    assert.deepEqual(await care(), []);
  });
});

describeOnMongo('a list of received invoices that cannot be read, on MongoDB', (url) => {
  let stores: Awaited<ReturnType<typeof emptyMongoStores>>;
  tests(
    async () => (stores = await emptyMongoStores(url)),
    () => stores.close(),
  );
});
