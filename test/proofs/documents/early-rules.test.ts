import assert from 'node:assert/strict';
import { checkRoute } from '../../../src/domain/routes/check-route.ts';
import { EN16931_AND_XRECHNUNG } from '../../../src/domain/checks/early-rules/rule-sets.ts';
import { joinApart } from '../../../src/domain/documents/join-apart.ts';
import { XRECHNUNG } from '../../../src/domain/documents/specifications.ts';
import type { CanonicalInvoice } from '../../../src/domain/invoice/canonical.ts';
import { completeInvoice } from '../../../src/domain/invoice/complete-invoice.ts';
import { parseCanonical } from '../../../src/domain/invoice/parse-canonical.ts';
import { written } from '../../support/documents.ts';
import { officialRules, type OfficialRules } from '../../support/official-rules.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { VARIANTS } from '../../domain/full-sample.ts';
import { places, withoutPlace } from '../../domain/places.ts';
import { all, germanInvoice, set, untouched, without, type Edit, type Json } from '../../domain/sample.ts';

const EARLY: ReadonlySet<string> = new Set(
  [...EN16931_AND_XRECHNUNG.written.ubl, ...EN16931_AND_XRECHNUNG.coded].map(({ id }) => id),
);

const CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'];
const RATES = [0, 7];

const inCategory = (place: string, category: string, rate: number): Edit =>
  all(set(`${place}.vat_category`, category), set(`${place}.vat_rate`, rate));
const adjusted = (name: string, category: string, rate: number): Edit =>
  set(name, [{ amount: 1, reason: 'x', vat_category: category, vat_rate: rate }]);

/** Who is identified, and how. */
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

const DOCUMENTS: readonly Json[] = [
  ...VARIANTS.flatMap((variant) => places(variant).map((path) => withoutPlace(path)(variant))),
  ...CATEGORY_EDITS.flatMap((edit) => IDENTITIES.map((identity) => all(identity, edit)(germanInvoice()))),
  ...[...MEANS, ...TERMS, ...NOTES, ...PAYEES].map((edit) => edit(germanInvoice())),
];

function earlyIds(invoice: CanonicalInvoice): string[] {
  const related = checkRoute(invoice, 'DE-XRECHNUNG', 'xrechnung-ubl').flatMap(
    (finding) => finding.related ?? [],
  );
  return [...new Set(related.map(({ code }) => code))].sort();
}

describeByReference('the rules that are seen in the canonical form', () => {
  let rules: OfficialRules;
  before(async function () {
    this.timeout(120_000);
    rules = await officialRules();
  });

  it('find what the official rules find in the document, no more and no less', async function () {
    this.timeout(300_000);
    let compared = 0;
    for (const document of DOCUMENTS) {
      const read = parseCanonical(document);
      if (!read.ok) continue;
      const broken = await rules.broken(written('ubl', joinApart(completeInvoice(read.invoice, XRECHNUNG))));
      const official = [...new Set(broken)].filter((id) => EARLY.has(id)).sort();
      assert.deepEqual(earlyIds(read.invoice), official, JSON.stringify(document));
      compared += 1;
    }
    assert.ok(compared > 900, `${compared} documents`);
  });
});
