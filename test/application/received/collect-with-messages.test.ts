import assert from 'node:assert/strict';
import { CollectReceived } from '../../../src/application/received/collect-received.ts';
import { newClient } from '../../../src/domain/clients/client-record.ts';
import type { CollectedPage } from '../../../src/ports/rail/receiving.ts';
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
      find: () => assert.fail('no message is compared'),
    },
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
