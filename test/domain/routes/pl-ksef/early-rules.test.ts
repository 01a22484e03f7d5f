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
  /** The field, with the rule if there is one. */
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
const VEHICLE = { kind: 'land_vehicle', first_used: '2026-09-01', usage: '12 km' };
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
  { it: 'accepts the base invoice', edit: untouched, finds: [] },

  {
    it: 'refuses a seller without NIP',
    edit: without('seller.vat_id'),
    finds: ['seller.vat_id EI-FA3-FORM'],
  },
  {
    it: 'accepts the NIP as a tax number',
    edit: all(without('seller.vat_id'), set('seller.tax_number', '526-025-02-74')),
    finds: [],
  },
  {
    it: 'refuses a seller whose VAT number is not a NIP',
    edit: set('seller.vat_id', 'PL0260250274'),
    finds: ['seller.vat_id EI-XSD'],
  },
  {
    it: 'refuses a foreign seller',
    edit: set('seller.vat_id', 'DE123456788'),
    finds: ['seller.vat_id EI-XSD'],
  },
  {
    it: 'refuses a Polish buyer whose number is not a NIP',
    edit: set('buyer.vat_id', 'PL12'),
    finds: ['buyer.vat_id EI-XSD'],
  },
  { it: 'accepts a consumer', edit: without('buyer.vat_id'), finds: [] },
  {
    it: 'refuses a seller without address',
    edit: set('seller.address', { country: 'PL' }),
    finds: ['seller.address EI-FA3-FORM'],
  },
  {
    it: 'refuses a day that KSeF refuses',
    edit: set('invoice.issue_date', '2005-12-31'),
    finds: ['invoice.issue_date EI-XSD'],
  },

  {
    it: 'refuses euros without the rate of exchange',
    edit: set('invoice.currency', 'EUR'),
    finds: ['invoice.vat_exchange_rate EI-FA3-FORM'],
  },
  { it: 'accepts euros with the rate of exchange', edit: EURO, finds: [] },
  {
    it: 'refuses VAT in another currency than zlotys',
    edit: all(EURO, set('invoice.vat_currency', 'USD')),
    finds: ['invoice.vat_exchange_rate EI-FA3-FORM', 'invoice.vat_currency EI-FA3-FORM'],
  },

  {
    it: 'refuses a rate that Poland does not have',
    edit: set('lines[0].vat_rate', 19),
    finds: ['lines[0].vat_rate EI-FA3-FORM'],
  },
  {
    it: 'refuses a category that Poland does not have',
    edit: inCategory('L', 7),
    finds: ['lines[0].vat_category EI-FA3-FORM'],
  },
  {
    it: 'refuses an exemption without its reason',
    edit: all(inCategory('E', 0), without('vat_exemption')),
    finds: ['vat_exemption EI-FA3-FORM'],
  },
  ...['Z', 'E', 'G'].flatMap((category) => [
    { it: `accepts ${category} at zero`, edit: inCategory(category, 0), finds: [] },
    {
      it: `refuses ${category} at a rate`,
      edit: inCategory(category, 23),
      finds: [`lines[0].vat_rate BR-${category}-05`],
    },
  ]),
  { it: 'refuses O at a rate', edit: inCategory('O', 23), finds: ['lines[0].vat_rate BR-O-05'] },
  { it: 'accepts O without a rate', edit: inCategory('O', undefined), finds: [] },
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

  { it: 'accepts a supply into the Union', edit: UNION, finds: [] },
  {
    it: 'refuses it at a rate',
    edit: all(UNION, set('lines[0].vat_rate', 23)),
    finds: ['lines[0].vat_rate BR-IC-05'],
  },
  {
    it: 'refuses a supply into the Union to a Polish buyer',
    edit: inCategory('K', 0),
    finds: ['buyer.vat_id EI-FA3-UNION-BUYER'],
  },
  {
    it: 'refuses a supply into the Union to a buyer outside',
    edit: all(UNION, set('buyer.vat_id', 'CHE123456788')),
    finds: ['buyer.vat_id EI-FA3-UNION-BUYER'],
  },
  {
    it: 'refuses a supply into the Union to an unnamed buyer',
    edit: all(UNION, without('buyer.vat_id')),
    finds: ['buyer.vat_id EI-FA3-UNION-BUYER'],
  },
  {
    it: 'accepts a new means of transport for a consumer in the Union',
    edit: all(
      UNION,
      without('buyer.vat_id'),
      set('buyer.address.country', 'DE'),
      set('lines[0].pl.new_transport', [VEHICLE]),
    ),
    finds: [],
  },
  {
    it: 'refuses it for a consumer in Poland',
    edit: all(UNION, without('buyer.vat_id'), set('lines[0].pl.new_transport', [VEHICLE])),
    finds: ['buyer.vat_id EI-FA3-UNION-BUYER'],
  },

  { it: 'accepts reverse charge', edit: CHARGED, finds: [] },
  {
    it: 'refuses it at a rate',
    edit: all(CHARGED, set('lines[0].vat_rate', 23)),
    finds: ['lines[0].vat_rate BR-AE-05'],
  },
  {
    it: 'refuses reverse charge to a consumer',
    edit: all(CHARGED, without('buyer.vat_id')),
    finds: ['buyer.vat_id EI-FA3-CHARGED-BUYER'],
  },
  {
    it: 'refuses reverse charge to a buyer outside the Union',
    edit: all(CHARGED, set('buyer.vat_id', 'CHE123456788')),
    finds: ['lines[0].vat_category EI-FA3-FORM'],
  },

  { it: 'accepts a self-billed invoice', edit: SELF_BILLED, finds: [] },
  {
    it: 'accepts the NIP of the issuer as a tax number',
    edit: all(SELF_BILLED, without('buyer.vat_id'), set('buyer.tax_number', '5842751979')),
    finds: [],
  },
  {
    it: 'refuses a self-billed invoice of a buyer without NIP',
    edit: all(SELF_BILLED, GERMAN_BUYER),
    finds: ['buyer.vat_id EI-FA3-BILLING-BUYER'],
  },

  {
    it: 'refuses a correction without an invoice',
    edit: CORRECTION,
    finds: ['preceding_invoices EI-FA3-FORM'],
  },
  { it: 'accepts a correction', edit: all(CORRECTION, CORRECTED), finds: [] },
  {
    it: 'refuses a correction without the day of the invoice',
    edit: all(CORRECTION, CORRECTED, without('preceding_invoices[0].issue_date')),
    finds: ['preceding_invoices[0].issue_date EI-FA3-FORM'],
  },
  {
    it: 'refuses an invalid KSeF number',
    edit: all(CORRECTION, CORRECTED, set('preceding_invoices[0].route_number', '12')),
    finds: ['preceding_invoices[0].route_number EI-XSD'],
  },
  {
    it: 'refuses an advance invoice without the received amount',
    edit: set('invoice.type_code', 386),
    finds: ['pl.payments_received EI-FA3-FORM'],
  },

  {
    it: 'refuses a period that ends before it begins',
    edit: set('invoice.period', { start: '2026-10-31', end: '2026-10-01' }),
    finds: ['invoice.period.end BR-29'],
  },
  {
    it: 'refuses a period of a line that ends before it begins',
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

  it('gets a warning for a NIP with a wrong check digit, which other rules accept', () => {
    const found = precheck(
      parsed(all(set('seller.vat_id', 'PL5260250275'), set('buyer.vat_id', 'PL5842751978'))(polishInvoice())),
    );
    assert.deepEqual(
      found.map(({ code, field, severity }) => `${code} ${field ?? ''} ${severity}`),
      ['EI-ID-NIP seller.vat_id warning', 'EI-ID-NIP buyer.vat_id warning'],
    );
  });

  it('is refused only by rules in the catalogue', () => {
    const codes = ROWS.flatMap(({ finds }) => finds.flatMap((one) => /EI-FA3-\S+/.exec(one)?.[0] ?? []));
    // This code is about an invoice that was sent before.
    codes.push('EI-FA3-CORRECTED');
    assert.deepEqual(KSEF_RULE_CODES.map(([code]) => code).toSorted(), [...new Set(codes)].toSorted());
  });
});
