import assert from 'node:assert/strict';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import { ENDED_STATES } from '../../../src/domain/lifecycle/states.ts';
import { waitOf } from '../../../src/domain/lifecycle/wait.ts';

type Waiting = Parameters<typeof waitOf>[0];

const AT = new Date('2026-11-24T08:00:00Z');
const record = (own: Partial<Waiting>): Waiting => ({
  state: 'queued',
  work: 'check',
  dueAt: AT,
  care: [],
  ...own,
});
const RESTORED: InvoiceRecord['care'][number] = { code: 'EI-RESTORED', whoActs: 'us', openedAt: AT };

describe('what an invoice waits for', () => {
  const ROWS: [what: string, own: Partial<Waiting>, waitsFor: string | undefined][] = [
    ['one that came in', { state: 'received' }, 'check'],
    ['one in the queue', {}, 'check'],
    ['one that is queued again after its document was checked', { work: 'send' }, 'send'],
    ['one that passed', { state: 'validated', work: 'send' }, 'send'],
    ['one whose call is open', { state: 'submitting', work: 'send' }, 'answer'],
    ['one that the route has', { state: 'submitted', work: 'poll' }, 'verdict'],
    ['one that is held', { dueAt: null, care: [RESTORED] }, 'decision'],
    ['one that was released', { care: [{ ...RESTORED, handledAt: AT }] }, 'check'],
  ];
  for (const [what, own, waitsFor] of ROWS)
    it(`is told of ${what}: ${waitsFor}`, () => assert.equal(waitOf(record(own))?.for, waitsFor));

  it('is nothing at its end', () => {
    for (const state of ENDED_STATES) assert.equal(waitOf(record({ state })), undefined, state);
  });
});
