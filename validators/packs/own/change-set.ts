import { existsSync } from 'node:fs';
import { cp, readFile, rename, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { stringify } from 'yaml';
import type { Overlay } from '../../vocabulary/overlay.ts';
import { dayBefore } from '../../vocabulary/utc-days.ts';
import { writeDurably } from '../install/write-durably.ts';
import { Members, parseJson, WrongShape } from '../members.ts';
import { nameOfState, OVERLAYS_FILE, ownNames, PACK_FILE } from '../own-folders.ts';
import { overlaysFrom, readOverlays } from '../overlays.ts';
import type { StagedRelease } from './releases.ts';

interface Stated {
  readonly version: string;
  readonly valid_from?: string | null;
  readonly editions?: readonly Stated[];
}

/**
 * Puts a pack into a set: its rules apply from a day on, and those of the set apply before. What the set has from that day on makes way.
 * @param folder of the changed pack.
 * @returns the first day of its rules, `YYYY-MM-DD`: that day, or a later one that the pack states.
 * @throws WrongShape
 */
export async function changePack(
  { home }: StagedRelease,
  name: string,
  folder: string,
  day: string,
): Promise<string> {
  const where = `own/${name}/${PACK_FILE}`;
  const stated = await statedIn(folder, where);
  const begun = beginOn(stated, day);
  const first = begun.valid_from ?? day;
  const versions = versionsOf(begun);
  for (const state of (await ownNames(home)).filter((each) => nameOfState(each) === name)) {
    const before = await statedIn(join(home, state), where);
    const used = versionsOf(before).find((version) => versions.includes(version));
    if (used !== undefined)
      throw new WrongShape(`${where}.version`, `${used} is released already: reports name rules by it, so other rules need another one`); // prettier-ignore
    if (besideOf(before) !== besideOf(begun))
      throw new WrongShape(`${where}.beside`, `${besideOf(before)} cannot be changed: release the rules under another name, and let these end (valid_until)`); // prettier-ignore
    await endBefore(home, state, before, first);
  }
  const isShown = (path: string): boolean => !relative(folder, path).split(sep).some((part) => part.startsWith('.')); // prettier-ignore
  await cp(folder, join(home, name), { recursive: true, filter: isShown });
  await writeJson(join(home, name, PACK_FILE), begun);
  return first;
}

const besideOf = (stated: Stated): unknown => (stated as { readonly beside?: unknown }).beside;

const versionsOf = ({ version, editions = [] }: Stated): readonly string[] => [
  ...new Set([version, ...editions.flatMap((edition) => edition.version ?? [])]),
];

async function statedIn(folder: string, where: string): Promise<Stated> {
  const json = parseJson(await readFile(join(folder, PACK_FILE), 'utf8'), where);
  new Members(json, where).name('version');
  return json as Stated;
}

function beginOn(stated: Stated, day: string): Stated {
  const later = (own: string | null | undefined): string => (own && own > day ? own : day);
  return {
    ...stated,
    valid_from: later(stated.valid_from),
    ...(stated.editions && {
      editions: stated.editions.map((edition) =>
        edition.valid_from ? { ...edition, valid_from: later(edition.valid_from) } : edition,
      ),
    }),
  };
}

/** What the state has from the day on is gone; a state from before gets a name of its own. */
async function endBefore(home: string, state: string, before: Stated, day: string): Promise<void> {
  const starts = (one: Stated): string => one.valid_from ?? '';
  if (starts(before) >= day) return rm(join(home, state), { recursive: true });
  const editions = before.editions?.filter((edition) => starts(edition) < day);
  if (editions && editions.length !== before.editions?.length)
    await writeJson(join(home, state, PACK_FILE), { ...before, editions });
  if (!state.includes('@')) await rename(join(home, state), join(home, `${state}@${before.version}`));
}

const writeJson = (path: string, json: unknown): Promise<void> =>
  writeDurably(path, new TextEncoder().encode(`${JSON.stringify(json, null, 2)}\n`));

/**
 * Puts overlays into a set: changed rows apply from a day on, and those that they replace until the day before.
 * @param folder with the changed file.
 * @returns the rows that come and go.
 * @throws WrongShape naming the place.
 */
export async function changeOverlays(
  { home }: StagedRelease,
  folder: string,
  day: string,
): Promise<{ readonly added: readonly Overlay[]; readonly gone: readonly Overlay[] }> {
  if (!existsSync(join(folder, OVERLAYS_FILE))) throw new WrongShape(folder, `has no ${OVERLAYS_FILE}`);
  const [old, fresh] = [readOverlays(home), overlaysOfDraft(folder)];
  const isIn = (rows: readonly Overlay[], row: Overlay): boolean => rows.some((one) => keyOf(one) === keyOf(row)); // prettier-ignore
  const [added, gone] = [fresh.filter((row) => !isIn(old, row)), old.filter((row) => !isIn(fresh, row))];
  for (const { rule, until } of added)
    if (until < day) throw new WrongShape(join(folder, OVERLAYS_FILE), `the changed row of ${rule} ends on ${until}, before ${day}`); // prettier-ignore
  const rows = [
    ...gone.map((row) => ({ ...row, until: [row.until, dayBefore(day)].toSorted()[0] ?? row.until })),
    ...fresh.map((row) => (isIn(old, row) ? row : { ...row, from: [row.from ?? day, day].toSorted()[1] })),
  ].filter(({ from = '', until }) => from <= until);
  overlaysFrom(rows);
  await writeDurably(join(home, OVERLAYS_FILE), new TextEncoder().encode(stringify(rows)));
  return { added, gone };
}

/** @throws WrongShape naming the place in the draft. */
function overlaysOfDraft(folder: string): readonly Overlay[] {
  try {
    return readOverlays(folder);
  } catch (error) {
    if (!(error instanceof WrongShape)) throw error;
    const where = error.where.replace(`own/${OVERLAYS_FILE}`, join(folder, OVERLAYS_FILE));
    throw new WrongShape(where, error.reason);
  }
}

const keyOf = (overlay: Overlay): string => JSON.stringify(Object.entries(overlay).toSorted());
