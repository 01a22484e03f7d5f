import { readdirSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { InstalledEntry } from './manifest.ts';
import { ownLayer } from '../layers/layer-selection.ts';
import { SYNTAXES } from '../vocabulary/syntax.ts';

/** In `RULES_DIR`: a folder for each pack of a company's own rules, in the form of `schematron/`. */
export const OWN_FOLDER = 'own';

/** In `own`: a numbered folder for each set that was released; the last one is in force, and holds what `own` held before. */
export const RELEASES_FOLDER = '.releases';

/** The numbers of the sets that were released, the first one first. */
export function releaseNumbers(rulesDir: string): readonly number[] {
  try {
    const names = readdirSync(join(rulesDir, OWN_FOLDER, RELEASES_FOLDER));
    return names
      .filter((name) => /^[1-9]\d*$/.test(name))
      .map(Number)
      .sort((a, b) => a - b);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

export const releaseFolder = (rulesDir: string, number: number): string =>
  join(rulesDir, OWN_FOLDER, RELEASES_FOLDER, String(number));

/** Where own packs and overlays are written that are in force: in the set that was released last, without one in `own` itself. */
export function ownHome(rulesDir: string): string {
  const last = releaseNumbers(rulesDir).at(-1);
  return last === undefined ? join(rulesDir, OWN_FOLDER) : releaseFolder(rulesDir, last);
}

/** Also one that is not released yet. */
export const isReleaseFolder = (home: string): boolean => dirname(home).endsWith(RELEASES_FOLDER);

/** A set has a pack in the state of several days: NAME, and NAME@VERSION for those before. */
export const nameOfState = (folder: string): string => folder.split('@', 1)[0] ?? folder;

const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/**
 * The folders of the own packs that are written in a home, compiled or not. A link and a pack without a folder are named, too: they are refused, and
 * not left out silently.
 */
export async function ownNames(home: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(home, { withFileTypes: true });
    return entries
      .filter(({ name }) => !name.startsWith('.') && name !== OVERLAYS_FILE)
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink() || entry.name === PACK_FILE)
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

export const PACK_FILE = 'pack.json';
/** What a company changes in its publishers' rules. */
export const OVERLAYS_FILE = 'overlays.yaml';

/** What changes if a pack comes, goes, or names other clients, if an overlay does, and if a set is released. */
export async function ownStates(home: string): Promise<readonly string[]> {
  const files = [...(await ownNames(home)).map((name) => join(name, PACK_FILE)), OVERLAYS_FILE];
  return Promise.all(
    files.map(async (file) => {
      const path = join(home, file);
      const state = await stat(path).catch(() => undefined);
      return `${path} ${state?.mtimeMs}`;
    }),
  );
}

/** The clients whose documents own rules check that cannot run; undefined if for every client, or if that cannot be read. */
async function clientsOf(home: string, folder: string): Promise<readonly string[] | undefined> {
  try {
    const text = await readFile(join(home, folder, PACK_FILE), 'utf8');
    const { clients, editions = [] } = JSON.parse(text) as Clients & {
      readonly editions?: readonly Clients[];
    };
    const lists = [clients, ...editions.map((edition) => edition.clients ?? clients)];
    return lists.every(isTextList) ? [...new Set(lists.flat())] : undefined;
  } catch {
    return undefined;
  }
}

interface Clients {
  readonly clients?: unknown;
}

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');

export const notCompiled = (name: string): string =>
  `own rules ${name} are not compiled: run ids packs compile ${name}`;
/** Of a problem of the folder: nothing there is to be removed. */
export const isToCompile = (problem: string): boolean =>
  problem === notCompiled(problem.slice(problem.lastIndexOf(' ') + 1));

/**
 * Stands for own rules that are written and cannot run: no document of their clients passes beside them. It checks beside the schema, which every
 * document has.
 */
export async function entryWithoutProgram(home: string, folder: string): Promise<InstalledEntry> {
  const clients = await clientsOf(home, folder);
  const name = nameOfState(folder);
  return { ...WITHOUT_PROGRAM, id: name, layer: ownLayer(name), ...(clients && { clients }) };
}

const WITHOUT_PROGRAM = {
  version: 'none',
  origin: 'own',
  beside: 'xsd',
  syntaxes: SYNTAXES,
  customizations: ['*'],
  validFrom: null,
  validUntil: null,
  kind: 'schematron',
  engines: [],
  refused: null,
  checksum: '',
  ref: { folder: '', manifest: '', path: '' },
} as const;
