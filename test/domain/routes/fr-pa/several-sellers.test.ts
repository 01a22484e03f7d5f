import assert from 'node:assert/strict';
import { describeByReference } from '../../../support/reference-data.ts';
import { EXTENDED_SAMPLES, SEVERAL_SELLERS, SUB_LINES } from '../../extended-sample.ts';
import { frenchInvoice } from '../../french-sample.ts';
import { all, type Edit, type Json, set, untouched, without } from '../../sample.ts';
import { brokenTwice, FRENCH_EDITIONS } from './published-france.ts';

const SELLERS = SEVERAL_SELLERS;
const BOTH_WAYS: Json = all(
  set('invoice.business_process', 'S9'),
  set('invoice.type_code', 389),
  set('buyer.company_id', '111111118'),
  set('buyer.endpoint', { id: '111111118', scheme: '0225' }),
  without('buyer.vat_id'),
  set('lines[3].unit_price', -10),
  set('lines[4].unit_price', -10),
)(SEVERAL_SELLERS);
const OTHERS = EXTENDED_SAMPLES['further parties']!;

const FLUX_2 = 'BR-FR-Flux2-Schematron';
const PROFILE = 'EXTENDED-CTC-FR';
const corrected = { number: 'F-0', issue_date: '2026-08-01' };
const correction = all(
  set('invoice.type_code', 381),
  set('lines[0].preceding_invoice', corrected),
  set('lines[2].preceding_invoice', corrected),
  set('preceding_invoices', [corrected]),
);
const credit = all(set('invoice.type_code', 381), set('preceding_invoices', [corrected]));
/** Lines that name the invoice that they correct. */
const credited = (...lines: readonly number[]): Edit =>
  all(
    set('invoice.type_code', 381),
    ...lines.map((line) => set(`lines[${line}].preceding_invoice`, corrected)),
  );
/** Their detail lines at a category and rate. */
const taxed = (category: string, rate: number): Edit =>
  all(
    ...[1, 3, 4].flatMap((line) => [
      set(`lines[${line}].vat_category`, category),
      set(`lines[${line}].vat_rate`, rate),
    ]),
  );
/** A charge without a reason of exemption. */
const charged = (category: string): Edit =>
  set('charges', [{ amount: 1, reason: 'Port', vat_category: category, vat_rate: 0 }]);
const BECAUSE = set('vat_exemption', [{ vat_category: 'E', reason: 'Formation' }]);
const object = (id: string, scheme: string) => ({ id, scheme });

type Row = readonly [what: string, base: Json, edit: Edit, ids: Ids, rules?: typeof FLUX_2 | typeof PROFILE];
type Ids = string | { readonly ubl?: string; readonly cii?: string; readonly before?: string };

/** The ids of a row, or those of UBL, of CII, and of CII before 1.4.0.04. */
const ROWS: readonly Row[] = [
  ['several sellers', SELLERS, untouched, ''],
  ['a sale and a counter-sale with negative prices', BOTH_WAYS, untouched, ''],
  ['a negative price of several sellers', SELLERS, set('lines[3].unit_price', -10), 'BR-FR-DEC-03'],
  [
    'a line without its type',
    SELLERS,
    all(without('lines[4].line_type'), without('lines[4].parent_line')),
    { ubl: 'BR-FR-MV-01' },
  ],
  ['no group', frenchInvoice(), set('invoice.business_process', 'S8'), 'BR-FR-MV-02'],
  ['a third group', BOTH_WAYS, set('lines[4].line_type', 'GROUP'), ''],
  ['a group without the name of its seller', SELLERS, without('lines[0].seller.name'), 'BR-FR-MV-03'],
  ['a group without the country of its seller', SELLERS, without('lines[2].seller.country'), 'BR-FR-MV-03'],
  ['a group without VAT', SELLERS, set('lines[2].further_objects', [object('Z', 'AFL')]), 'BR-FR-MV-03'],
  ['a group without its process', SELLERS, without('lines[0].invoiced_object'), { ubl: 'BR-FR-MV-03' }],
  ['a group with the process S8', SELLERS, set('lines[0].invoiced_object.id', 'S8'), 'BR-FR-MV-03'],
  ['a line of another seller', SELLERS, set('lines[1].seller.company_id.id', '111111118'), 'BR-FR-MV-06'],
  ['a line without a seller', SELLERS, without('lines[4].seller'), 'BR-FR-MV-06'],
  ['a line without its number', SELLERS, without('lines[1].invoiced_object'), 'BR-FR-MV-07 BR-FR-MV-08'],
  [
    'a reason without the number',
    all(set('lines[4].vat_rate', 20))(SELLERS),
    set('lines[4].vat_exemption_reason', 'x'),
    'BR-FR-MV-08',
  ],
  ['an invoice with a number of its own', SELLERS, set('invoice.number', 'F-2'), 'BR-FR-MV-11'],
  ['a correction', SELLERS, correction, ''],
  [
    'a correction without the earlier invoice of a group',
    SELLERS,
    all(correction, without('lines[2].preceding_invoice')),
    'BR-FR-MV-14',
  ],
  [
    'a correction without the day of it',
    SELLERS,
    all(correction, without('lines[2].preceding_invoice.issue_date')),
    'BR-FR-MV-14',
  ],
  ['a credit note whose groups name no earlier invoice', credited(2, 3, 4, 6)(SUB_LINES), untouched, ''],
  ['a credit note whose line names none', credited(2, 3, 4)(SUB_LINES), untouched, 'BR-FR-CO-05'],
  ['a sale of another seller', BOTH_WAYS, set('seller.company_id', '300000007'), 'BR-FR-BD-02'],
  ['five decimals of a group', SUB_LINES, set('lines[1].quantity', '1.12345'), 'BR-FR-DEC-02'],
  ['a negative price of a group', SUB_LINES, set('lines[1].unit_price', -1), 'BR-FR-DEC-03'],
  ['a rate of a group', SUB_LINES, set('lines[0].vat_rate', 19), 'BR-FR-16'],
  ['a SIREN of a group', SELLERS, set('lines[0].seller.id', object('1', '0002')), 'BR-FR-32'],
  ['a SIREN of an agent', OTHERS, set('buyer_agent.company_id.id', '12'), 'BR-FR-09 BR-FR-32'],
  ['a SIRET of a payer', OTHERS, set('payer.id', object('1', '0009')), 'BR-FR-09'],
  ['a SIRET of a place', OTHERS, set('delivery', { location_id: object('1', '0009') }), 'BR-FR-09'],
  [
    'a SIRET of the place of a line',
    SUB_LINES,
    set('lines[2].delivery', { location_id: object('1', '0009') }),
    { cii: 'BR-FR-09' },
  ],
  ['an agent without a scheme', OTHERS, set('seller_agent.id', { id: '1' }), { ubl: 'BR-FR-CO-10' }],
  ['an address of an agent', OTHERS, set('invoicee.endpoint', object('a b', '0225')), 'BR-FR-23'],
  ['a long address of a payee', OTHERS, set('payee.endpoint', object('x'.repeat(130), '0225')), 'BR-FR-25'],
  ['a day of a delivery', SUB_LINES, set('lines[2].delivery', { date: '1999-01-01' }), 'BR-FR-03'],
  [
    'a credit note that was due before',
    SUB_LINES,
    all(credit, set('invoice.due_date', '2026-08-01')),
    { cii: 'BR-FR-CO-07' },
  ],
  [
    'an invoice that was paid before',
    all(set('invoice.business_process', 'S2'), set('invoice.due_date', '2026-08-01'))(frenchInvoice()),
    untouched,
    '',
  ],
  [
    'a period of a group',
    SELLERS,
    set('lines[0].period', { start: '2026-09-02', end: '2026-09-01' }),
    'BR-30',
    PROFILE,
  ],
  [
    'AE of a group',
    SELLERS,
    all(set('lines[0].vat_category', 'AE'), set('lines[0].vat_rate', 0)),
    { ubl: 'BR-AE-01', before: 'BR-FREXT-AE-01' },
    PROFILE,
  ],
  [
    'E of a group',
    SELLERS,
    all(set('lines[0].vat_category', 'E'), set('lines[0].vat_rate', 0)),
    { before: 'BR-FREXT-E-01' },
    PROFILE,
  ],
  [
    'a charge with the reason of its category',
    SELLERS,
    all(taxed('E', 0), charged('E'), BECAUSE),
    '',
    PROFILE,
  ],
  ['two sub-invoices of AE', SELLERS, all(taxed('AE', 0), charged('AE')), { ubl: 'BR-AE-01' }, PROFILE],
  [
    'a reason of one seller that looks like a number',
    SELLERS,
    all(taxed('E', 0), charged('E'), BECAUSE, set('invoice.business_process', 'S1')),
    '',
    PROFILE,
  ],
  ['a VAT number of an agent', OTHERS, set('invoicee.vat_id', 'XX1'), 'BR-CO-09', PROFILE],
];

const IDS = [
  ...[
    'BR-FR-MV-01',
    'BR-FR-MV-02',
    'BR-FR-MV-03',
    'BR-FR-MV-06',
    'BR-FR-MV-07',
    'BR-FR-MV-08',
    'BR-FR-MV-11',
  ],
  ...['BR-FR-MV-12', 'BR-FR-MV-14', 'BR-FR-BD-02', 'BR-FR-DEC-02', 'BR-FR-DEC-03', 'BR-FR-16', 'BR-FR-32'],
  ...[
    'BR-FR-09',
    'BR-FR-CO-10',
    'BR-FR-CO-07',
    'BR-FR-CO-05',
    'BR-FR-23',
    'BR-FR-25',
    'BR-FR-03',
    'BR-30',
    'BR-AE-01',
  ],
  ...['BR-FREXT-AE-01', 'BR-FREXT-E-01', 'BR-CO-09'],
  ...['BR-FREXT-E-08', 'BR-FREXT-AE-08', 'BR-FXEXT-E-08', 'BR-FXEXT-AE-08'],
];

describeByReference('an invoice with lines or parties of EXTENDED-CTC-FR', () => {
  for (const edition of FRENCH_EDITIONS)
    for (const [what, base, edit, ids, rules = FLUX_2] of ROWS)
      for (const format of ['ubl', 'cii'] as const)
        it(`is judged at once in ${format} as by the published rules ${edition.edition}: ${what}`, async () => {
          const judged = await brokenTwice(edit(base), format, edition, rules, IDS);
          const isBefore = edition === FRENCH_EDITIONS[0] && format === 'cii';
          const expected = typeof ids === 'string' ? ids : (((isBefore && ids.before) || ids[format]) ?? '');
          for (const id of expected.split(' ').filter(Boolean))
            assert.ok(judged.late.includes(id) && judged.early.includes(id), JSON.stringify({ id, judged }));
          assert.equal(judged.early.length > 0, judged.late.length > 0, JSON.stringify(judged));
        });
});
