import { PackRefused } from '../../engine/load/pack-refused.ts';
import type { PackFiles } from '../../engine/load/source.ts';
import { readDescription } from '../description.ts';
import { sha256 } from '../hash.ts';
import { WrongShape } from '../members.ts';
import { type ListedPack, adoptedPacks, forgetAdopted, rememberAdopted } from '../install/adopted.ts';
import type { RoutesOfLayer } from '../compile/catalogue-of-rules.ts';
import { bringPack } from '../install/bring.ts';
import { readInstalled } from '../installed.ts';
import { overruledBy } from '../own-rules.ts';
import { listedPacks } from '../install/sources.ts';
import type { Engine } from '../manifest.ts';
import {
  type DescribedRelease,
  type Entry,
  type FirstDay,
  type Stated,
  describe,
  versionsOf,
} from './describe.ts';
import { RELEASE_MARKS, compareVersions } from './marks.ts';
import { type Release, ReleaseIncomplete, ReleaseRefused, releasesIn } from './recognise.ts';
import { filesAt } from './release-files.ts';
import { WITHOUT_ID } from '../compile/self-test.ts';
import { type TriedEntry, tryRelease } from './try-release.ts';

export interface AdoptOptions extends Stated {
  /** Id of the pack; if left out, every release of the source. */
  readonly id?: string | undefined;
  /** The caller has reviewed the changed reports of the rules. */
  readonly accept: boolean;
  /** Own rules in the built-in pack of its layer may stop running. */
  readonly withoutOwnRules?: boolean | undefined;
  readonly engines: readonly Engine[];
  readonly report: (line: string) => void;
  /** See `BringOptions`. */
  readonly routesOf?: RoutesOfLayer | undefined;
}

/** One sentence for a person. */
export interface Adoption {
  readonly outcome: 'adopted' | 'passed over' | 'refused';
  readonly says: string;
}

/**
 * Recognises publishers' releases by their content, tries each and installs it. The entries are written beside the packs, in `RULES_DIR`.
 * @throws WrongShape if the source is unreadable.
 */
export async function adoptFrom(
  source: string,
  rulesDir: string,
  options: AdoptOptions,
): Promise<readonly Adoption[]> {
  const { id, version, validFrom, report } = options;
  const known = [...listedPacks(), ...(await adoptedPacks(rulesDir, report))];
  const releases = releasesIn(await filesAt(source, report), known, { id, version, report });
  const whole = releases.filter((release) => !(release instanceof ReleaseIncomplete));
  if (whole.length > 1 && (version ?? validFrom) !== undefined) throw new ReleaseRefused('There are several releases: name the pack that --version or --valid-from is for.'); // prettier-ignore
  const outcomes: Adoption[] = [];
  const adopting = { source, rulesDir, known, options };
  for (const release of releases)
    outcomes.push(await adopt(release, adopting, releases.length > 1).catch(notAdopted));
  return outcomes;
}

/** The packs that can be adopted, for the message about a source without any. */
export const adoptable = (): readonly string[] =>
  RELEASE_MARKS.map(({ pack, publisher }) => `${pack}  ${publisher}`);

const NOT_ADOPTED = [ReleaseRefused, PackRefused, WrongShape];

function notAdopted(error: unknown): Adoption {
  if (error instanceof Error && NOT_ADOPTED.some((kind) => error instanceof kind))
    return { outcome: 'refused', says: error.message };
  throw error;
}

interface Adopting {
  readonly source: string;
  readonly rulesDir: string;
  readonly known: readonly ListedPack[];
  readonly options: AdoptOptions;
}

/** @param isAside the source has other releases, too. */
async function adopt(
  release: Release | ReleaseRefused,
  adopting: Adopting,
  isAside: boolean,
): Promise<Adoption> {
  const { source, known, options } = adopting;
  if (release instanceof ReleaseIncomplete && isAside) return passOver(release.message);
  if (release instanceof ReleaseRefused) throw release;
  const same = known.find(({ pack }) => pack.id === release.mark.pack && isSame(pack, release.files));
  const isListed = same && listedPacks().some(({ pack }) => pack.version === same.pack.version && pack.id === same.pack.id); // prettier-ignore
  if (same && isListed) return passOver(`${nameOf(same)} is listed with this service already: ids packs install --from ${source} ${same.pack.id} installs it.`); // prettier-ignore
  const next = describe(release, source, options, isEdited(release, adopting));
  const name = nameOf(next);
  const namesake = known.find(({ pack }) => nameOf({ pack }) === name);
  if (namesake && !isSame(namesake.pack, next.files))
    throw new ReleaseRefused(
      `The files state the version of ${name}, which is known with other files. Give them a version of their own: ids packs adopt ${source} ${next.pack.id} --version ${next.pack.version}-2${options.validFrom ? ` --valid-from ${options.validFrom}` : ''}${(options.words ?? []).map((word) => ` ${word}`).join('')}. It is installed as edited, unless --published says that its publisher corrected it.`,
    );
  const isEarlier = compareVersions(next.pack.version, release.known.pack.version) < 0;
  if (isEarlier && options.id === undefined)
    return passOver(`${name} comes before ${nameOf(release.known)}, which is known: name ${next.pack.id} to adopt it all the same.`); // prettier-ignore
  if (isEarlier && (next.pack.validFrom ?? '') >= (release.known.pack.validFrom ?? ''))
    throw new ReleaseRefused(
      `${name} would judge instead of ${nameOf(release.known)}, which comes after it and judges from ${release.known.pack.validFrom ?? 'ever'} on. Its own day has to be an earlier one.`,
    );
  return install(next, release, adopting);
}

async function install(next: DescribedRelease, release: Release, adopting: Adopting): Promise<Adoption> {
  const { rulesDir, options, known } = adopting;
  const { engines, report, accept, routesOf } = options;
  const { entries: installed } = await readInstalled(rulesDir);
  const overruled = overruledBy(next.pack.entries, installed);
  if (overruled.length > 0 && options.withoutOwnRules !== true)
    throw new ReleaseRefused(
      `${nameOf(next)} would judge instead of a built-in pack, so that ${overruled.join('; ')}. Nothing was installed. With --without-own-rules it is adopted all the same.`,
    );
  const tried = await tryRelease(next, engines, report);
  for (const entry of tried) if (isOtherwise(entry)) report(differenceOf(entry, next));
  refuseUntold(next, tried, accept);
  const entry = withFires(next.entry, tried);
  const pack = readDescription(entry, 'official', nameOf(next));
  const file = await rememberAdopted(rulesDir, { pack, entry });
  try {
    // A crash here leaves an entry without a pack, which the next adoption writes again.
    await bringPack(rulesDir, { pack, files: () => next.files }, { engines, report, routesOf });
  } catch (error) {
    if (!known.some((each) => nameOf(each) === nameOf(next))) await forgetAdopted(rulesDir, pack);
    throw error;
  }
  return {
    outcome: 'adopted',
    says: `${nameOf(next)} is adopted${pack.origin === 'edited' ? ' as edited' : ''}, entry ${file}. ${appliesFrom(next, release)}`,
  };
}

/** Its files state the version of a release that is known, and are others: somebody has changed them. */
const isEdited = (release: Release, { known, options }: Adopting): boolean =>
  options.published !== true &&
  known.some(
    ({ pack }) =>
      pack.id === release.mark.pack &&
      versionsOf(release).includes(pack.version) &&
      !isSame(pack, release.files),
  );

const passOver = (says: string): Adoption => ({ outcome: 'passed over', says });

const nameOf = ({ pack }: Pick<ListedPack, 'pack'>): string => `${pack.id} ${pack.version}`;

/** Whether every file that was found belongs to the pack, under any name. */
function isSame({ files: listed }: ListedPack['pack'], files: PackFiles): boolean {
  const hashes = new Set(listed.map(({ sha256: hash }) => hash));
  return [...files.values()].every((bytes) => hashes.has(sha256(bytes)));
}

const isOtherwise = ({ added, gone }: TriedEntry): boolean => added.length + gone.length > 0;

const differenceOf = (
  { path, document, added, gone, unnamed }: TriedEntry,
  { pack }: DescribedRelease,
): string =>
  [
    `${pack.id} ${pack.version}: of schematron/self-tests/${document} ${path} reports`,
    ...(added.length > 0 ? [`  for the first time: ${added.join(', ')}`] : []),
    ...(gone.length > 0 ? [`  no longer: ${gone.join(', ')}`] : []),
    // Its publisher has forgotten the id, so its text is all that can be compared.
    ...(added.includes(WITHOUT_ID)
      ? unnamed.map((text) => `  ${WITHOUT_ID}, EI-RULE in reports: ${text}`)
      : []),
  ].join('\n');

/** @throws ReleaseRefused if its rules find nothing, or if their reports have changed without a review. */
function refuseUntold(next: DescribedRelease, tried: readonly TriedEntry[], accept: boolean): void {
  const blind = tried.find(({ fires, gone }) => fires.length === 0 && gone.length > 0);
  if (blind)
    throw new ReleaseRefused(
      `${nameOf(next)}: ${blind.path} finds nothing wrong with schematron/self-tests/${blind.document}, which breaks rules on purpose. Nothing was installed.`,
    );
  if (tried.some(isOtherwise) && !accept)
    throw new ReleaseRefused(
      `${nameOf(next)} judges the documents of the self-tests otherwise than the release before. Nothing was installed. Compare the above with what its publisher says; with --accept it is adopted.`,
    );
}

const withFires = (entry: Entry, tried: readonly TriedEntry[]): Entry => ({
  ...entry,
  files: entry.files.map((file) => {
    const now = tried.find(({ path }) => path === file['path']);
    return now ? { ...file, self_test: { document: now.document, fires: now.fires } } : file;
  }),
});

const BY: Readonly<Record<FirstDay['from'], string>> = {
  caller: '',
  files: ' (its files say so)',
  'day of its files':
    ' (the day of its files; if its publisher names another one, adopt it again with --valid-from)',
};

function appliesFrom({ validFrom: { day, from } }: DescribedRelease, { known }: Release): string {
  const next = known.pack.validFrom ?? '';
  const until = day < next ? `, until ${nameOf(known)} begins on ${next}` : '';
  return `It judges invoices that are issued on ${day}${BY[from]} or later${until}.`;
}
