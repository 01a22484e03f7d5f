import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { aSandbox, type TestSandbox } from '../running.ts';
import { invoice } from './invoices.ts';
import { Ksef, type Said } from './ksef.ts';

const LIST = '/sessions?sessionType=Online';

describe('limits of the sandbox of KSeF', () => {
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await aSandbox();
  });
  after(() => sandbox.stop());

  /** Asks until it is too much. @returns how often it was not, and the refusal. */
  async function untilRefused(ask: () => Promise<Said>): Promise<{ taken: number; refusal: Said }> {
    for (let taken = 0; ; taken += 1) {
      const refusal = await ask();
      if (refusal.status === 429) return { taken, refusal };
    }
  }
  const waitOf = ({ headers }: Said): number => Number(headers.get('retry-after'));

  it('are met by the call that is one too many in a second, with the wait, and twice as long the next time', async () => {
    const ksef = await Ksef.loggedIn(sandbox.url);
    const list = (): Promise<Said> => ksef.call('GET', LIST);
    const together = await Promise.all(Array.from({ length: 8 }, list));
    assert.equal(together.filter(({ status }) => status === 200).length, 5);
    const first = Math.max(...together.filter(({ status }) => status === 429).map(waitOf));
    assert.equal(first, 1);
    await pause(1100);
    const more = await Promise.all(Array.from({ length: 8 }, list));
    assert.ok(Math.max(...more.filter(({ status }) => status === 429).map(waitOf)) > first);
  });

  it('are counted for each NIP by itself, and for each call', async () => {
    const one = await Ksef.loggedIn(sandbox.url, 'a-token', '1111111111');
    const { taken, refusal } = await untilRefused(() => one.call('GET', LIST));
    assert.ok(taken <= 10);
    assert.match(String(refusal.json['detail']), /Przekroczono limit \d+ żądań na (sekundę|minutę)/);
    assert.equal((await one.call('GET', '/rate-limits')).status, 200);
    const other = await Ksef.loggedIn(sandbox.url, 'a-token', '7352765225');
    assert.equal((await other.call('GET', LIST)).status, 200);
  });

  it('let 30 invoices through in a minute, and are remembered through a restart', async () => {
    const ksef = await Ksef.loggedIn(sandbox.url, 'a-token', '9876543210');
    const session = await ksef.open();
    const send = async (n: number): Promise<Said> => {
      // Ten in a second are no more than are let through.
      await pause(110);
      return ksef.send(session, invoice(`L-${n}`, { seller: '9876543210' }));
    };
    for (let n = 1; n <= 30; n += 1) assert.equal((await send(n)).status, 202);
    assert.equal((await send(31)).status, 429);
    await sandbox.restart();
    const refusal = await send(31);
    assert.equal(refusal.status, 429);
    assert.ok(waitOf(refusal) > 30, `${waitOf(refusal)} s`);
  });

  it('are also reported in the older form', async () => {
    const ksef = await Ksef.loggedIn(sandbox.url, 'a-token', '2222222222');
    const headers = { 'X-Error-Format': 'older' };
    const { refusal } = await untilRefused(() => ksef.call('GET', LIST, undefined, { headers }));
    assert.equal((refusal.json['status'] as { code: number }).code, 429);
  });
});
