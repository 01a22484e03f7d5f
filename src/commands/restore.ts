import { counted } from 'en16931-rules/vocabulary/counted.ts';
import { type Command, Option } from 'commander';
import { MAX_SILENCE_MS } from '../application/operation/watch-workers.ts';
import type { Chosen } from '../application/operation/hold-unsent.ts';
import { REPORT_ID } from '../domain/reports/tax-report.ts';
import { ROUTES } from '../domain/routes/all.ts';
import { readSettings } from '../processes/settings/read-settings.ts';
import { openHold } from './backup/open-hold.ts';
import type { EndedAccess } from '../application/operation/end-access.ts';
import { restoreStore, type RestoreWish } from './backup/restore-store.ts';
import type { LiveProcess } from '../ports/live-processes.ts';
import type { Define, Frame } from './frame/frame.ts';
import { NotRun } from './frame/endings.ts';

interface JsonOption {
  readonly json?: boolean;
}

interface FromOptions extends JsonOption, RestoreWish {}

interface HoldOptions extends JsonOption, Pick<RestoreWish, 'keepKeys'> {
  readonly takenAt: string;
}

interface ChoiceOptions extends JsonOption {
  readonly id?: string;
  readonly route?: (typeof ROUTES)[number];
  readonly all?: boolean;
}

export const restore: Define = (command, frame) => {
  command
    .command('from')
    .description('make the SQLite store of STORE_URL from a backup')
    .argument('<folder>', 'that ids backup printed')
    .option('--lost <file>', 'the lost store, moved away: it knows the keys that were revoked since')
    .option('--keep-keys', 'revoke no key and no link')
    .option('--json', 'print JSON')
    .action(frame.act((folder: string, options: FromOptions) => makeStore(folder, options, frame)));
  command
    .command('hold')
    .description("hold what was not sent yet, after MongoDB's own tools restored it")
    .requiredOption('--taken-at <time>', 'of the backup, as 2026-03-02T09:00:00Z')
    .option('--keep-keys', 'revoke no key and no link')
    .option('--json', 'print JSON')
    .action(frame.act((options: HoldOptions) => hold(options, frame)));
  withChoice(command.command('release'))
    .description('the route does not hold them: they are sent')
    .action(frame.act((options: ChoiceOptions) => decide('release', options, frame)));
  withChoice(command.command('give-up'))
    .description('the route holds them: invoices are never sent again, tax reports are replaced')
    .action(frame.act((options: ChoiceOptions) => decide('giveUp', options, frame)));
  command.addHelpText(
    'after',
    `
After a restore what was not with its route yet is held, with EI-RESTORED on the care list: it may have been sent after the backup.
Keys and links that were revoked after the backup are revoked again; without --lost all of the backup are.`,
  );
};

const withChoice = (command: Command): Command =>
  command
    .option('--id <invoice>', 'this invoice or tax report')
    .addOption(new Option('--route <route>', 'all of this route').choices([...ROUTES]))
    .option('--all', 'all that are held')
    .option('--json', 'print JSON');

async function makeStore(from: string, options: FromOptions, { env, terminal }: Frame): Promise<void> {
  const restored = await restoreStore(readSettings(env), from, options);
  const { path, manifest, heldInvoices, heldReports, givenUp, ended } = restored;
  const { takenAt, masterKeyFingerprint } = manifest;
  if (options.json)
    return terminal.json({
      store: path,
      taken_at: takenAt.toISOString(),
      master_key_fingerprint: masterKeyFingerprint ?? null,
      ...heldAsJson(heldInvoices, heldReports, givenUp),
      ...endedAsJson(ended),
    });
  terminal.line(`${path} is the store of ${takenAt.toISOString()}.`);
  if (masterKeyFingerprint !== undefined)
    terminal.line(`The start needs the master key with the fingerprint ${masterKeyFingerprint}.`);
  terminal.line(whatIsHeld(heldInvoices));
  if (heldReports > 0) terminal.line(whichReportsAreHeld(heldReports));
  if (givenUp > 0) terminal.line(whatIsGivenUp(givenUp));
  terminal.line(whatHasEnded(ended, options.lost));
}

async function hold({ takenAt: time, json, keepKeys }: HoldOptions, frame: Frame): Promise<void> {
  const takenAt = new Date(time);
  if (Number.isNaN(takenAt.getTime()))
    throw new NotRun('--taken-at takes the time of the backup, as 2026-03-02T09:00:00Z.');
  await withHold(frame, async ({ hold: holding, statuses, reports, access, processes }) => {
    const live = await processes.seenSince(new Date(Date.now() - MAX_SILENCE_MS));
    if (live.length > 0) throw new NotRun(mayBeSending(live));
    const count = await holding.hold(takenAt);
    const heldReports = await reports.hold(takenAt);
    const givenUp = await statuses.run(takenAt);
    const ended = await access.run(takenAt, { keepKeys });
    if (json)
      return frame.terminal.json({ ...heldAsJson(count, heldReports, givenUp), ...endedAsJson(ended) });
    frame.terminal.line(whatIsHeld(count));
    if (heldReports > 0) frame.terminal.line(whichReportsAreHeld(heldReports));
    if (givenUp > 0) frame.terminal.line(whatIsGivenUp(givenUp));
    frame.terminal.line(whatHasEnded(ended, undefined));
  });
}

const DONE = { release: 'released', giveUp: 'given up' } as const;

async function decide(what: keyof typeof DONE, options: ChoiceOptions, frame: Frame): Promise<void> {
  const choice = chosen(options);
  await withHold(frame, async ({ hold: holding, reports }) => {
    const isReport = REPORT_ID.test(choice.id ?? '');
    const count = isReport ? 0 : await holding[what](choice);
    const ofReports = what === 'release' ? await reports.release(choice) : await reports.replace(choice);
    const done = DONE[what];
    const key = done.replace(' ', '_');
    if (options.json) return frame.terminal.json({ [key]: count, [`reports_${key}`]: ofReports });
    if (!isReport) frame.terminal.line(`${areIn(count, 'invoice')} ${done}.`);
    if (isReport || ofReports > 0)
      frame.terminal.line(`${areIn(ofReports, 'tax report')} ${what === 'release' ? done : 'replaced'}.`);
  });
}

const heldAsJson = (heldInvoices: number, heldReports: number, givenUp: number) => ({
  held: heldInvoices,
  reports_held: heldReports,
  statuses_given_up: givenUp,
});

const endedAsJson = (ended: EndedAccess | undefined) => ({
  keys_revoked: ended?.keys ?? 0,
  links_revoked: ended?.links ?? 0,
});

function whatHasEnded(ended: EndedAccess | undefined, lost: string | undefined): string {
  if (!ended)
    return 'No key and no link is revoked: those that were revoked after the backup work again. Revoke them now.';
  const { keys, links } = ended;
  const counts = `${areIn(keys, 'key')} revoked, ${areIn(links, 'link')} revoked`;
  return lost === undefined
    ? `${counts}: no lost store says which of them were revoked after the backup. Make new keys with ids keys mint.`
    : `${counts}: these keys were revoked after the backup, and no link outlives a restore.`;
}

/** `1 invoice is`, `2 invoices are`. */
const areIn = (count: number, one: string, several?: string): string =>
  `${counted(count, one, several)} ${count === 1 ? 'is' : 'are'}`;

const whatIsHeld = (count: number): string =>
  count === 0
    ? 'No invoice is held: each was with its route, or at its end.'
    : `${areIn(count, 'invoice')} held, as ${count === 1 ? 'it' : 'they'} may have been sent after the backup: ids care names them (EI-RESTORED).`;

const whichReportsAreHeld = (count: number): string =>
  `${areIn(count, 'tax report')} held, as ${count === 1 ? 'it' : 'they'} may have been sent after the backup: ids care names them (EI-RESTORED).`;

const whatIsGivenUp = (count: number): string =>
  `${areIn(count, 'status', 'statuses')} not sent, as ${count === 1 ? 'it' : 'they'} may have been sent after the backup: ids care names them (EI-SEND-UNKNOWN).`;

const mayBeSending = (live: readonly LiveProcess[]): string =>
  `${live.map(({ id, role }) => `${id} (${role})`).join(', ')} used this store in the last minute and may be sending what is to be held. ` +
  'Stop every process of the service, wait a minute and repeat the command.';

type Opened = Awaited<ReturnType<typeof openHold>>;

async function withHold({ env }: Frame, work: (opened: Opened) => Promise<void>): Promise<void> {
  const opened = await openHold(readSettings(env));
  try {
    await work(opened);
  } finally {
    await opened.close();
  }
}

function chosen({ id, route, all }: ChoiceOptions): Chosen {
  if ([id, route, all].filter((word) => word !== undefined).length !== 1)
    throw new NotRun('Name one of --id, --route and --all.');
  return { ...(id !== undefined && { id }), ...(route !== undefined && { route }) };
}
