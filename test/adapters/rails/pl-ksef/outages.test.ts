import assert from 'node:assert/strict';
import type { PlKsefRail } from '../../../../src/adapters/rails/pl-ksef/pl-ksef-rail.ts';
import { KSEF_STATUS_MAPPINGS as statuses } from '../../../../src/adapters/rails/pl-ksef/status-mappings.ts';
import { OutboundClient } from '../../../../src/adapters/outbound/outbound-client.ts';
import type { RailAnswer } from '../../../../src/ports/rail/rail-answer.ts';
import { aPolishConsignment, aSentOne, type Canned, json, KsefServer } from './ksef-server.ts';

const ksef = new KsefServer();
before(() => ksef.start());
after(() => ksef.stop());

const AWAY: Canned = { status: 503 };
const LATARNIA = 'GET status-of-ksef';
const announced = (status: string): Canned => json({ status, messages: [{ title: 'Przerwa' }] });
const rail = (): PlKsefRail =>
  ksef.rail(ksef.clock, new OutboundClient(), { availabilityUrl: `${ksef.url}/latarnia` });

/** @param minutes since the first try of the invoice. */
async function prepared(one: PlKsefRail, minutes = 0): Promise<RailAnswer> {
  const startedAt = new Date(ksef.clock.now().getTime() - minutes * 60_000);
  const answer = await one.prepare(aPolishConsignment({ startedAt }));
  assert.ok('mapping' in answer);
  return answer;
}

describe('an outage of KSeF', () => {
  for (const [status, mapping] of [
    ['MAINTENANCE', statuses.maintenance],
    ['FAILURE', statuses.failure],
    ['TOTAL_FAILURE', statuses.totalFailure],
  ] as const)
    it(`that is announced (${status}) lets an invoice wait, and no try counts`, async () => {
      ksef.says({ 'POST challenge': AWAY, [LATARNIA]: announced(status) });
      const answer = await prepared(rail());
      assert.deepEqual(
        [answer.mapping, answer.mapping.meaning, answer.retryAfterSeconds],
        [mapping, 'later', 900],
      );
      assert.match(answer.message ?? '', /Przerwa$/);
    });

  for (const [what, answer] of [
    ['is available', announced('AVAILABLE')],
    ['is in an unknown state', announced('SLOW')],
    ['cannot be told', { status: 502, body: '<html>' }],
    ['is told by a page', { body: '<html>', headers: { 'Content-Type': 'text/html' } }],
    ['is not announced by any service', undefined],
  ] as const)
    it(`that is not announced, since KSeF ${what}, is a failure as before`, async () => {
      ksef.says({ 'POST challenge': AWAY, [LATARNIA]: answer });
      assert.equal((await prepared(rail())).mapping.meaning, 'not-taken');
    });

  it('opens a care row after an hour, and a total one at once', async () => {
    ksef.says({ 'POST challenge': AWAY, [LATARNIA]: announced('FAILURE') });
    assert.equal((await prepared(rail(), 59)).mapping.opensCareAtOnce, undefined);
    assert.equal((await prepared(rail(), 60)).mapping.opensCareAtOnce, true);
    ksef.says({ 'POST challenge': AWAY, [LATARNIA]: announced('TOTAL_FAILURE') });
    assert.equal((await prepared(rail())).mapping.opensCareAtOnce, true);
  });

  it('is not asked about while KSeF answers: an announcement stops no invoice', async () => {
    ksef.says({ [LATARNIA]: announced('TOTAL_FAILURE') });
    assert.ok('resumeToken' in (await rail().prepare(aPolishConsignment())));
    assert.ok(!ksef.calls().includes(LATARNIA));
  });

  it('does not explain a log-in that KSeF refuses', async () => {
    ksef.says({
      'GET auth': json({ status: { code: 415, description: 'x' } }),
      [LATARNIA]: announced('FAILURE'),
    });
    assert.equal((await prepared(rail())).mapping.networkStatus, 'credential-refused');
  });

  it('is asked about once a minute', async () => {
    ksef.says({ 'POST challenge': AWAY, [LATARNIA]: announced('FAILURE') });
    const one = rail();
    for (let n = 0; n < 3; n += 1) await prepared(one);
    assert.equal(ksef.calls().filter((call) => call === LATARNIA).length, 1);
    ksef.clock.advance(60_000);
    await prepared(one);
    assert.equal(ksef.calls().filter((call) => call === LATARNIA).length, 2);
  });

  it('also delays invoices that KSeF may hold', async () => {
    const inDoubt = () => aSentOne({ reference: undefined });
    ksef.says({ 'GET invoices': AWAY, [LATARNIA]: announced('FAILURE') });
    assert.equal((await rail().ask(inDoubt())).mapping, statuses.failure);
    ksef.says({ 'GET invoices': AWAY, [LATARNIA]: announced('AVAILABLE') });
    assert.equal((await rail().ask(inDoubt())).mapping.meaning, 'unclear');
  });

  it('during a send leaves open whether KSeF holds the invoice', async () => {
    ksef.says({ 'POST invoices': AWAY, [LATARNIA]: announced('FAILURE') });
    const one = rail();
    const consignment = aPolishConsignment();
    const before = await one.prepare(consignment);
    assert.ok('resumeToken' in before);
    assert.equal((await one.send({ ...consignment, ...before })).mapping.meaning, 'unclear');
  });
});
