import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mapExport } from '../../src/domain/mapping/map-export.ts';
import { readJson } from '../../src/domain/json/read-json.ts';
import { parseMapping } from '../../src/domain/mapping/parse-mapping.ts';
import { proposeMapping } from '../../src/commands/mappings/propose-mapping.ts';
import { readMappings } from '../../src/processes/read-mappings.ts';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { builtIds } from '../support/built.ts';
import { exportNamed } from '../support/exports.ts';
import { emptyFolder } from '../support/folder.ts';
import { MAPPINGS_FOLDER } from '../support/mappings.ts';
import { tableNamed } from '../support/tables.ts';

type Json = Record<string, unknown>;

describe('a folder of mappings', () => {
  const folder = emptyFolder();
  after(() => folder.remove());
  let n = 0;

  /** The product's mappings, with files added or changed. */
  function withFiles(files: Readonly<Record<string, (live: Json) => unknown>>): string {
    n += 1;
    const path = join(folder.path, String(n));
    cpSync(MAPPINGS_FOLDER, path, { recursive: true });
    for (const [name, make] of Object.entries(files)) {
      const live = JSON.parse(readFileSync(join(MAPPINGS_FOLDER, 'erp-a/v3.json'), 'utf8')) as Json;
      mkdirSync(join(path, name, '..'), { recursive: true });
      const made = make(live);
      writeFileSync(join(path, name), typeof made === 'string' ? made : JSON.stringify(made));
    }
    return path;
  }

  it('takes another version from a file alone', () => {
    const path = withFiles({
      'erp-a/v4.json': (live) => ({
        ...live,
        version: 'v4',
        status: 'available',
        units: { STK: 'SET', HOUR: 'HUR' },
      }),
    });
    const chosen = readMappings(path).choose('erp-a', 'v4');
    assert.ok(chosen.ok);
    const read = readJson(JSON.stringify(exportNamed('erp-a-invoice')));
    assert.ok(read.ok);
    const { terms } = mapExport({ mapping: chosen.mapping, settings: {} }, read.value);
    assert.equal(terms.find((term) => term.path === 'lines[0].unit')?.value, 'SET');
  });

  it('takes another connector from a file alone', () => {
    const path = withFiles({
      'erp-c/v1.json': (live) => ({
        ...live,
        connector: 'erp-c',
        version: 'v1',
        objects: [{ name: 'bill', recognised: [{ member: 'rows' }], lines: 'rows' }],
        fields: [{ to: 'invoice.number', from: 'no', label: 'No', required: true }],
      }),
    });
    const mappings = readMappings(path);
    assert.deepEqual(mappings.connectors, ['erp-a', 'erp-b', 'erp-c', 'table']);
    const chosen = mappings.choose('erp-c', undefined);
    assert.ok(chosen.ok);
    const { document } = mapExport({ mapping: chosen.mapping, settings: {} }, { no: 'B-1', rows: [] });
    assert.deepEqual(document, { invoice: { number: 'B-1' } });
  });

  for (const [what, files, says] of [
    [
      'two live versions',
      { 'erp-a/v1.json': (live: Json) => ({ ...live, version: 'v1' }) },
      /exactly one version must be live/,
    ],
    [
      'no live version',
      { 'erp-a/v3.json': (live: Json) => ({ ...live, status: 'available' }) },
      /must be live, not 0/,
    ],
    [
      'a misspelt member',
      { 'erp-a/v3.json': (live: Json) => ({ ...live, unit: {} }) },
      /erp-a\/v3\.json: unit is no member/,
    ],
    ['a file that is another', { 'erp-a/v4.json': (live: Json) => live }, /says that it is erp-a\/v3\.json/],
    [
      'a rule without a source',
      { 'erp-a/v3.json': (live: Json) => ({ ...live, fields: [{ to: 'invoice.number' }] }) },
      /fields\[0\]\.from/,
    ],
    ['what is no JSON', { 'erp-a/v3.json': () => '{' }, /erp-a\/v3\.json: cannot be read/],
  ] as const)
    it(`is refused with ${what}, by the name of the file`, () => {
      assert.throws(() => readMappings(withFiles(files as never)), says);
    });

  it('is compared by a command, member by member', () => {
    const program = builtIds();
    const run = (...args: readonly string[]): string =>
      execFileSync(process.execPath, [program, 'mappings', ...args], {
        cwd: projectFolder(),
        encoding: 'utf8',
      });
    const example = 'examples/exports/erp-a-invoice.json';
    assert.match(run('diff', 'erp-a', 'v1', 'v2', example), /lines\[0\]\.unit: "STK" -> "H87"/);
    assert.match(
      run('try', 'mappings/table/v2.json', 'examples/exports/table-invoice.csv'),
      /lines\[1\]\.unit = "HUR" {3}<- row 3, column Einheit \(Unit\)/,
    );
    assert.match(
      run('from-csv', 'examples/exports/table-invoice.csv', 'own'),
      /"connector": "own",\n {2}"version": "v1"/,
    );
    assert.match(
      run('try', 'mappings/erp-a/v3.json', example),
      /lines\[0\]\.unit = "H87" {3}<- salesInvoiceLines\[0\]\.unitOfMeasureCode \(Unit of Measure Code\)/,
    );
  });

  it('proposes a mapping for a table from its headings, and lists the open ones', () => {
    const csv = [
      'RECHNUNGS-NR,Rechnungsdatum,Kundenname,Land,Waehrung,Bezeichnung,Menge,ME,Preis,Farbe',
      'R-1,2026-10-05,Kundin,DE,EUR,Stuhl,2,Stk,"1,133.35",rot',
    ].join('\r\n');
    const base = JSON.parse(readFileSync(join(MAPPINGS_FOLDER, 'table/v1.json'), 'utf8')) as Json;
    const { mapping, remarks } = proposeMapping(Buffer.from(csv), base, 'own');
    assert.deepEqual(remarks, [
      'csv.columns.vat_rate: no heading is known for it, and it is required. Name the heading.',
      'Waehrung: nothing reads this column.',
      'Farbe: nothing reads this column.',
    ]);
    const { connector, csv: form } = parseMapping(mapping, 'the proposal');
    assert.equal(connector, 'own');
    assert.deepEqual([form?.delimiter, form?.decimal, form?.dates], [',', '.', ['YYYY-MM-DD']]);
    assert.deepEqual(form?.columns['number']?.headings, ['RECHNUNGS-NR']);
  });

  it('reads a table with the mapping that was proposed for it', () => {
    const example = tableNamed('table-invoice');
    const base = JSON.parse(readFileSync(join(MAPPINGS_FOLDER, 'table/v1.json'), 'utf8')) as Json;
    const proposal = proposeMapping(Buffer.from(example.csv_base64, 'base64'), base, 'own');
    const mapping = parseMapping(proposal.mapping, 'the proposal');
    const { document } = mapExport({ mapping, settings: {} }, example);
    const known = mapExport({ mapping: parseMapping(base, 'table/v1'), settings: {} }, example);
    assert.deepEqual(document, known.document);
    assert.deepEqual(proposal.remarks, ['Lagerort: nothing reads this column.']);
  });
});
