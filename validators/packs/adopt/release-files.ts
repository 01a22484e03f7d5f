import { counted } from '../../vocabulary/counted.ts';
import { dirname, join, posix } from 'node:path';
import { PackRefused } from '../../engine/load/pack-refused.ts';
import { readDocuments } from '../../engine/load/documents.ts';
import { readRules } from '../../engine/load/read-rules.ts';
import { isStylesheetRoot, writesReport } from '../../engine/load/stylesheet/read-stylesheet.ts';
import {
  type PackFiles,
  type SourceElement,
  attributeOf,
  childElements,
  parseSource,
} from '../../engine/load/source.ts';
import { SCHEMATRON } from '../../engine/load/grammar.ts';
import { ARCHIVE_LIMITS } from '../install/archive.ts';
import { isAddress } from '../install/download.ts';
import { WrongShape } from '../members.ts';
import { type FileSink, lookThrough } from '../install/look-through.ts';
import type { SeenFile } from './marks.ts';

/** How a file states its contents: rules as written, or as compiled. */
type Form = 'schematron' | 'stylesheet' | 'schema';

/** A file with its includes. */
export interface EntryFile extends SeenFile {
  readonly path: string;
  readonly form: Form;
  /** The same rules in the other form. */
  readonly twin?: EntryFile | undefined;
  /** Paths of itself and of all that it includes. */
  readonly parts: readonly string[];
  /** Addresses that a schema imports, and the files that replace them. */
  readonly catalog: Readonly<Record<string, string>>;
}

/**
 * Every Schematron, XSLT and schema file of a folder, an archive or an address, by its path there.
 * @throws WrongShape if the source is unreadable, or has none.
 */
export async function filesAt(source: string, report: (line: string) => void): Promise<PackFiles> {
  const files = new Map<string, Uint8Array>();
  const sink: FileSink = {
    // Rules of Factur-X read a list of codes.
    wants: (name) => /(\.(sch|xslt?|xsd)|_codedb\.xml)$/i.test(name),
    take: (path, bytes) => void files.set(pathBelow(source, path), bytes),
  };
  await lookThrough(source, sink, report, ARCHIVE_LIMITS);
  if (files.size === 0)
    throw new WrongShape(
      source,
      'no rules (.sch, .xsl, .xslt) and no schema (.xsd) in it. Name the folder or archive in which the files of the release are',
    );
  report(`${source}: ${counted(files.size, 'file')} of rules and schemas`);
  return files;
}

/** A download is in a folder of its own, whose name is left out. */
function pathBelow(source: string, matchingPath: string): string {
  const steps = (path: string): string[] => join(path).split(/[\\/]/).filter((step) => !['', '.', '..'].includes(step)); // prettier-ignore
  const above = isAddress(source) ? 0 : steps(source).length;
  return steps(matchingPath).slice(above).join('/') || posix.basename(matchingPath);
}

interface EntryFiles {
  readonly entries: readonly EntryFile[];
  /** Why stylesheets with rules were not read. */
  readonly refused: readonly PackRefused[];
}

/**
 * Reads the files that can be the entry of a pack; included files cannot.
 * @param report gets unreadable parts, once for all files that include them.
 */
export function entryFiles(files: PackFiles, report: (line: string) => void): EntryFiles {
  const reasons = new Set<string>();
  const refused: PackRefused[] = [];
  const entries = [...files.keys()].flatMap((path) => {
    try {
      if (/\.xml$/i.test(path)) return [];
      return /\.xsd$/i.test(path) ? schemaAt(files, path) : rulesAt(files, path);
    } catch (error) {
      if (!(error instanceof PackRefused)) throw error;
      reasons.add(error.message);
      if (isCompiled(path)) refused.push(error);
      return [];
    }
  });
  for (const reason of reasons) report(`Passed over, with all files that include it: ${reason}`);
  return { entries, refused };
}

const isCompiled = (path: string): boolean => /\.xslt?$/i.test(path);

function rulesAt(files: PackFiles, path: string): readonly EntryFile[] {
  const parts = new Set<string>();
  const noting = { get: (part: string) => (parts.add(part), files.get(part)) } as PackFiles;
  const whole = parseSource(files, path);
  const isWritten = whole.namespace === SCHEMATRON && whole.localName === 'schema';
  // A release has other stylesheets, too: those that show an invoice.
  if (!isWritten && !(isStylesheetRoot(whole) && writesReport(whole))) return [];
  const { root } = readRules(noting, path);
  const text = textOf(files, parts);
  readDocuments(root, noting);
  const form = isWritten ? 'schematron' : 'stylesheet';
  return [{ path, form, root, ids: idsIn(root), text, parts: [...parts], catalog: {} }];
}

function idsIn(root: SourceElement): ReadonlySet<string> {
  const ids = new Set<string>();
  (function look(element: SourceElement): void {
    const id = attributeOf(element, 'id');
    if (id !== undefined && ['assert', 'report'].includes(element.localName)) ids.add(id);
    childElements(element).forEach(look);
  })(root);
  return ids;
}

function schemaAt(files: PackFiles, path: string): readonly EntryFile[] {
  const parts = new Set<string>();
  const catalog: Record<string, string> = {};
  (function follow(part: string): void {
    if (parts.has(part) || !files.has(part)) return;
    parts.add(part);
    for (const location of locationsIn(parseSource(files, part))) {
      const next = isAddress(location) ? fileFor(location, part, files) : posix.join(dirname(part), location);
      if (next === undefined) continue;
      if (isAddress(location)) catalog[location] = next;
      follow(next);
    }
  })(path);
  const root = parseSource(files, path);
  const text = textOf(files, parts);
  return [{ path, form: 'schema', root, ids: new Set(), text, parts: [...parts], catalog }];
}

const locationsIn = (root: SourceElement): readonly string[] =>
  childElements(root)
    .filter(({ localName }) => ['include', 'import', 'redefine'].includes(localName))
    .flatMap((element) => attributeOf(element, 'schemaLocation') ?? []);

/** The publisher's copy of a file at an address: the file of that name nearest to the importing one. */
function fileFor(address: string, from: string, files: PackFiles): string | undefined {
  const name = posix.basename(address);
  return [...files.keys()]
    .filter((path) => posix.basename(path) === name)
    .toSorted((a, b) => share(b, from) - share(a, from))[0];
}

function share(one: string, other: string): number {
  const steps = other.split('/');
  const differs = one.split('/').findIndex((step, i) => step !== steps[i]);
  return differs < 0 ? steps.length : differs;
}

const textOf = (files: PackFiles, parts: ReadonlySet<string>): string =>
  [...parts].map((part) => new TextDecoder().decode(files.get(part))).join('\n');
