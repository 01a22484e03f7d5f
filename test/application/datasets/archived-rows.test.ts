import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { PackedBytes } from '../../../src/adapters/zip/packed-bytes.ts';
import { type ArchivedRow, ArchivedRows } from '../../../src/application/datasets/archived-rows.ts';
import { PROGRAM_CSV, spreadsheetCsv } from '../../../src/domain/vocabulary/csv.ts';
import type { InvoiceFigures, VatFigures } from '../../../src/domain/invoice/figures.ts';
import { exists } from '../../support/judges.ts';

const rowOf = (figures: Partial<InvoiceFigures>, more: Partial<ArchivedRow> = {}): ArchivedRow => ({
  direction: 'out',
  id: 'inv_1',
  ref: 'ERP-1',
  number: 'RE-1',
  folder: 'invoices/RE-1',
  files: [],
  missing: [],
  client: 'acme',
  route: 'PEPPOL',
  environment: 'sandbox',
  state: 'accepted',
  receivedAt: '2026-10-05T08:00:00.000Z',
  ...more,
  figures: { rates: [], ...figures },
});

const vat = (category: string, rate: string, taxable: string, tax: string): VatFigures => ({
  category,
  rate,
  taxable,
  tax,
});

async function tableOf(rows: readonly ArchivedRow[], form = PROGRAM_CSV): Promise<string> {
  const archived = new ArchivedRows(new PackedBytes());
  for (const row of rows) archived.add(row);
  let table = '';
  for await (const line of archived.table(form)) table += line;
  return table;
}

/** By Python's own reader, in its strict mode. */
function readByPython(table: string, separator = ','): readonly Readonly<Record<string, string>>[] {
  const program =
    'import csv, io, json, sys; text = sys.stdin.buffer.read().decode("utf-8-sig"); print(json.dumps(list(csv.DictReader(io.StringIO(text, newline=""), strict=True, delimiter=sys.argv[1]))))';
  const { stdout, stderr, status } = spawnSync('python3', ['-c', program, separator], {
    input: table,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout) as readonly Readonly<Record<string, string>>[];
}

describe('the table of an archive', () => {
  const itWithPython = exists('python3') ? it : it.skip;

  itWithPython('has VAT by rate in columns, those that an invoice lacks empty', async () => {
    const [first, second] = readByPython(
      await tableOf([
        rowOf({
          rates: [vat('S', '19', '100', '19'), vat('S', '7', '50', '3.5'), vat('S', '19', '1', '0.19')],
        }),
        rowOf({
          total: '-119.00',
          due: '-119.00',
          rates: [vat('S', '19', '-100', '-19'), vat('E', '0', '5', '0')],
        }),
      ]),
    );
    assert.deepEqual(
      [
        first!['vat_S_19_taxable'],
        first!['vat_S_19_amount'],
        first!['vat_S_7_amount'],
        first!['vat_E_0_amount'],
      ],
      ['101.00', '19.19', '3.50', ''],
    );
    assert.deepEqual(
      [second!['total_with_vat'], second!['vat_S_19_taxable'], second!['vat_E_0_taxable']],
      ['-119.00', '-100.00', '5.00'],
    );
  });

  itWithPython('gives other people’s words back whole, none of them a formula', async () => {
    const hostile = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '\n=1',
      'a"b',
      'a,b',
      'a\r\nb',
      'Źródło 漢 😀',
    ];
    const rows = readByPython(await tableOf(hostile.map((buyer) => rowOf({ buyer }))));
    assert.deepEqual(
      rows.map(({ buyer }) => buyer!.replace(/(^|[;\t\r\n])'/g, '$1')),
      hostile,
    );
    for (const { buyer } of rows) assert.doesNotMatch(buyer!, /^[=+\-@\t\r\n]/);
  });

  itWithPython('adds rates up that no honest invoice has', async () => {
    const rates = Array.from({ length: 60 }, (_, n) => vat('S', String(n), '1', '2'));
    const [row] = readByPython(await tableOf([rowOf({ rates: [...rates, vat('"=x', '1', '10', '10')] })]));
    const columns = Object.keys(row!).filter((name) => name.startsWith('vat_'));
    assert.ok(columns.length <= 2 * 41, columns.join());
    const sum = columns
      .filter((name) => name.endsWith('_taxable'))
      .reduce((total, name) => total + Number(row![name]), 0);
    assert.equal(sum, 70);
    assert.ok(columns.every((name) => /^vat_(other|[A-Z]{1,2}_\d+)_(taxable|amount)$/.test(name)));
  });

  itWithPython('has decimal commas and semicolons for a spreadsheet that reads numbers so', async () => {
    const table = await tableOf(
      [
        rowOf({ total: '1234.5', rates: [vat('S', '19', '1000', '190.125')] }),
        rowOf({ buyer: 'Müller; Söhne, =1+1', total: '-1' }, { number: '1.5' }),
      ],
      spreadsheetCsv(','),
    );
    assert.ok(table.startsWith('\uFEFFdirection;invoice_number;'));
    const [first, second] = readByPython(table, ';');
    assert.deepEqual(
      [first!['total_with_vat'], first!['vat_S_19_taxable'], first!['vat_S_19_amount']],
      ['1234,50', '1000,00', '190,125'],
    );
    assert.deepEqual(
      [second!['invoice_number'], second!['buyer'], second!['total_with_vat']],
      ['1.5', "Müller; Söhne, '=1+1", '-1,00'],
    );
  });

  it('is summed by what was sent, received or has not arrived, by currency and rate', () => {
    const archived = new ArchivedRows(new PackedBytes());
    const figures = (total: string, net: string, tax: string, currency = 'EUR') => ({
      ...{ currency, total, withoutVat: net, vat: tax },
      rates: [vat('S', '19', net, tax)],
    });
    archived.add(rowOf({ ...figures('119', '100', '19'), issueDate: '2026-09-30' }));
    archived.add(rowOf({ ...figures('-11.9', '-10', '-1.9'), issueDate: '2026-07-01' }));
    archived.add(rowOf(figures('238', '200', '38'), { state: 'rejected' }));
    archived.add(rowOf(figures('1.19', '1', '0.19'), { direction: 'in', state: 'validated' }));
    archived.add(rowOf(figures('2.38', '2', '0.38', 'PLN')));
    archived.add(rowOf({ currency: 'EUR', total: '5', issueDate: '=1+1' }));
    archived.add(rowOf({ total: '7' }));
    archived.add(rowOf(figures('7', '7', '0', '<b>')));
    const texts = archived.sums.all().map(({ group, currency, invoices, withoutVat, vat, total, rates }) => {
      const { taxable, tax } = rates.get('S_19')!;
      return [group, currency, invoices, ...[withoutVat, vat, total, taxable, tax].map(String)].join(' ');
    });
    assert.deepEqual(texts, [
      'sent EUR 3 90 17.1 112.1 90 17.1',
      'sent PLN 1 2 0.38 2.38 2 0.38',
      'received EUR 1 1 0.19 1.19 1 0.19',
      'not_arrived EUR 1 200 38 238 200 38',
    ]);
    assert.deepEqual([archived.sums.withoutAmounts, archived.sums.withoutVat], [2, 1]);
    assert.deepEqual(archived.issued, ['2026-07-01', '2026-09-30']);
  });

  it('has every row of a large archive, in order', async () => {
    const archived = new ArchivedRows(new PackedBytes());
    for (let n = 0; n < 3_000; n += 1)
      archived.add(rowOf({ buyer: 'ö'.repeat(n % 200) }, { id: `inv_${n}` }));
    assert.deepEqual(
      [...archived.all()].map(({ id }) => id),
      Array.from({ length: 3_000 }, (_, n) => `inv_${n}`),
    );
    assert.deepEqual(archived.counts, { out: 3_000, in: 0, missing: 0 });
  });
});
