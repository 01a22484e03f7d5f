import { closeSync, openSync, readSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { type Entry, type ZipFile, fromBufferPromise, openPromise } from 'yauzl';
import { WrongShape } from '../members.ts';
import { type TarEntry, entriesOfTar } from './tar.ts';

/** Limits of an archive: publishers' stay below a tenth of each. */
export interface ArchiveLimits {
  readonly entries: number;
  /** Of one file, unpacked. Larger ones are skipped. */
  readonly file: number;
  /** Of all unpacked files, including those of archives inside archives. */
  readonly bytes: number;
  /** Nested archives. */
  readonly depth: number;
}
export const ARCHIVE_LIMITS: ArchiveLimits = {
  entries: 50_000,
  file: 50_000_000,
  bytes: 1_000_000_000,
  depth: 3,
};

/** The publisher's own: `release.zip/schema/a.xsd`. */
type Take = (path: string, bytes: Uint8Array) => void;

/** Unpacks the wanted files into memory, and never by name onto the disk. One for all archives of one call. */
export class Archives {
  private entries = 0;
  private bytes = 0;

  /** @param wants which files, by the end of their names; inner archives are always opened. */
  constructor(
    private readonly wants: (name: string) => boolean,
    private readonly take: Take,
    private readonly limits: ArchiveLimits,
  ) {}

  /** @throws WrongShape if it is no archive, is damaged, leads out of itself, or exceeds a limit. */
  open(path: string): Promise<void> {
    return this.inside(path, 1, isTar(path) || beginsWith(path, GZIP) ? path : () => openPromise(path));
  }

  /** @param archive a zip file as it is opened, or a gzipped tar. */
  private async inside(path: string, depth: number, archive: OpenZip | string | Uint8Array): Promise<void> {
    try {
      const entries =
        typeof archive === 'function'
          ? entriesOfZip(archive)
          : entriesOfTar(path, archive, this.limits.bytes);
      for await (const entry of entries) await this.entry(entry, path, depth);
    } catch (error) {
      if (error instanceof WrongShape) throw error;
      throw new WrongShape(
        path,
        `no archive that can be read (${error instanceof Error ? error.message : String(error)})`,
      );
    }
  }

  private async entry(
    { name, kind, bytes: size, read }: PackedFile,
    archive: string,
    depth: number,
  ): Promise<void> {
    const { entries, file, bytes: most, depth: deepest } = this.limits;
    const path = `${archive}/${name}`;
    this.entries += 1;
    if (this.entries > entries) throw new WrongShape(path, `more than ${entries} files`);
    if (kind === 'link') throw new WrongShape(path, 'a link; an archive with links is not taken');
    if (leadsOut(name)) throw new WrongShape(path, 'a path that leads out of its archive');
    const isInner = isArchive(name) && depth < deepest;
    if (kind !== 'file' || size > file || (!isInner && !this.wants(name))) return;
    // Counted before: every file is bounded by its stated size.
    this.bytes += size;
    if (this.bytes > most) throw new WrongShape(path, `more than ${most} bytes once it is unpacked`);
    const bytes = await read();
    if (!isInner) this.take(path, bytes);
    else
      await this.inside(path, depth + 1, isTar(name) ? bytes : () => fromBufferPromise(Buffer.from(bytes)));
  }
}

type OpenZip = () => Promise<ZipFile>;

/** A file in an archive; an encrypted one is of no kind. */
type PackedFile = Omit<TarEntry, 'kind'> & { readonly kind: TarEntry['kind'] | undefined };

async function* entriesOfZip(open: OpenZip): AsyncGenerator<PackedFile> {
  let zip: ZipFile | undefined;
  try {
    zip = await open();
    const opened = zip;
    for await (const entry of opened.eachEntry())
      yield {
        name: entry.fileName,
        kind: kindOf(entry),
        bytes: entry.uncompressedSize,
        read: async () => buffer(await opened.openReadStreamPromise(entry)),
      };
  } finally {
    zip?.close();
  }
}

const FILE_TYPE = 0o170000;
const SYMBOLIC_LINK = 0o120000;

/** Archives of Unix keep the mode of a file in the upper half of its attributes (APPNOTE 4.4.15). */
function kindOf(entry: Entry): TarEntry['kind'] | undefined {
  const mode = entry.externalFileAttributes >>> 16;
  if ((mode & FILE_TYPE) === SYMBOLIC_LINK) return 'link';
  if (entry.fileName.endsWith('/')) return 'folder';
  return entry.isEncrypted() ? undefined : 'file';
}

/** Nothing is written by these names; a publisher's archive has none of them. */
const leadsOut = (name: string): boolean => /^[/\\]|^[a-z]:|(^|[/\\])\.\.([/\\]|$)/i.test(name);

const isTar = (name: string): boolean => /\.(tgz|tar\.gz)$/i.test(name);

/** Zip files, Python wheels and jars; npm packages and other gzipped tar archives. */
export const isArchive = (name: string): boolean => /\.(zip|whl|jar)$/i.test(name) || isTar(name);

const ZIP = Buffer.from('PK\u0003\u0004');
const GZIP = Buffer.from([0x1f, 0x8b]);

/** A download may have any name. */
export const beginsAsArchive = (path: string): boolean =>
  [ZIP, GZIP].some((magic) => beginsWith(path, magic));

function beginsWith(path: string, magic: Buffer): boolean {
  const head = Buffer.alloc(magic.length);
  const file = openSync(path, 'r');
  try {
    readSync(file, head);
  } finally {
    closeSync(file);
  }
  return head.equals(magic);
}
