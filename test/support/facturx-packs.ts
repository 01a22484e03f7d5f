import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RuleRun } from '../../validators/engine/result.ts';
import { expandPack } from '../../validators/packs/expand/expand.ts';
import { packFolder } from './built-in-rules.ts';
import { type Judge, judgeOf, textOf } from './compiled-pack.ts';
import { REFERENCE_DATA } from './reference-data.ts';

export const FACTURX_LEVEL_PACKS = {
  minimum: 'FACTUR-X_MINIMUM',
  basicwl: 'FACTUR-X_BASIC-WL',
  basic: 'FACTUR-X_BASIC',
  en16931: 'FACTUR-X_EN16931',
} as const;
export type FacturxPack = keyof typeof FACTURX_LEVEL_PACKS;

export const builtInFacturx = (level: FacturxPack): Promise<Judge> =>
  judgeOf(`facturx built-in ${level}`, () => textOf(expandPack(packFolder('facturx')), `${level}.sch`));

export function publishedFacturx(level: FacturxPack): Promise<Judge> {
  const name = FACTURX_LEVEL_PACKS[level];
  const file = (path: string) =>
    new Uint8Array(readFileSync(join(REFERENCE_DATA, 'official/facturx-1.09.2', level, path)));
  const files = new Map([`${name}.sch`, `${name}_codedb.xml`].map((path) => [path, file(path)]));
  return judgeOf(`facturx published ${level}`, () => ({ entry: `${name}.sch`, files }));
}

/** Ids that fired; tests without one by what they forbid. */
export function firedBy(run: RuleRun): readonly string[] {
  if (run.kind !== 'verdict') return [`${run.kind} ${'code' in run ? run.code : ''}`];
  const ids = run.fired.map(({ id, firings: [first] }) => id ?? unnamed(first?.text ?? ''));
  return [...new Set(ids)].toSorted();
}

const unnamed = (text: string): string =>
  text.trim().startsWith('Element') ? 'EI-FX-ELEMENT' : 'EI-FX-ATTRIBUTE';
