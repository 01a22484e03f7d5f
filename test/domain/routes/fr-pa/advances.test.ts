import { english, withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { precheck } from '../../../../src/domain/checks/pre-check/precheck.ts';
import { completeBy } from '../../../../src/domain/invoice/completions/completion.ts';
import { parseCanonical } from '../../../../src/domain/invoice/parse-canonical.ts';
import { judgeOr } from '../../../../src/domain/invoice/unjudged.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { FR_PA } from '../../../../src/domain/routes/fr-pa/profile.ts';
import { checkRoute } from '../../../../src/domain/routes/check-route.ts';
import { DOCUMENTS } from '../../../support/documents.ts';
import { textOf } from '../../../support/text-of.ts';
import { frenchInvoice } from '../../french-sample.ts';
import { parsed } from '../../parsed.ts';
import { all, type Edit, set, untouched, without } from '../../sample.ts';

const CHARGED = { vat_category: 'S', vat_rate: 20, taxable_amount: 300, vat_amount: 60 };
const ADVANCE = { number: 'F-2026-7', issue_date: '2026-09-01', vat_breakdown: [CHARGED] };
const LINE = {
  ...{ name: 'Montage', quantity: 1, unit: 'C62', unit_price: 1000, vat_category: 'S', vat_rate: 20 },
  item_kind: 'services',
};

/** A final invoice over 1,200 with VAT, of which 360 were charged before. */
const final = (...edits: readonly Edit[]) =>
  all(
    set('lines', [LINE]),
    without('payment.prepaid_amount'),
    set('advance_invoices', [ADVANCE]),
    ...edits,
  )(frenchInvoice());

async function built(format: 'ubl' | 'cii', document: ReturnType<typeof final>, defaults?: object) {
  const invoice = parsed(document);
  assert.deepEqual(withEnglish(checkRoute(invoice, 'FR-PA', format)), []);
  const made = await DOCUMENTS.build(invoice, 'FR-PA', format, defaults as never);
  assert.ok(made.ok, JSON.stringify(made));
  return { remarks: made.remarks, xml: textOf(made.document).replaceAll(/>\s+/g, '>') };
}

/** The findings, by rule or by path. */
function refused(edit: Edit): readonly string[] {
  const read = parseCanonical(final(edit));
  const invoice = read.ok ? read.invoice : read.partly;
  assert.ok(invoice);
  const rules = checkRoute(invoice, 'FR-PA', 'ubl').map(
    ({ related = [], field }) => `${related.map(({ code }) => code).join(' ')} ${field}`,
  );
  const limits = judgeOr(() => DOCUMENTS.limits(invoice, 'FR-PA', 'ubl'), []);
  const places = limits.map(({ field }) => `no place: ${field}`);
  return [...rules, ...places.filter((one) => !rules.some((rule) => rule.endsWith(` ${one.slice(10)}`)))];
}

describe('the advance invoices of a French final invoice', () => {
  it('are named as earlier invoices, and their amounts with VAT count as paid', async () => {
    const { xml, remarks } = await built('ubl', final());
    for (const said of [
      '<cbc:ProfileID>S4<',
      '<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>F-2026-7</cbc:ID><cbc:IssueDate>2026-09-01<',
      '<cbc:TaxExclusiveAmount currencyID="EUR">1000.00<',
      '<cbc:TaxInclusiveAmount currencyID="EUR">1200.00<',
      '<cbc:PrepaidAmount currencyID="EUR">360.00<',
      '<cbc:PayableAmount currencyID="EUR">840.00<',
    ])
      assert.ok(xml.includes(said), said);
    assert.deepEqual(
      remarks.filter(({ field }) => field === 'advance_invoices').map(({ code, term }) => `${code} ${term}`),
      ['EI-ADAPTED BT-113'],
    );
  });

  it('are the same in CII', async () => {
    const { xml } = await built('cii', final());
    for (const said of [
      '<ram:BusinessProcessSpecifiedDocumentContextParameter><ram:ID>S4<',
      '<ram:IssuerAssignedID>F-2026-7<',
      '<ram:TotalPrepaidAmount>360.00<',
      '<ram:DuePayableAmount>840.00<',
    ])
      assert.ok(xml.includes(said), said);
  });

  it('are added up, after the stated earlier invoices', async () => {
    const { xml } = await built(
      'ubl',
      final(
        without('payment'),
        set('preceding_invoices', [{ number: 'F-1' }]),
        set('advance_invoices', [ADVANCE, { ...ADVANCE, number: 'F-2026-8' }]),
      ),
    );
    const numbers = [...xml.matchAll(/<cac:InvoiceDocumentReference><cbc:ID>([^<]*)/g)].map(([, one]) => one);
    assert.deepEqual(numbers, ['F-1', 'F-2026-7', 'F-2026-8']);
    assert.match(xml, /PrepaidAmount currencyID="EUR">720\.00<.*PayableAmount currencyID="EUR">480\.00</);
  });

  it('make the invoice a final one, also if the client record states the usual process', async () => {
    const { xml, remarks } = await built('ubl', final(), { business_process: 'S1' });
    assert.match(xml, /<cbc:ProfileID>S4</);
    assert.match(
      english(remarks.find(({ term }) => term === 'BT-23')?.message ?? ''),
      /because the invoice settles an advance/,
    );
  });

  it('leave out the number of another route, and report that', async () => {
    const { remarks } = await built('ubl', final(set('advance_invoices[0].route_number', 'K-1')));
    assert.ok(
      remarks.some(
        ({ code, field }) => code === 'EI-NOT-WRITTEN' && field === 'advance_invoices[0].route_number',
      ),
    );
  });

  it('do not change the totals of the complete supply, which are compared with those of the ERP', () => {
    const invoice = parsed(final());
    const { invoice: written } = completeBy(FR_PA, invoice, undefined);
    const stated = { totalWithVat: new Decimal(1200), amountDue: new Decimal(840) };
    assert.deepEqual(withEnglish(precheck(invoice, stated, {}, written)), []);
  });

  const first = 'EI-FR-ADVANCE advance_invoices[0]';
  for (const [sentence, edit, broken] of [
    ['are taken', untouched, []],
    ['require the charged amount of each', set('advance_invoices[0].vat_breakdown', []), [first]],
    ['exclude a paid amount', set('payment.prepaid_amount', 360), [first]],
    ['stand once', set('preceding_invoices', [{ number: 'F-2026-7' }]), [first]],
    ['are refused on an advance invoice', set('invoice.type_code', '386'), [first]],
    [
      'are refused on a credit note',
      all(
        set('invoice.type_code', '381'),
        set('preceding_invoices', [{ number: 'F-1', issue_date: '2026-09-01' }]),
      ),
      [first],
    ],
    [
      'have a number that France accepts; the finding names its member',
      all(set('preceding_invoices', [{ number: 'F-1' }]), set('advance_invoices[0].number', 'F 7')),
      ['BR-FR-02 advance_invoices[0].number'],
    ],
    [
      'have no second finding if one of their members is refused',
      set('advance_invoices[0].vat_breakdown[0].vat_rate', 'x'),
      [],
    ],
  ] as const)
    it(sentence, () => assert.deepEqual(refused(edit), broken));
});
