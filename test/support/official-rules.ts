import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CheckedFile } from '../../validators/pool/checked-file.ts';
import { compiledRules } from '../../validators/pool/compiled-rules.ts';
import { compileToSource } from '../../validators/schematron/compile.ts';
import { loadSchema } from '../../validators/schematron/load/load.ts';
import { Vocabulary } from '../../validators/schematron/xml/vocabulary.ts';
import { REFERENCE_DATA } from './reference-data.ts';

const XRECHNUNG = 'xrechnung-3.0.2-sch-2.5.0';
const EN16931 = 'en16931-1.3.16/EN16931-UBL-validation-preprocessed.sch';

/** Entry file first, then what it includes. */
const PACKS = [
  [EN16931],
  [`${XRECHNUNG}/ubl/XRechnung-UBL-validation.sch`, `${XRECHNUNG}/common.sch`],
] as const;

const DEADLINE_MS = 60_000;

export interface OfficialRules {
  /** Ids of the rules of severity error that a UBL document breaks, those of EN 16931 and of XRechnung. */
  broken(xml: string): Promise<string[]>;
}

/** The official rules for an XRechnung in UBL, compiled. */
export async function officialRules(): Promise<OfficialRules> {
  const vocabulary = new Vocabulary();
  const folder = mkdtempSync(join(tmpdir(), 'official-rules-'));
  const packs = await Promise.all(
    PACKS.map(async (paths, index) => {
      const files = new Map(
        paths.map((path) => [path, new Uint8Array(readFileSync(join(REFERENCE_DATA, 'official', path)))]),
      );
      const module = join(folder, `${index}.mjs`);
      writeFileSync(module, compileToSource(loadSchema(files, paths[0], 'elements')));
      return import(pathToFileURL(module).href) as Promise<unknown>;
    }),
  );
  rmSync(folder, { recursive: true });
  const rules = packs.map((pack) => compiledRules(pack, vocabulary));
  return {
    broken: async (xml) => {
      const file = new CheckedFile(new TextEncoder().encode(xml), vocabulary);
      const ids = await Promise.all(
        rules.map(async (pack) => {
          const run = await pack.run(file, DEADLINE_MS);
          assert.ok(run.kind === 'verdict' && run.reached, JSON.stringify(run));
          return run.fired.filter(({ flag }) => flag === 'fatal').map(({ id }) => id ?? '');
        }),
      );
      return ids.flat();
    },
  };
}
