import { counted } from 'en16931-rules/vocabulary/counted.ts';
import { ENGLISH } from '../frame/english.ts';
import { OutboundClient } from '../../adapters/outbound/outbound-client.ts';
import { REAL_CLOCK } from '../../adapters/system/real-clock.ts';
import { type Carried, FindNewerPacks } from '../../application/operation/find-newer-packs.ts';
import { MeasurePackAges } from '../../application/operation/measure-pack-ages.ts';
import type { PackAge } from 'en16931-rules/layers/pack-age.ts';
import { isNewer } from 'en16931-rules/layers/registries.ts';
import type { Clock } from '../../ports/clock.ts';
import type { InstalledRules } from '../../ports/rule-packs.ts';
import { readSettings } from '../../processes/settings/read-settings.ts';
import { publishers } from 'en16931-rules/packs/publishers.ts';
import { overlayStates } from 'en16931-rules/packs/own/overlay-states.ts';
import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import { EXIT, type ExitCode, NotRun } from '../frame/endings.ts';
import { type PackWork, reportEmpty } from './pack-work.ts';

type Age = PackAge<InstalledRules>;

/** What is known of newer releases than the installed ones; `--online` asks the registries of `PACKS_ALLOW`. */
export async function outdated(
  isOnline: boolean,
  work: PackWork,
  clock: Clock = REAL_CLOCK,
): Promise<ExitCode> {
  const { rulesDir, env, terminal, asJson } = work;
  const find = isOnline ? finder(env) : undefined;
  const rules = new RulesFolder(rulesDir);
  const installed = { entries: async () => (await rules.read()).entries };
  const ages = await new MeasurePackAges({ packs: installed, publishers: publishers(), clock }).run();
  const month = clock.now().toISOString().slice(0, 7);
  const rows = await Promise.all(
    ages.map(async (age) => {
      const carried = (await find?.run(age)) ?? [];
      return { age, carried, state: stateOf(age, carried, month) };
    }),
  );
  const read = await rules.read();
  const { notices } = await overlayStates(rulesDir, read, dayOf(clock.now()));
  for (const { says } of notices) terminal.note(`${says}.`);
  if (asJson) terminal.json(rows.map(asEntry));
  else if (!reportEmpty(read.packs, work))
    for (const { age, carried, state } of rows) print(age, carried, state, terminal);
  return rows.some(({ state }) => state === 'newer' || state === 'old') ? EXIT.refused : EXIT.done;
}

function finder(env: NodeJS.ProcessEnv): FindNewerPacks {
  const { packsAllow } = readSettings(env);
  if (packsAllow.size === 0)
    throw new NotRun('PACKS_ALLOW names no registry, so none is asked: docs/rules.md says which there are.');
  return new FindNewerPacks(new OutboundClient(), packsAllow);
}

/** `newer`: one is published; `due`: one is expected by now, and none is known; `old`: it is 60 days late. */
type State = 'newer' | 'old' | 'due' | 'current' | 'no-rhythm';

function stateOf(age: Age, carried: readonly Carried[], month: string): State {
  if (seenOf(age) || carried.some(({ edition }) => edition.state === 'newer')) return 'newer';
  if (age.isOld) return 'old';
  if (age.expectedIn === null) return 'no-rhythm';
  return age.expectedIn <= month ? 'due' : 'current';
}

const seenOf = ({ publisher: { seen }, pack }: Age): Age['publisher']['seen'] =>
  seen && isNewer(seen.version, pack.version) ? seen : null;

const STYLES = { newer: 'yellow', old: 'red', due: 'yellow', current: 'green', 'no-rhythm': 'dim' } as const;

function print(age: Age, carried: readonly Carried[], state: State, terminal: PackWork['terminal']): void {
  const { publisher, pack, ageDays, expectedIn } = age;
  const days = ageDays === null ? 'age unknown' : counted(ageDays, 'day');
  const next = expectedIn === null ? '' : `, next expected in ${expectedIn}`;
  const head = terminal.paint(STYLES[state], state.padEnd(9));
  terminal.line(`${head}  ${publisher.name}: ${pack.id} ${pack.version}  ${days}${next}`);
  const seen = seenOf(age);
  if (seen) terminal.line(`           ${seen.version} is published (${seen.where})`);
  for (const { carrier, edition } of carried)
    terminal.line(`           ${carrier.registry} ${carrier.name}: ${wordsOf(carrier.known, edition)}`);
  if (state !== 'current') terminal.line(`           look at ${publisher.announcedAt}`);
}

function wordsOf(known: string, edition: Carried['edition']): string {
  if (edition.state === 'newer')
    return `${edition.version} is newer than ${known}, which this service knows; it may carry a newer release`;
  if (edition.state === 'known') return `${edition.version}, nothing newer`;
  if (edition.state === 'unreadable') return 'the answer names no version';
  return edition.state === 'failed'
    ? `not asked: ${ENGLISH.text(edition.reason)}`
    : 'not asked: PACKS_ALLOW does not name it';
}

const asEntry = ({ age, carried, state }: { age: Age; carried: readonly Carried[]; state: State }) => ({
  publisher: age.publisher.name,
  id: age.pack.id,
  version: age.pack.version,
  state,
  age_days: age.ageDays,
  next_expected: age.expectedIn,
  announced_at: age.publisher.announcedAt,
  seen: seenOf(age),
  carriers: carried.map(({ carrier, edition }) => ({ ...carrier, ...edition })),
});
