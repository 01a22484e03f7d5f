import { english, withEnglish } from '../../../../support/words.ts';
import assert from 'node:assert/strict';
import type { PlKsefRail } from '../../../../../src/adapters/rails/pl-ksef/pl-ksef-rail.ts';
import { KSEF_STATUS_MAPPINGS as statuses } from '../../../../../src/adapters/rails/pl-ksef/status-mappings.ts';
import type { RailAnswer } from '../../../../../src/ports/rail/rail-answer.ts';
import { type Canned, json } from '../../../../sandbox/scripted-network.ts';
import { aPolishConsignment, aSentConsignment, KsefNetwork } from '../ksef.ts';
import { PatientClient } from '../../../../sandbox/patient-client.ts';

const ksef = new KsefNetwork();
before(() => ksef.start());
after(() => ksef.close());

const AWAY: Canned = { status: 503 };
const LATARNIA = 'GET status-of-ksef';
const announced = (status: string): Canned => json({ status, messages: [{ title: 'Przerwa' }] });
const rail = (): PlKsefRail =>
  ksef.rail(ksef.clock, new PatientClient(), { availabilityUrl: `${ksef.url}/latarnia` });

/** @param minutes since the first try of the invoice */
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
    it(`that is announced (${status}) makes an invoice wait, and no try counts`, async () => {
      ksef.script({ 'POST challenge': AWAY, [LATARNIA]: announced(status) });
      const answer = await prepared(rail());
      assert.deepEqual(
        withEnglish([answer.mapping, answer.mapping.meaning, answer.retryAfterSeconds]),
        withEnglish([mapping, 'later', 900]),
      );
      assert.match(english(answer.message ?? ''), /"Przerwa"$/);
    });

  it('tells when it ends, which moves the deadline of an offline invoice', async () => {
    const message = { category: 'FAILURE', title: 'Awaria', end: '2026-10-06T12:00:00+02:00' };
    ksef.script({ 'POST challenge': AWAY, [LATARNIA]: json({ status: 'FAILURE', messages: [message] }) });
    const { outage } = await prepared(rail());
    assert.deepEqual(outage, { mode: 'failure', endsAt: new Date('2026-10-06T10:00:00Z') });
  });

  for (const [what, answer] of [
    ['is available', announced('AVAILABLE')],
    ['is in an unknown state', announced('SLOW')],
    ['has a status service that fails', { status: 502, body: '<html>' }],
    [
      'has a status service that answers with a page',
      { body: '<html>', headers: { 'Content-Type': 'text/html' } },
    ],
    ['has a status service that does not answer', undefined],
  ] as const)
    it(`that is not announced, since KSeF ${what}, counts as a failed try`, async () => {
      ksef.script({ 'POST challenge': AWAY, [LATARNIA]: answer });
      assert.equal((await prepared(rail())).mapping.meaning, 'not-taken');
    });

  it('opens a care row after an hour; a total outage opens one at once', async () => {
    ksef.script({ 'POST challenge': AWAY, [LATARNIA]: announced('FAILURE') });
    assert.equal((await prepared(rail(), 59)).mapping.opensCareAtOnce, undefined);
    assert.equal((await prepared(rail(), 60)).mapping.opensCareAtOnce, true);
    ksef.script({ 'POST challenge': AWAY, [LATARNIA]: announced('TOTAL_FAILURE') });
    assert.equal((await prepared(rail())).mapping.opensCareAtOnce, true);
  });

  it('is not queried while KSeF answers: an announcement stops no invoice', async () => {
    ksef.script({ [LATARNIA]: announced('TOTAL_FAILURE') });
    assert.ok('resumeToken' in (await rail().prepare(aPolishConsignment())));
    assert.ok(!ksef.calls.includes(LATARNIA));
  });

  it('does not explain a log-in that KSeF refuses', async () => {
    ksef.script({
      'GET auth': json({ status: { code: 415, description: 'x' } }),
      [LATARNIA]: announced('FAILURE'),
    });
    assert.equal((await prepared(rail())).mapping.networkStatus, 'credential-refused');
  });

  it('is queried once a minute', async () => {
    ksef.script({ 'POST challenge': AWAY, [LATARNIA]: announced('FAILURE') });
    const one = rail();
    for (let n = 0; n < 3; n += 1) await prepared(one);
    assert.equal(ksef.count(LATARNIA), 1);
    ksef.clock.advance(60_000);
    await prepared(one);
    assert.equal(ksef.count(LATARNIA), 2);
  });

  it('also delays invoices that KSeF may hold', async () => {
    const inDoubt = () => aSentConsignment({ reference: undefined });
    ksef.script({ 'GET invoices': AWAY, [LATARNIA]: announced('FAILURE') });
    assert.deepEqual(withEnglish((await rail().ask(inDoubt())).mapping), withEnglish(statuses.failure));
    ksef.script({ 'GET invoices': AWAY, [LATARNIA]: announced('AVAILABLE') });
    assert.equal((await rail().ask(inDoubt())).mapping.meaning, 'unclear');
  });

  it('during a send leaves open whether KSeF holds the invoice', async () => {
    ksef.script({ 'POST invoices': AWAY, [LATARNIA]: announced('FAILURE') });
    const one = rail();
    const consignment = aPolishConsignment();
    const before = await one.prepare(consignment);
    assert.ok('resumeToken' in before);
    assert.equal((await one.send({ ...consignment, ...before })).mapping.meaning, 'unclear');
  });
});
