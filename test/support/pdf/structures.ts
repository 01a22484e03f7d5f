import { deflateSync } from 'node:zlib';
import { type PdfDraft, writeObject } from './pdf-draft.ts';

/** Widths of the three fields of a cross-reference stream's entries. */
const WIDTHS = [1, 4, 2] as const;
const FREE = [0, 0, 0] as const;

type Entry = readonly [type: number, first: number, second: number];

interface Compressed {
  /** Everything but the cross-references. */
  readonly body: Buffer;
  readonly entries: ReadonlyMap<number, Entry>;
  readonly next: number;
}

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Objects without a stream are stored in one (ISO 32000-1, 7.5.7). */
function inObjectStream(draft: PdfDraft): Compressed {
  const container = draft.next();
  const inside = [...draft.objects].filter(([, { stream }]) => stream === undefined);
  const own = [...draft.objects].filter(([, { stream }]) => stream !== undefined);
  const entries = new Map<number, Entry>(inside.map(([number], at) => [number, [2, container, at]]));
  const parts = [latin1(draft.header)];
  const put = (number: number, written: Buffer): void => {
    entries.set(number, [1, Buffer.concat(parts).length, 0]);
    parts.push(written);
  };
  for (const [number, object] of own) put(number, writeObject(number, object));
  let at = 0;
  const index = inside.map(([number, { text }]) => {
    const pair = `${number} ${at}`;
    at += text.length + 1;
    return pair;
  });
  const head = `${index.join(' ')} `;
  const stream = deflateSync(latin1(head + inside.map(([, { text }]) => text).join(' ')));
  const text = `<< /Type /ObjStm /N ${inside.length} /First ${head.length} /Filter /FlateDecode >>`;
  put(container, writeObject(container, { text, stream }));
  return { body: Buffer.concat(parts), entries, next: container + 1 };
}

function entryBytes(entry: Entry): Buffer {
  const bytes = WIDTHS.map((width, at) => {
    const field = Buffer.alloc(width);
    field.writeUIntBE(entry[at]!, 0, width);
    return field;
  });
  return Buffer.concat(bytes);
}

const crossReferenceStream = (
  number: number,
  entries: ReadonlyMap<number, Entry>,
  trailer: string,
): Buffer => {
  const rows = Array.from({ length: number + 1 }, (_, one) => entryBytes(entries.get(one) ?? FREE));
  const text = `<< /Type /XRef /Size ${number + 1} /W [ ${WIDTHS.join(' ')} ] ${trailer} /Filter /FlateDecode >>`;
  return writeObject(number, { text, stream: deflateSync(Buffer.concat(rows)) });
};

const startingAt = (offset: number): Buffer => latin1(`startxref\n${offset}\n%%EOF\n`);

/** The draft with object and cross-reference streams, as newer programs write it (ISO 32000-1, 7.5.8). */
export function inStreams(draft: PdfDraft): Buffer {
  const { body, entries, next } = inObjectStream(draft);
  const all = new Map(entries).set(next, [1, body.length, 0]);
  return Buffer.concat([body, crossReferenceStream(next, all, draft.trailer), startingAt(body.length)]);
}

/** A table for readers of PDF 1.4 that hides the objects in streams, and a stream for others that lists them (ISO 32000-1, 7.5.8.4). */
export function hybridReferences(draft: PdfDraft): Buffer {
  const { body, entries, next } = inObjectStream(draft);
  const stream = crossReferenceStream(next, entries, '');
  const rows = Array.from({ length: next }, (_, one) => {
    const [type, offset] = entries.get(one) ?? FREE;
    return type === 1 ? `${String(offset).padStart(10, '0')} 00000 n \n` : '0000000000 65535 f \n';
  });
  const table = `xref\n0 ${next}\n${rows.join('')}trailer\n<< /Size ${next + 1} /XRefStm ${body.length} ${draft.trailer} >>\n`;
  return Buffer.concat([body, stream, latin1(table), startingAt(body.length + stream.length)]);
}

/**
 * The file with a later change after its end (ISO 32000-1, 7.5.6).
 * @param changed the new objects of the file; `free` deletes one.
 */
export function updated(
  file: Buffer,
  changed: readonly (readonly [number, Parameters<typeof writeObject>[1] | 'free'])[],
  trailer: string,
): Buffer {
  const [, previous] = /startxref\n(\d+)\n%%EOF\n$/.exec(file.toString('latin1')) ?? [];
  if (previous === undefined) throw new Error('the file has no end');
  const parts = [file];
  const size = (): number => parts.reduce((sum, { length }) => sum + length, 0);
  const rows = changed.map(([number, object]) => {
    if (object === 'free') return `${number} 1\n0000000000 00001 f \n`;
    const row = `${number} 1\n${String(size()).padStart(10, '0')} 00000 n \n`;
    parts.push(writeObject(number, object));
    return row;
  });
  const most = Math.max(
    ...[...file.toString('latin1').matchAll(/(?:<<|\/XRef) \/Size (\d+)/g)].map(([, said]) => Number(said)),
  );
  const start = size();
  parts.push(latin1(`xref\n${rows.join('')}trailer\n<< /Size ${most} /Prev ${previous} ${trailer} >>\n`));
  return Buffer.concat([...parts, startingAt(start)]);
}
