import { EN16931_AND_XRECHNUNG } from '../../../src/domain/checks/early-rules/rule-sets.ts';
import { joinApart } from '../../../src/domain/documents/join-apart.ts';
import { withoutTerm } from '../../../src/domain/documents/no-term.ts';
import { XRECHNUNG } from '../../../src/domain/documents/specifications.ts';
import { completeInvoice } from '../../../src/domain/invoice/complete-invoice.ts';
import { written } from '../../support/documents.ts';
import { officialRules } from '../../support/official-rules.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { VARIANTS } from '../../domain/full-sample.ts';
import { places, withoutPlace } from '../../domain/places.ts';
import { all, germanInvoice, set, untouched, without, type Edit, type Json } from '../../domain/sample.ts';
import { canonicalInvoices } from '../verdicts/corpora.ts';
import { earlyRules } from '../verdicts/engines.ts';
import type { Exception } from '../verdicts/compare.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { distinct } from '../verdicts/readings.ts';

const CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'];
const RATES = [0, 7];

const inCategory = (place: string, category: string, rate: number): Edit =>
  all(set(`${place}.vat_category`, category), set(`${place}.vat_rate`, rate));
const adjusted = (name: string, category: string, rate: number): Edit =>
  set(name, [{ amount: 1, reason: 'x', vat_category: category, vat_rate: rate }]);

/** Which identifiers a party has. */
const IDENTITIES: readonly Edit[] = [
  untouched,
  set('buyer.vat_id', 'DE136695976'),
  set('buyer.tax_number', '26/1'),
  all(without('seller.vat_id'), set('seller.tax_number', '26/1')),
  all(without('seller.vat_id'), set('seller.company_id', 'HRB 1')),
  all(
    without('seller.vat_id'),
    set('tax_representative', { name: 'x', vat_id: 'DE136695976', address: { country: 'DE' } }),
  ),
];

const CATEGORY_EDITS: readonly Edit[] = CATEGORIES.flatMap((category) =>
  RATES.flatMap((rate) => [
    inCategory('lines[0]', category, rate),
    adjusted('allowances', category, rate),
    adjusted('charges', category, rate),
  ]),
);

const MEANS: readonly Edit[] = [10, 30, 42, 48, 49, 57, 58, 59, 97].flatMap((means_code) => [
  set('payment', { means_code }),
  set('payment', { means_code, iban: 'DE02120300000000202051' }),
  set('payment', { means_code, mandate: 'M' }),
  set('payment', { means_code, mandate: 'M', iban: 'DE02120300000000202051' }),
  set('payment', { means_code, creditor_id: 'DE98ZZZ09999999999' }),
  set('payment', { means_code, debited_iban: 'DE02120300000000202051' }),
]);

const TERMS: readonly Edit[] = [
  '#SKONTO#TAGE=7#PROZENT=2.00#',
  '#SKONTO#TAGE=7#PROZENT=2.00#\nDanke',
  'Danke\n  #SKONTO#TAGE=7#PROZENT=2.00#  \n\n',
  '#SKONTO#TAGE=7#PROZENT=2.00#\nsiehe #1# unten',
  'siehe #1#\n#SKONTO#TAGE=7#PROZENT=2.00#',
  '#SKONTO#TAGE=7#PROZENT=2.00#\nsiehe #1#',
  '#SKONTO#TAGE=7#PROZENT=2.00# x',
  '#',
  '##',
  'Danke #',
  '#SKONTO#TAGE=7#PROZENT=2.00#\n#skonto#TAGE=7#PROZENT=2.00#',
].map((terms) => set('payment.terms', terms));

const NOTES: readonly Edit[] = ['#AAI#x', '#aai#x', '#XYZ#x', 'x #XYZ# y', '#AA#x', '#  A#', '##', '#'].map(
  (note) => set('invoice.notes', [note]),
);

const PAYEES: readonly Edit[] = [
  { name: 'Brandt GmbH' },
  { name: 'Brandt' },
  { name: 'Factoring AG', id: 'DE98ZZZ09999999999' },
].map((payee) => all(set('payee', payee), set('payment.creditor_id', 'DE98ZZZ09999999999')));

const PERIODS: readonly Edit[] = [
  ['2026-10-01', '2026-10-31'],
  ['2026-10-31', '2026-10-01'],
].flatMap(([start, end]) => [
  set('invoice.period', { start, end }),
  set('lines[0].period', { start, end }),
  all(set('invoice.period', { start: '2026-10-01' }), set('lines[0].period', { start: '2026-09-30', end })),
  all(set('invoice.period', { end: '2026-10-31' }), set('lines[0].period', { start, end: '2026-11-01' })),
]);

const file = (filename: string) => ({
  id: filename,
  filename,
  mime: 'application/pdf',
  content_base64: 'JVBERi0=',
});

const OTHERS: readonly Edit[] = [
  set('attachments', [file('a.pdf'), file('b.pdf')]),
  set('attachments', [file('a.pdf'), file('b.pdf'), file('a.pdf')]),
  all(set('invoice.tax_point_date', '2026-10-05'), set('invoice.vat_date_code', 35)),
  all(
    set('lines[0].vat_category', 'O'),
    set('lines[0].vat_rate', 0),
    adjusted('charges', 'S', 19),
    adjusted('allowances', 'O', 0),
  ),
  ...['seller.vat_id', 'buyer.vat_id'].flatMap((member) =>
    ['XX123456', 'EL094259216', 'D1'].map((id) => set(member, id)),
  ),
  ...['140', '130'].map((gross_price) =>
    all(set('lines[0].gross_price', gross_price), set('lines[0].price_discount', '1')),
  ),
  ...[30, 58, 59].flatMap((means_code) =>
    [
      { account_name: 'Brandt GmbH' },
      { bic: 'BYLADEM1001' },
      { accounts: [{ iban: 'DE02120300000000202051' }, { account_name: 'Brandt GmbH' }] },
    ].map((account) => set('payment', { means_code, ...account })),
  ),
  ...[
    { name: 'Factoring AG', id: '4711' },
    { name: 'Factoring AG', id: '4711', id_scheme: '0088' },
    { name: 'Factoring AG', company_id: 'HRB 1' },
  ].flatMap((payee) => [
    all(set('payee', payee), set('seller.ids', [{ id: '4711' }])),
    all(set('payee', payee), set('seller.company_id', 'HRB 1')),
  ]),
];

const DOCUMENTS: readonly Json[] = [
  ...VARIANTS.flatMap((variant) => places(variant).map((path) => withoutPlace(path)(variant))),
  ...CATEGORY_EDITS.flatMap((edit) => IDENTITIES.map((identity) => all(identity, edit)(germanInvoice()))),
  ...[...MEANS, ...TERMS, ...NOTES, ...PAYEES, ...PERIODS, ...OTHERS].map((edit) => edit(germanInvoice())),
];

/** An XRechnung cannot state a term of an extension: such an invoice is refused before a document of it exists. */
const corpus = () =>
  [...canonicalInvoices(DOCUMENTS)].filter(({ document }) => withoutTerm(document, false).length === 0);

const BESIDE_OUTSIDE_VAT: Exception = {
  difference: /^-BR-O-1[23]$/,
  atMost: 1,
  cause:
    'An allowance outside VAT beside a charge with VAT: the early rules for CII name BR-O-11 and BR-O-14 alone.',
};

const FORMATS = { ubl: 'xrechnung-ubl', cii: 'xrechnung-cii' } as const;
const { written: writtenRules, coded } = EN16931_AND_XRECHNUNG;

for (const syntax of ['ubl', 'cii'] as const)
  describeByReference(`the rules that are seen in the canonical form, for ${syntax}`, () =>
    itAgrees('report exactly what the official rules report in the document', { compared: 900 }, async () => {
      const early = new Set([...writtenRules[syntax], ...coded].map(({ id }) => id));
      const rules = await officialRules(syntax);
      return {
        corpus: corpus(),
        engines: { 'early rules': earlyRules('DE-XRECHNUNG', FORMATS[syntax]) },
        exceptions: syntax === 'cii' ? [BESIDE_OUTSIDE_VAT] : [],
        judge: async (invoice) => {
          const broken = await rules.broken(written(syntax, joinApart(completeInvoice(invoice, XRECHNUNG))));
          return distinct(broken.filter((id) => early.has(id)));
        },
      };
    }),
  );
