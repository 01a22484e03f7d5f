import assert from 'node:assert/strict';
import { type Arrival, checkPlausibility } from '../../../../src/domain/checks/pre-check/plausibility.ts';
import { parsed } from '../../parsed.ts';
import { germanInvoice, set, untouched, without, type Edit } from '../../sample.ts';

/** Issued on 2026-10-05, due on 2026-11-04. */
const found = (edit: Edit, arrival: Arrival = {}): string[] =>
  checkPlausibility(parsed(edit(germanInvoice())), arrival).map(
    ({ code, severity, field }) => `${code} ${severity} ${field}`,
  );

describe('an implausible date', () => {
  const ROWS: { it: string; edit?: Edit; arrival?: Arrival; finds: string[] }[] = [
    { it: 'is not in the sample', finds: [] },
    { it: 'is not a due date on the day of issue', edit: set('invoice.due_date', '2026-10-05'), finds: [] },
    { it: 'is not a missing due date', edit: without('invoice.due_date'), finds: [] },
    {
      it: 'is a due date before the issue date',
      edit: set('invoice.due_date', '2026-10-04'),
      finds: ['EI-DUE-BEFORE-ISSUE warning invoice.due_date'],
    },
    { it: 'is not an issue date 31 days ahead', arrival: { day: '2026-09-04' }, finds: [] },
    {
      it: 'is an issue date 32 days ahead',
      arrival: { day: '2026-09-03' },
      finds: ['EI-DATE-AHEAD warning invoice.issue_date'],
    },
    {
      it: 'is not an arrival on the last day',
      arrival: { day: '2026-10-12', fileBy: '2026-10-12' },
      finds: [],
    },
    {
      it: 'is an arrival after the last day for filing',
      arrival: { day: '2026-10-13', fileBy: '2026-10-12' },
      finds: ['EI-DEADLINE-PASSED warning invoice.issue_date'],
    },
    { it: 'is not a late arrival on a route without a last day', arrival: { day: '2027-10-13' }, finds: [] },
  ];
  for (const { it: sentence, edit = untouched, arrival, finds } of ROWS)
    it(sentence, () => assert.deepEqual(found(edit, arrival), finds));
});
