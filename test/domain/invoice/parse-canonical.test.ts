import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { JsonNumber } from '../../../src/domain/json/json-number.ts';
import { parseCanonical } from '../../../src/domain/invoice/parse-canonical.ts';
import { readJson } from '../../../src/domain/json/read-json.ts';
import { parsed } from '../parsed.ts';
import { assertLinear } from '../../support/processor-time.ts';
import { all, germanInvoice, set, untouched, valueAt, without, type Edit } from '../sample.ts';

/** The fields of the findings about an edited invoice; above the limits they end with `!`. */
function refused(edit: Edit): string[] {
  const result = parseCanonical(edit(germanInvoice()));
  if (result.ok) return [];
  for (const finding of result.findings) assert.equal(finding.code, 'EI-SCHEMA');
  return result.findings.map(({ field }) => `${field}${result.pastLimit ? '!' : ''}`);
}

const line = (member: string, value: unknown): Edit => set(`lines[0].${member}`, value);
const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

const ROWS: { it: string; edit: Edit; finds: string[] }[] = [
  { it: 'accepts the sample', edit: untouched, finds: [] },
  {
    it: 'names a required member that is missing',
    edit: without('invoice.number'),
    finds: ['invoice.number'],
  },
  { it: 'names a required group that is missing', edit: without('seller'), finds: ['seller'] },
  { it: 'treats an empty text as missing', edit: set('buyer.name', ' \n '), finds: ['buyer.name'] },
  { it: 'treats empty optional text as absent', edit: line('description', ''), finds: [] },
  {
    it: 'treats text of forbidden characters as absent',
    edit: set('buyer.name', '\u0001'),
    finds: ['buyer.name'],
  },
  { it: 'refuses null', edit: line('description', null), finds: ['lines[0].description'] },
  { it: 'refuses a number in place of text', edit: set('buyer.name', 5), finds: ['buyer.name'] },
  { it: 'refuses text in place of an object', edit: set('buyer.address', 'DE'), finds: ['buyer.address'] },
  { it: 'refuses a list in place of an object', edit: set('buyer', []), finds: ['buyer'] },
  { it: 'refuses an object in place of a list', edit: set('lines', {}), finds: ['lines'] },
  { it: 'refuses a null entry of a list', edit: set('invoice.notes', [null]), finds: ['invoice.notes[0]'] },
  { it: 'accepts an empty note', edit: set('invoice.notes', ['', ' ', 'x']), finds: [] },
  { it: 'refuses an invoice without lines', edit: set('lines', []), finds: ['lines'] },
  { it: 'refuses an unknown member at the top', edit: set('total', 5), finds: ['total'] },
  { it: 'refuses an unknown member of a line', edit: line('colour', 'red'), finds: ['lines[0].colour'] },
  {
    it: 'refuses an unknown member five levels deep',
    edit: line('allowances', [{ amount: 1, reason: 'x', note: { a: 1 } }]),
    finds: ['lines[0].allowances[0].note'],
  },
  { it: 'refuses names that objects inherit', edit: set('constructor', {}), finds: ['constructor'] },
  { it: 'distinguishes capitals', edit: set('Lang', 'de'), finds: ['Lang'] },
  {
    it: 'refuses a day that does not exist',
    edit: set('invoice.issue_date', '2026-02-29'),
    finds: ['invoice.issue_date'],
  },
  {
    it: 'refuses a date with a time',
    edit: set('invoice.due_date', '2026-11-04T00:00'),
    finds: ['invoice.due_date'],
  },
  { it: 'refuses a German date', edit: set('invoice.due_date', '04.11.2026'), finds: ['invoice.due_date'] },
  { it: 'refuses an unknown currency', edit: set('invoice.currency', 'EURO'), finds: ['invoice.currency'] },
  {
    it: 'refuses a code in small letters',
    edit: set('invoice.currency', 'eur'),
    finds: ['invoice.currency'],
  },
  {
    it: 'refuses an unknown country',
    edit: set('buyer.address.country', 'XX'),
    finds: ['buyer.address.country'],
  },
  { it: 'refuses an unknown unit', edit: line('unit', 'Stück'), finds: ['lines[0].unit'] },
  { it: 'accepts a package unit of Recommendation 21', edit: line('unit', 'XBX'), finds: [] },
  {
    it: 'refuses an unsupported type',
    edit: set('invoice.type_code', 751),
    finds: ['invoice.type_code'],
  },
  {
    it: 'refuses an unknown VAT category',
    edit: line('vat_category', 'B'),
    finds: ['lines[0].vat_category'],
  },
  { it: 'refuses a colour by name', edit: set('seller.brand_color', 'red'), finds: ['seller.brand_color'] },
  { it: 'refuses a local comma', edit: line('quantity', '1,5'), finds: ['lines[0].quantity'] },
  { it: 'refuses an exponent in a text', edit: line('quantity', '1e3'), finds: ['lines[0].quantity'] },
  { it: 'refuses a boolean for a number', edit: line('quantity', true), finds: ['lines[0].quantity'] },
  { it: 'refuses NaN', edit: line('quantity', Number.NaN), finds: ['lines[0].quantity'] },
  {
    it: 'refuses an object that looks like a number',
    edit: line('quantity', { text: '1' }),
    finds: ['lines[0].quantity'],
  },
  {
    it: 'refuses a price base of zero',
    edit: line('price_base_quantity', 0),
    finds: ['lines[0].price_base_quantity'],
  },
  { it: 'refuses a negative VAT rate', edit: line('vat_rate', -1), finds: ['lines[0].vat_rate'] },
  { it: 'requires a VAT rate', edit: without('lines[0].vat_rate'), finds: ['lines[0].vat_rate'] },
  {
    it: 'requires no VAT rate in category O',
    edit: all(without('lines[0].vat_rate'), line('vat_category', 'O')),
    finds: [],
  },
  {
    it: 'requires an amount, or base and percentage',
    edit: set('allowances', [{ percent: 5, reason: 'x', vat_category: 'S', vat_rate: 19 }]),
    finds: ['allowances[0].amount'],
  },
  {
    it: 'requires the number of an account beside its BIC',
    edit: all(without('payment.iban'), set('payment.bic', 'BYLADEM1001')),
    finds: ['payment.iban'],
  },
  {
    it: 'requires the number of an account beside its name',
    edit: all(without('payment.iban'), set('payment.account_name', 'x')),
    finds: ['payment.iban'],
  },
  {
    it: 'requires the number of a further account',
    edit: set('payment.accounts', [{ iban: 'AT611904300234573201' }, { account_name: 'x' }]),
    finds: ['payment.accounts[1].iban'],
  },
  {
    it: 'accepts one number of an account, not two',
    edit: all(set('payment.account_id', '1'), set('payment.accounts', [{ iban: 'A', account_id: '1' }])),
    finds: ['payment.account_id', 'payment.accounts[0].account_id'],
  },
  {
    it: 'accepts the last digits of a card',
    edit: set('payment.card', { number: '1234 **** **56 7890' }),
    finds: [],
  },
  {
    it: 'refuses a whole card number',
    edit: set('payment.card', { number: '4111 1111 1111 1111' }),
    finds: ['payment.card.number'],
  },
  ...(
    [
      ['seller.company_id_scheme', untouched],
      ['buyer.company_id_scheme', untouched],
      ['buyer.reference_scheme', untouched],
      ['payee.id_scheme', set('payee', { name: 'x' })],
      ['payee.company_id_scheme', set('payee', { name: 'x' })],
    ] as const
  ).map(([field, base]) => ({
    it: `requires the number beside ${field}`,
    edit: all(base, set(field, '0088')),
    finds: [field],
  })),
  {
    it: 'accepts a booked VAT total in place of the rate',
    edit: all(set('invoice.vat_currency', 'PLN'), set('invoice.vat_total_in_vat_currency', 1)),
    finds: [],
  },
  {
    it: 'requires the currency of a booked VAT total',
    edit: set('invoice.vat_total_in_vat_currency', 1),
    finds: ['invoice.vat_currency'],
  },
  {
    it: 'accepts a note as a text or with its subject',
    edit: set('invoice.notes', ['x', { subject_code: 'AAI', text: 'y' }]),
    finds: [],
  },
  {
    it: 'refuses an unknown subject of a note',
    edit: set('invoice.notes', [{ subject_code: 'XYZ', text: 'y' }]),
    finds: ['invoice.notes[0].subject_code'],
  },
  {
    it: 'requires a rate for the VAT currency',
    edit: set('invoice.vat_currency', 'PLN'),
    finds: ['invoice.vat_exchange_rate'],
  },
  {
    it: 'requires the VAT currency for a rate',
    edit: set('invoice.vat_exchange_rate', 4),
    finds: ['invoice.vat_currency'],
  },
  {
    it: 'refuses an exemption for a category without a line',
    edit: set('vat_exemption', [{ vat_category: 'E', reason: 'x' }]),
    finds: ['vat_exemption[0].vat_category'],
  },
  {
    it: 'refuses an exemption of a taxed category',
    edit: set('vat_exemption', [{ vat_category: 'S', reason: 'x' }]),
    finds: ['vat_exemption[0].vat_category'],
  },
  {
    it: 'refuses an exemption without content',
    edit: all(line('vat_category', 'E'), line('vat_rate', 0), set('vat_exemption', [{ vat_category: 'E' }])),
    finds: ['vat_exemption[0].reason'],
  },
  {
    it: 'refuses two reason codes for one category',
    edit: all(
      line('vat_category', 'E'),
      line('vat_rate', 0),
      set('vat_exemption', [
        { vat_category: 'E', reason_code: 'VATEX-EU-132' },
        { vat_category: 'E', reason_code: 'VATEX-EU-D' },
      ]),
    ),
    finds: ['vat_exemption[1].reason_code'],
  },
  {
    it: 'requires media type and file name of attached content',
    edit: set('attachments', [{ id: 'A', content_base64: 'QQ==' }]),
    finds: ['attachments[0].mime', 'attachments[0].filename'],
  },
  {
    it: 'refuses a file name without content',
    edit: set('attachments', [{ id: 'A', filename: 'a.pdf' }]),
    finds: ['attachments[0].content_base64'],
  },
  {
    it: 'refuses content that is not base64',
    edit: set('attachments', [{ id: 'A', mime: 'text/csv', filename: 'a', content_base64: 'QQ=' }]),
    finds: ['attachments[0].content_base64'],
  },
  {
    it: 'refuses base64 with unused bits, which no XML Schema allows',
    edit: set('attachments', [{ id: 'A', mime: 'text/csv', filename: 'a', content_base64: 'QR==' }]),
    finds: ['attachments[0].content_base64'],
  },
  {
    it: 'refuses too many VAT groups',
    edit: set(
      'charges',
      times(101, 0).map((_, n) => ({ amount: 1, reason: 'x', vat_category: 'S', vat_rate: 20 + n })),
    ),
    finds: ['charges[99].vat_rate'],
  },
  {
    it: 'accepts 200 characters of two UTF-16 units each',
    edit: set('invoice.number', '😀'.repeat(200)),
    finds: [],
  },
  { it: 'refuses 201 of them', edit: set('invoice.number', '😀'.repeat(201)), finds: ['invoice.number!'] },
  {
    it: 'refuses payment terms that no rule can check',
    edit: set('payment.terms', 'x'.repeat(10_001)),
    finds: ['payment.terms!'],
  },
  {
    it: 'refuses base64 with too much padding',
    edit: set('attachments', [{ id: 'A', mime: 'text/csv', filename: 'a', content_base64: 'Q===' }]),
    finds: ['attachments[0].content_base64'],
  },
  {
    it: 'accepts 15 digits before and 8 after the point',
    edit: line('quantity', '123456789012345.12345678'),
    finds: [],
  },
  {
    it: 'refuses 16 digits before the point',
    edit: line('quantity', '1234567890123456'),
    finds: ['lines[0].quantity!'],
  },
  {
    it: 'refuses 9 digits after the point',
    edit: line('quantity', '0.000000001'),
    finds: ['lines[0].quantity!'],
  },
  { it: 'does not count zeros at the end', edit: line('quantity', '1.10000000000'), finds: [] },
  {
    it: 'refuses a number beyond doubles',
    edit: line('quantity', new JsonNumber('1e999')),
    finds: ['lines[0].quantity!'],
  },
  {
    it: 'refuses a number too small to differ from zero',
    edit: line('quantity', new JsonNumber('1e-99999999999999999999')),
    finds: ['lines[0].quantity!'],
  },
  {
    it: 'refuses a thousand digits',
    edit: line('quantity', '1'.repeat(1000)),
    finds: ['lines[0].quantity!'],
  },
  { it: 'accepts a number of 200 characters', edit: set('invoice.number', 'x'.repeat(200)), finds: [] },
  {
    it: 'refuses a number of 201 characters',
    edit: set('invoice.number', 'x'.repeat(201)),
    finds: ['invoice.number!'],
  },
  { it: 'accepts 20 notes', edit: set('invoice.notes', times(20, 'x'.repeat(5000))), finds: [] },
  { it: 'refuses 21 notes', edit: set('invoice.notes', times(21, 'x')), finds: ['invoice.notes!'] },
  {
    it: 'refuses a note of 5,001 characters',
    edit: set('invoice.notes', ['x'.repeat(5001)]),
    finds: ['invoice.notes[0]!'],
  },
  {
    it: 'accepts 10,000 lines',
    edit: set('lines', times(10_000, valueAt(germanInvoice(), 'lines[0]'))),
    finds: [],
  },
  {
    it: 'refuses 10,001 lines',
    edit: set('lines', times(10_001, valueAt(germanInvoice(), 'lines[0]'))),
    finds: ['lines!'],
  },
];

describe('the reader of a canonical document', () => {
  for (const { it: sentence, edit, finds } of ROWS)
    it(sentence, () => assert.deepEqual(refused(edit), finds));

  it('refuses a document that is not an object', () => {
    for (const value of [undefined, null, 5, 'x', [], new JsonNumber('5')]) {
      const result = parseCanonical(value);
      assert.ok(!result.ok);
      assert.equal(result.findings.length, 1);
    }
  });

  it('refuses __proto__ as any unknown member', () => {
    const read = readJson('{"__proto__": {"lines": []}, "lines": []}');
    assert.ok(read.ok);
    const result = parseCanonical(read.value);
    assert.ok(!result.ok);
    assert.ok(result.findings.some(({ field }) => field === '__proto__'));
  });

  it('needs no quantity, price or VAT category of a line that does not count', () => {
    const lines = [
      { id: 'A', line_type: 'GROUP', name: 'Set' },
      { ...(germanInvoice()['lines'] as object[])[0], id: 'B', line_type: 'DETAIL', parent_line: 'A' },
      { id: 'C', line_type: 'INFORMATION', name: 'Gift wrapping' },
    ];
    assert.equal(parsed(set('lines', lines)(germanInvoice())).lines.length, 3);
    const result = parseCanonical(
      set('lines', [...lines, { id: 'D', line_type: 'DETAIL', name: 'Set' }])(germanInvoice()),
    );
    assert.ok(!result.ok);
    assert.deepEqual(
      result.findings.map(({ field }) => field),
      ['lines[3].quantity', 'lines[3].unit', 'lines[3].vat_category', 'lines[3].unit_price'],
    );
  });

  it('refuses a line that belongs to none, to itself, or has no type', () => {
    const [line] = germanInvoice()['lines'] as object[];
    const of = (id: string, parent: string, type?: string) => ({
      ...line,
      id,
      parent_line: parent,
      line_type: type,
    });
    const lines = [
      of('A', 'B', 'GROUP'),
      of('B', 'A', 'GROUP'),
      of('C', 'A', 'DETAIL'),
      of('D', 'X', 'DETAIL'),
      of('E', 'F'),
      { ...line, id: 'F' },
    ];
    const result = parseCanonical(set('lines', lines)(germanInvoice()));
    assert.ok(!result.ok);
    assert.deepEqual(
      result.findings.map(({ field }) => field),
      ['lines[4].line_type', ...[0, 1, 2, 3].map((index) => `lines[${index}].parent_line`)],
    );
  });

  it('keeps every digit of a JSON number', () => {
    const quantity = new JsonNumber('123456789012345.12345678');
    const invoice = parsed(line('quantity', quantity)(germanInvoice()));
    assert.equal(invoice.lines[0]?.quantity?.toFixed(), '123456789012345.12345678');
  });

  it('reads exponents, plain numbers and decimal strings alike', () => {
    for (const value of [new JsonNumber('125e-2'), new JsonNumber('0.125E+1'), 1.25, '1.25', '01.250'])
      assert.equal(parsed(line('quantity', value)(germanInvoice())).lines[0]?.quantity?.toFixed(), '1.25');
  });

  it('reads minus zero as zero', () => {
    const invoice = parsed(line('quantity', new JsonNumber('-0.0'))(germanInvoice()));
    assert.equal(invoice.lines[0]?.quantity?.toFixed(), '0');
    assert.ok(!invoice.lines[0]?.quantity?.isNegative());
  });

  it('accepts codes of digits as numbers or texts', () => {
    for (const value of [381, '381', new JsonNumber('381')])
      assert.equal(parsed(set('invoice.type_code', value)(germanInvoice())).invoice.typeCode, '381');
  });

  it('is a whole number, however JSON writes it', () => {
    for (const text of ['58', '58.0', '5.8e1', '580E-1'])
      assert.equal(
        parsed(set('payment.means_code', new JsonNumber(text))(germanInvoice())).payment?.meansCode,
        '58',
        text,
      );
    for (const text of ['380.5', '3.8e1', '-380', '1e400'])
      assert.deepEqual(refused(set('invoice.type_code', new JsonNumber(text))), ['invoice.type_code'], text);
  });

  it('fills in default values of the schema', () => {
    const { invoice, charges, lines } = parsed(germanInvoice());
    assert.deepEqual(
      [invoice.typeCode, invoice.notes, charges, lines[0]?.classification],
      ['380', [], [], []],
    );
  });

  it('normalises blanks and small letters in ids that are printed in groups', () => {
    const { payment, seller } = parsed(
      all(
        set('payment.iban', 'de02 1203 0000 0000 2020 51'),
        set('seller.vat_id', 'de 136695976'),
      )(germanInvoice()),
    );
    assert.deepEqual([payment?.iban, seller.vatId], ['DE02120300000000202051', 'DE136695976']);
  });

  it('trims text, drops characters that XML forbids, and keeps line breaks as XML reads them', () => {
    const invoice = parsed(set('invoice.notes', ['  a\u0000\r\nb\ud800 '])(germanInvoice()));
    assert.deepEqual(invoice.invoice.notes, [{ text: 'a\nb' }]);
  });

  it('has at most a hundred findings about one document', () => {
    const unknown = Object.fromEntries(times(500, 0).map((_, index) => [`field${index}`, index]));
    const result = parseCanonical({ ...germanInvoice(), ...unknown });
    assert.equal(!result.ok && result.findings.length, 100);
  });

  it('needs no time that grows with the square of a list', () =>
    assertLinear((count) => {
      const many = times(count, { vat_category: 'S', reason: 'x' });
      assert.ok(!parseCanonical(set('vat_exemption', many)(germanInvoice())).ok);
    }, 50_000));

  it('needs no time that grows with lines times exemptions', () =>
    assertLinear((count) => {
      const lines = times(count, valueAt(germanInvoice(), 'lines[0]'));
      const exemptions = times(count, { vat_category: 'E', reason: 'x' });
      parseCanonical(set('vat_exemption', exemptions)(set('lines', lines)(germanInvoice())));
    }, 10_000));

  it('repeats no value of the invoice in its messages', () => {
    const result = parseCanonical(set('invoice.currency', 'GEHEIM')(germanInvoice()));
    assert.ok(!result.ok && !JSON.stringify(result.findings).includes('GEHEIM'));
  });

  it('shortens the names of unknown members', () => {
    const result = parseCanonical({ ...germanInvoice(), ['x'.repeat(10_000)]: 1 });
    const [{ message, field = '' }] = withEnglish(result.ok ? assert.fail() : result.findings);
    assert.equal(field, `${'x'.repeat(200)}…`);
    assert.match(String(message), /^"x{199}…" /);
    // The hint is left out: it names each field that the group has.
    assert.ok(JSON.stringify({ message, field }).length < 1000);
  });
});
