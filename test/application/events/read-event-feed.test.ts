import assert from 'node:assert/strict';
import sinon from 'sinon';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import { ReadEventFeed } from '../../../src/application/events/read-event-feed.ts';
import { FakeClock } from '../../fakes/clock.ts';

const HOUR_MS = 3_600_000;
/** Longer than the wait that is asked for, by far. */
const LEAVES_MS = 20_000;
const CALLER = { kind: 'client', client: 'acme', keyId: 'key', scopes: ['read'] } as const;

describe('a call that waits for an event', () => {
  const fakes = sinon.createSandbox();
  afterEach(() => fakes.restore());

  it('is answered in time, although the clock of the machine is set back meanwhile', async () => {
    const clock = fakes.useFakeTimers({ now: HOUR_MS, toFake: ['Date'] });
    const feed = new ReadEventFeed({
      eventFeed: {
        outbox: async () => {
          clock.setSystemTime(0);
          return [];
        },
        outboxEnd: async () => undefined as never,
      },
      canonicalBesideEvents: { add: () => Promise.reject(new Error('not called')) },
      audit: { write: async () => undefined },
      clock: new FakeClock(),
      digests: new NodeDigests(),
      cursorKey: async () => 'a'.repeat(48),
    });
    const caller = new AbortController();
    const leaves = setTimeout(() => caller.abort(), LEAVES_MS);
    const request = { limit: 1, withCanonical: false, waitSeconds: 0.1, signal: caller.signal };
    const { events } = await feed.run(CALLER as never, request, 'call');
    clearTimeout(leaves);
    assert.deepEqual(events, []);
    assert.equal(caller.signal.aborted, false);
  });
});
