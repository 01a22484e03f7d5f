import { counted } from '../../vocabulary/counted.ts';
import { basename } from 'node:path';
import type { PackFiles } from '../../engine/load/source.ts';
import type { PackDescription } from '../description.ts';
import { sha256 } from '../hash.ts';
import { ARCHIVE_LIMITS, type ArchiveLimits } from './archive.ts';
import { type FileSink, lookThrough, pathsAt, takeFile } from './look-through.ts';

/** An official pack is installed whole or not at all. */
export class PackIncomplete extends Error {
  constructor({ id, version, source }: PackDescription, missing: readonly string[]) {
    super(
      [
        `${id} ${version}: ${missing.length} of its files were not found as published:`,
        ...missing.map((line) => `  ${line}`),
        `  published at ${source}`,
      ].join('\n'),
    );
  }
}

/**
 * Files of official packs by their checksums: publishers lay out their archives in different ways. Only files that a pack names are kept.
 */
export class PublishedFiles implements FileSink {
  private readonly paths: ReadonlySet<string>;
  private readonly endings: readonly string[];
  private readonly names: ReadonlySet<string>;
  private readonly foundFiles = new Map<string, Uint8Array>();
  /** Files with the name of a wanted one and another checksum. */
  private readonly namesakes = new Map<string, string>();
  private allRead = 0;

  constructor(packs: readonly PackDescription[]) {
    const files = packs.flatMap((pack) => pack.files);
    this.paths = new Set(files.flatMap(({ sha256: hash }) => hash ?? []));
    this.endings = [...new Set(files.map(({ path }) => path.slice(path.lastIndexOf('.')).toLowerCase()))];
    this.names = new Set(files.map(({ path }) => basename(path)));
  }

  /** Files that were read, including those in archives. */
  get readCount(): number {
    return this.allRead;
  }
  get officialCount(): number {
    return this.foundFiles.size;
  }

  wants(name: string): boolean {
    return this.endings.some((ending) => name.toLowerCase().endsWith(ending));
  }

  take(path: string, bytes: Uint8Array): void {
    this.allRead += 1;
    const hash = sha256(bytes);
    if (this.paths.has(hash)) this.foundFiles.set(hash, bytes);
    else if (this.names.has(basename(path))) this.namesakes.set(basename(path), path);
  }

  /**
   * True if at least one file of the pack was found that none of the others has: the rest of its files then count as missing.
   * @param others releases before or after it, of which it keeps files.
   */
  holdsSomeOf(pack: PackDescription, others: readonly PackDescription[]): boolean {
    const ofOthers = new Set(others.flatMap(({ files }) => files.map(({ sha256: hash }) => hash)));
    return pack.files.some(
      ({ sha256: hash }) => hash !== undefined && !ofOthers.has(hash) && this.foundFiles.has(hash),
    );
  }

  /** @throws PackIncomplete naming the missing or different files, and their publisher. */
  collect(pack: PackDescription): PackFiles {
    const files = pack.files.map(
      ({ path, sha256: hash }) => [path, this.foundFiles.get(hash ?? '')] as const,
    );
    const missing = files.filter(([, bytes]) => !bytes).map(([path]) => this.noteMissing(path));
    if (missing.length > 0) throw new PackIncomplete(pack, missing);
    return new Map(files.flatMap(([path, bytes]) => (bytes ? [[path, bytes] as const] : [])));
  }

  private noteMissing(path: string): string {
    const namesake = this.namesakes.get(basename(path));
    return namesake === undefined ? path : `${path} (${namesake} is another version, or damaged)`;
  }
}

/** Looks through the files below a folder, archives excluded. @throws WrongShape if the folder is unreadable. */
export function filesIn(folder: string, packs: readonly PackDescription[]): PublishedFiles {
  const files = new PublishedFiles(packs);
  for (const path of pathsAt(folder)) takeFile(files, path);
  return files;
}

/**
 * Looks through a folder with all its contents, an archive, a single file, or an http or https address.
 * @throws WrongShape if the source is unreadable. In a folder, an archive that cannot be opened is only reported.
 */
export async function filesFrom(
  source: string,
  packs: readonly PackDescription[],
  report: (line: string) => void,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<PublishedFiles> {
  const files = new PublishedFiles(packs);
  await lookThrough(source, files, report, limits);
  report(
    `${source}: ${counted(files.readCount, 'file')} looked at, ${files.officialCount} of official packs`,
  );
  return files;
}
