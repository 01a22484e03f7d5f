import assert from 'node:assert/strict';
import { sinceOf } from '../../../src/console/components/timeline/since.ts';
import { stepsOf } from '../../../src/console/components/timeline/steps.ts';
import { OUTCOMES } from '../../../src/domain/sending/outcomes.ts';
import { type Meaning, MEANINGS } from '../../../src/domain/sending/status-mapping.ts';
import { railsOf } from '../../../src/processes/rails.ts';
import { readSettings } from '../../../src/processes/settings/read-settings.ts';

type Calls = Parameters<typeof stepsOf>[1];
type Invoice = Parameters<typeof sinceOf>[2];

const call = (no: number, purpose: string, meaning: string): Calls[number] =>
  ({
    no,
    at: new Date(Date.UTC(2026, 10, 24, 8, no)).toISOString(),
    purpose,
    outcome: 'answered',
    status: 200,
    took_ms: 10,
    taken_as: meaning.replaceAll('-', '_'),
    message: `Text of ${meaning}.`,
  }) as Calls[number];

const invoice = (state: string, ...kinds: readonly string[]): Invoice =>
  ({ state, documents: kinds.map((kind) => ({ kind })) }) as unknown as Invoice;

function sinceFirst(invoice: Invoice, ...calls: Calls): ReturnType<typeof sinceOf> {
  const steps = stepsOf([], calls);
  return sinceOf(steps[0]!, steps, invoice);
}

const isEnd = (meaning: Meaning): boolean => {
  const outcome = OUTCOMES.invoice.poll[meaning];
  const reached = typeof outcome === 'object' ? outcome.then : outcome;
  return meaning === 'receipt' || ['end', 'reject', 'reject-delivered'].includes(reached);
};

/** The states that add something to what a call was taken to mean. */
const endsAfter = (meaning: Meaning): readonly string[] => {
  const outcome = OUTCOMES.invoice.poll[meaning];
  const reached = typeof outcome === 'object' ? outcome.to : [];
  if (reached.includes('delivered')) return ['rejected'];
  return reached.includes('accepted') ? ['delivered', 'rejected'] : ['accepted', 'delivered', 'rejected'];
};

/** The states in which nothing is known that a call did not know. */
const NO_ENDS = ['submitted', 'dead_letter', 'cancelled'];

describe('the text of a step', () => {
  for (const meaning of MEANINGS) {
    if (isEnd(meaning)) {
      it(`stays after ${meaning}, whatever the state`, () => {
        for (const state of ['accepted', 'delivered', 'rejected'])
          assert.equal(sinceFirst(invoice(state, 'mls'), call(1, 'status', meaning)), undefined, state);
      });
      continue;
    }
    it(`gives way after ${meaning} to the end, also to one that came without a call`, () => {
      for (const state of endsAfter(meaning))
        assert.equal(sinceFirst(invoice(state), call(1, 'send', meaning)), 'state', state);
    });
    it(`gives way after ${meaning} to a later answer`, () => {
      const calls = [call(1, 'send', meaning), call(2, 'status', 'held')];
      assert.equal(sinceFirst(invoice('submitted'), ...calls), 'state');
    });
    it(`stays after ${meaning} while nothing else is known`, () => {
      for (const state of NO_ENDS)
        assert.equal(sinceFirst(invoice(state), call(1, 'send', meaning)), undefined, state);
    });
  }

  it('gives way to a message level status, which comes without a call', () => {
    const soFar = call(1, 'send', 'delivered-so-far');
    for (const kind of ['mls', 'mls-2'])
      assert.equal(sinceFirst(invoice('delivered', 'ubl', kind), soFar), 'mls', kind);
    assert.equal(sinceFirst(invoice('delivered', 'ubl', 'as4-receipt'), soFar), undefined);
  });

  it('of a receipt that is awaited gives way to the receipt alone', () => {
    const awaited = call(2, 'receipt', 'held');
    assert.equal(sinceFirst(invoice('accepted'), awaited), undefined);
    assert.equal(sinceFirst(invoice('accepted'), awaited, call(3, 'receipt', 'receipt')), 'state');
  });
});

describe('the text of a step, by the answers of each route', () => {
  const { rails } = readSettings({});
  for (const { route, statusMappings } of railsOf({ environment: 'production', rails }, {} as never).values())
    it(`${route}: what it has not decided gives way to the end`, () => {
      const open = statusMappings.filter(({ meaning }) => !isEnd(meaning));
      assert.ok(open.length > 0);
      const kept = open.filter(
        ({ meaning }) => sinceFirst(invoice('rejected'), call(1, 'send', meaning)) !== 'state',
      );
      assert.deepEqual(
        kept.map(({ networkStatus }) => networkStatus),
        [],
      );
    });
});
