import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WrongShape } from '../members.ts';
import { ARCHIVE_LIMITS, type ArchiveLimits, Archives, beginsAsArchive, isArchive } from './archive.ts';
import { download, isAddress } from './download.ts';

/** Takes found files. */
export interface FileSink {
  /** By the end of a name. */
  wants(name: string): boolean;
  /** @param path of the file, with its archive: `release.zip/schema/a.xsd`. */
  take(path: string, bytes: Uint8Array): void;
}

/**
 * Looks through a folder with all its contents, an archive, a single file, or an http or https address.
 * @throws WrongShape if the source is unreadable. In a folder, an archive that cannot be opened is only reported.
 */
export async function lookThrough(
  source: string,
  files: FileSink,
  report: (line: string) => void,
  limits: ArchiveLimits,
): Promise<void> {
  if (isAddress(source)) await lookAtAddress(source, files, report, limits);
  else await lookInto(source, files, report, limits);
}

async function lookAtAddress(
  address: string,
  files: FileSink,
  report: (line: string) => void,
  limits: ArchiveLimits,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'packs-'));
  try {
    const file = join(folder, nameAt(address));
    await download(address, file, report);
    await lookInto(file, files, report, limits);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An address may end in another way than its file; the end of the name decides how the file is read. */
const nameAt = (address: string): string =>
  /[\w-][\w.-]*(?=[?#]|$)/.exec(address.replace(/^\w+:\/\//, ''))?.[0].slice(-100) ?? 'file';

async function lookInto(
  source: string,
  files: FileSink,
  report: (line: string) => void,
  limits: ArchiveLimits,
): Promise<void> {
  const archives = new Archives(
    (name) => files.wants(name),
    (path, bytes) => files.take(path, bytes),
    limits,
  );
  const paths = pathsAt(source);
  const isOne = paths[0] === source;
  for (const path of paths) {
    if (isArchive(path) || (isOne && beginsAsArchive(path))) {
      const opened = archives.open(path);
      await (isOne ? opened : opened.catch(tellOnly(report)));
    } else takeFile(files, path);
  }
}

const tellOnly =
  (report: (line: string) => void) =>
  (error: unknown): void => {
    if (!(error instanceof WrongShape)) throw error;
    report(error.message);
  };

export function pathsAt(source: string): readonly string[] {
  try {
    if (!statSync(source).isDirectory()) return [source];
    return readdirSync(source, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() || entry.isSymbolicLink())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    throw new WrongShape(
      source,
      `cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`,
    );
  }
}

/** An unreadable file counts as missing, and is named if a pack needs it. */
export function takeFile(files: FileSink, path: string): void {
  if (!files.wants(path)) return;
  try {
    const found = statSync(path);
    if (found.isFile() && found.size <= ARCHIVE_LIMITS.file) files.take(path, readFileSync(path));
  } catch {
    return;
  }
}
