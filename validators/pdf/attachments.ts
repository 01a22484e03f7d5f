import { say } from '../vocabulary/message.ts';
import { PdfBroken } from './read/failure.ts';
import { PdfName, type PdfObject, type PdfStream, PdfString, PdfDict } from './read/objects.ts';
import type { PdfFile } from './read/pdf-file.ts';

/** A file inside a PDF (ISO 32000-1, 7.11.3 and 7.11.4). */
export interface Attachment {
  /** `/UF`, else `/F`. */
  readonly name: string;
  readonly specification: PdfDict;
  /** Missing if the specification points at nothing. */
  readonly stream: PdfStream | undefined;
  /** Under each of its names; all have to be the same file. */
  readonly streams: readonly PdfStream[];
  readonly isInNameTree: boolean;
  readonly isInCatalogAf: boolean;
}

/** The attachments that a PDF reader would list, in the order of discovery. */
export function attachmentsOf(file: PdfFile): readonly Attachment[] {
  const named = fileSpecifications(file);
  const associated = specificationsIn(file, file.array(file.entry(file.catalog, 'AF')));
  const pinned = specificationsIn(file, listPinned(file));
  const all = new Set([...named, ...associated, ...pinned]);
  return joined(
    file,
    [...all].map((specification) => {
      const streams = streamsOf(file, specification);
      return {
        name: nameOf(file, specification),
        specification,
        stream: streams[0],
        streams,
        isInNameTree: named.has(specification),
        isInCatalogAf: associated.has(specification),
      };
    }),
  );
}

/** A writer without references repeats the specification in each list: equal ones of one file are one attachment. */
function joined(file: PdfFile, attachments: readonly Attachment[]): readonly Attachment[] {
  const byFile = new Map<PdfStream | PdfDict, Attachment>();
  for (const one of attachments) {
    const same = one.stream && byFile.get(one.stream);
    if (same && isSame(file, same.specification, one.specification))
      byFile.set(same.stream!, {
        ...same,
        isInNameTree: same.isInNameTree || one.isInNameTree,
        isInCatalogAf: same.isInCatalogAf || one.isInCatalogAf,
      });
    else byFile.set(same || !one.stream ? one.specification : one.stream, one);
  }
  return [...byFile.values()];
}

/** A specification has a dictionary of files, and that a list of sizes and dates. */
const MAX_LEVELS = 4;

/** Dictionaries with a key that stands twice are not: readers differ in the value that they take. */
function isSame(file: PdfFile, one: PdfObject, other: PdfObject | undefined, levels = MAX_LEVELS): boolean {
  const [a, b] = [file.resolve(one), file.resolve(other)];
  if (a === b) return true;
  if (levels === 0) return false;
  if (a instanceof PdfDict && b instanceof PdfDict)
    return (
      a.repeated.size + b.repeated.size === 0 &&
      a.entries.size === b.entries.size &&
      [...a.entries].every(([key, value]) => isSame(file, value, b.entries.get(key), levels - 1))
    );
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, n) => isSame(file, value, b[n], levels - 1));
  return textOf(a) !== undefined && a?.constructor === b?.constructor && textOf(a) === textOf(b);
}

/** One object of a file is one object here, so two references to it are equal. */
function specificationsIn(file: PdfFile, values: readonly PdfObject[]): Set<PdfDict> {
  return new Set(values.flatMap((value) => file.dict(value) ?? []));
}

const MAX_NODES = 2_000;

function fileSpecifications(file: PdfFile): Set<PdfDict> {
  const names = nodesOf(file).flatMap(({ entries }) =>
    file.array(entries.get('Names')).filter((_, i) => i % 2 === 1),
  );
  return specificationsIn(file, names);
}

/** The nodes of the name tree. */
function nodesOf(file: PdfFile): readonly PdfDict[] {
  const visited = new Set<PdfDict>();
  const pending = [file.entry(file.catalog, 'Names', 'EmbeddedFiles')];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const dict = file.dict(node);
    if (!dict) continue;
    if (visited.has(dict)) throw new PdfBroken(say('pdf.its-list-of-attachments-goes-round'));
    visited.add(dict);
    if (visited.size > MAX_NODES) throw new PdfBroken(say('pdf.its-list-of-attachments-is-too'));
    pending.push(...file.array(dict.entries.get('Kids')));
  }
  return [...visited];
}

/** Attachments that only an annotation shows: a fallback, which Factur-X does not allow. */
function listPinned(file: PdfFile): readonly PdfObject[] {
  const pinned: PdfObject[] = [];
  const pages = [file.entry(file.catalog, 'Pages')];
  const visited = new Set<PdfDict>();
  for (let node = pages.pop(); node !== undefined && visited.size < MAX_NODES; node = pages.pop()) {
    const dict = file.dict(node);
    if (!dict || visited.has(dict)) continue;
    visited.add(dict);
    for (const annotation of file.array(dict.entries.get('Annots')))
      if (file.name(file.entry(annotation, 'Subtype')) === 'FileAttachment')
        pinned.push(file.dict(annotation)?.entries.get('FS') ?? null);
    pages.push(...file.array(dict.entries.get('Kids')));
  }
  return pinned;
}

function nameOf(file: PdfFile, specification: PdfDict): string {
  for (const key of ['UF', 'F']) {
    const name = textOf(file.resolve(specification.entries.get(key)));
    if (name !== undefined && name !== '') return name;
  }
  return '';
}

/** A text string; a name if a writer put one in its place. */
export const textOf = (value: PdfObject): string | undefined =>
  value instanceof PdfString || value instanceof PdfName ? value.text : undefined;

/** Names of one embedded file, the preferred one first (ISO 32000-1, table 44). */
const FILE_KEYS = ['UF', 'F', 'DOS', 'Mac', 'Unix'];

function streamsOf(file: PdfFile, specification: PdfDict): readonly PdfStream[] {
  const embedded = file.dict(specification.entries.get('EF'));
  return FILE_KEYS.flatMap((key) => file.stream(embedded?.entries.get(key)) ?? []);
}

/** Keys on the way to an attachment that stand twice in their dictionary. */
export function repeatedKeys(file: PdfFile, { specification, streams }: Attachment): readonly string[] {
  const way: readonly (readonly [PdfDict | undefined, readonly string[]])[] = [
    [file.catalog, ['Names', 'AF']],
    [file.dict(file.catalog.entries.get('Names')), ['EmbeddedFiles']],
    ...nodesOf(file).map((node) => [node, ['Names', 'Kids']] as const),
    [specification, ['EF', 'UF', 'F']],
    [file.dict(specification.entries.get('EF')), FILE_KEYS],
    ...streams.map(({ dict }) => [dict, ['Length', 'Filter', 'DecodeParms', 'F']] as const),
  ];
  return way.flatMap(([dict, keys]) => keys.filter((key) => dict?.repeated.has(key)));
}
