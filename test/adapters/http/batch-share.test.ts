import assert from 'node:assert/strict';
import sinon from 'sinon';
import { BatchShare } from '../../../src/adapters/http/call/batch-share.ts';
import { Gate } from '../../../src/adapters/piscina/gate.ts';

const LINE_MS = 20;
const SEND_MS = 10_000;

describe('the share of batches', () => {
  let clock: sinon.SinonFakeTimers;
  let share: BatchShare;
  let events: string[];
  beforeEach(() => {
    clock = sinon.useFakeTimers();
    share = new BatchShare(() => new Gate(1, 0));
    events = [];
  });
  afterEach(() => clock.restore());

  /** Short calls that follow each other. */
  function othersCall(): void {
    share.begin()();
    setInterval(() => share.begin()(), 50);
  }

  /** Lines one after the other, as a batch sends them. */
  async function batch(client: string, lines: number): Promise<void> {
    for (let line = 1; line <= lines; line += 1)
      await share.line(client, async () => {
        events.push(`${client}${line} at ${Date.now()}`);
        await new Promise((resolve) => setTimeout(resolve, LINE_MS));
      });
  }

  it('is all of the time while there are no other calls, and batches do not wait for each other', async () => {
    const batches = [batch('a', 3), batch('b', 3)];
    await clock.tickAsync(3 * LINE_MS);
    await Promise.all(batches);
    assert.deepEqual(events, ['a1 at 0', 'b1 at 0', 'a2 at 20', 'b2 at 20', 'a3 at 40', 'b3 at 40']);
  });

  it('begins nothing while a call is under way that is over soon', async () => {
    const lines = batch('a', 2);
    await clock.tickAsync(15);
    const end = share.begin();
    await clock.tickAsync(20);
    end();
    await clock.tickAsync(100);
    await lines;
    assert.deepEqual(events, ['a1 at 0', 'a2 at 35']);
  });

  it('is half of the time while others call now and then', async () => {
    othersCall();
    const lines = batch('a', 4);
    await clock.tickAsync(200);
    await lines;
    assert.deepEqual(events, ['a1 at 0', 'a2 at 40', 'a3 at 80', 'a4 at 120']);
  });

  it('is never nothing, although calls are always under way', async () => {
    share.begin();
    const lines = batch('a', 4);
    await clock.tickAsync(500);
    await lines;
    assert.deepEqual(events, ['a1 at 0', 'a2 at 60', 'a3 at 120', 'a4 at 180']);
  });

  it('is shared by clients, by turns, one line at a time', async () => {
    othersCall();
    const batches = [batch('a', 1), batch('a', 1), batch('a', 1), batch('b', 1)];
    await clock.tickAsync(200);
    await Promise.all(batches);
    assert.deepEqual(events, ['a1 at 0', 'a1 at 40', 'b1 at 80', 'a1 at 120']);
  });

  it('is all of the time again a tenth of a second after the last call', async () => {
    share.begin()();
    await clock.tickAsync(100);
    const batches = [batch('a', 1), batch('b', 1)];
    await clock.tickAsync(LINE_MS);
    await Promise.all(batches);
    assert.deepEqual(events, ['a1 at 100', 'b1 at 100']);
  });

  it('goes on after a line that failed', async () => {
    share.begin()();
    await assert.rejects(
      share.line('a', () => Promise.reject(new Error('no disk'))),
      /no disk/,
    );
    const lines = batch('a', 1);
    await clock.tickAsync(LINE_MS);
    await lines;
    assert.deepEqual(events, ['a1 at 0']);
  });

  describe('covers checks of what a batch submitted', () => {
    const check = (client: string) =>
      share.check(client, async () => {
        events.push(`${client} is checked at ${Date.now()}`);
        await new Promise((resolve) => setTimeout(resolve, LINE_MS));
      });

    it('one at a time beside its lines', async () => {
      othersCall();
      const work = [batch('a', 2), check('a'), check('a')];
      await clock.tickAsync(300);
      await Promise.all(work);
      assert.deepEqual(events, ['a1 at 0', 'a is checked at 0', 'a2 at 40', 'a is checked at 40']);
    });

    it('also after its last line, as long as they follow each other', async () => {
      const lines = batch('a', 1);
      await clock.tickAsync(9_000);
      await lines;
      share.begin()();
      const work = [check('a'), check('a')];
      await clock.tickAsync(200);
      await Promise.all(work);
      await clock.tickAsync(10_000);
      share.begin()();
      const later = [check('a'), check('a')];
      await clock.tickAsync(LINE_MS);
      await Promise.all(later);
      assert.deepEqual(
        events.slice(1).map((event) => Number(/\d+$/.exec(event))),
        [9000, 9040, 19_200, 19_200],
      );
    });

    it('until one goes on with a send', async () => {
      othersCall();
      let isSent = false;
      const send = new Promise((resolve) => setTimeout(resolve, SEND_MS));
      const checkAndSend = share.check('a', async (leave) => {
        await check('b');
        leave();
        await send;
        isSent = true;
      });
      const work = [batch('a', 1), checkAndSend];
      await clock.tickAsync(LINE_MS);
      const next = share.check('a', async () => void events.push(`next at ${Date.now()}`));
      await clock.tickAsync(300);
      await next;
      assert.match(events.at(-1)!, /^next at \d\d$/);
      assert.ok(!isSent);
      await clock.tickAsync(SEND_MS);
      await Promise.all(work);
      assert.ok(isSent, 'the caller waits for all');
    });

    it('and tells of one that fails after it went on', async () => {
      othersCall();
      const checkAndSend = share.check('a', async (leave) => {
        leave();
        await new Promise((resolve) => setTimeout(resolve, LINE_MS));
        throw new Error('no disk');
      });
      await Promise.all([assert.rejects(checkAndSend, /no disk/), clock.tickAsync(300)]);
    });

    it('and not those of a client without a batch', async () => {
      share.begin();
      const work = [batch('a', 1), check('b'), check('b')];
      await clock.tickAsync(LINE_MS);
      assert.deepEqual(
        events,
        ['b is checked at 0', 'b is checked at 0', 'a1 at 0'].toSorted(
          (x, y) => events.indexOf(x) - events.indexOf(y),
        ),
      );
      await clock.tickAsync(200);
      await Promise.all(work);
    });
  });
});
