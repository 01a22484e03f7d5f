import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstalledEntry } from './manifest.ts';
import { ownLayer } from '../layers/layer-selection.ts';
import { SYNTAXES } from '../vocabulary/syntax.ts';

/** In `RULES_DIR`: a folder for each pack of a company's own rules, in the form of `schematron/`. */
export const OWN_FOLDER = 'own';

/**
 * The names of the own packs that are written there, compiled or not. A link and a pack without a folder are named, too: they are refused, and
 * not left out silently.
 */
export async function ownNames(rulesDir: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(join(rulesDir, OWN_FOLDER), { withFileTypes: true });
    return entries
      .filter(({ name }) => !name.startsWith('.') && name !== OVERLAYS_FILE)
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink() || entry.name === PACK_FILE)
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

export const PACK_FILE = 'pack.json';
/** What a company changes in its publishers' rules. */
export const OVERLAYS_FILE = 'overlays.yaml';

/** What changes if a pack comes, goes, or names other clients, and if an overlay does. */
export const ownStates = async (rulesDir: string): Promise<readonly string[]> =>
  Promise.all(
    [...(await ownNames(rulesDir)).map((name) => join(name, PACK_FILE)), OVERLAYS_FILE].map(async (file) => {
      const state = await stat(join(rulesDir, OWN_FOLDER, file)).catch(() => undefined);
      return `${file} ${state?.mtimeMs}`;
    }),
  );

/** The clients whose documents own rules check that cannot run; undefined if for every client, or if that cannot be read. */
async function clientsOf(rulesDir: string, name: string): Promise<readonly string[] | undefined> {
  try {
    const text = await readFile(join(rulesDir, OWN_FOLDER, name, PACK_FILE), 'utf8');
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
export async function entryWithoutProgram(rulesDir: string, name: string): Promise<InstalledEntry> {
  const clients = await clientsOf(rulesDir, name);
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
