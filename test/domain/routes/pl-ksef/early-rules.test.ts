import assert from 'node:assert/strict';
import { KSEF_RULE_CODES } from '../../../../src/domain/routes/pl-ksef/codes.ts';
import { checkRoute } from '../../../../src/domain/routes/check-route.ts';
import { precheck } from '../../../../src/domain/checks/pre-check/precheck.ts';
import { DOCUMENTS } from '../../../support/documents.ts';
import { parsed } from '../../parsed.ts';
import { polishInvoice } from '../../polish-sample.ts';
import { all, type Edit, set, untouched, without } from '../../sample.ts';

interface Row {
  readonly it: string;
  readonly edit: Edit;
  /** Field, and the rule where there is one. */
  readonly finds: readonly string[];
}

const inCategory = (category: string, rate: number | undefined): Edit =>
  all(
    set('lines[0].vat_category', category),
    rate === undefined ? without('lines[0].vat_rate') : set('lines[0].vat_rate', rate),
    ['Z', 'L'].includes(category)
      ? untouched
      : set('vat_exemption', [{ vat_category: category, reason: 'art. 43 ust. 1 pkt 18 ustawy' }]),
  );
const GERMAN_BUYER = set('buyer.vat_id', 'DE123456788');
const UNION = all(inCategory('K', 0), GERMAN_BUYER);
const CHARGED = inCategory('AE', 0);
const SELF_BILLED = set('invoice.type_code', 389);
const EURO = all(
  set('invoice.currency', 'EUR'),
  set('invoice.vat_currency', 'PLN'),
  set('invoice.vat_exchange_rate', '4.2537'),
);
const CORRECTION = set('invoice.type_code', 381);
const CORRECTED = set('preceding_invoices', [{ number: 'FV/1', issue_date: '2026-09-30' }]);

const ROWS: readonly Row[] = [
  { it: 'takes the base invoice', edit: untouched, finds: [] },

  {
    it: 'refuses a seller without NIP',
    edit: without('seller.vat_id'),
    finds: ['seller.vat_id EI-FA3-FORM'],
  },
  {
    it: 'takes the NIP as a tax number',
    edit: all(without('seller.vat_id'), set('seller.tax_number', '526-025-02-74')),
    finds: [],
  },
  {
    it: 'refuses a seller whose VAT number is no NIP',
    edit: set('seller.vat_id', 'PL0260250274'),
    finds: ['seller.vat_id EI-XSD'],
  },
  {
    it: 'refuses a seller of elsewhere',
    edit: set('seller.vat_id', 'DE123456788'),
    finds: ['seller.vat_id EI-XSD'],
  },
  {
    it: 'refuses a Polish buyer whose number is no NIP',
    edit: set('buyer.vat_id', 'PL12'),
    finds: ['buyer.vat_id EI-XSD'],
  },
  { it: 'takes a consumer', edit: without('buyer.vat_id'), finds: [] },
  {
    it: 'refuses a seller without address',
    edit: set('seller.address', { country: 'PL' }),
    finds: ['seller.address EI-FA3-FORM'],
  },
  {
    it: 'refuses a day that KSeF does not take',
    edit: set('invoice.issue_date', '2005-12-31'),
    finds: ['invoice.issue_date EI-XSD'],
  },

  {
    it: 'refuses euros without the rate of exchange',
    edit: set('invoice.currency', 'EUR'),
    finds: ['invoice.vat_exchange_rate EI-FA3-FORM'],
  },
  { it: 'takes euros with it', edit: EURO, finds: [] },
  {
    it: 'refuses VAT in another currency than zlotys',
    edit: all(EURO, set('invoice.vat_currency', 'USD')),
    finds: ['invoice.vat_exchange_rate EI-FA3-FORM', 'invoice.vat_currency EI-FA3-FORM'],
  },

  {
    it: 'refuses a rate that Poland has not',
    edit: set('lines[0].vat_rate', 19),
    finds: ['lines[0].vat_rate EI-FA3-FORM'],
  },
  {
    it: 'refuses a category that Poland has not',
    edit: inCategory('L', 7),
    finds: ['lines[0].vat_category EI-FA3-FORM'],
  },
  {
    it: 'refuses an exemption without its reason',
    edit: all(inCategory('E', 0), without('vat_exemption')),
    finds: ['vat_exemption EI-FA3-FORM'],
  },
  ...['Z', 'E', 'G'].flatMap((category) => [
    { it: `takes ${category} at nought`, edit: inCategory(category, 0), finds: [] },
    {
      it: `refuses ${category} at a rate`,
      edit: inCategory(category, 23),
      finds: [`lines[0].vat_rate BR-${category}-05`],
    },
  ]),
  { it: 'refuses O at a rate', edit: inCategory('O', 23), finds: ['lines[0].vat_rate BR-O-05'] },
  { it: 'takes O without', edit: inCategory('O', undefined), finds: [] },
  {
    it: 'refuses an allowance at a rate without VAT',
    edit: set('allowances', [{ amount: 1, reason: 'x', vat_category: 'Z', vat_rate: 5 }]),
    finds: ['allowances[0].vat_rate BR-Z-06'],
  },
  {
    it: 'refuses a charge at a rate without VAT',
    edit: set('charges', [{ amount: 1, reason: 'x', vat_category: 'Z', vat_rate: 5 }]),
    finds: ['charges[0].vat_rate BR-Z-07'],
  },

  { it: 'takes a supply into the Union', edit: UNION, finds: [] },
  {
    it: 'refuses it at a rate',
    edit: all(UNION, set('lines[0].vat_rate', 23)),
    finds: ['lines[0].vat_rate BR-IC-05'],
  },
  {
    it: 'refuses it to a buyer of Poland',
    edit: inCategory('K', 0),
    finds: ['buyer.vat_id EI-FA3-UNION-BUYER'],
  },
  {
    it: 'refuses it to a buyer outside',
    edit: all(UNION, set('buyer.vat_id', 'CHE123456788')),
    finds: ['buyer.vat_id EI-FA3-UNION-BUYER'],
  },
  {
    it: 'refuses it to an unnamed buyer',
    edit: all(UNION, without('buyer.vat_id')),
    finds: ['buyer.vat_id EI-FA3-UNION-BUYER'],
  },

  { it: 'takes reverse charge', edit: CHARGED, finds: [] },
  {
    it: 'refuses it at a rate',
    edit: all(CHARGED, set('lines[0].vat_rate', 23)),
    finds: ['lines[0].vat_rate BR-AE-05'],
  },
  {
    it: 'refuses it to a consumer',
    edit: all(CHARGED, without('buyer.vat_id')),
    finds: ['buyer.vat_id EI-FA3-CHARGED-BUYER'],
  },
  {
    it: 'refuses it to a buyer outside of the Union',
    edit: all(CHARGED, set('buyer.vat_id', 'CHE123456788')),
    finds: ['lines[0].vat_category EI-FA3-FORM'],
  },

  { it: 'takes what the buyer writes', edit: SELF_BILLED, finds: [] },
  {
    it: 'takes the NIP of the issuer as a tax number',
    edit: all(SELF_BILLED, without('buyer.vat_id'), set('buyer.tax_number', '5842751979')),
    finds: [],
  },
  {
    it: 'refuses it of a buyer without NIP',
    edit: all(SELF_BILLED, GERMAN_BUYER),
    finds: ['buyer.vat_id EI-FA3-BILLING-BUYER'],
  },

  { it: 'refuses a correction of nothing', edit: CORRECTION, finds: ['preceding_invoices EI-FA3-FORM'] },
  { it: 'takes a correction', edit: all(CORRECTION, CORRECTED), finds: [] },
  {
    it: 'refuses one of an invoice without its day',
    edit: all(CORRECTION, CORRECTED, without('preceding_invoices[0].issue_date')),
    finds: ['preceding_invoices[0].issue_date EI-FA3-FORM'],
  },
  {
    it: 'refuses a KSeF number that is none',
    edit: all(CORRECTION, CORRECTED, set('preceding_invoices[0].route_number', '12')),
    finds: ['preceding_invoices[0].route_number EI-XSD'],
  },
  {
    it: 'refuses an invoice of an advance that does not say what was received',
    edit: set('invoice.type_code', 386),
    finds: ['pl.payments_received EI-FA3-FORM'],
  },

  {
    it: 'refuses a period that ends before it begins',
    edit: set('invoice.period', { start: '2026-10-31', end: '2026-10-01' }),
    finds: ['invoice.period.end BR-29'],
  },
  {
    it: 'refuses a period of a line that does',
    edit: set('lines[0].period', { start: '2026-10-31', end: '2026-10-01' }),
    finds: ['lines[0].period.end BR-30'],
  },
];

describe('an invoice for KSeF', () => {
  for (const { it: name, edit, finds } of ROWS)
    it(name, () => {
      const invoice = parsed(edit(polishInvoice()));
      const findings = [
        ...checkRoute(invoice, 'PL-KSEF', 'fa3'),
        ...DOCUMENTS.limits(invoice, 'PL-KSEF', 'fa3'),
      ].filter(({ severity }) => severity === 'error');
      assert.deepEqual(
        findings.map(({ field, related }) => [field, ...(related ?? []).map(({ code }) => code)].join(' ')),
        finds,
      );
      for (const { code } of findings) assert.equal(code, 'EI-SCHEMA');
    });

  it('is warned of a NIP whose check digit is wrong, which the rules of others let pass', () => {
    const found = precheck(
      parsed(all(set('seller.vat_id', 'PL5260250275'), set('buyer.vat_id', 'PL5842751978'))(polishInvoice())),
    );
    assert.deepEqual(
      found.map(({ code, field, severity }) => `${code} ${field ?? ''} ${severity}`),
      ['EI-ID-NIP seller.vat_id warning', 'EI-ID-NIP buyer.vat_id warning'],
    );
  });

  it('is refused by rules that are explained', () => {
    const codes = ROWS.flatMap(({ finds }) => finds.flatMap((one) => /EI-FA3-\S+/.exec(one)?.[0] ?? []));
    // Not of the invoice alone, but of what was sent before.
    codes.push('EI-FA3-CORRECTED');
    assert.deepEqual(KSEF_RULE_CODES.map(([code]) => code).toSorted(), [...new Set(codes)].toSorted());
  });
});
