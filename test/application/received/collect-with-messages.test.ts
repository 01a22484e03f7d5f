import assert from 'node:assert/strict';
import { CollectReceived } from '../../../src/application/received/collect-received.ts';
import { newClient } from '../../../src/domain/clients/client-record.ts';
import type { Feed } from '../../../src/ports/feeds.ts';
import type { Rail } from '../../../src/ports/rail/rail.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { NO_CALLS } from '../../fakes/recorder.ts';

describe('received invoices that come with the messages of a credential', () => {
  it('have their feed read from now on, though nothing was sent; the list of received invoices is not asked', async () => {
    const clock = new FakeClock();
    const begun: Feed[] = [];
    const [asked, completed]: [(string | null)[], string[]] = [[], []];
    const receiving: Rail['receiving'] = {
      everyMs: 1000,
      comesWithMessages: ({ id }) => id === 'crd_queue',
      fetch: async ({ credential }) => {
        asked.push(credential.id);
        return { documents: [], next: '1', isLast: false };
      },
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
      received: { holds: async () => false },
      feeds: { begin: async (feed) => void begun.push(feed) },
      takeCollected: { run: () => assert.fail('nothing came') },
      telemetry: new FakeTelemetry(),
      recorder: NO_CALLS,
      log: { warn: () => undefined },
    }).run();
    assert.deepEqual(begun, [{ client: 'acme', route: 'PEPPOL', credentialId: 'crd_queue' }]);
    assert.equal(new Set(asked).size, 1);
    // Of the other list a page is still to be read.
    assert.deepEqual(completed, ['PEPPOL acme crd_queue']);
  });
});
