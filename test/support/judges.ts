import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';

export type Registry = 'cargo' | 'debian' | 'go' | 'maven' | 'npm' | 'pypi';

/** A program or data by other authors that tests compare with: an entry of `test/judges.json`. */
export interface Judge {
  readonly name: string;
  /** What it judges, in a few words. */
  readonly judges: string;
  readonly registry: Registry;
  readonly package: string;
  readonly version: string;
  readonly licence: string;
  /** Further packages of the registry, each with its version. */
  readonly with?: Readonly<Record<string, string>>;
  /** Programs of the path that run it. */
  readonly needs?: readonly string[];
  /** The lowest version of Python that runs it, if that matters. */
  readonly python?: string;
  /** PyPI: without the packages that it depends on. */
  readonly alone?: true;
  /** Only the bench of peers installs and asks it. */
  readonly bench?: true;
  /** Debian: programs of the path, and files by their whole path. */
  readonly provides?: readonly string[];
}

interface Manifest {
  /** By program, the package of Debian that contains it. */
  readonly debian: Readonly<Record<string, string>>;
  readonly judges: readonly Judge[];
}

const MANIFEST = JSON.parse(readFileSync(new URL('../judges.json', import.meta.url), 'utf8')) as Manifest;

export const { debian: DEBIAN_PACKAGES } = MANIFEST;

export const JUDGES: readonly Judge[] = MANIFEST.judges.filter(({ bench }) => !bench);

/** Programs that a user could take instead. */
export const PEERS: readonly Judge[] = MANIFEST.judges.filter(({ bench }) => bench);

/** Outside of the project, because `npm ci` empties node_modules and worktrees share it. */
const cache = (): string =>
  process.env['JUDGES_CACHE'] ||
  join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'invoice-delivery-service/judges');

/** The folder of an installed judge. An entry that installs something else has another folder. */
export function folderOf({ name, registry, package: main, version, with: others, alone }: Judge): string {
  const installed = JSON.stringify([registry, main, version, others, alone]);
  const digest = createHash('sha256').update(installed).digest('hex').slice(0, 8);
  return join(cache(), `${name}@${version.replaceAll(' ', '-')}-${digest}`);
}

/** What exists if a judge is installed whole: programs of the path, and files by their whole path. */
const PROOFS: Readonly<Record<Registry, (judge: Judge, folder: string) => readonly string[]>> = {
  cargo: (_, folder) => [join(folder, '.crates.toml')],
  debian: ({ provides = [] }) => provides,
  go: (_, folder) => [join(folder, 'judge')],
  maven: ({ package: main, version }, folder) => [join(folder, `${main.split(':')[1]}-${version}.jar`)],
  npm: ({ package: main }, folder) => [join(folder, 'node_modules', main, 'package.json')],
  pypi: (_, folder) => [join(folder, 'bin/python')],
};

/** A program of the path, or a file by its whole path. */
export const exists = (program: string): boolean =>
  isAbsolute(program)
    ? existsSync(program)
    : (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

export const isInstalled = (judge: Judge): boolean =>
  PROOFS[judge.registry](judge, folderOf(judge)).every(exists);

/** @returns why a judge cannot be asked, if so. */
export function whyMissing(judge: Judge): string | undefined {
  const who = judge.registry === 'debian' ? judge.name : `${judge.name} ${judge.version}`;
  if (!isInstalled(judge)) return `${who} is not installed: npm run judges`;
  const lacking = (judge.needs ?? []).filter((program) => !exists(program));
  return lacking.length === 0 ? undefined : `${who} needs ${lacking.join(' and ')}`;
}

/**
 * A judge by its name: its folder, and the reason if it cannot be asked, with which a test is skipped.
 * @throws Error if `test/judges.json` does not name it.
 */
export function findJudge(name: string): { readonly folder: string; readonly missing: string | undefined } {
  const judge = [...JUDGES, ...PEERS].find((one) => one.name === name);
  if (!judge) throw new Error(`test/judges.json names no judge ${name}`);
  return { folder: folderOf(judge), missing: whyMissing(judge) };
}

/** A test that is skipped if a judge is missing; its title gives the reason. */
export function itWith(names: readonly string[], title: string, test: () => void | Promise<void>): void {
  const missing = names.flatMap((name) => findJudge(name).missing ?? []);
  if (missing.length === 0) it(title, test);
  else it.skip(`${title} (${missing.join('; ')})`);
}
