import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A folder below `test/proofs`. */
export interface Suite {
  readonly name: string;
  /** Its test files, `endings/peppol.test.ts`, in alphabetical order. */
  readonly tests: readonly string[];
  /** Its long form, a program with options of its own: `delivery/run.ts`. */
  readonly run?: string;
}

/** @param folder holds one folder per suite; there is no other list of them. */
export function suitesIn(folder: string): readonly Suite[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => suiteOf(name, filesIn(join(folder, name))))
    .filter(({ tests, run }) => tests.length > 0 || run !== undefined)
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));

function suiteOf(name: string, files: readonly string[]): Suite {
  const tests = files
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `${name}/${file}`)
    .sort();
  return { name, tests, ...(files.includes('run.ts') && { run: `${name}/run.ts` }) };
}

/** The proofs of a suite in the rotation: its tests, each alone; its program only if there is no test. */
const briefly = ({ tests, run }: Suite): readonly string[] => (tests.length === 0 && run ? [run] : tests);

/** The proofs that the name of a suite runs: its tests, then its program. */
export const completely = ({ tests, run }: Suite): readonly string[] => [...tests, ...(run ? [run] : [])];

/** Every proof once: the first of each suite, then the second of each, so that a short run sees many suites. */
export function inTurn(suites: readonly Suite[]): readonly string[] {
  const lists = suites.map(briefly);
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, round) =>
    lists.flatMap((list) => list.slice(round, round + 1)),
  ).flat();
}

/** @returns the suite of that name or the proof of that file, with or without its ending; undefined if neither exists. */
export function named(suites: readonly Suite[], name: string): readonly string[] | undefined {
  const suite = suites.find((each) => each.name === name);
  if (suite) return completely(suite);
  const file = suites
    .flatMap(completely)
    .find((each) => [each, each.replace(/(\.test)?\.ts$/, '')].includes(name));
  return file === undefined ? undefined : [file];
}
