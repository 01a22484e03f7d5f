import { counted } from 'en16931-rules/vocabulary/counted.ts';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { inForceOn } from 'en16931-rules/layers/pack-in-force.ts';
import { differencesOf, type PackAt, pairsOf } from 'en16931-rules/packs/diff/two-packs.ts';
import { clearUnreleased } from 'en16931-rules/packs/install/store-pack.ts';
import { type InstalledPacks, readInstalled } from 'en16931-rules/packs/installed.ts';
import { releaseFolder } from 'en16931-rules/packs/own-folders.ts';
import {
  commitRelease,
  DRAFTS_FOLDER,
  dropRelease,
  type ReleaseRecord,
  releasesIn,
  stageRelease,
} from 'en16931-rules/packs/own/releases.ts';
import type { Overlay } from 'en16931-rules/vocabulary/overlay.ts';
import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';
import { REAL_CLOCK } from '../../adapters/system/real-clock.ts';
import { hasStore } from '../../processes/open-store.ts';
import { readSettings } from '../../processes/settings/read-settings.ts';
import { timeOf } from '../frame/events.ts';
import { CommandRefused, EXIT, type ExitCode } from '../frame/endings.ts';
import { areOverlays, compileStaged, TESTS, type TriedDraft, withDraft } from './drafts.ts';
import { judgedMeanwhile, printJudged } from './judged-meanwhile.ts';
import {
  differencesAsJson,
  documentsIn,
  type Effect,
  judgeAll,
  type PackDifferences,
  printDifferences,
  storedIn,
} from './pack-differences.ts';
import type { PackWork } from './pack-work.ts';
import { printTested, testFiles } from './test-files.ts';
import { TwoSets } from './two-sets.ts';
import { whoReleases } from './who-releases.ts';

export interface ReleaseWords {
  readonly on?: string;
  readonly yes?: boolean;
  readonly documents?: string;
  readonly stored?: number;
  readonly client?: string;
}

/** The days of stored invoices that a release is shown on, if it names none. */
const STORED_DAYS = 30;

/** Puts a draft in force, from a day of issue on, after its tests and its difference. */
export async function releaseRules(which: string, words: ReleaseWords, work: PackWork): Promise<ExitCode> {
  const { rulesDir, terminal, asJson, report } = work;
  await clearUnreleased(rulesDir);
  return withDraft(which, words.on ?? today(), work, async (tried) => {
    const { name, day, staged, folder, rows } = tried;
    if (areOverlays(tried) && rows.added.length + rows.gone.length === 0)
      throw new CommandRefused(`${join(folder, 'overlays.yaml')} has the rows that are in force: there is nothing to release.`); // prettier-ignore
    const tests = areOverlays(tried) ? [] : await testsOf(tried, words, work);
    if (tests.some((row) => !row.as_expected)) {
      printTested(tests, work);
      report(`${name} is not released: a file of ${join(folder, TESTS)} is not as expected.`);
      return EXIT.refused;
    }
    if (words.on !== undefined && words.on < day)
      report(`${join(folder, 'pack.json')} states valid_from ${day}, which is later than ${words.on}: for invoices of before, change it there.`); // prettier-ignore
    const differences = await differencesIn(tried, words, work);
    const json = { name, on: day, set: staged.number, tests, difference: differencesAsJson(differences) };
    if (!asJson) {
      if (tests.length > 0) printTested(tests, work);
      for (const row of tried.rows.gone) terminal.line(`- ${described(row)}`);
      for (const row of tried.rows.added) terminal.line(`+ ${described(row)}`);
      printDifferences(differences, (line) => terminal.line(line));
    }
    const question = `${name} is to apply to invoices from ${day} on.`;
    if (!(words.yes === true || (await isConfirmed(question)))) {
      if (asJson) terminal.json({ ...json, released: false });
      throw new CommandRefused(`Nothing is released: ${question} --yes confirms it.`);
    }
    const record = { did: 'released', name, on: day, before: staged.number - 1 } as const;
    await commitRelease(rulesDir, staged, signed(record));
    // A crash before this leaves a draft of what is in force.
    if (folder === join(rulesDir, DRAFTS_FOLDER, name)) await rm(folder, { recursive: true });
    if (asJson) terminal.json({ ...json, released: true });
    else terminal.line(`${name} is in force from ${day} on (set ${staged.number}). The way back: ids packs back${work.sameRules}`); // prettier-ignore
    return EXIT.done;
  });
}

const today = (): string => dayOf(REAL_CLOCK.now());

const signed = (record: Omit<ReleaseRecord, 'at' | 'by'>): ReleaseRecord => ({
  ...record,
  at: REAL_CLOCK.now().toISOString(),
  by: whoReleases(),
});

function testsOf({ folder, name, day, client, staged }: TriedDraft, words: ReleaseWords, work: PackWork) {
  const tests = join(folder, TESTS);
  if (!existsSync(tests))
    throw new CommandRefused(`${name} has no tests: put files that break its rules, and files that do not, into ${tests}, and run ids packs test --draft ${name} --write${work.sameRules}.`); // prettier-ignore
  const whose = words.client ?? client;
  const home = { ...work, home: staged.home };
  return testFiles(tests, { pack: name, on: day, ...(whose !== undefined && { client: whose }) }, home);
}

async function differencesIn(
  { name, day, before, after, ...tried }: TriedDraft,
  { documents, stored, client = tried.client }: ReleaseWords,
  { rulesDir, env, report }: PackWork,
): Promise<PackDifferences> {
  const [was, is] = [packOn(rulesDir, before, name, day), packOn(rulesDir, after, name, day)];
  const entries = [];
  if (is)
    for (const pair of pairsOf(was ?? { ...is, entries: [] }, is))
      entries.push({ ...pair, differences: await differencesOf(was ?? is, is, pair) });
  const sets = new TwoSets({ rulesDir, before: before.entries, after: after.entries, on: day, client });
  const effects: Effect[] = [];
  if (documents !== undefined)
    effects.push({
      place: `${documents}, as if issued on ${day}`,
      judged: await judgeAll(sets, documentsIn(documents)),
    });
  const settings = readSettings(env);
  if (!hasStore(settings.store))
    report('STORE_URL names no store: the difference is shown on no stored invoice.');
  const isUsual = documents === undefined && hasStore(settings.store);
  const days = stored ?? (isUsual ? STORED_DAYS : undefined);
  if (days !== undefined)
    effects.push({
      place: `invoices of the last ${counted(days, 'day')}, as if issued on ${day}`,
      judged: await judgeAll(sets, storedIn({ days, settings })),
    });
  const named = (pack: PackAt | undefined): string => pack ? `${name} ${pack.pack.manifest.version}` : areOverlays({ name }) ? 'overlays in force' : `no rules ${name}`; // prettier-ignore
  return { before: named(was), after: is ? named(is) : `${name} from ${day}`, isOfTwoAuthors: false, entries, effects }; // prettier-ignore
}

/** The state of an own pack for invoices of a day. */
function packOn(rulesDir: string, { packs, entries }: InstalledPacks, name: string, day: string) {
  const states = packs.filter(({ manifest: m }) => m.origin === 'own' && m.id === name);
  const [first] = inForceOn(
    states.map((pack) => {
      const { version, origin, valid_from: validFrom, valid_until: validUntil } = pack.manifest;
      return { version, origin, validFrom, validUntil, pack };
    }),
    day,
  );
  return first && { rulesDir, pack: first.pack, entries: entries.filter(({ ref }) => ref.folder === first.pack.folder) }; // prettier-ignore
}

const described = ({ rule, layer, change, from, until, author, reason, clients }: Overlay): string =>
  `${rule} (${layer}) ${change}${from === undefined ? '' : ` from ${from}`} until ${until}, by ${author}: ${reason}${clients ? ` (${clients.join(', ')})` : ''}`;

/** Puts the set before in force again. */
export async function goBack({ yes = false }: { readonly yes?: boolean }, work: PackWork): Promise<void> {
  const { rulesDir, sameRules, terminal, asJson, report, env } = work;
  await clearUnreleased(rulesDir);
  const all = releasesIn(rulesDir);
  const current = all.at(-1);
  const target = all.find(({ number }) => number === current?.before);
  if (!current || !target)
    throw new CommandRefused(`There is no set before: ids packs log${sameRules} lists them.`);
  const staged = await stageRelease(rulesDir, releaseFolder(rulesDir, target.number));
  try {
    await compileStaged(staged, work);
    const sets = { rulesDir, before: await readInstalled(rulesDir), after: await readInstalled(rulesDir, staged.home) }; // prettier-ignore
    // The way back is for a bad day: it does not depend on the store.
    const judged = await judgedMeanwhile(sets, new Date(current.at), readSettings(env)).catch(
      (error: unknown) => {
        // prettier-ignore
        report(`The invoices judged since ${current.at} cannot be listed: ${error instanceof Error ? error.message : String(error)}`); // prettier-ignore
        return undefined;
      },
    );
    if (judged && !asJson) printJudged(judged, current, terminal);
    const question = `The rules of set ${target.number} are to be in force again.`;
    if (!(yes || (await isConfirmed(question)))) throw new CommandRefused(`Nothing has changed: ${question} --yes confirms it.`); // prettier-ignore
    await commitRelease(rulesDir, staged, signed({ did: 'went back', to: target.number, before: target.before })); // prettier-ignore
    if (asJson) terminal.json({ set: staged.number, to: target.number, judged: judged ?? null });
    else terminal.line(`Set ${staged.number} is in force. It has the rules of set ${target.number}.`);
  } finally {
    await dropRelease(staged);
  }
}

async function isConfirmed(question: string): Promise<boolean> {
  const { stdin, stderr } = process;
  if (stdin.isTTY !== true || stderr.isTTY !== true) return false;
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} Go on? [y/N] `)).trim());
  } finally {
    lines.close();
  }
}

/** Who released what, and when; the last one is in force. */
export function printLog({ rulesDir, terminal, asJson }: PackWork): void {
  const all = releasesIn(rulesDir);
  if (asJson) return terminal.json(all);
  if (all.length === 0) return terminal.line('No own rules were released yet.');
  terminal.table(
    ['set', 'when (UTC)', 'who', 'what'],
    all.map(({ number, at, by, ...what }) => [String(number), timeOf(at), by, whatHappened(what)]),
  );
}

const whatHappened = ({ did, name, on, to }: Omit<ReleaseRecord, 'at' | 'by'>): string => {
  if (did === 'taken over') return 'took over what was in force as the first set';
  return name === undefined
    ? `${did}${to === undefined ? '' : ` to set ${to}`}`
    : `${did} ${name} from ${on}`;
};
