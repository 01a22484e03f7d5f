import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { parseErpTotals } from '../../../src/domain/checks/pre-check/erp-totals.ts';
import { withoutRepeated } from '../../../src/application/checking/repeated-findings.ts';
import { parseCanonical } from '../../../src/domain/invoice/parse-canonical.ts';
import { computeAmounts } from '../../../src/domain/invoice/totals.ts';
import { csvTextOf, readCsv } from '../../../src/domain/mapping/csv-text.ts';
import { mapExport } from '../../../src/domain/mapping/map-export.ts';
import type { Mapping } from '../../../src/domain/mapping/mapping.ts';
import { recognise } from '../../../src/domain/mapping/recognise.ts';
import { MAPPINGS } from '../../support/mappings.ts';
import { tableNamed } from '../../support/tables.ts';

const chosen = MAPPINGS.choose('table', undefined);
assert.ok(chosen.ok);
const TABLE: Mapping = chosen.mapping;

const HEAD =
  'Rechnungsnummer;Belegart;Rechnungsdatum;Währung;Kunde;Ort;Land;Artikel;Menge;Einheit;Einzelpreis;USt-Satz';
const LINE = 'R-1;Rechnung;05.10.2026;EUR;Kundin;Berlin;DE;Stuhl;3;Stk;1.133,35;19 %';
const table = (...rows: readonly string[]) => ({ csv: [HEAD, ...rows].join('\n') });
/** The line with changed cells, by heading. */
const line = (cells: Readonly<Record<string, string>> = {}): string =>
  HEAD.split(';')
    .map((heading, at) => cells[heading] ?? LINE.split(';')[at])
    .join(';');

const bytesOf = (...parts: readonly Buffer[]) => ({ csv_base64: Buffer.concat(parts).toString('base64') });

const mapped = (exported: object) =>
  mapExport({ mapping: TABLE, settings: TABLE.example }, exported, 'DE-XRECHNUNG');
const valueAt = (exported: object, path: string) => {
  const value = mapped(exported).terms.find((term) => term.path === path)?.value;
  return value === undefined ? undefined : String((value as { text?: string }).text ?? value);
};
function refusals(exported: object): readonly string[] {
  const result = mapped(exported);
  const parsed = parseCanonical(result.document);
  const findings = parsed.ok ? [] : withoutRepeated(parsed.findings, result);
  return [...new Set([...result.findings, ...findings].map(({ field }) => String(field)))];
}

describe('a table', () => {
  for (const [name, type] of [
    ['table-invoice', '380'],
    ['table-credit-note', '381'],
  ] as const)
    it(`${name} becomes an invoice of type ${type} with the stated totals`, () => {
      const result = mapped(tableNamed(name));
      assert.deepEqual(withEnglish(result.findings), []);
      const parsed = parseCanonical(result.document);
      assert.ok(parsed.ok);
      assert.equal(parsed.invoice.invoice.typeCode, type);
      const stated = parseErpTotals(result.totals);
      assert.ok(stated.ok);
      const { withoutVat, vat, withVat } = computeAmounts(parsed.invoice).totals;
      const { totalWithoutVat, totalVat, totalWithVat } = stated.totals;
      assert.deepEqual(
        [withoutVat, vat, withVat].map(String),
        [totalWithoutVat, totalVat, totalWithVat].map(String),
      );
    });

  it('keeps quotation marks, delimiters and breaks in its cells', () => {
    const example = tableNamed('table-invoice');
    assert.deepEqual(
      ['buyer.name', 'lines[0].name', 'lines[0].description'].map((path) => valueAt(example, path)),
      ['Müller & Söhne; Handels-GmbH', 'Bürostuhl "Komfort"', 'Höhe verstellbar,\ngrau'],
    );
  });

  const text = table(line({ Kunde: 'Müller & Söhne – €' })).csv;
  for (const [what, exported] of [
    ['a text', { csv: text }],
    ['a text with a byte order mark', { csv: `\uFEFF${text}` }],
    ['UTF-8', bytesOf(Buffer.from(text))],
    ['UTF-8 with a byte order mark', bytesOf(Buffer.from(`\uFEFF${text}`))],
    ['Windows-1252', bytesOf(Buffer.from(text.replace('–', '\u0096').replace('€', '\u0080'), 'latin1'))],
    ['breaks of Windows', { csv: text.replaceAll('\n', '\r\n') }],
    ['UTF-16 of Excel', bytesOf(Buffer.from(`\uFEFF${text}`, 'utf16le'))],
    ['UTF-16 of the other byte order', bytesOf(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16())],
    ['line breaks of old Macs', { csv: text.replaceAll('\n', '\r') }],
    ['a line break at its end, and empty rows', { csv: `${text}\n;;;;;;;;;;;\n\n` }],
  ] as const)
    it(`is read from ${what}`, () => {
      assert.deepEqual(refusals(exported), []);
      assert.equal(valueAt(exported, 'buyer.name'), 'Müller & Söhne – €');
      assert.equal(valueAt(exported, 'invoice.number'), 'R-1');
    });

  for (const [cell, value] of [
    ['1.133,35', '1133.35'],
    ['1133,35', '1133.35'],
    ['1.234.567,89', '1234567.89'],
    ['1 133,35', '1133.35'],
    ['1\u00A0133,35', '1133.35'],
    ["1'133,35", '1133.35'],
    ['20', '20'],
    ['0,5', '0.5'],
  ] as const)
    it(`reads ${cell} as ${value}`, () => {
      assert.equal(valueAt(table(line({ Einzelpreis: cell })), 'lines[0].unit_price'), value);
    });

  it('keeps Windows-1252 in which some letters look like UTF-8', () => {
    const words = 'der „Spaß\u0093 für Müller'.replace('„', '\u0084');
    const one = bytesOf(Buffer.from(table(line({ Kunde: words })).csv, 'latin1'));
    assert.equal(valueAt(one, 'buyer.name'), 'der „Spaß“ für Müller');
  });

  for (const cell of ['5 %', '5%'])
    it(`reads ${cell} as a rate, and refuses it as any other number`, () => {
      assert.equal(valueAt(table(line({ 'USt-Satz': cell })), 'lines[0].vat_rate'), '5');
      const discounted = { csv: [`${HEAD};Rabatt %`, `${line()};${cell}`].join('\n') };
      assert.equal(valueAt(discounted, 'lines[0].allowances[0].amount'), '170');
      for (const heading of ['Menge', 'Einzelpreis'])
        assert.deepEqual(refusals(table(line({ [heading]: cell }))), [`row 2, column ${heading}`]);
    });

  for (const cell of [
    '1.234',
    '12.34',
    '1,234.50',
    '1.23,4',
    '12.3456,7',
    '1,2,3',
    'zehn',
    '1e3',
    '0x10',
    '٣',
    '- 5',
  ])
    it(`refuses ${cell} as a number, and names its cell`, () => {
      assert.deepEqual(refusals(table(line(), line({ Einzelpreis: cell }))), ['row 3, column Einzelpreis']);
      const [finding] = mapped(table(line(), line({ Einzelpreis: cell }))).findings;
      assert.match(
        english(finding!.message),
        /^row 3, column Einzelpreis must be a number with a decimal comma/,
      );
    });

  for (const [what, cells, field] of [
    ['an unknown unit', { Einheit: 'Fass' }, 'row 2, column Einheit'],
    ['no unit', { Einheit: '' }, 'row 2, column Einheit'],
    ['no name', { Artikel: ' ' }, 'row 2, column Artikel'],
    ['no quantity', { Menge: '' }, 'row 2, column Menge'],
    ['no rate', { 'USt-Satz': '' }, 'row 2, column USt-Satz'],
    ['no number', { Rechnungsnummer: '' }, 'row 2, column Rechnungsnummer'],
    ['a long number', { Rechnungsnummer: 'N'.repeat(41) }, 'row 2, column Rechnungsnummer'],
    ['a date of another country', { Rechnungsdatum: '10/05/2026' }, 'row 2, column Rechnungsdatum'],
    ['a day that does not exist', { Rechnungsdatum: '31.02.2026' }, 'row 2, column Rechnungsdatum'],
    ['an unknown currency', { Währung: 'XYZ' }, 'row 2, column Währung'],
    ['an unknown country', { Land: 'Deutschland' }, 'row 2, column Land'],
  ] as const)
    it(`with ${what} is refused at ${field}`, () => {
      assert.deepEqual(refusals(table(line(cells as Record<string, string>))), [field]);
    });

  it('states a value of the whole invoice once, in the first row or in each', () => {
    assert.deepEqual(
      refusals(table(line(), line(), line({ Kunde: '', Währung: '', Rechnungsdatum: '' }))),
      [],
    );
    assert.deepEqual(refusals(table(line(), line({ Kunde: 'Andere' }))), ['row 3, column Kunde']);
  });

  it('without a column that a 0 % line requires names that column', () => {
    assert.deepEqual(refusals(table(line({ 'USt-Satz': '0' }))), ['row 2, column Steuerschlüssel']);
  });
});

describe('a file that is submitted as a table', () => {
  for (const [what, exported, says] of [
    [
      'two invoices',
      table(line(), line({ Rechnungsnummer: 'R-2' })),
      /several invoices: Rechnungsnummer is R-1 in row 2 and R-2 in row 3/,
    ],
    ['an order', table(line({ Belegart: 'Auftrag' })), /an order or an offer is not taken/],
    [
      'a table without a required column',
      { csv: table(line()).csv.replace('Menge', 'Maß') },
      /no column Menge, Anzahl or Quantity/,
    ],
    [
      'a repeated column',
      { csv: table(line()).csv.replace('Ort', 'menge') },
      /several columns with the same meaning: menge and Menge/,
    ],
    ['a row with a cell too many', table(`${line()};x`), /Row 2 of the table has 13 cells, its heading 12/],
    ['a row that is cut off', table(line(), 'R-1;Rechnung'), /Row 3 of the table has 2 cells/],
    [
      'an unclosed quotation mark',
      table(line({ Kunde: '"Kundin' })),
      /In row 2 of the table a quotation mark is not closed/,
    ],
    [
      'text behind a quotation mark',
      table(line({ Kunde: '"Kun"din' })),
      /In row 2 of the table there is text behind/,
    ],
    [
      'another delimiter',
      { csv: table(line()).csv.replaceAll(';', ',') },
      /The heading of the table is one cell\. Cells are separated by ;/,
    ],
    [
      'UTF-8 with a row of Windows-1252',
      bytesOf(
        Buffer.from(table(line({ Kunde: 'Müller' })).csv),
        Buffer.from(`\n${line({ Ort: 'Köln' })}`, 'latin1'),
      ),
      /In row 3 of the table its bytes are not UTF-8/,
    ],
    [
      'UTF-8 that is cut off within a letter',
      bytesOf(Buffer.from(`\uFEFF${table(line()).csv}`), Buffer.from([0xc3])),
      /In row 2 of the table its bytes are not UTF-8/,
    ],
    ['nothing', { csv: '' }, /The table is empty/],
    ['breaks alone', { csv: '\n\r\n' }, /The table is empty/],
    ['no base64', { csv_base64: 'ä' }, /csv_base64, the bytes/],
    ['text and bytes', { csv: HEAD, csv_base64: '' }, /csv_base64, the bytes/],
    ['an export of an ERP', { number: 'R-1', salesInvoiceLines: [] }, /csv_base64, the bytes/],
    ['a number', { csv: 7 }, /csv_base64, the bytes/],
  ] as const)
    it(`is refused if it is ${what}, in words`, () => {
      const recognised = recognise(TABLE, exported);
      assert.ok(!recognised.ok);
      assert.match(english(recognised.message), says);
    });

  it('with a wrong kind of invoice names the row and the column', () => {
    const recognised = recognise(TABLE, table(line({ Belegart: 'Angebot' })));
    assert.equal(!recognised.ok && recognised.field, 'row 2, column Belegart');
  });

  it('without lines leads to a finding about the invoice', () => {
    assert.deepEqual(refusals({ csv: HEAD }).includes('rows'), true);
  });
});

describe('the text of a table', () => {
  it('is the same in a spreadsheet and here, whatever the cells', () => {
    const cells = ['', 'a', ' b ', 'c;d', 'e"f', '"', 'g\nh', '\r\n', ';;', 'ä€', '=1+1'];
    const quoted = (cell: string): string =>
      /[;"\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
    for (const first of cells)
      for (const second of cells) {
        const read = readCsv(['x', first, second, 'y'].map(quoted).join(';'), ';');
        assert.deepEqual(withEnglish(read), {
          ok: true,
          rows: [{ row: 1, cells: ['x', first, second, 'y'] }],
        });
      }
  });

  it('of megabytes is read without recursion', () => {
    const cell = `"${'""'.repeat(1_000_000)}"`;
    const read = readCsv(`a;b\n${cell};c`, ';');
    assert.ok(read.ok);
    assert.equal(read.rows[1]?.cells[0]?.length, 1_000_000);
    assert.equal(csvTextOf({ csv_base64: 'A'.repeat(2_000_000) })?.text.length, 1_500_000);
  });
});

describe('the second version of table', () => {
  it('reads an Auftragsnummer as the order of the seller, which the first version reads as that of the buyer', () => {
    const csv = [`${HEAD};Auftragsnummer`, `${line()};A-77`].join('\n');
    const said = ['v1', 'v2'].map((version) => {
      const one = MAPPINGS.choose('table', version);
      assert.ok(one.ok);
      const { terms } = mapExport({ mapping: one.mapping, settings: {} }, { csv }, 'DE-XRECHNUNG');
      return terms.filter(({ value }) => value === 'A-77').map(({ path }) => path);
    });
    assert.deepEqual(said, [['invoice.buyer_reference', 'order_reference'], ['sales_order_reference']]);
  });
});
