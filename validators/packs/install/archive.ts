import { buffer } from 'node:stream/consumers';
import { type Entry, type ZipFile, fromBufferPromise, openPromise } from 'yauzl';
import { WrongShape } from '../members.ts';

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

  /** @throws WrongShape if it is no archive, is damaged, or exceeds a limit. */
  open(path: string): Promise<void> {
    return this.inside(path, 1, () => openPromise(path));
  }

  private async inside(path: string, depth: number, open: () => Promise<ZipFile>): Promise<void> {
    let zip: ZipFile | undefined;
    try {
      zip = await open();
      for await (const entry of zip.eachEntry())
        await this.entry(zip, entry, `${path}/${entry.fileName}`, depth);
    } catch (error) {
      if (error instanceof WrongShape) throw error;
      throw new WrongShape(
        path,
        `no archive that can be read (${error instanceof Error ? error.message : String(error)})`,
      );
    } finally {
      zip?.close();
    }
  }

  private async entry(zip: ZipFile, entry: Entry, path: string, depth: number): Promise<void> {
    const { entries, file, bytes: most, depth: deepest } = this.limits;
    this.entries += 1;
    if (this.entries > entries) throw new WrongShape(path, `more than ${entries} files`);
    const isInner = isArchive(entry.fileName) && depth < deepest;
    if (!isInner && !this.wants(entry.fileName)) return;
    const tooLarge = entry.uncompressedSize > file;
    if (entry.fileName.endsWith('/') || entry.isEncrypted() || tooLarge) return;
    // Counted before: the library bounds every file by its stated size.
    this.bytes += entry.uncompressedSize;
    if (this.bytes > most) throw new WrongShape(path, `more than ${most} bytes once it is unpacked`);
    const bytes = await buffer(await zip.openReadStreamPromise(entry));
    if (isInner) await this.inside(path, depth + 1, () => fromBufferPromise(bytes));
    else this.take(path, bytes);
  }
}

export const isArchive = (name: string): boolean => /\.zip$/i.test(name);
