import assert from 'node:assert/strict';
import { join } from 'node:path';
import { compiledModule } from '../../scripts/compiled-module.ts';
import { officialPacksIn } from '../../validators/packs/install/sources.ts';
import { CheckedFile } from '../../validators/pool/checked-file.ts';
import { compiledRules } from '../../validators/pool/compiled-rules.ts';
import { loadSchema } from '../../validators/engine/load/load.ts';
import { Vocabulary } from '../../validators/engine/xml/vocabulary.ts';
import { REFERENCE_DATA, describeByReference } from '../support/reference-data.ts';
import { LONG_TABLES, ROWS } from './all-rows.ts';
import { baseInvoice } from './base.ts';
import { edited } from './edits.ts';
import { CIUS_RO_ROWS } from './national-rows.ts';
import type { FiringRow } from './row.ts';

const ALL_ROWS: readonly FiringRow[] = [
  ...[ROWS.en16931, LONG_TABLES.en16931, ROWS.xrechnung].flat().map((row) => ({ ...row, fires: [] })),
  ...CIUS_RO_ROWS,
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

describeByReference('documents written here', () => {
  let documents: readonly Uint8Array[] = [];
  before(() => {
    documents = ALL_ROWS.map(({ of, edit }) => new TextEncoder().encode(edited(baseInvoice(of), edit)));
  });

  const entries = officialPacksIn(join(REFERENCE_DATA, 'official')).flatMap(({ pack, files }) =>
    pack.entries.map((entry) => ({ entry, files, name: entry.path.split('/').at(-1) ?? '' })),
  );
  for (const [name, cannot] of Object.entries(CANNOT_FIRE))
    it(`fire every rule of ${name} that can fire`, async function () {
      this.timeout(120_000);
      const found = entries.find((each) => each.name === name);
      assert.ok(found);
      const schema = loadSchema(found.files(), found.entry.path, found.entry.visits);
      const vocabulary = new Vocabulary();
      const rules = compiledRules(await compiledModule(schema), vocabulary);
      const fired = new Set<string>();
      for (const bytes of documents) {
        const run = await rules.run(new CheckedFile(bytes, vocabulary), 60_000);
        if (run.kind === 'verdict') for (const { id } of run.fired) fired.add(id ?? '');
      }
      const ids = new Set(
        schema.patterns
          .flatMap(({ rules: all }) => all)
          .flatMap(({ tests }) => tests.map(({ id }) => id ?? '')),
      );
      assert.deepEqual([...ids].filter((id) => !fired.has(id)).sort(), [...cannot].sort());
    });
});
