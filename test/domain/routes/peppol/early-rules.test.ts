import { withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { checkRoute } from '../../../../src/domain/routes/check-route.ts';
import { PEPPOL_RULES } from '../../../../src/domain/routes/peppol/written-rules.ts';
import { advanceFacts } from '../../../../src/domain/invoice/advances.ts';
import { isWrittenByBuyer } from '../../../../src/domain/invoice/self-billed.ts';
import type { CanonicalInvoice } from '../../../../src/domain/invoice/canonical.ts';
import { parseCanonical } from '../../../../src/domain/invoice/parse-canonical.ts';
import { type BuiltInRules, builtInRules } from '../../../support/built-in-rules.ts';
import { DOCUMENTS } from '../../../support/documents.ts';
import { rulesOf } from 'en16931-rules/packs/expand/expand.ts';
import { VARIANTS } from '../../full-sample.ts';
import { parsed } from '../../parsed.ts';
import { NATIONAL_ROWS, SALES } from './national-rows.ts';
import { all, germanInvoice, set, untouched, without, type Edit, type Json } from '../../sample.ts';

/** The rules as data, and those about computed amounts or lines of text. */
const EARLY: ReadonlySet<string> = new Set([
  ...PEPPOL_RULES.of.ubl.map(({ id }) => id),
  'PEPPOL-EN16931-R055',
  'PEPPOL-EN16931-CL007',
  'DE-R-018',
  'DK-R-016',
  'NL-R-007',
]);

const check = (invoice: CanonicalInvoice) => checkRoute(invoice, 'PEPPOL', 'ubl');
const early = (invoice: CanonicalInvoice): string[] => {
  const related = check(invoice).flatMap((finding) => finding.related ?? []);
  return [...new Set(related.filter(({ code }) => EARLY.has(code)).map(({ code }) => code))].sort();
};

const participant = (party: string, scheme = '9930'): Edit =>
  set(`${party}.endpoint`, { id: 'DE136695976', scheme });
const onPeppol = all(participant('seller'), participant('buyer'), without('profile'));
const billing = (): Json => onPeppol(germanInvoice());

const RATED = set('invoice.vat_exchange_rate', '24.5');
const EDITS: readonly Edit[] = [
  // A currency that EN 16931 still knows.
  all(set('invoice.currency', 'STD'), set('invoice.vat_currency', 'EUR'), RATED),
  all(set('invoice.vat_currency', 'STD'), RATED),
  untouched,
  ...['seller', 'buyer'].flatMap((party) => [
    without(`${party}.endpoint`),
    ...['EM', '0088', '0037', '9907', '0244'].map((scheme) => participant(party, scheme)),
  ]),
  all(without('buyer.reference'), without('invoice.buyer_reference')),
  all(without('buyer.reference'), without('invoice.buyer_reference'), set('order_reference', 'PO-1')),
  set('allowances', [{ amount: 1, reason: 'x', vat_category: 'S', vat_rate: 19, percent: 10 }]),
  set('allowances', [{ amount: 1, reason: 'x', vat_category: 'S', vat_rate: 19, base: 10 }]),
  ...['1', '1.02', '1.03'].map((amount) =>
    set('lines[0].charges', [{ amount, reason: 'x', percent: 10, base: 10 }]),
  ),
  set('payment.means_code', 59),
  all(set('invoice.vat_currency', 'EUR'), set('invoice.vat_exchange_rate', '1')),
  ...['15.50', '-15.50', '0'].map((total) =>
    all(set('invoice.vat_currency', 'PLN'), set('invoice.vat_total_in_vat_currency', total)),
  ),
  ...['2026-09-30', '2026-10-01'].map((start) =>
    all(
      set('invoice.period', { start: '2026-10-01', end: '2026-10-31' }),
      set('lines[0].period', { start, end: '2026-11-01' }),
    ),
  ),
  ...['140', '130'].map((gross_price) =>
    all(set('lines[0].gross_price', gross_price), set('lines[0].price_discount', '1')),
  ),
];
const SELF_BILLED_CREDIT = all(
  set('invoice.type_code', 381),
  set('preceding_invoices', [{ number: 'SB-1', type_code: 389 }]),
);
const TYPES: readonly Edit[] = [
  ...['380', '381', '389'].map((code) => set('invoice.type_code', Number(code))),
  SELF_BILLED_CREDIT,
];

/** The document with its own process on Peppol; self-billed invoices have their own pack. */
const packOf = (invoice: CanonicalInvoice) =>
  isWrittenByBuyer(advanceFacts(invoice)) ? ('peppol-selfbilling' as const) : ('peppol' as const);

describe('the early rules of Peppol', () => {
  let rules: BuiltInRules;
  before(async () => {
    rules = await builtInRules('ubl', ['peppol', 'peppol-selfbilling']);
  });

  it('have the same findings as the rules on the document', async function () {
    const documents = [
      ...EDITS.flatMap((edit) => TYPES.map((type) => all(edit, type)(billing()))),
      ...VARIANTS.map((variant) => onPeppol(variant)),
      ...Object.values(SALES).map((sale) => sale()),
      ...NATIONAL_ROWS.map(({ sale, edit }) => edit(SALES[sale]!())),
    ];
    const seen = new Set<string>();
    let compared = 0;
    for (const document of documents) {
      const read = parseCanonical(document);
      if (!read.ok) continue;
      const built = await DOCUMENTS.build(read.invoice, 'PEPPOL', 'ubl');
      if (!built.ok) continue;
      const run = await rules.run(packOf(read.invoice), built.document.bytes);
      assert.ok(run.kind === 'verdict');
      const official = run.fired.map(({ id = '' }) => id).filter((id) => EARLY.has(id));
      assert.deepEqual(early(read.invoice), [...new Set(official)].sort(), JSON.stringify(document));
      for (const id of official) seen.add(id);
      compared += 1;
    }
    assert.ok(compared > 60, `${compared} documents`);
    assert.deepEqual([...seen].sort(), [...EARLY].sort());
  });

  it('accept sales that break no rule of a country', () => {
    for (const [country, sale] of Object.entries(SALES))
      assert.deepEqual(withEnglish(check(parsed(sale()))), [], country);
  });

  for (const { rule, sale, edit, fields } of NATIONAL_ROWS)
    it(`refuse a sale from ${sale} by ${rule}, naming ${fields.join(' and ')}`, () => {
      const found = check(parsed(edit(SALES[sale]!())));
      const named = found.filter(({ related }) => related?.some(({ code }) => code === rule));
      assert.deepEqual(
        named.map(({ field }) => field),
        fields,
      );
    });

  it('include all refusing rules on identifiers and of countries', () => {
    const files = rulesOf('schematron/peppol').get('ubl.sch') ?? [];
    const national = files.filter(({ name }) => /^national-|identifiers$/.test(name));
    const refusing = national
      .flatMap(({ blocks }) => blocks.flatMap(({ check: checks }) => checks))
      .filter(({ flag, who }) => flag === 'fatal' && who !== 'us')
      .map(({ id }) => id);
    const broken = new Set(NATIONAL_ROWS.map(({ rule }) => rule));
    assert.deepEqual(
      [...new Set(refusing)].filter((id) => !broken.has(id)),
      [],
    );
  });

  for (const [sentence, edit, field, rule] of [
    ['no reference of the buyer', without('invoice.buyer_reference'), 'invoice.buyer_reference', 'R003'],
    [
      'neither an address nor a number of the buyer',
      all(
        without('buyer.endpoint'),
        without('buyer.vat_id'),
        without('buyer.company_id'),
        set('invoice.buyer_reference', 'K-20418'),
      ),
      'buyer.endpoint',
      'R010',
    ],
    [
      'a currency that Peppol does not know',
      all(set('invoice.vat_currency', 'STD'), RATED),
      'invoice.vat_currency',
      'CL007',
    ],
    ['an e-mail address', participant('buyer', 'EM'), 'buyer.endpoint.scheme', 'CL008'],
  ] as const)
    it(`name the rule and the member: ${sentence}`, () => {
      const found = check(parsed(edit(without('order_reference')(billing()))));
      assert.deepEqual(
        found.map((finding) => [finding.field, finding.related?.[0]?.code]),
        [[field, `PEPPOL-EN16931-${rule}`]],
      );
    });
});
