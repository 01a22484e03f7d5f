import assert from 'node:assert/strict';
import { parseCanonical } from '../../../../src/domain/invoice/parse-canonical.ts';
import { DOCUMENTS } from '../../../support/documents.ts';
import { parsed } from '../../parsed.ts';
import { polishInvoice } from '../../polish-sample.ts';
import { all, set, untouched, without, type Edit } from '../../sample.ts';

const limits = (edit: Edit): (string | undefined)[] =>
  DOCUMENTS.limits(parsed(edit(polishInvoice())), 'PL-KSEF', 'fa3').map(({ field }) => field);

async function leftOut(edit: Edit): Promise<string[]> {
  const built = await DOCUMENTS.build(parsed(edit(polishInvoice())), 'PL-KSEF', 'fa3');
  assert.ok(built.ok, JSON.stringify(built));
  return built.remarks.map(({ code, field }) => `${code} ${field}`);
}

const VEHICLE = { kind: 'land_vehicle', first_used: '2026-09-01', usage: '12 km' };
const inUnion = all(
  set('buyer.vat_id', 'DE136695976'),
  set('lines[0].vat_category', 'K'),
  set('lines[0].vat_rate', 0),
);
const long = 'x'.repeat(257);
const PRECEDING = set('preceding_invoices', [{ number: 'FV/9', issue_date: '2026-09-01' }]);

describe('a value that FA(3) cannot state', () => {
  const ROWS: [name: string, edit: Edit, fields: string[]][] = [
    ['not in an ordinary invoice', untouched, []],
    ['a seller without NIP', without('seller.vat_id'), ['seller.vat_id']],
    ['a seller of another country', set('seller.vat_id', 'DE136695976'), ['seller.vat_id']],
    ['a rate of another country', set('lines[1].vat_rate', 19), ['lines[1].vat_rate']],
    ['the one-stop shop for a business', set('pl.one_stop_shop', true), ['pl.one_stop_shop']],
    [
      'the one-stop shop without a taxed line',
      all(
        set('lines', [
          { name: 'x', quantity: 1, unit: 'C62', unit_price: 1, vat_category: 'Z', vat_rate: 0 },
        ]),
        set('pl.one_stop_shop', true),
        without('buyer.vat_id'),
      ),
      ['pl.one_stop_shop'],
    ],
    ['a category of the Canary Islands', set('lines[0].vat_category', 'L'), ['lines[0].vat_category']],
    [
      'reverse charge to the rest of the world',
      all(
        set('buyer.vat_id', 'CHE123456788'),
        set('lines[0].vat_category', 'AE'),
        set('lines[0].vat_rate', 0),
      ),
      ['lines[0].vat_category'],
    ],
    [
      'an exemption without a reason',
      all(set('lines[0].vat_category', 'E'), set('lines[0].vat_rate', 0)),
      ['vat_exemption'],
    ],
    ...['VATEX-EU-AE', 'VATEX-EU-G', 'VATEX-EU-IC', 'VATEX-EU-O', 'VATEX-FR-AE'].map(
      (code): [string, Edit, string[]] => [
        `an exemption with the code of another category: ${code}`,
        all(
          set('lines[0].vat_category', 'E'),
          set('lines[0].vat_rate', 0),
          set('vat_exemption', [{ vat_category: 'E', reason_code: code }]),
        ),
        ['vat_exemption'],
      ],
    ),
    [
      'a triangular transaction whose buyer does not account for the VAT',
      all(
        set('buyer.vat_id', 'DE136695976'),
        set('pl', { triangular_simplification: true, reverse_charge: false }),
      ),
      ['pl.reverse_charge'],
    ],
    ['a correction without an invoice', set('invoice.type_code', 381), ['preceding_invoices']],
    [
      'a correction of an invoice without a day',
      all(set('invoice.type_code', 384), PRECEDING, without('preceding_invoices[0].issue_date')),
      ['preceding_invoices[0].issue_date'],
    ],
    [
      'a number of another route',
      all(set('invoice.type_code', 384), PRECEDING, set('preceding_invoices[0].route_number', '4711')),
      ['preceding_invoices[0].route_number'],
    ],
    ['euros without a rate', set('invoice.currency', 'EUR'), ['invoice.vat_exchange_rate']],
    [
      'VAT in dollars',
      all(set('invoice.vat_currency', 'USD'), set('invoice.vat_exchange_rate', 4)),
      ['invoice.vat_currency'],
    ],
    [
      'two sums of tax with only a booked total',
      all(
        set('invoice.currency', 'EUR'),
        set('invoice.vat_currency', 'PLN'),
        set('invoice.vat_total_in_vat_currency', 80),
      ),
      ['invoice.vat_exchange_rate'],
    ],
    ['a period without an end', set('invoice.period', { start: '2026-09-01' }), ['invoice.period.end']],
    [
      'a price with more than eight decimals',
      all(set('lines[0].price_base_quantity', 3), set('lines[0].quantity', 3_000_000)),
      ['lines[0].price_base_quantity'],
    ],
    [
      'an attached file',
      set('attachments', [{ id: 'A', filename: 'a.png', mime: 'image/png', content_base64: 'QUJD' }]),
      ['attachments[0]'],
    ],
    [
      'a day of payment without an amount',
      set('payment.prepaid_date', '2026-10-01'),
      ['payment.prepaid_date'],
    ],
    [
      'an address that is not an e-mail address',
      set('buyer.contact', { email: 'x' }),
      ['buyer.contact.email'],
    ],
    ['a long street', set('seller.address.street', 'x'.repeat(513)), ['seller.address.street']],
    ['an address with only a country', set('buyer.address', { country: 'PL' }), ['buyer.address']],
    ['a long description', set('payment.terms', long), ['payment.terms']],
    ['seven decimals of a quantity', set('lines[1].quantity', '1.1234567'), ['lines[1].quantity']],
    ['a long number of an item', set('lines[1].seller_item_id', long), ['lines[1].seller_item_id']],
    ['a day of issue before there was VAT', set('invoice.issue_date', '2005-12-31'), ['invoice.issue_date']],
    ['long notes', set('invoice.notes', ['x'.repeat(3501)]), ['invoice.notes[0]']],
    [
      'a currency that the ministry does not list',
      set('invoice.currency', 'SLE'),
      ['invoice.vat_exchange_rate', 'invoice.currency'],
    ],
    [
      'a new means of transport at a rate of Poland',
      set('lines[0].pl.new_transport', [VEHICLE]),
      ['lines[0].pl.new_transport'],
    ],
    [
      'a chassis of a vessel, a kind of number without a number, and a document of export of other goods',
      all(
        inUnion,
        set('lines[0].pl.new_transport', [{ ...VEHICLE, kind: 'vessel', number_kind: 'chassis' }]),
      ),
      ['lines[0].pl.new_transport[0].number_kind', 'lines[0].pl.new_transport[0].number'],
    ],
    ['a document of export of other goods', set('pl.export_document', true), ['pl.export_document']],
    [
      'a payment link without the identifier',
      set('pl.payment_link', 'https://pay.example/x'),
      ['pl.payment_link'],
    ],
    [
      'a payment link with another identifier',
      set('pl', {
        payment_link: 'https://pay.example/x?a=b&IPKSeF=0011a2B3c4D5e',
        payment_id: '0021a2B3c4D5e',
      }),
      ['pl.payment_id'],
    ],
    [
      'a row of an attachment with a cell too few, and totals with one too many',
      set('pl.attachment_blocks', [
        {
          data: [{ key: 'a', value: 'b' }],
          tables: [
            {
              columns: [{ type: 'txt' }, { type: 'int' }],
              rows: [{ cells: ['', '1'] }, { cells: ['1'] }],
              totals: ['1', '2', '3'],
            },
          ],
        },
      ]),
      ['pl.attachment_blocks[0].tables[0].rows[1].cells', 'pl.attachment_blocks[0].tables[0].totals'],
    ],
    ['a short account number', set('payment', { means_code: 30, account_id: '123' }), ['payment.account_id']],
    ['a BIC with a typing error', set('payment.bic', 'ABC'), ['payment.bic']],
    [
      'an account number of six characters, each a pair of UTF-16',
      set('payment', { means_code: 30, account_id: '😀'.repeat(6) }),
      ['payment.account_id'],
    ],
    ...['XX123456', 'EU372000063', 'DE', 'CH', 'PL'].map(
      (vatId) =>
        [`the VAT number ${vatId}`, set('buyer.vat_id', vatId), ['buyer.vat_id']] satisfies [
          string,
          Edit,
          string[],
        ],
    ),
    [
      'the VAT number of a third party that is only a country',
      set('pl.third_parties', [{ role: 'payer', name: 'x', vat_id: 'DE' }]),
      ['pl.third_parties[0].vat_id'],
    ],
    [
      'seven decimals of a share',
      set('pl.third_parties', [{ role: 'additional_buyer', name: 'x', share: '12.3456789' }]),
      ['pl.third_parties[0].share'],
    ],
    [
      'a rate above 100 of the one-stop shop',
      all(set('pl.one_stop_shop', true), without('buyer.vat_id'), set('lines[0].vat_rate', 101)),
      ['lines[0].vat_rate'],
    ],
    [
      'the same of an allowance',
      all(
        ...[set('pl.one_stop_shop', true), without('buyer.vat_id')],
        set('allowances', [{ amount: 1, reason: 'x', vat_category: 'S', vat_rate: '5.1234567' }]),
      ),
      ['allowances[0].vat_rate'],
    ],
    [
      'more than twenty accounts of a factor',
      all(
        set('payee', { name: 'Faktor', company_id: '5265877635', is_factor: true }),
        set('payment.accounts', Array(20).fill({ iban: 'PL61109010140000071219812874' })),
      ),
      ['payment.accounts[19].iban'],
    ],
    [
      'more than a hundred parties, with the place of delivery',
      all(
        set('pl.third_parties', Array(100).fill({ role: 'payer', name: 'x' })),
        set('delivery', { name: 'Magazyn' }),
      ),
      ['pl.third_parties[99].name'],
    ],
  ];
  for (const [name, edit, fields] of ROWS) it(`is ${name}`, () => assert.deepEqual(limits(edit), fields));
});

describe('a value at a bound of FA(3)', () => {
  const ROWS: [name: string, edit: Edit][] = [
    ['a VAT number of Kosovo', set('buyer.vat_id', 'XK600123456')],
    [
      'a KSeF number of the next century',
      all(
        set('invoice.type_code', 384),
        PRECEDING,
        set('preceding_invoices[0].route_number', '5265877635-21000916-0200A0D6723E-C2'),
      ),
    ],
    [
      'a share with six decimals',
      set('pl.third_parties', [{ role: 'additional_buyer', name: 'x', share: '12.345678' }]),
    ],
  ];
  for (const [name, edit] of ROWS) it(`is allowed: ${name}`, () => assert.deepEqual(limits(edit), []));
});

describe('a value that FA(3) can leave out', () => {
  const EM = { id: 'a@b.example', scheme: 'EM' };
  const ROWS: [name: string, edit: Edit, remarks: string[]][] = [
    ['not in an ordinary invoice', untouched, []],
    ['the kind of a plain invoice', set('invoice.type_code', 326), ['EI-NOT-WRITTEN invoice.type_code']],
    ['electronic addresses', set('buyer.endpoint', EM), ['EI-NOT-WRITTEN buyer.endpoint']],
    [
      'phone numbers of more than 16 characters',
      all(
        set('seller.contact', { phone: '+48 (22) 123-45-67' }),
        set('buyer.contact', { phone: '+48 22 123 45 67 89', email: 'a@b.example' }),
        set('pl.third_parties', [
          { role: 'other', name: 'Ktoś', description: 'Gwarant', contact: { phone: '0048 22 123 45 67' } },
        ]),
      ),
      ['seller', 'buyer', 'pl.third_parties[0]'].map((party) => `EI-NOT-WRITTEN ${party}.contact.phone`),
    ],
    [
      'an accounting currency PLN beside PLN',
      all(set('invoice.vat_currency', 'PLN'), set('invoice.vat_exchange_rate', 1)),
      ['EI-NOT-WRITTEN invoice.vat_currency'],
    ],
  ];
  for (const [name, edit, remarks] of ROWS)
    it(`is ${name}`, async () => assert.deepEqual(await leftOut(edit), remarks));
});

describe('a value that FA(3) cannot state, beside an unreadable member', () => {
  it('is found, too', () => {
    const read = parseCanonical(
      all(set('lines[0].unit', '?'), set('lines[1].vat_rate', 19))(polishInvoice()),
    );
    assert.ok(!read.ok && read.partly);
    assert.deepEqual(
      DOCUMENTS.limits(read.partly, 'PL-KSEF', 'fa3').map(({ field }) => field),
      ['lines[1].vat_rate'],
    );
  });
});
