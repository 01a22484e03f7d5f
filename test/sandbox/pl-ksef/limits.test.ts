import assert from 'node:assert/strict';
import { aSandbox, type TestSandbox } from '../running.ts';
import { invoice } from './invoices.ts';
import { Ksef, type Answer } from './ksef.ts';
import { whileTimeStands } from '../../support/standing-time.ts';

const LIST = '/sessions?sessionType=Online';

describe('limits of the sandbox of KSeF', () => {
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await aSandbox();
  });
  after(() => sandbox.stop());

  /** Calls until the limit is exceeded. @returns the number of accepted calls, and the refusal. */
  const untilRefused = (ask: () => Promise<Answer>): Promise<{ taken: number; refusal: Answer }> =>
    whileTimeStands(async () => {
      for (let taken = 0; ; taken += 1) {
        const refusal = await ask();
        if (refusal.status === 429) return { taken, refusal };
      }
    });
  const waitOf = ({ headers }: Answer): number => Number(headers.get('retry-after'));

  it('refuse the first call above the number of a second, with a pause that doubles the next time', async () => {
    const ksef = await Ksef.loggedIn(sandbox.url);
    const list = (): Promise<Answer> => ksef.call('GET', LIST);
    await whileTimeStands(async (forwardMs) => {
      const together = await Promise.all(Array.from({ length: 8 }, list));
      assert.equal(together.filter(({ status }) => status === 200).length, 5);
      const first = Math.max(...together.filter(({ status }) => status === 429).map(waitOf));
      assert.equal(first, 1);
      forwardMs(1100);
      const more = await Promise.all(Array.from({ length: 8 }, list));
      assert.ok(Math.max(...more.filter(({ status }) => status === 429).map(waitOf)) > first);
    });
  });

  it('are counted per NIP and per call', async () => {
    const one = await Ksef.loggedIn(sandbox.url, 'a-token', '1111111111');
    const { taken, refusal } = await untilRefused(() => one.call('GET', LIST));
    assert.equal(taken, 5);
    assert.match(String(refusal.json['detail']), /Przekroczono limit \d+ żądań na (sekundę|minutę)/);
    assert.equal((await one.call('GET', '/rate-limits')).status, 200);
    const other = await Ksef.loggedIn(sandbox.url, 'a-token', '7352765225');
    assert.equal((await other.call('GET', LIST)).status, 200);
  });

  it('allow 30 invoices in a minute, and are kept through a restart', async () => {
    const ksef = await Ksef.loggedIn(sandbox.url, 'a-token', '9876543210');
    const session = await ksef.open();
    await whileTimeStands(async (forwardMs) => {
      const send = (n: number): Promise<Answer> => {
        // At most ten a second are allowed.
        forwardMs(110);
        return ksef.send(session, invoice(`L-${n}`, { seller: '9876543210' }));
      };
      for (let n = 1; n <= 30; n += 1) assert.equal((await send(n)).status, 202);
      assert.equal((await send(31)).status, 429);
      await sandbox.restart();
      const refusal = await send(31);
      assert.equal(refusal.status, 429);
      assert.ok(waitOf(refusal) > 30, `${waitOf(refusal)} s`);
    });
  });

  it('are also reported in the older form of errors', async () => {
    const ksef = await Ksef.loggedIn(sandbox.url, 'a-token', '2222222222');
    const headers = { 'X-Error-Format': 'older' };
    const { refusal } = await untilRefused(() => ksef.call('GET', LIST, undefined, { headers }));
    assert.equal((refusal.json['status'] as { code: number }).code, 429);
  });
});
