import { posix } from 'node:path';
import type { PackFiles } from '../../engine/load/source.ts';
import { type PackDescription, readDescription } from '../description.ts';
import { sha256 } from '../hash.ts';
import { isAddress } from '../install/download.ts';
import { type Release, ReleaseRefused, textsOf } from './recognise.ts';

/** Facts that the caller states about a release, if its files do not. */
export interface Stated {
  readonly version?: string | undefined;
  /** `YYYY-MM-DD` */
  readonly validFrom?: string | undefined;
  /** Its publisher has corrected it without a new version. */
  readonly published?: boolean | undefined;
}

/** A release as an entry of `schematron/official-packs.json` would have it. */
export interface DescribedRelease {
  readonly pack: PackDescription;
  readonly entry: Entry;
  readonly files: PackFiles;
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
  const version = stated.version ?? versionOf(release);
  const validFrom = stated.validFrom ?? dayOf(release);
  if (validFrom === undefined)
    throw new ReleaseRefused(
      `${mark.pack} ${version}: its files do not say from which day it applies. Its publisher does (${mark.publisher}): name the day with --valid-from YYYY-MM-DD.`,
    );
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
    valid_from: validFrom,
    valid_until: null,
    files: fileRows(release, before, files, at),
    ...(catalog.length > 0 && { catalog: Object.fromEntries(catalog) }),
  };
  return { entry, files, pack: readDescription(entry, 'official', `${mark.pack} ${version}`) };
}

/** Behind the title, in the hints of its rules. */
const EDITED = ' (edited)';

/** Those that its files state. */
export const versionsOf = (release: Release): readonly string[] => [
  ...new Set(release.mark.version(textsOf(release))),
];

function versionOf(release: Release): string {
  const { mark } = release;
  const versions = versionsOf(release);
  const [version] = versions;
  if (versions.length > 1)
    throw new ReleaseRefused(
      `${mark.pack}: its files are of several releases (${versions.join(', ')}). Name a folder that holds one of them.`,
    );
  if (version === undefined)
    throw new ReleaseRefused(
      `${mark.pack}: its files do not say which version they are. Name it with --version, as the publisher does (${mark.publisher}).`,
    );
  return version;
}

function dayOf(release: Release): string | undefined {
  const { day } = release.mark;
  if (day === undefined) return undefined;
  const days = textsOf(release).flatMap((text) => day.exec(text)?.[1] ?? []);
  return days.filter(isDay).toSorted().at(-1);
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
