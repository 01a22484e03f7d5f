import { PdfBroken } from './read/failure.ts';
import { PdfName, type PdfObject, type PdfStream, PdfString, type PdfDict } from './read/objects.ts';
import type { PdfFile } from './read/pdf-file.ts';

/** A file inside a PDF (ISO 32000-1, 7.11.3 and 7.11.4). */
export interface Attachment {
  /** `/UF`, else `/F`. */
  readonly name: string;
  readonly specification: PdfDict;
  /** Missing if the specification points at nothing. */
  readonly stream: PdfStream | undefined;
  readonly isInNameTree: boolean;
  readonly isInCatalogAf: boolean;
}

/** The attachments that a PDF reader would list, in the order of discovery. */
export function attachmentsOf(file: PdfFile): readonly Attachment[] {
  const named = fileSpecifications(file);
  const associated = specificationsIn(file, file.array(file.entry(file.catalog, 'AF')));
  const pinned = specificationsIn(file, pinnedToPages(file));
  const all = new Set([...named, ...associated, ...pinned]);
  return [...all].map((specification) => ({
    name: nameOf(file, specification),
    specification,
    stream: streamOf(file, specification),
    isInNameTree: named.has(specification),
    isInCatalogAf: associated.has(specification),
  }));
}

/** One object of a file is one object here, so two references to it are equal. */
function specificationsIn(file: PdfFile, values: readonly PdfObject[]): Set<PdfDict> {
  return new Set(values.flatMap((value) => file.dict(value) ?? []));
}

const MOST_NODES = 2_000;

function fileSpecifications(file: PdfFile): Set<PdfDict> {
  const found = new Set<PdfDict>();
  const visited = new Set<PdfDict>();
  const pending = [file.entry(file.catalog, 'Names', 'EmbeddedFiles')];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const dict = file.dict(node);
    if (!dict) continue;
    if (visited.has(dict)) throw new PdfBroken('its list of attachments goes round in a circle');
    visited.add(dict);
    if (visited.size > MOST_NODES) throw new PdfBroken('its list of attachments is too long');
    const names = file.array(dict.entries.get('Names'));
    for (let i = 1; i < names.length; i += 2) {
      const specification = file.dict(names[i]);
      if (specification) found.add(specification);
    }
    pending.push(...file.array(dict.entries.get('Kids')));
  }
  return found;
}

/** Attachments that only an annotation shows: a fallback, which Factur-X does not allow. */
function pinnedToPages(file: PdfFile): readonly PdfObject[] {
  const pinned: PdfObject[] = [];
  const pages = [file.entry(file.catalog, 'Pages')];
  const visited = new Set<PdfDict>();
  for (let node = pages.pop(); node !== undefined && visited.size < MOST_NODES; node = pages.pop()) {
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

function streamOf(file: PdfFile, specification: PdfDict): PdfStream | undefined {
  const embedded = file.dict(specification.entries.get('EF'));
  return file.stream(embedded?.entries.get('UF')) ?? file.stream(embedded?.entries.get('F'));
}
