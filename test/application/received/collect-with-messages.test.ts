import assert from 'node:assert/strict';
import { CollectReceived } from '../../../src/application/received/collect-received.ts';
import { newClient } from '../../../src/domain/clients/client-record.ts';
import type { CollectedPage } from '../../../src/ports/rail/receiving.ts';
import type { MessagePage, RouteMessage } from '../../../src/ports/rail/route-messages.ts';
import type { TakesReceivedMessages } from '../../../src/application/messages/take-message.ts';
import { COMMON_STATUSES } from '../../../src/domain/sending/status-mapping.ts';
import type { Feed } from '../../../src/ports/feeds.ts';
import type { Rail } from '../../../src/ports/rail/rail.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { NO_CALLS } from '../../fakes/recorder.ts';
import { memoryStores } from '../../support/memory-stores.ts';

/** Collects once for a client with two credentials: one has a queue with everything, one a list of received invoices. */
async function collect(page: CollectedPage, own: Partial<Rail['receiving']> = {}) {
  const clock = new FakeClock();
  const begun: Feed[] = [];
  const [asked, completed]: [(string | null)[], string[]] = [[], []];
  const receiving: Rail['receiving'] = {
    everyMs: 1000,
    comesWithMessages: ({ id }) => id === 'crd_queue',
    fetch: async ({ credential }) => {
      asked.push(credential.id);
      return page;
    },
    ...own,
  };
  const credential = (id: string) => ({ client: 'acme', id, kind: 'access-point', value: '{}' });
  await new CollectReceived({
    clock,
    clients: { toCollectFor: async () => [{ ...newClient('acme', clock.now()), collect: ['PEPPOL'] }] },
    credentials: { live: async () => [credential('crd_queue'), credential('crd_list')] },
    rails: new Map([['PEPPOL', { receiving } as Rail]]),
    collectionCursors: {
      hold: async () => ({ cursor: null }),
      advance: async () => undefined,
      postpone: async () => undefined,
      complete: async (name) => void completed.push(name),
      find: async () => undefined,
    },
    takeReceivedMessage: { run: () => assert.fail('no message came') },
    received: memoryStores().received,
    feeds: { begin: async (feed) => void begun.push(feed) },
    takeCollected: { run: () => assert.fail('nothing came') },
    telemetry: new FakeTelemetry(),
    recorder: NO_CALLS,
    log: { warn: () => undefined },
  }).run();
  return { begun: begun.map(({ credentialId }) => credentialId), asked: [...new Set(asked)], completed };
}

describe('messages of a client that has sent nothing', () => {
  const END: CollectedPage = { documents: [], next: '1', isLast: true };

  it('are read from now on if received invoices come with them; the list of received invoices is not asked', async () => {
    assert.deepEqual(await collect(END), {
      begun: ['crd_queue'],
      asked: ['crd_list'],
      completed: ['PEPPOL acme crd_queue', 'PEPPOL acme crd_list'],
    });
  });

  it('are read once the list was read to its end if they are about received invoices', async () => {
    const apart = { comesWithMessages: () => false, hasMessages: true } as const;
    assert.deepEqual((await collect(END, apart)).begun, ['crd_queue', 'crd_list']);
    for (const page of [
      { documents: [], next: '1', isLast: false },
      // An earlier document is still to be fetched.
      { documents: [], isLast: true },
    ]) {
      const { begun, completed } = await collect(page, apart);
      assert.deepEqual([begun, completed], [[], []]);
    }
  });
});

/** A list that is read to its end at each run, and the credential's messages in pages of the test. */
function readAfterSending(pages: readonly MessagePage[], results: readonly Taken[] = []) {
  const [clock, telemetry] = [new FakeClock(), new FakeTelemetry()];
  const { collectionCursors, received } = memoryStores();
  const fetched: (string | null)[] = [];
  const taken: unknown[] = [];
  const more = [...results];
  const rail: Pick<Rail, 'receiving' | 'fetchMessages'> = {
    receiving: {
      everyMs: 1000,
      hasMessages: true,
      fetch: async () => ({ documents: [], next: '1', isLast: true }),
    },
    fetchMessages: async (_, after) => {
      fetched.push(after);
      return pages[Number(after ?? 0)] ?? { mapping: COMMON_STATUSES.unreachable };
    },
  };
  const collecting = new CollectReceived({
    ...{ clock, collectionCursors, received, telemetry, recorder: NO_CALLS },
    clients: { toCollectFor: async () => [{ ...newClient('acme', clock.now()), collect: ['FR-PA'] }] },
    credentials: { live: async () => [{ client: 'acme', id: 'crd_1', kind: 'platform', value: '{}' }] },
    rails: new Map([['FR-PA', rail as Rail]]),
    feeds: { begin: async () => undefined },
    takeReceivedMessage: {
      run: async ({ raw }) => {
        taken.push(raw);
        return more.length === 0 ? 'taken' : more.shift();
      },
    },
    takeCollected: { run: () => assert.fail('nothing came') },
    log: { warn: () => undefined },
  });
  const run = async (): Promise<{ fetched: (string | null)[]; taken: unknown[] }> => {
    clock.advance(60_000);
    await collecting.run();
    return { fetched: fetched.splice(0), taken: taken.splice(0) };
  };
  return { run, calls: telemetry.calls };
}

type Taken = Awaited<ReturnType<TakesReceivedMessages['run']>>;

const messages = (...raws: readonly string[]): Pick<MessagePage, 'messages'> => ({
  messages: raws.map((raw) => ({ raw }) as unknown as RouteMessage),
});

describe('messages that a client had before it collected', () => {
  it('are applied to received invoices once the list was read to its end, oldest first and never again', async () => {
    const { run } = readAfterSending([
      { ...messages('cancelled', 'paid'), next: '1' },
      { ...messages('refused'), next: '2', isLast: true },
    ]);
    assert.deepEqual(await run(), { fetched: [null, '1'], taken: ['cancelled', 'paid', 'refused'] });
    for (let n = 0; n < 2; n += 1) assert.deepEqual(await run(), { fetched: [], taken: [] });
  });

  it('are applied again if another process was faster', async () => {
    const { run } = readAfterSending([{ ...messages('cancelled', 'paid') }], [undefined, 'taken', 'unknown']);
    assert.deepEqual((await run()).taken, ['cancelled', 'cancelled', 'paid']);
  });

  it('are read on at the next time if the network breaks off, or has not given some of them', async () => {
    const pages: MessagePage[] = [{ ...messages('cancelled'), next: '1' }];
    const { run, calls } = readAfterSending(pages);
    assert.deepEqual(await run(), { fetched: [null, '1'], taken: ['cancelled'] });
    assert.deepEqual(calls, [
      'FR-PA received fetched',
      'FR-PA answers fetched',
      `FR-PA answers ${COMMON_STATUSES.unreachable.networkStatus}`,
    ]);
    pages.push({ ...messages('paid'), next: '2', isLast: true, isPartial: true });
    assert.deepEqual(await run(), { fetched: ['1'], taken: ['paid'] });
    pages.push({ ...messages('late') });
    assert.deepEqual(await run(), { fetched: ['2'], taken: ['late'] });
    assert.deepEqual(await run(), { fetched: [], taken: [] });
  });
});
