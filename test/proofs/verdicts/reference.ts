import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Syntax } from 'en16931-rules/vocabulary/syntax.ts';
import { sha256 } from 'en16931-rules/packs/hash.ts';

/** The compared members of a line of `verdicts.jsonl`; its README gives their meaning. */
export interface RecordedVerdict {
  readonly case: string;
  readonly sha256: string;
  readonly syntax: Syntax;
  readonly customization: string | null;
  /** The schema that was used; the first segment is the pack. */
  readonly xsd: string;
  readonly xsd_valid: boolean;
  readonly layers: readonly RecordedLayer[];
}

export interface RecordedLayer {
  readonly pack: string;
  readonly schematron: string;
  readonly fired?: Readonly<Record<string, { readonly flag: string; readonly count: number }>>;
  /** The official stylesheet stops with this error. */
  readonly error?: string;
}

export interface ReferenceCases {
  readonly verdicts: readonly RecordedVerdict[];
  /** Cases that cannot be used: a verdict without its file or with another one, a file without a verdict. */
  readonly faults: readonly string[];
  readonly bytesOf: (verdict: RecordedVerdict) => Uint8Array;
}

/** Verdicts of the releases after those of `verdicts.jsonl`: on cases to which the release before applies, and on documents that changed. */
const LATER = ['verdicts-2026-11.jsonl', 'verdicts-changed-2026.jsonl'];

/** The cases of the reference data with all of their recorded layers, those of later releases after the others. */
export function readAllReference(conformance: string): ReferenceCases {
  const { verdicts, faults, bytesOf } = readReference(
    join(conformance, 'cases'),
    join(conformance, 'verdicts.jsonl'),
  );
  const known = new Map(verdicts.map((verdict) => [verdict.case, verdict]));
  for (const later of LATER.flatMap((file) => linesOf(join(conformance, file)))) {
    const before = known.get(later.case);
    known.set(later.case, before ? { ...before, layers: [...before.layers, ...later.layers] } : later);
  }
  const isCase = new Set(verdicts.map((verdict) => verdict.case));
  return {
    verdicts: [...known.values()],
    faults,
    bytesOf: (verdict) =>
      isCase.has(verdict.case) ? bytesOf(verdict) : readFileSync(join(conformance, verdict.case)),
  };
}

const linesOf = (file: string): readonly RecordedVerdict[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedVerdict);

export function readReference(casesDir: string, verdictsFile: string): ReferenceCases {
  const recorded = linesOf(verdictsFile);
  const files = new Set(filesBelow(casesDir));
  const faults: string[] = [];
  const seen = new Set<string>();
  const verdicts = recorded.filter((verdict) => {
    const fault = faultOf(verdict);
    seen.add(verdict.case);
    if (fault) faults.push(`${verdict.case}: ${fault}`);
    return fault === undefined;
  });
  for (const file of files) if (!seen.has(file)) faults.push(`${file}: no verdict names this file`);
  return { verdicts, faults, bytesOf: (verdict) => readFileSync(join(casesDir, verdict.case)) };

  function faultOf(verdict: RecordedVerdict): string | undefined {
    if (seen.has(verdict.case)) return 'named by two verdicts';
    if (!files.has(verdict.case)) return 'the file is missing';
    if (sha256(readFileSync(join(casesDir, verdict.case))) !== verdict.sha256)
      return 'not the file that was judged';
    return undefined;
  }
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));

/** The suite of a case is its folder. */
export const suiteOf = (verdict: RecordedVerdict): string => verdict.case.slice(0, verdict.case.indexOf('/'));
