import assert from 'node:assert/strict';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import { LookUpBuyer } from '../../../src/application/intake/look-up-buyer.ts';
import type { LookedUp } from '../../../src/ports/participants.ts';
import type { Registrations } from '../../../src/ports/registrations.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { memoryStores } from '../../support/memory-stores.ts';

const YES: LookedUp = { registered: 'yes', endpoint: 'https://ap.example' };
const NO: LookedUp = { registered: 'no' };
const UNKNOWN: LookedUp = { registered: 'unknown', reason: 'DNS ETIMEOUT' };
const MINUTE_MS = 60_000;

describe('the look-up of a buyer', () => {
  let answers: Record<string, LookedUp>;
  let queries: string[];
  let clock: FakeClock;
  let logged: object[];
  let telemetry: FakeTelemetry;
  let registrations: Registrations;
  let lookUp: LookUpBuyer;
  beforeEach(() => {
    [answers, queries, logged] = [{}, [], []];
    [clock, telemetry, registrations] = [new FakeClock(), new FakeTelemetry(), memoryStores().registrations];
    lookUp = aProcess();
  });
  const aProcess = (): LookUpBuyer =>
    new LookUpBuyer({
      clock,
      telemetry,
      registrations,
      digests: new NodeDigests(),
      rates: memoryStores().rates,
      log: { warn: (fields) => void logged.push(fields) },
      participants: {
        lookUp: async (participant) => {
          queries.push(participant);
          return answers[participant] ?? NO;
        },
      },
    });
  const lookUpFor = (...candidates: string[]) =>
    lookUp.run('acme', { candidates, isAddressed: true, documentType: 'invoice', process: 'billing' });
  const run = async (...candidates: string[]) => (await lookUpFor(...candidates)).registered;

  it('stops at the first candidate that is registered', async () => {
    answers = { b: YES };
    assert.deepEqual(await lookUpFor('a', 'b', 'c'), { registered: 'yes', participant: 'b' });
    assert.deepEqual(queries, ['a', 'b']);
  });

  it('finds a candidate after one whose look-up failed', async () => {
    answers = { a: UNKNOWN, b: YES };
    assert.equal(await run('a', 'b'), 'yes');
  });

  it('finds no other candidate after an office whose look-up failed', async () => {
    answers = { '0204:991-1': UNKNOWN, b: YES };
    assert.equal(await run('0204:991-1', 'b'), 'unknown');
    assert.deepEqual(queries, ['0204:991-1']);
  });

  it('is unknown if none is registered and one look-up failed', async () => {
    answers = { a: UNKNOWN };
    assert.equal(await run('a', 'b'), 'unknown');
    assert.deepEqual(logged, [{ client: 'acme', reason: 'DNS ETIMEOUT' }]);
  });

  it('is no without a candidate', async () => assert.equal(await run(), 'no'));

  const KEPT: [it: string, answer: LookedUp, minutes: number, asked: number][] = [
    ['keeps a yes for 4 hours', YES, 239, 1],
    ['and not after that', YES, 240, 2],
    ['keeps a no for 5 minutes', NO, 4, 1],
    ['and not after that', NO, 5, 2],
    ['does not keep an unknown result', UNKNOWN, 0, 2],
  ];
  for (const [it_, answer, minutes, times] of KEPT)
    it(`${it_} (${answer.registered})`, async () => {
      answers = { a: answer };
      await run('a');
      clock.advance(minutes * MINUTE_MS);
      assert.equal(await run('a'), answer.registered);
      assert.equal(queries.length, times);
    });

  it('returns the registered one in the spelling of the invoice, and queries in lower case', async () => {
    answers = { '9930:de1': YES };
    assert.deepEqual(await lookUpFor('9930:DE1'), { registered: 'yes', participant: '9930:DE1' });
    assert.equal(await run('9930:de1'), 'yes');
    assert.deepEqual(queries, ['9930:de1']);
    assert.deepEqual(telemetry.lookUps, ['yes', 'kept']);
  });

  it('makes no call if another process has stored the result', async () => {
    answers = { a: YES };
    await run('a');
    lookUp = aProcess();
    assert.equal(await run('a'), 'yes');
    assert.equal(queries.length, 1);
  });

  it('keeps a result for one kind of document', async () => {
    await run('a');
    const other = { candidates: ['a'], isAddressed: true, documentType: 'credit note', process: 'billing' };
    await lookUp.run('acme', other);
    assert.equal(queries.length, 2);
  });

  it('counts once per decision, and not for stored results', async () => {
    await run('a', 'b');
    for (let n = 0; n < 50; n += 1) await run('a', 'b');
    for (let n = 1; n < 30; n += 1) await run(`x${n}`, `y${n}`);
    await assert.rejects(run('z'), { message: 'rate-limited' });
    assert.equal(await run('a'), 'no');
    const receiver = { candidates: ['z'], isAddressed: true, documentType: 'invoice', process: 'billing' };
    assert.deepEqual(await lookUp.briefly('acme', receiver), { registered: 'unknown' });
  });
});
