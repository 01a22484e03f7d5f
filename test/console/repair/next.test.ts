import assert from 'node:assert/strict';
import { canCredit, referenceOfNext, textOfNext } from '../../../src/console/pages/repair/next.ts';
import { example, numbered } from '../../support/erp.ts';

type Invoice = Parameters<typeof canCredit>[0];
type Row = Parameters<typeof referenceOfNext>[0];

interface Text {
  readonly invoice_ref: string;
  readonly document: {
    readonly invoice: Readonly<Record<string, unknown>>;
    readonly payment: Readonly<Record<string, unknown>>;
    readonly preceding_invoices?: unknown;
    readonly lines: unknown;
  };
}

const submission = numbered(example('over-peppol'), 'RE-2026-1001', '4711');
const TEXT = JSON.stringify(submission, undefined, 2);
const row = (reference: string) => ({ id: 'inv_1', invoice_ref: reference }) as Row;
const next = (kind: 'invoice' | 'credit-note', today: string, text = TEXT): Text =>
  JSON.parse(textOfNext(text, { next: kind, reference: `4711/${kind}`, today })) as Text;

describe('what follows an invoice that its buyer has refused', () => {
  it('is a new invoice of today, whose number is still to be given', () => {
    const { invoice_ref: reference, document } = next('invoice', '2026-11-30');
    assert.equal(reference, '4711/invoice');
    const { due_date: _due, ...rest } = submission.document.invoice as Text['document']['invoice'];
    assert.deepEqual(document.invoice, { ...rest, number: '', issue_date: '2026-11-30' });
    assert.equal(document.preceding_invoices, undefined);
    assert.deepEqual(document.lines, submission.document['lines']);
  });

  it('keeps a day on which payment is due that is still to come', () => {
    assert.equal(next('invoice', '2026-11-04').document.invoice['due_date'], '2026-11-04');
    assert.equal(next('invoice', '2026-11-05').document.invoice['due_date'], undefined);
  });

  it('asks for no payment with the number of the refused one', () => {
    assert.equal(next('invoice', '2026-11-30').document.payment['reference'], undefined);
    const other = JSON.stringify(numbered(submission, 'RE-2'));
    assert.equal(next('invoice', '2026-11-30', other).document.payment['reference'], 'RE-2026-1001');
  });

  it('is a credit note that names the refused one, with amounts without a sign', () => {
    const { invoice, preceding_invoices: preceding, lines } = next('credit-note', '2026-10-06').document;
    assert.equal(invoice['type_code'], 381);
    assert.equal(invoice['due_date'], undefined);
    assert.deepEqual(preceding, [{ number: 'RE-2026-1001', issue_date: '2026-10-05' }]);
    assert.deepEqual(lines, submission.document['lines']);
  });

  it('has a reference of its own, which is always the same', () => {
    assert.equal(referenceOfNext(row('4711'), 'invoice'), '4711/new');
    assert.equal(referenceOfNext(row('4711'), 'credit-note'), '4711/credit');
    assert.equal(referenceOfNext(row('x'.repeat(97)), 'invoice'), 'inv_1/new');
  });

  it('is no credit note of what is cancelled in the books, or is no commercial invoice', () => {
    const over = (route: string) => ({ route }) as Invoice;
    assert.ok(canCredit(over('PEPPOL'), undefined));
    assert.ok(!canCredit(over('PEPPOL'), '381'));
    assert.ok(!canCredit(over('FR-PA'), '380'));
  });
});
