import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WrongShape } from '../members.ts';
import { ARCHIVE_LIMITS, type ArchiveLimits, Archives, beginsAsArchive, isArchive } from './archive.ts';
import { download, isAddress } from './download.ts';
import { type PageLinks, linksOn, pageIn } from './release-page.ts';

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
  const text = await atAddress(address, report, async (file) => {
    const page = pageIn(file);
    if (page === undefined) await lookInto(file, files, report, limits);
    return page;
  });
  if (text !== undefined) await lookAtPage(address, text, files, report, limits);
}

/** A page names the files of a release; those on its own host are fetched. */
async function lookAtPage(
  address: string,
  text: string,
  files: FileSink,
  report: (line: string) => void,
  limits: ArchiveLimits,
): Promise<void> {
  const linksIn = (page: string): PageLinks =>
    linksOn(address, page, (name) => isArchive(name) || files.wants(name));
  const first = linksIn(text);
  const pages = [first];
  for (const part of first.parts) pages.push(await atAddress(part, report, async (file) => linksIn(readFileSync(file, 'utf8')))); // prettier-ignore
  const targets = [...new Set(pages.flatMap((links) => links.files))];
  for (const host of new Set(pages.flatMap(({ otherHosts }) => otherHosts)))
    report(`${address}: its files on ${host} are not fetched; name their addresses to take them.`);
  if (targets.length === 0)
    throw new WrongShape(address, 'a page that names no file of rules on its own host');
  for (const target of targets)
    await atAddress(target, report, (file) => lookInto(file, files, report, limits));
}

/** @param read gets the fetched file, which is deleted afterwards. */
async function atAddress<T>(
  address: string,
  report: (line: string) => void,
  read: (file: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'packs-'));
  try {
    const file = join(folder, nameAt(address));
    await download(address, file, report);
    return await read(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An address may end in another way than its file; the end of the name decides how the file is read. */
const nameAt = (address: string): string =>
  /(?<![\w.-])[\w.-]*$/.exec(
    address
      .replace(/^\w+:\/\//, '')
      .replace(/[?#][^]*/, '')
      .slice(-100),
  )?.[0] || 'file';

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
    const stats = statSync(path);
    if (stats.isFile() && stats.size <= ARCHIVE_LIMITS.file) files.take(path, readFileSync(path));
  } catch {
    return;
  }
}
