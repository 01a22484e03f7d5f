import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { PackFiles } from '../../engine/load/source.ts';
import type { PackDescription } from '../description.ts';
import { sha256 } from '../hash.ts';
import { WrongShape } from '../members.ts';
import { ARCHIVE_LIMITS, type ArchiveLimits, Archives, isArchive } from './archive.ts';
import { download, isAddress } from './download.ts';

/** An official pack is taken whole or not at all. */
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
 * Files of official packs by their checksums: publishers lay their archives out in their own ways. Kept are only those that a
 * pack names.
 */
export class PublishedFiles {
  private readonly wanted: ReadonlySet<string>;
  private readonly endings: readonly string[];
  private readonly names: ReadonlySet<string>;
  private readonly foundFiles = new Map<string, Uint8Array>();
  /** Files with the name of one that is wanted and another checksum. */
  private readonly namesakes = new Map<string, string>();
  private lookedCount = 0;

  constructor(packs: readonly PackDescription[]) {
    const files = packs.flatMap((pack) => pack.files);
    this.wanted = new Set(files.flatMap(({ sha256: hash }) => hash ?? []));
    this.endings = [...new Set(files.map(({ path }) => path.slice(path.lastIndexOf('.')).toLowerCase()))];
    this.names = new Set(files.map(({ path }) => basename(path)));
  }

  /** Files that were looked at, archives' included. */
  get looked(): number {
    return this.lookedCount;
  }
  get found(): number {
    return this.foundFiles.size;
  }

  wants(name: string): boolean {
    return this.endings.some((ending) => name.toLowerCase().endsWith(ending));
  }

  take(place: string, bytes: Uint8Array): void {
    this.lookedCount += 1;
    const hash = sha256(bytes);
    if (this.wanted.has(hash)) this.foundFiles.set(hash, bytes);
    else if (this.names.has(basename(place))) this.namesakes.set(basename(place), place);
  }

  /** True when at least one file of the pack was found: the others are then missed, not merely absent. */
  holdsSomeOf(pack: PackDescription): boolean {
    return pack.files.some(({ sha256: hash }) => hash !== undefined && this.foundFiles.has(hash));
  }

  /** @throws PackIncomplete naming what is missing or differs, and where it is published. */
  collect(pack: PackDescription): PackFiles {
    const files = pack.files.map(
      ({ path, sha256: hash }) => [path, this.foundFiles.get(hash ?? '')] as const,
    );
    const missing = files.filter(([, bytes]) => !bytes).map(([path]) => this.missed(path));
    if (missing.length > 0) throw new PackIncomplete(pack, missing);
    return new Map(files.flatMap(([path, bytes]) => (bytes ? [[path, bytes] as const] : [])));
  }

  private missed(path: string): string {
    const namesake = this.namesakes.get(basename(path));
    return namesake === undefined ? path : `${path} (${namesake} is another version, or damaged)`;
  }
}

/** Looks through the files below a folder, archives apart. @throws WrongShape when the folder cannot be read. */
export function filesIn(folder: string, packs: readonly PackDescription[]): PublishedFiles {
  const files = new PublishedFiles(packs);
  for (const path of pathsAt(folder)) takeFile(files, path);
  return files;
}

/**
 * Looks through a folder with all that is in it, an archive, a single file, or what lies at an http or https address.
 * @throws WrongShape when the place cannot be read. Of a folder, an archive that cannot be opened is only told.
 */
export async function filesFrom(
  place: string,
  packs: readonly PackDescription[],
  report: (line: string) => void,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<PublishedFiles> {
  const files = new PublishedFiles(packs);
  if (isAddress(place)) await lookAtAddress(place, files, report, limits);
  else await lookInto(place, files, report, limits);
  report(`${place}: ${files.looked} files looked at, ${files.found} of them of official packs`);
  return files;
}

async function lookAtAddress(
  address: string,
  files: PublishedFiles,
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

/** An address need not end as the file there does; the end of a name says how its file is read. */
const nameAt = (address: string): string =>
  /[\w-][\w.-]*(?=[?#]|$)/.exec(address.replace(/^\w+:\/\//, ''))?.[0].slice(-100) ?? 'file';

async function lookInto(
  place: string,
  files: PublishedFiles,
  report: (line: string) => void,
  limits: ArchiveLimits,
): Promise<void> {
  const archives = new Archives(
    (name) => files.wants(name),
    (path, bytes) => files.take(path, bytes),
    limits,
  );
  const paths = pathsAt(place);
  const isOne = paths[0] === place;
  for (const path of paths) {
    if (isArchive(path) || (isOne && beginsAsArchive(path))) {
      const opened = archives.open(path);
      await (isOne ? opened : opened.catch(toldOnly(report)));
    } else takeFile(files, path);
  }
}

const toldOnly =
  (report: (line: string) => void) =>
  (error: unknown): void => {
    if (!(error instanceof WrongShape)) throw error;
    report(error.message);
  };

function pathsAt(place: string): readonly string[] {
  try {
    if (!statSync(place).isDirectory()) return [place];
    return readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() || entry.isSymbolicLink())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    throw new WrongShape(place, `cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  }
}

/** What cannot be read is missing, and is named when a pack asks for it. */
function takeFile(files: PublishedFiles, path: string): void {
  if (!files.wants(path)) return;
  try {
    const found = statSync(path);
    if (found.isFile() && found.size <= ARCHIVE_LIMITS.file) files.take(path, readFileSync(path));
  } catch {
    return;
  }
}

function beginsAsArchive(path: string): boolean {
  const head = new Uint8Array(4);
  const file = openSync(path, 'r');
  try {
    readSync(file, head);
  } finally {
    closeSync(file);
  }
  return new TextDecoder().decode(head) === 'PK\u0003\u0004';
}
