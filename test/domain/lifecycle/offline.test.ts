import assert from 'node:assert/strict';
import {
  type AnnouncedOutage,
  moveDeadline,
  type OfflineMode,
} from '../../../src/domain/lifecycle/offline.ts';

const NOW = new Date('2026-10-05T08:00:00Z');
const TUESDAY = '2026-10-06T23:59:59.999Z';

/** Issued offline on Monday, 5 October 2026: due at the end of Tuesday. */
const moved = (
  outage: AnnouncedOutage,
  offline: { readonly mode: OfflineMode } | undefined = { mode: 'chosen' },
) => {
  const record = { route: 'PL-KSEF' as const, deadlineAt: new Date(TUESDAY), ...(offline && { offline }) };
  const { deadlineAt, offline: after } = moveDeadline(record, outage, NOW);
  return [deadlineAt?.toISOString(), after?.mode];
};

describe('the deadline of an offline invoice', () => {
  const ROWS: [what: string, outage: AnnouncedOutage, deadline: string | undefined, mode: OfflineMode][] = [
    [
      'the working day after an unavailability that ends on Wednesday',
      { mode: 'unavailability', endsAt: new Date('2026-10-07T10:00:00Z') },
      '2026-10-08T23:59:59.999Z',
      'unavailability',
    ],
    [
      'no other for an unavailability that ends today',
      { mode: 'unavailability', endsAt: new Date('2026-10-05T10:00:00Z') },
      TUESDAY,
      'chosen',
    ],
    [
      'seven working days after a failure',
      { mode: 'failure', endsAt: new Date('2026-10-07T10:00:00Z') },
      '2026-10-16T23:59:59.999Z',
      'failure',
    ],
    [
      'counted from the day in Poland',
      { mode: 'failure', endsAt: new Date('2026-10-07T22:30:00Z') },
      '2026-10-19T23:59:59.999Z',
      'failure',
    ],
    [
      'counted from today while no end is announced',
      { mode: 'failure' },
      '2026-10-14T23:59:59.999Z',
      'failure',
    ],
    [
      'the working day after All Saints\u2019 Day',
      { mode: 'unavailability', endsAt: new Date('2027-10-29T10:00:00Z') },
      '2027-11-02T23:59:59.999Z',
      'unavailability',
    ],
    ['none in a total failure', { mode: 'total_failure' }, undefined, 'total_failure'],
  ];
  for (const [what, outage, deadline, mode] of ROWS)
    it(`is ${what}`, () => assert.deepEqual(moved(outage), [deadline, mode]));

  it('does not move for an invoice that is not offline', () =>
    assert.deepEqual(
      (() => {
        const record = { route: 'PL-KSEF' as const, deadlineAt: new Date(TUESDAY) };
        return moveDeadline(record, { mode: 'failure' }, NOW);
      })(),
      { route: 'PL-KSEF', deadlineAt: new Date(TUESDAY) },
    ));
});
