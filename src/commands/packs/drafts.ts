import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { bringPack } from 'en16931-rules/packs/install/bring.ts';
import { type InstalledPacks, readInstalled } from 'en16931-rules/packs/installed.ts';
import { parseJson } from 'en16931-rules/packs/members.ts';
import { readOverlays } from 'en16931-rules/packs/overlays.ts';
import { OVERLAYS_FILE, ownHome, PACK_FILE, releaseNumbers } from 'en16931-rules/packs/own-folders.ts';
import { changeOverlays, changePack } from 'en16931-rules/packs/own/change-set.ts';
import { overlayStates } from 'en16931-rules/packs/own/overlay-states.ts';
import { ownPacks, ownProblems } from 'en16931-rules/packs/own/own-packs.ts';
import {
  clearTakenOver,
  commitRelease,
  DRAFTS_FOLDER,
  dropRelease,
  OVERLAYS_DRAFT,
  stageRelease,
  type StagedRelease,
} from 'en16931-rules/packs/own/releases.ts';
import type { Overlay } from 'en16931-rules/vocabulary/overlay.ts';
import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';
import { REAL_CLOCK } from '../../adapters/system/real-clock.ts';
import { routesWithLayer } from '../../domain/routes/select-layers.ts';
import { CommandRefused } from '../frame/endings.ts';
import type { PackWork } from './pack-work.ts';
import { whoReleases } from './who-releases.ts';

/** A changed pack or changed overlays, that are in force nowhere. */
interface Draft {
  /** Of the pack, or `overlays`. */
  readonly name: string;
  readonly folder: string;
}

export const areOverlays = ({ name }: Pick<Draft, 'name'>): boolean => name === OVERLAYS_DRAFT;

/** In the folder of a pack: files, and `FILE.ids` beside each. */
export const TESTS = 'tests';

const draftFolder = (rulesDir: string, name: string): string => join(rulesDir, DRAFTS_FOLDER, name);

/** @param which the name of a draft, or its folder. */
function draftOf(which: string, { rulesDir, sameRules }: PackWork): Draft {
  const folder = /[\\/]/.test(which) ? resolve(which) : draftFolder(rulesDir, which);
  const draft = { name: basename(folder), folder };
  const file = join(folder, areOverlays(draft) ? OVERLAYS_FILE : PACK_FILE);
  if (!existsSync(file))
    throw new CommandRefused(`There is no draft ${which}: ${file} is missing. ids packs edit ${draft.name}${sameRules} makes one of what is in force.`); // prettier-ignore
  return draft;
}

/** Makes a copy of own rules or overlays that can be changed while those in force stay as they are. */
export async function editRules(
  name: string,
  { rulesDir, terminal, asJson, report }: PackWork,
): Promise<void> {
  const folder = draftFolder(rulesDir, name);
  const isThere = existsSync(folder);
  if (isThere) report(`The draft is there already, and stays as it is.`);
  else await (areOverlays({ name }) ? draftOverlays : draftPack)(join(ownHome(rulesDir), name), folder);
  if (asJson) terminal.json({ name, folder, is_new: !isThere });
  else terminal.line(folder);
}

const FORM_OF_OVERLAYS = `# A row by rule and layer (docs/rules.md names all members). In place of the empty list:
# - rule: BR-DE-15
#   layer: xrechnung
#   change: warning          # or off, error
#   reason: Our public buyers get their Leitweg-ID in March
#   author: Anna Nowak
#   until: 2027-02-28        # the last day of issue
[]
`;

async function draftOverlays(inForce: string, folder: string): Promise<void> {
  const file = join(inForce, '..', OVERLAYS_FILE);
  await mkdir(folder, { recursive: true });
  if (existsSync(file) && hasRows(dirname(file))) await cp(file, join(folder, OVERLAYS_FILE));
  else await writeFile(join(folder, OVERLAYS_FILE), FORM_OF_OVERLAYS);
}

/** A file that cannot be read is one to correct. */
function hasRows(home: string): boolean {
  try {
    return readOverlays(home).length > 0;
  } catch {
    return true;
  }
}

async function draftPack(inForce: string, folder: string): Promise<void> {
  const name = basename(folder);
  if (!existsSync(join(inForce, PACK_FILE)))
    throw new CommandRefused(`There are no own rules ${name}. New ones begin as a folder ${folder}, as a copy of examples/own-rules/acme.`); // prettier-ignore
  await cp(inForce, folder, { recursive: true });
  const file = join(folder, PACK_FILE);
  const pack = parseJson(await readFile(file, 'utf8'), `own/${name}/${PACK_FILE}`) as Versioned;
  let last = [pack, ...(pack.editions ?? [])].findLast((one) => one.version !== undefined)?.version ?? '1';
  const next = <T extends Partial<Versioned>>(one: T): T =>
    one.version === undefined ? one : { ...one, version: (last = versionAfter(last)) };
  const raised = { ...next(pack), ...(pack.editions && { editions: pack.editions.map(next) }) };
  await writeFile(file, `${JSON.stringify(raised, null, 2)}\n`);
}

interface Versioned {
  readonly version: string;
  readonly editions?: readonly Partial<Versioned>[];
}

/** Reports name rules by their version, so changed ones have another. */
const versionAfter = (version: string): string =>
  /\d/.test(version)
    ? version.replace(/(?<!\d)\d+(?=\D*$)/, (digits) =>
        String(Number(digits) + 1).padStart(digits.length, '0'),
      )
    : `${version}-2`;

/** A draft beside what is in force: compiled, and judged by nothing but the call. */
export interface TriedDraft extends Draft {
  readonly staged: StagedRelease;
  /** The first day of issue that it is for. */
  readonly day: string;
  readonly before: InstalledPacks;
  readonly after: InstalledPacks;
  /** Of overlays: the rows that come and go. */
  readonly rows: { readonly added: readonly Overlay[]; readonly gone: readonly Overlay[] };
  /** The first of the clients whose documents the rules check. */
  readonly client: string | undefined;
}

/** @throws CommandRefused, WrongShape, PackRefused: the draft cannot be released. */
export async function withDraft<T>(
  which: string,
  day: string,
  work: PackWork,
  use: (tried: TriedDraft) => Promise<T>,
): Promise<T> {
  const { rulesDir } = work;
  const draft = draftOf(which, work);
  await takeOver(work);
  const before = await readInstalled(rulesDir);
  const staged = await stageRelease(rulesDir);
  try {
    const none = { added: [], gone: [] };
    const rows = areOverlays(draft) ? await changeOverlays(staged, draft.folder, day) : none;
    const first = areOverlays(draft) ? day : await changePack(staged, draft.name, draft.folder, day);
    await compileStaged(staged, work);
    const after = await readInstalled(rulesDir, staged.home);
    const { problems } = await overlayStates(rulesDir, after, dayOf(REAL_CLOCK.now()), staged.home);
    if (problems.length > 0) throw new CommandRefused(`${problems.join('; ')}.`);
    const client = after.packs.find(({ manifest: m }) => m.id === draft.name)?.manifest.clients?.[0];
    return await use({ ...draft, staged, day: first, before, after, rows, client });
  } finally {
    await dropRelease(staged);
  }
}

/** Compiles what is not compiled of a set, beside what is in force. */
export async function compileStaged({ home }: StagedRelease, work: PackWork): Promise<void> {
  const { rulesDir, engines } = work;
  const refused: string[] = [];
  const quiet = () => undefined;
  for (const own of await ownPacks(rulesDir, routesWithLayer, home))
    if ('refused' in own) refused.push(own.refused.message);
    else
      for (const source of own.packs)
        await bringPack(rulesDir, source, { engines, report: quiet, routesOf: routesWithLayer });
  if (refused.length > 0) throw new CommandRefused(`${refused.join('; ')}.`);
}

/** Before the first release: what is in force becomes the first set, so that the way back leads to it. */
async function takeOver({ rulesDir, sameRules, report }: PackWork): Promise<void> {
  if (releaseNumbers(rulesDir).length === 0) {
    const { packs } = await readInstalled(rulesDir);
    const { problems } = await overlayStates(
      rulesDir,
      await readInstalled(rulesDir),
      dayOf(REAL_CLOCK.now()),
    );
    const wrong = [...(await ownProblems(rulesDir, packs)), ...problems];
    if (wrong.length > 0) throw new CommandRefused(`What is in force has to be whole first: ${wrong.join('; ')}.`); // prettier-ignore
    const written = (await ownPacks(rulesDir)).flatMap((own) => ('packs' in own ? own.packs : []));
    const left = packs.find(({ manifest: m }) => m.origin === 'own' && !written.some(({ pack }) => pack.id === m.id && pack.version === m.version)); // prettier-ignore
    if (left) throw new CommandRefused(`${left.manifest.id} ${left.manifest.version} is in force and no longer written: ids packs remove ${left.manifest.id} ${left.manifest.version}${sameRules} ends it.`); // prettier-ignore
    const at = REAL_CLOCK.now().toISOString();
    await commitRelease(rulesDir, await stageRelease(rulesDir), { did: 'taken over', at, by: whoReleases(), before: null }); // prettier-ignore
    report(
      `What is in force is the first set; from now on own rules come into force by ids packs release NAME${sameRules}.`,
    );
  }
  await clearTakenOver(rulesDir);
}
