import { posix } from 'node:path';
import type { PackFiles } from '../../engine/load/source.ts';
import { type PackDescription, readDescription } from '../description.ts';
import { sha256 } from '../hash.ts';
import { isAddress } from '../install/download.ts';
import { compareVersions } from './marks.ts';
import { type Release, ReleaseRefused, textsOf } from './recognise.ts';

/** Facts that the caller states about a release, if its files do not. */
export interface Stated {
  readonly version?: string | undefined;
  /** `YYYY-MM-DD` */
  readonly validFrom?: string | undefined;
  /** Its publisher has corrected it without a new version. */
  readonly published?: boolean | undefined;
  /** Further words of the command, for one that repeats it: `--rules trial`. */
  readonly words?: readonly string[] | undefined;
}

/** A release as an entry of `schematron/official-packs.json` would have it. */
export interface DescribedRelease {
  readonly pack: PackDescription;
  readonly entry: Entry;
  readonly files: PackFiles;
  readonly validFrom: FirstDay;
}

/** The day from which it applies, and who says so. */
export interface FirstDay {
  readonly day: string;
  readonly from: 'caller' | 'files' | 'day of its files';
}

export type Entry = Readonly<Record<string, unknown>> & {
  readonly files: readonly Readonly<Record<string, unknown>>[];
};

/**
 * Writes the entry of a release. Facts that its files do not state are those of the release before.
 * @throws ReleaseRefused if the version or the day is unknown.
 */
export function describe(
  release: Release,
  source: string,
  stated: Stated,
  isEdited: boolean,
): DescribedRelease {
  const { mark, known } = release;
  const again: Again = (...options) =>
    ['ids packs adopt', source, mark.pack, ...(stated.version ? ['--version', stated.version] : []), ...options, ...(stated.words ?? [])].join(' '); // prettier-ignore
  const version = stated.version ?? versionOf(release, again);
  const validFrom: FirstDay = stated.validFrom
    ? { day: stated.validFrom, from: 'caller' }
    : firstDay(release, version, again, stated.version !== undefined);
  const { files, at } = layOut(release);
  const catalog = [...release.entries.values()].flatMap((entry) =>
    Object.entries(entry.catalog).map(([address, path]) => [address, at(path)] as const),
  );
  const { origin: _, ...before } = withNewBt24(release, known.entry as Entry);
  const title = known.pack.title.replace(EDITED, '');
  const entry: Entry = {
    ...before,
    ...(isEdited ? { title: `${title}${EDITED}`, origin: 'edited' } : { title }),
    version,
    source: isAddress(source) ? source : mark.publisher,
    valid_from: validFrom.day,
    valid_until: null,
    files: fileRows(release, before, files, at),
    ...(catalog.length > 0 && { catalog: Object.fromEntries(catalog) }),
  };
  return { entry, files, validFrom, pack: readDescription(entry, 'official', `${mark.pack} ${version}`) };
}

/** Behind the title, in the hints of its rules. */
const EDITED = ' (edited)';

/** Those that its files state; a stylesheet keeps no comment, so the names of its files are asked, too. */
export function versionsOf({ mark, entries }: Release): readonly string[] {
  const inside = mark.version(textsOf({ entries }));
  return [
    ...new Set(inside.length > 0 ? inside : mark.version([...entries.values()].map(({ path }) => path))),
  ];
}

/** The command that adopts the release once the caller states what its files do not. */
type Again = (...options: readonly string[]) => string;

const ITS_DAY = '--valid-from YYYY-MM-DD';

function versionOf(release: Release, again: Again): string {
  const { mark } = release;
  const versions = versionsOf(release);
  const [version] = versions;
  if (versions.length > 1)
    throw new ReleaseRefused(
      `${mark.pack}: its files are of several releases (${versions.join(', ')}). Name a folder that holds one of them.`,
    );
  if (version === undefined)
    throw new ReleaseRefused(
      `${mark.pack}: its files do not say which version they are. Name it as its publisher does (${mark.publisher}): ${again('--version VERSION', ...(dayIn(release) ? [] : [ITS_DAY]))}`,
    );
  return version;
}

/** The latest day that its files state. */
function dayIn({ mark, entries }: Release): FirstDay | undefined {
  const texts = textsOf({ entries });
  const last = (days: readonly string[] = []): string | undefined => days.filter(isDay).toSorted().at(-1);
  const [stated, made] = [last(mark.day?.(texts)), last(mark.madeOn?.(texts))];
  if (stated !== undefined) return { day: stated, from: 'files' };
  return made === undefined ? undefined : { day: made, from: 'day of its files' };
}

/**
 * @param isRenamed its files may state version and day of the release that it corrects.
 * @throws ReleaseRefused if they state no day of its own.
 */
function firstDay(release: Release, version: string, again: Again, isRenamed: boolean): FirstDay {
  const { mark, known } = release;
  const stated = dayIn(release);
  const { version: before, validFrom: begun } = known.pack;
  const isOld =
    isRenamed && stated && begun !== null && compareVersions(version, before) > 0 && stated.day <= begun;
  if (stated && !isOld) return stated;
  const says = isOld
    ? `its files still say ${stated.day}, and ${before} applies from ${begun}; they`
    : 'its files';
  throw new ReleaseRefused(
    `${mark.pack} ${version}: ${says} do not say from which day it applies. Its publisher does (${mark.publisher}): ${again(ITS_DAY)}`,
  );
}

export function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Folders above the files may have any name; names of files are kept, because files refer to each other. */
function layOut({ files }: Release): { readonly files: PackFiles; readonly at: (path: string) => string } {
  const folders = [...files.keys()].map((path) => posix.dirname(path).split('/'));
  const [first = []] = folders;
  const common = first.findIndex((step, i) => folders.some((steps) => steps[i] !== step));
  const above = common < 0 ? first.length : common;
  const isFlat = folders.some(([step]) => step === '.');
  const at = (path: string): string => {
    const steps = path.split('/').slice(isFlat ? 0 : above);
    return [...steps.slice(0, -1).map((step) => step.replace(/[^\w.()-]/g, '_')), ...steps.slice(-1)].join(
      '/',
    );
  };
  return { files: new Map([...files].map(([path, bytes]) => [at(path), bytes])), at };
}

function fileRows(
  { entries }: Release,
  before: Entry,
  files: PackFiles,
  at: (path: string) => string,
): readonly Readonly<Record<string, unknown>>[] {
  const hash = (path: string) => ({ path, sha256: sha256(files.get(path) ?? '') });
  const rowBefore = (listed: string): Readonly<Record<string, unknown>> => {
    const row = before.files.find((file) => (file['edition_of'] ?? file['path']) === listed);
    if (!row) throw new ReleaseRefused(`The entry of the release before does not say what ${listed} is for.`);
    return row;
  };
  const first = [...entries].map(([listed, { path }]) => ({
    ...rowBefore(listed),
    // The listed file recognises the release after this one, too.
    edition_of: listed,
    ...hash(at(path)),
  }));
  const others = [...files.keys()].filter((path) => !first.some((row) => row.path === path));
  const role = (path: string): string =>
    /\.xsd$/i.test(path) ? 'xsd' : /\.xml$/i.test(path) ? 'codelist' : 'schematron';
  return [...first, ...others.map((path) => ({ role: role(path), ...hash(path) }))];
}

/** The BT-24 values of the release before, with the versions of this one. */
function withNewBt24(release: Release, entry: Entry): Entry {
  const { mark } = release;
  const texts = textsOf(release).join('\n');
  return (mark.bt24 ?? []).reduce((changed, { variable, after }) => {
    const value = new RegExp(`name="${variable}"\\s+(?:value|select)="'(\\d[\\d.]*)'"`).exec(texts)?.[1];
    if (value === undefined)
      throw new ReleaseRefused(`${mark.pack}: its files do not say for which BT-24 they are (${variable}).`);
    const text = JSON.stringify(changed).replace(new RegExp(`(?<=${after})\\d[\\d.]*`, 'g'), value);
    return JSON.parse(text) as Entry;
  }, entry);
}
