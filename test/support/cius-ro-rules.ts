import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileToSource } from '../../validators/engine/compile.ts';
import { loadSchema } from '../../validators/engine/load/load.ts';
import type { RuleRun } from '../../validators/engine/result.ts';
import { Vocabulary } from '../../validators/engine/xml/vocabulary.ts';
import { expandPack } from '../../validators/packs/expand/expand.ts';
import { CheckedFile } from '../../validators/pool/checked-file.ts';
import { compiledRules } from '../../validators/pool/compiled-rules.ts';
import { packFolder } from './built-in-rules.ts';

export type Judge = (document: string | Uint8Array) => Promise<RuleRun>;

/** Compiles the rules of one file. */
export async function judge(files: ReadonlyMap<string, Uint8Array>, entry: string): Promise<Judge> {
  const vocabulary = new Vocabulary();
  const folder = mkdtempSync(join(tmpdir(), 'cius-ro-'));
  const module = join(folder, 'pack.mjs');
  writeFileSync(module, compileToSource(loadSchema(files, entry, 'elements-and-attributes')));
  const rules = compiledRules(await import(pathToFileURL(module).href), vocabulary);
  rmSync(folder, { recursive: true });
  return (document) => {
    const bytes = typeof document === 'string' ? new TextEncoder().encode(document) : document;
    return Promise.resolve(rules.run(new CheckedFile(bytes, vocabulary), 60_000));
  };
}

export const CIUS_RO_PACK = expandPack(packFolder('cius-ro'));

/** `schematron/cius-ro`, which the published rules agree with. */
export const ciusRoRules = (): Promise<Judge> =>
  judge(
    new Map(CIUS_RO_PACK.files.map(({ path, text }) => [path, new TextEncoder().encode(text)])),
    'ubl.sch',
  );

/** Ids of severity error, or how the run ended. */
export const fatalIds = (run: RuleRun): string[] =>
  run.kind === 'verdict'
    ? run.fired.filter(({ flag }) => flag === 'fatal').map(({ id }) => id ?? '')
    : [run.kind];
