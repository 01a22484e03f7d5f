import assert from 'node:assert/strict';
import { join } from 'node:path';
import { compiledModule } from '../../support/compiled-module.ts';
import { officialPacksIn } from 'en16931-rules/packs/install/sources.ts';
import { CheckedFile } from 'en16931-rules/pool/checked-file.ts';
import { compiledRules } from 'en16931-rules/pool/compiled-rules.ts';
import type { Rules } from 'en16931-rules/pool/rules.ts';
import { loadSchema } from 'en16931-rules/engine/load/load.ts';
import type { RuleRun } from 'en16931-rules/engine/result.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { ciusRoRules, said } from '../../support/cius-ro-rules.ts';
import { firedBy } from '../../support/facturx-packs.ts';
import { REFERENCE_DATA, describeByReference } from '../../support/reference-data.ts';
import { LONG_TABLES, ROWS } from '../../rules/all-rows.ts';
import { baseInvoice } from '../../rules/base.ts';
import { ROMANIAN_ROWS } from '../../rules/cius-ro/romanian-rows.ts';
import { edited } from '../../rules/edits.ts';
import { XRECHNUNG_ROWS } from '../../rules/german-rows.ts';
import { CIUS_RO_ROWS } from '../../rules/national-rows.ts';
import type { FiringRow, Row } from '../../rules/row.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';

type AnyRow = Row | FiringRow;

const ALL_ROWS: readonly AnyRow[] = [
  ...[...Object.values(ROWS), ...Object.values(LONG_TABLES)].flat(),
  ...CIUS_RO_ROWS,
  ...ROMANIAN_ROWS,
];

/** By entry file: ids that no document can fire (why: docs/rules.md). */
const CANNOT_FIRE: Readonly<Record<string, readonly string[]>> = {
  'EN16931-UBL-validation-preprocessed.sch': [
    ...['BR-CO-05', 'BR-CO-06', 'BR-CO-07', 'BR-CO-08', 'BR-DEC-13', 'BR-DEC-15'],
    ...['UBL-SR-09', 'UBL-SR-15', 'UBL-SR-22', 'UBL-SR-27'],
  ],
  'XRechnung-UBL-validation.sch': [],
  'EN16931-CIUS_RO-UBL-validation.sch': [
    ...['BR-CO-05', 'BR-CO-06', 'BR-CO-07', 'BR-CO-08', 'BR-DEC-13', 'BR-DEC-15'],
    ...['BR-DEC-RO-13', 'BR-DEC-RO-15', 'BR-DEC-RO-23', 'BR-RO-A051', 'BR-RO-A052', 'BR-RO-L1019'],
    ...[
      'UBL-SR-01',
      'UBL-SR-02',
      'UBL-SR-03',
      'UBL-SR-05',
      'UBL-SR-09',
      'UBL-SR-10',
      'UBL-SR-14',
      'UBL-SR-15',
    ],
    ...[
      'UBL-SR-22',
      'UBL-SR-25',
      'UBL-SR-26',
      'UBL-SR-27',
      'UBL-SR-33',
      'UBL-SR-34',
      'UBL-SR-40',
      'UBL-SR-50',
    ],
  ],
};

/** By entry file: the rows that list all its findings; those of newer releases are tried by `rows-as-published`. */
const WITH_ROWS: readonly (readonly [entry: string, rows: readonly Row[]])[] = [
  ['EN16931-UBL-validation-preprocessed.sch', [...ROWS.en16931, ...LONG_TABLES.en16931]],
  [
    'XRechnung-UBL-validation.sch',
    [...ROWS.xrechnung, ...LONG_TABLES.xrechnung].filter((row) => !XRECHNUNG_ROWS.includes(row)),
  ],
];

interface Published {
  readonly name: string;
  readonly ids: ReadonlySet<string>;
  readonly rules: Rules;
}

const nameOf = (row: AnyRow): string => ('it' in row ? row.it : row.fires.join());

describeByReference('documents written here, under the published packs', () => {
  const vocabulary = new Vocabulary();
  const packs: Published[] = [];
  const documents = new Map<AnyRow, Uint8Array>();
  const runs = new Map<string, Map<AnyRow, RuleRun>>();
  before(async function () {
    for (const { pack, files } of officialPacksIn(join(REFERENCE_DATA, 'official')))
      for (const { path, visits } of pack.entries) {
        const name = path.split('/').at(-1) ?? '';
        if (!CANNOT_FIRE[name]) continue;
        const schema = loadSchema(files(), path, visits);
        const tests = schema.patterns.flatMap(({ rules }) => rules).flatMap((rule) => rule.tests);
        const ids = new Set(tests.map(({ id }) => id ?? ''));
        packs.push({ name, ids, rules: compiledRules(await compiledModule(schema), vocabulary) });
        runs.set(name, new Map());
      }
    for (const row of ALL_ROWS) {
      const bytes = new TextEncoder().encode(edited(baseInvoice(row.of), row.edit));
      documents.set(row, bytes);
      const file = new CheckedFile(bytes, vocabulary);
      for (const { name, rules } of packs) runs.get(name)!.set(row, await rules.run(file, 60_000));
    }
  });

  for (const [name, cannot] of Object.entries(CANNOT_FIRE))
    it(`fire every rule of ${name} that can fire`, () => {
      const { ids } = packs.find((each) => each.name === name)!;
      const fired = new Set([...runs.get(name)!.values()].flatMap(firedBy));
      assert.deepEqual([...ids].filter((id) => !fired.has(id)).sort(), [...cannot].sort());
    });

  for (const [name, rows] of WITH_ROWS)
    itAgrees(
      `break the rules of ${name} that their rows list, and no other`,
      { compared: rows.length },
      () => ({
        corpus: rows.map((row) => ({ name: row.it, document: row })),
        engines: { 'the row': ({ finds }) => [...finds].sort() },
        judge: (row) => firedBy(runs.get(name)!.get(row)!),
      }),
    );

  itAgrees('break the same rules of the built-in cius-ro', { compared: ALL_ROWS.length }, async () => {
    const ours = await ciusRoRules();
    const published = runs.get('EN16931-CIUS_RO-UBL-validation.sch')!;
    return {
      corpus: [...documents.keys()].map((row) => ({ name: nameOf(row), document: row })),
      engines: { 'rules written here': async (row) => said(await ours(documents.get(row)!)) },
      judge: (row) => said(published.get(row)!),
    };
  });
});
