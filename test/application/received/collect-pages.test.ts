import assert from 'node:assert/strict';
import { CollectReceived } from '../../../src/application/received/collect-received.ts';
import { newClient } from '../../../src/domain/clients/client-record.ts';
import { COMMON_STATUSES } from '../../../src/domain/sending/status-mapping.ts';
import type { Rail } from '../../../src/ports/rail/rail.ts';
import type { CollectedPage, Receiving } from '../../../src/ports/rail/receiving.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { NO_CALLS } from '../../fakes/recorder.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { memoryStores } from '../../support/memory-stores.ts';

const EVERY_MS = 30_000;

type Answer = Awaited<ReturnType<Receiving['fetch']>>;

/** A client that collects from a network with these answers, in turn; then nothing is new. */
async function setUp(...answers: Answer[]) {
  const clock = new FakeClock();
  const { clients, collectionCursors, received } = memoryStores();
  await clients.replace({ ...newClient('acme', clock.now()), version: 1, collect: ['PEPPOL'] });
  /** The cursor of each call. */
  const cursors: (string | null)[] = [];
  /** The clients whose messages are read from then on. */
  const feeds: string[] = [];
  const receiving: Receiving = {
    everyMs: EVERY_MS,
    hasMessages: true,
    fetch: async ({ after }) => {
      cursors.push(after);
      return answers.shift() ?? { documents: [], isLast: true };
    },
  };
  const collector = new CollectReceived({
    ...{ clock, clients, collectionCursors },
    credentials: { live: async () => [{ client: 'acme', id: 'crd_1', kind: 'access-point', value: '{}' }] },
    rails: new Map([['PEPPOL', { receiving } as Rail]]),
    received,
    takeReceivedMessage: { run: () => assert.fail('no message came') },
    feeds: { begin: async ({ client }) => void feeds.push(client) },
    takeCollected: { run: async () => undefined },
    telemetry: new FakeTelemetry(),
    recorder: NO_CALLS,
    log: { warn: () => undefined },
  });
  return {
    clock,
    feeds,
    /** @returns the cursors of the calls of one run after this time. */
    async runAfter(ms: number): Promise<readonly (string | null)[]> {
      clock.advance(ms);
      cursors.length = 0;
      await collector.run();
      return [...cursors];
    },
  };
}

const page = (next: string, more: Partial<CollectedPage> = {}): CollectedPage => ({
  documents: [],
  next,
  isLast: false,
  ...more,
});

describe('the list of received invoices at a network', () => {
  it('is read page by page to its end, and from there on the next time', async () => {
    const { runAfter } = await setUp(page('1'), page('2'), page('3', { isLast: true }));
    assert.deepEqual(await runAfter(0), [null, '1', '2']);
    assert.deepEqual(await runAfter(EVERY_MS), ['3']);
  });

  it('that names the same page again is not read again before its time', async () => {
    const { runAfter } = await setUp(page('1'), page('1'));
    assert.deepEqual(await runAfter(0), [null, '1']);
    assert.deepEqual(await runAfter(EVERY_MS), ['1']);
  });

  it('is read on while a page brings documents, though its position stays', async () => {
    const some: CollectedPage = { documents: [{ railId: 'a', bytes: new Uint8Array(1) }], isLast: false };
    const { runAfter } = await setUp(some, some, page('1', { isLast: true }));
    assert.deepEqual(await runAfter(0), [null, null, null]);
  });

  for (const [what, missing, begins] of [
    ['to its end', undefined, true],
    ['to its end, though a document of it is owed', 'documents', true],
    ['in part, because the network is left alone', 'end', false],
  ] as const)
    it(`that is read ${what} ${begins ? 'is followed by' : 'waits with'} the messages about it`, async () => {
      const { runAfter, feeds } = await setUp(page('1', { isLast: true, ...(missing && { missing }) }));
      await runAfter(0);
      assert.equal(feeds.length, begins ? 1 : 0);
    });

  it('without an end leaves the others their turn after 20 pages, and goes on there', async () => {
    const { runAfter } = await setUp(...Array.from({ length: 30 }, (_, n) => page(String(n + 1))));
    assert.equal((await runAfter(0)).length, 20);
    const [first] = await runAfter(EVERY_MS);
    assert.equal(first, '20');
  });

  it('is read as often as its network says, and no earlier', async () => {
    const { runAfter } = await setUp();
    assert.equal((await runAfter(0)).length, 1);
    assert.equal((await runAfter(EVERY_MS - 1)).length, 0);
    assert.equal((await runAfter(1)).length, 1);
  });

  for (const [what, answer, waitMs] of [
    ['whose network asks for a pause', { mapping: COMMON_STATUSES.tooMany, retryAfterSeconds: 120 }, 120_000],
    ['whose network prepares the next documents', page('1', { againMs: 5_000 }), 5_000],
  ] as const)
    it(`${what} is read again after that`, async () => {
      const { runAfter } = await setUp(answer, page('1'));
      await runAfter(0);
      assert.equal((await runAfter(waitMs - 1)).length, 0);
      assert.notEqual((await runAfter(1)).length, 0);
    });
});
