import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RuleRun } from 'en16931-rules/engine/result.ts';
import { loadSchema } from 'en16931-rules/engine/load/load.ts';
import { type ExpandedPack, expandPack } from 'en16931-rules/packs/expand/expand.ts';
import { packFolder } from './built-in-rules.ts';
import { type Judge, judgeOf, type PackText, textOf } from './compiled-pack.ts';
import { REFERENCE_DATA } from './reference-data.ts';

export const FACTURX_LEVEL_PACKS = {
  minimum: 'FACTUR-X_MINIMUM',
  basicwl: 'FACTUR-X_BASIC-WL',
  basic: 'FACTUR-X_BASIC',
  en16931: 'FACTUR-X_EN16931',
  extended: 'FACTUR-X_EXTENDED',
} as const;
export type FacturxPack = keyof typeof FACTURX_LEVEL_PACKS;

/** October corrected EXTENDED alone; the releases are expanded once. */
const RELEASES = {
  extended: { version: '1.09.2-2026-10', folder: 'official-2026-11/facturx-1.09.2-2026-10' },
  others: { version: '1.09.2', folder: 'official/facturx-1.09.2' },
} as const;
const releaseOf = (level: FacturxPack) => RELEASES[level === 'extended' ? 'extended' : 'others'];
const expanded = new Map<string, ExpandedPack>();

export function builtInText(level: FacturxPack): PackText {
  const { version } = releaseOf(level);
  const pack = expanded.get(version) ?? expandPack(packFolder('facturx'), version);
  expanded.set(version, pack);
  return textOf(pack, `${level}.sch`);
}

export function publishedText(level: FacturxPack): PackText {
  const name = FACTURX_LEVEL_PACKS[level];
  const file = (path: string) =>
    new Uint8Array(readFileSync(join(REFERENCE_DATA, releaseOf(level).folder, level, path)));
  const files = new Map([`${name}.sch`, `${name}_codedb.xml`].map((path) => [path, file(path)]));
  return { entry: `${name}.sch`, files };
}

export const builtInFacturx = (level: FacturxPack): Promise<Judge> =>
  judgeOf(`facturx built-in ${level}`, () => builtInText(level));

export const publishedFacturx = (level: FacturxPack): Promise<Judge> =>
  judgeOf(`facturx published ${level}`, () => publishedText(level));

export const builtInFlags = (level: FacturxPack): ReadonlyMap<string, string> => flagsOf(builtInText(level));
export const publishedFlags = (level: FacturxPack): ReadonlyMap<string, string> =>
  flagsOf(publishedText(level));

/** The severity of each rule, by its id; a rule without a flag is fatal. */
function flagsOf({ files, entry }: PackText): ReadonlyMap<string, string> {
  const { patterns } = loadSchema(files, entry, 'elements-and-attributes');
  const tests = patterns.flatMap(({ rules }) => rules).flatMap((rule) => rule.tests);
  return new Map(tests.map(({ id = '', flag, role }) => [id, flag ?? role ?? 'fatal']));
}

/** Ids that fired; a test without an id is named by what it forbids. */
export function firedBy(run: RuleRun): readonly string[] {
  if (run.kind !== 'verdict') return [`${run.kind} ${'code' in run ? run.code : ''}`];
  const ids = run.fired.map(({ id, firings: [first] }) => id ?? unnamed(first?.text ?? ''));
  return [...new Set(ids)].toSorted();
}

/** By severity, not by id. */
export const refuses = (run: RuleRun): boolean =>
  run.kind !== 'verdict' || run.fired.some(({ flag }) => (flag ?? 'fatal') === 'fatal');

const unnamed = (text: string): string =>
  text.trim().startsWith('Element') ? 'EI-FX-ELEMENT' : 'EI-FX-ATTRIBUTE';
