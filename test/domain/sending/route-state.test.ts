import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import type { WireCall } from '../../../src/domain/sending/network-calls.ts';
import { type RouteState, stateAfter, summaryOf } from '../../../src/domain/sending/route-state.ts';

const OF = { route: 'PEPPOL', client: 'acme' } as const;
const at = (second: number): Date => new Date(Date.UTC(2026, 9, 5, 8, 0, second));
const answered = (second: number, status: number): WireCall => ({
  at: at(second),
  outcome: 'answered',
  status,
  tookMs: 10,
});

describe('the state of a route', () => {
  it('is failing since the first of the calls that failed in a row', () => {
    const works = stateAfter(OF, answered(1, 200), undefined);
    const first = stateAfter(OF, answered(2, 503), works);
    const second = stateAfter(OF, { at: at(3), outcome: 'unreachable', reason: 'ECONNREFUSED' }, first);
    assert.deepEqual(withEnglish([second.answer, second.failingSince, second.workedAt]), [
      'ECONNREFUSED',
      at(2),
      at(1),
    ]);
    const again = stateAfter(OF, answered(4, 404), second);
    assert.deepEqual([again.works, again.failingSince, again.workedAt], [true, undefined, at(4)]);
  });

  it('is that of the newest answer to any client; an outage is over once it worked for one', () => {
    const of = (client: string, own: Partial<RouteState>): RouteState => ({
      ...{
        id: `PEPPOL ${client}`,
        route: 'PEPPOL',
        client,
        at: at(9),
        answer: '503',
        tookMs: 10,
        works: false,
      },
      ...own,
    });
    const failing = of('acme', { failingSince: at(2) });
    const alsoFailing = of('beta', { at: at(8), failingSince: at(4), workedAt: at(1) });
    assert.deepEqual(summaryOf([alsoFailing, failing])?.failingSince, at(2));
    const worked = of('gamma', { at: at(3), works: true, answer: '200', workedAt: at(3) });
    assert.deepEqual(summaryOf([failing, worked, alsoFailing])?.failingSince, at(4));
    const works = of('gamma', { at: at(10), works: true, answer: '200', workedAt: at(10), tookMs: 4100 });
    const summary = summaryOf([failing, works]);
    assert.deepEqual([summary?.works, summary?.isSlow, summary?.failingSince], [true, true, undefined]);
    assert.deepEqual(withEnglish(summaryOf([])), undefined);
  });

  it('is the worse of sends and fetches, as long as the worse one says something about now', () => {
    const failed = stateAfter(OF, answered(1, 503), undefined);
    const fetchedAfter = (seconds: number) =>
      stateAfter({ ...OF, isFetch: true }, answered(1 + seconds, 200), undefined);
    assert.equal(summaryOf([failed, fetchedAfter(2 * 3600)])?.works, false);
    assert.equal(summaryOf([failed, fetchedAfter(2 * 3600 + 1)])?.works, true);
  });
});
