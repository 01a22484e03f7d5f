import assert from 'node:assert/strict';
import { aSandbox, type TestSandbox } from '../running.ts';
import { attachedInvoice } from './invoices.ts';
import { Ksef, SELLER } from './ksef.ts';

describe('options of the sandbox of KSeF', () => {
  let sandbox: TestSandbox;
  before(async () => (sandbox = await aSandbox()));
  after(() => sandbox.stop());
  afterEach(() => change({ availability: 'AVAILABLE', rate_limits: {} }));

  const change = (options: object): Promise<Response> =>
    fetch(`${sandbox.url}/ksef/sandbox/options`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(options),
    });
  const latarnia = async (path: string): Promise<unknown> =>
    (await fetch(`${sandbox.url}/ksef/latarnia/${path}`)).json();

  for (const state of ['MAINTENANCE', 'FAILURE', 'TOTAL_FAILURE'])
    it(`make it answer 503, and its availability service report ${state}`, async () => {
      assert.equal((await change({ availability: state })).status, 200);
      const challenge = await fetch(`${sandbox.url}/ksef/v2/auth/challenge`, { method: 'POST' });
      assert.equal(challenge.status, 503);
      const { status, messages } = (await latarnia('status')) as {
        status: string;
        messages: { category: string }[];
      };
      assert.deepEqual([status, messages.map(({ category }) => category)], [state, [state]]);
      assert.deepEqual(await latarnia('messages'), messages);
    });

  it('let it work by default, without a message of its availability service', async () => {
    assert.deepEqual(await latarnia('status'), { status: 'AVAILABLE', messages: [] });
    assert.equal((await fetch(`${sandbox.url}/ksef/v2/auth/challenge`, { method: 'POST' })).status, 200);
  });

  it('refuse an unknown state', async () => {
    assert.equal((await change({ availability: 'SLOW' })).status, 400);
  });

  it('set the rate limits of a company, and the limits in its answer', async () => {
    await change({ rate_limits: { sessionList: { perSecond: 2, perMinute: 100, perHour: 100 } } });
    const ksef = await Ksef.loggedIn(sandbox.url);
    const limits = (await ksef.call('GET', '/rate-limits')).json as Record<string, { perSecond: number }>;
    assert.deepEqual([limits['sessionList']?.perSecond, limits['invoiceSend']?.perSecond], [2, 10]);
    const together = await Promise.all(
      Array.from({ length: 4 }, () => ksef.call('GET', '/sessions?sessionType=Online')),
    );
    assert.equal(together.filter(({ status }) => status === 200).length, 2);
  });

  it('let an attachment in an online session end 415 for every seller', async () => {
    const ksef = await Ksef.loggedIn(sandbox.url);
    const session = await ksef.open();
    const ended = await ksef.endOf(session, attachedInvoice('O-1', { seller: SELLER }));
    assert.equal(ended.status.code, 415);
  });
});
