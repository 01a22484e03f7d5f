import assert from 'node:assert/strict';
import sinon from 'sinon';
import type { PlKsefRail } from '../../../../../src/adapters/rails/pl-ksef/pl-ksef-rail.ts';
import { changed, json } from '../../../../sandbox/scripted-network.ts';
import { aPolishConsignment, aSentConsignment, KsefNetwork } from '../ksef.ts';

const ksef = new KsefNetwork();
const take = sinon.spy(ksef.caps, 'take');
before(() => ksef.start());
after(() => ksef.close());

const OWN = { perSecond: 2, perMinute: 3, perHour: 4 };
const HOUR = 3_600_000;
const limitCalls = (): number => ksef.received.filter(({ call }) => call === 'GET rate-limits').length;
const limitsOf = (call: string): readonly string[] => {
  const taken = take.args.map(([cap]) => cap).filter(({ key }) => key.includes(` ${call}`));
  return [
    ...new Set(taken.map(({ key, windows }) => `${key}: ${windows.map(({ limit }) => limit).join(' ')}`)),
  ];
};

async function poll(rail: PlKsefRail, one = aSentConsignment()): Promise<void> {
  await rail.poll(one);
}

describe('the limits of one company at KSeF', () => {
  beforeEach(() => {
    ksef.clock.advance(25 * 3_600_000);
    take.resetHistory();
  });

  it('are queried after the log-in, and replace the published ones', async () => {
    ksef.script({ 'GET rate-limits': json({ invoiceStatus: OWN, invoiceSend: OWN }) });
    await poll(ksef.rail());
    assert.equal(limitCalls(), 1);
    assert.deepEqual(limitsOf('status'), ['PL-KSEF nip 5265877635 status 2/3/4: 2 3 4']);
  });

  for (const [what, answer] of [
    ['nothing', json({})],
    ['no numbers', json({ invoiceStatus: { perSecond: 'many' } })],
    ['zero for all', json({ invoiceStatus: { perSecond: 0, perMinute: 0, perHour: 0 } })],
    ['a page', { body: '<html>', headers: { 'Content-Type': 'text/html' } }],
    ['an error', { status: 500 }],
  ] as const)
    it(`are the published ones if KSeF states ${what}`, async () => {
      ksef.script({ 'GET rate-limits': answer });
      await poll(ksef.rail());
      assert.deepEqual(limitsOf('status'), ['PL-KSEF nip 5265877635 status: 30 120 1200']);
    });

  it('have a group of their own for closing a session, if KSeF states one', async () => {
    const close = { perSecond: 15, perMinute: 45, perHour: 150 };
    const limits = { 'GET rate-limits': json({ onlineSession: OWN, onlineSessionClose: close }) };
    const rail = ksef.rail();
    const { credential } = aPolishConsignment();
    const next = async (waitMs: number): Promise<void> => {
      ksef.clock.advance(waitMs);
      const validUntil = new Date(ksef.clock.now().getTime() + 12 * HOUR).toISOString();
      ksef.script({ ...limits, 'POST online': changed(() => ({ validUntil })) });
      const consignment = aPolishConsignment({ credential });
      const prepared = await rail.prepare(consignment);
      assert.ok(!('mapping' in prepared));
      await rail.send({ ...consignment, resumeToken: prepared.resumeToken });
    };
    await next(0);
    // A second session follows before the first ends. The first is closed after all sends into it have ended.
    await next(11.6 * HOUR);
    await next(HOUR / 4);
    assert.deepEqual(limitsOf('open'), ['PL-KSEF nip 5265877635 open 2/3/4: 2 3 4']);
    assert.deepEqual(limitsOf('close'), ['PL-KSEF nip 5265877635 close 15/45/150: 15 45 150']);
  });

  it('are the published ones in a window for which KSeF states no limit', async () => {
    ksef.script({ 'GET rate-limits': json({ invoiceStatus: { perSecond: 2, perMinute: -1, perHour: -1 } }) });
    await poll(ksef.rail());
    assert.deepEqual(limitsOf('status'), ['PL-KSEF nip 5265877635 status 2/120/1200: 2 120 1200']);
  });

  it('are queried once a day, for all processes', async () => {
    ksef.script({ 'GET rate-limits': json({ invoiceStatus: OWN }) });
    const one = aSentConsignment();
    await poll(ksef.rail(), one);
    await poll(ksef.rail(), one);
    ksef.clock.advance(23 * 3_600_000);
    await poll(ksef.rail(), one);
    assert.equal(limitCalls(), 1);
    ksef.clock.advance(2 * 3_600_000);
    await poll(ksef.rail(), one);
    assert.equal(limitCalls(), 2);
  });

  it('are queried again if KSeF refuses a call within them, but not each time', async () => {
    const tooMany = { status: 429, headers: { 'Retry-After': '1' } };
    ksef.script({ 'GET status': tooMany, 'GET rate-limits': json({}) });
    const rail = ksef.rail();
    const one = aSentConsignment();
    await poll(rail, one);
    ksef.clock.advance(11 * 60_000);
    await poll(rail, one);
    ksef.clock.advance(2_000);
    await poll(rail, one);
    assert.equal(limitCalls(), 2);
    for (let n = 0; n < 4; n += 1) {
      ksef.clock.advance(90_000);
      await poll(rail, one);
    }
    assert.equal(limitCalls(), 2);
  });

  it('are those of the context that the credential names', async () => {
    ksef.script({ 'GET rate-limits': json({ invoiceStatus: OWN }) });
    const context = { type: 'InternalId', value: '5265877635-10010' };
    const { credential } = aPolishConsignment();
    const value = JSON.stringify({ token: 't', context });
    await poll(ksef.rail(), aSentConsignment({ credential: { ...credential, value } }));
    assert.deepEqual(limitsOf('status'), ['PL-KSEF nip 5265877635-10010 status 2/3/4: 2 3 4']);
  });
});
