import { join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { removePack } from 'en16931-rules/packs/install/store-pack.ts';
import { OWN_FOLDER, releaseNumbers } from 'en16931-rules/packs/own-folders.ts';
import { ownPacks } from 'en16931-rules/packs/own/own-packs.ts';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import { ENGINES } from 'en16931-rules/packs/manifest.ts';
import { readSettings } from '../processes/settings/read-settings.ts';
import { day } from './frame/day.ts';
import type { Define, Frame } from './frame/frame.ts';
import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';
import { REAL_CLOCK } from '../adapters/system/real-clock.ts';
import { CommandRefused, EXIT, type ExitCode, NotRun } from './frame/endings.ts';
import { compilePacks, installPacks } from './packs/bring-packs.ts';
import { type PackOptions, packWork, type PackWork, refusing, reportOverlays } from './packs/pack-work.ts';
import type { ReleaseWords } from './packs/release-rules.ts';
import type { TestWords } from './packs/test-files.ts';
import type { TryWords } from './packs/try-rule.ts';
import { ROUTES } from '../domain/routes/all.ts';
import { listPacks, nextPacks, packsOn, printRules } from './packs/show-packs.ts';
import { routesWithLayer } from '../domain/routes/select-layers.ts';

export const packs: Define = (command, frame) => {
  defineShows(command, frame);
  defineChanges(command, frame);
  defineComparisons(command, frame);
  defineReleases(command, frame);
};

const withRules = (command: Command): Command =>
  command
    .option('--rules <folder>', 'the folder of installed packs (RULES_DIR)')
    .option('--json', 'print JSON');

const withEngine = (command: Command): Command =>
  withRules(command).addOption(
    new Option('--engine <engine>', 'compile for SaxonJS, too: saxon').choices([...ENGINES]),
  );

type Work<Words extends readonly unknown[]> = (work: PackWork, ...words: Words) => Promise<unknown>;

/** An action with its arguments; its options say where the packs are. Commander adds the command. */
const acting = <Words extends readonly unknown[]>(frame: Frame, act: Work<[...Words, PackOptions]>) =>
  frame.act((...given: [...Words, PackOptions, Command]) => {
    const words = given.slice(0, -1) as [...Words, PackOptions];
    const work = packWork(words.at(-1) as PackOptions, frame);
    return refusing(work.rulesDir, () => act(work, ...words));
  });

function defineShows(command: Command, frame: Frame): void {
  withRules(command.command('list'))
    .description('what is installed')
    .option('--on <day>', 'only the packs that check an invoice issued on a day, as `packs on`')
    .action(
      acting<[]>(frame, (work, options) => {
        const { on } = options as PackOptions & { readonly on?: string };
        return on === undefined ? listPacks(work) : packsOn(on, work);
      }),
    );
  withRules(command.command('on'))
    .description('the packs that check an invoice issued on a day')
    .argument('<day>', 'YYYY-MM-DD')
    .action(acting<[string]>(frame, (work, on) => packsOn(on, work)));
  withRules(command.command('next'))
    .description('the installed packs that come into force after today, and what to do before')
    .action(acting<[]>(frame, nextPacks));
  withRules(command.command('outdated'))
    .description('which installed packs are old, and what is known of newer releases; nothing is adopted')
    .option('--online', 'ask the registries that PACKS_ALLOW names')
    .action(
      acting<[]>(frame, async (work, options) => {
        const { outdated } = await import('./packs/outdated.ts');
        return outdated((options as { readonly online?: boolean }).online === true, work);
      }),
    );
  withRules(command.command('rules'))
    .description('how built-in rules are stated for each syntax, what each release changes')
    .action(acting<[]>(frame, async (work) => printRules(work)));
}

function defineChanges(command: Command, frame: Frame): void {
  withEngine(command.command('install'))
    .description('install the official packs whose files are in a place, whatever they are called there')
    .argument('[id]', 'only this pack')
    .requiredOption('--from <place>', 'a folder, an archive, a file, or an http(s) address')
    .action(
      acting<[string | undefined]>(frame, (work, id, options) =>
        installPacks((options as PackOptions & { readonly from: string }).from, id, work),
      ),
    );
  withEngine(command.command('compile'))
    .description('compile the built-in packs, and installed ones that are out of date')
    .argument('[id]', 'only this pack')
    .action(acting<[string | undefined]>(frame, (work, id) => compilePacks(id, work)));
  withEngine(command.command('adopt'))
    .description('install a new release of a publisher, which this version of the service does not list yet')
    .argument('<place>', 'a folder, an archive, a file, or an http(s) address')
    .argument('[id]', 'only this pack')
    .option('--valid-from <day>', 'the day from which it applies, if its files do not say so', day)
    .option('--version <version>', 'its version, if its files do not say so')
    .option('--published', 'its publisher corrected it without a new version, so it is not called edited')
    .option('--without-own-rules', 'although own rules in the built-in pack of its layer stop running')
    .option('--accept', 'although it judges our documents otherwise than the release before')
    .action(
      acting<[string, string | undefined]>(frame, (work, place, id, options) =>
        adopt(place, id, options, work),
      ),
    );
  withRules(command.command('remove'))
    .description("remove a version of a pack, its publisher's first")
    .argument('<id>', 'or the folder of one that cannot be read')
    .argument('[version]', 'may be left out if there is one only')
    .action(acting<[string, string | undefined]>(frame, (work, id, version) => remove(id, version, work)));
}

function defineComparisons(command: Command, frame: Frame): void {
  withRules(command.command('diff'))
    .description('which rules differ between two packs')
    .argument('<old>', 'ID-VERSION[.ORIGIN], or the folder of a pack')
    .argument('<new>', 'another one')
    .option('--documents <folder>', 'and which documents of a folder both judge otherwise')
    .option(
      '--stored <days>',
      'the same of the invoices that the store of STORE_URL got in the last days',
      days,
    )
    .action(
      acting<[string, string]>(frame, (work, before, after, options) => diff(before, after, options, work)),
    );
  withRules(command.command('try'))
    .description('whether a file breaks a rule; exit code 2 if the rule was not run')
    .argument('<file>')
    .requiredOption('--rule <id>', 'as BR-CO-15')
    .addOption(new Option('--route <route>', 'the route that it is checked for').choices([...ROUTES]))
    .option('--on <day>', 'by the packs of a day', day)
    .option('--client <client>', 'whose own rules check it, too')
    .addOption(draftOption())
    .action(
      acting<[string]>(frame, async (work, file, options) => {
        const { tryRule } = await import('./packs/try-rule.ts');
        const { draft, ...words } = options as PackOptions & TryWords & DraftOptions;
        if (draft === undefined) return tryRule(file, words, work);
        return byDraft(draft, words, work, (tried) => tryRule(file, { ...tried, ...words }, { ...work, home: tried.home })); // prettier-ignore
      }),
    );
  withRules(command.command('test'))
    .description(
      'whether each file of a folder breaks the rules that FILE.ids beside it names, and no others',
    )
    .argument('[folder]', 'of a draft: the folder tests in it, if left out')
    .option('--pack <id>', 'only the rules of this pack, as of own rules')
    .addOption(new Option('--route <route>', 'the route that they are checked for').choices([...ROUTES]))
    .option('--on <day>', 'by the packs of a day', day)
    .option('--client <client>', 'whose own rules check them, too')
    .option('--write', 'write what is reported as what is expected')
    .addOption(draftOption())
    .action(
      acting<[string | undefined]>(frame, (work, folder, options) =>
        test(folder, options as PackOptions & TestWords & DraftOptions, work),
      ),
    );
  withRules(command.command('transpile'))
    .description("write an installed pack's rules as XSLT")
    .argument('<id>')
    .requiredOption('--to <folder>', 'where the stylesheets are written')
    .option('--svrl', 'with a full report')
    .action(acting<[string]>(frame, (work, id, options) => transpile(id, options as TranspileOptions, work)));
}

interface DraftOptions {
  readonly draft?: string;
}

const draftOption = (): Option =>
  new Option('--draft <name>', 'by a draft of own rules or overlays, or its folder, as if it were released');

/** Own rules and overlays come into force in sets: each release makes one, and the one before is the way back. */
function defineReleases(command: Command, frame: Frame): void {
  withRules(command.command('edit'))
    .description('make a draft of own rules or of the overlays, to be changed; what is in force stays')
    .argument('<name>', 'of own rules, or overlays')
    .action(
      acting<[string]>(frame, async (work, name) => {
        const { editRules } = await import('./packs/drafts.ts');
        return editRules(name, work);
      }),
    );
  withEngine(command.command('release'))
    .description(
      'put a draft in force after its tests; shows first which stored invoices it judges otherwise',
    )
    .argument('<draft>', 'its name or its folder')
    .option('--on <day>', 'the first day of issue that it applies to; today if left out', day)
    .option('--stored <days>', 'show it on the invoices of the last days; 30 if left out', days)
    .option('--documents <folder>', 'show it on the documents of a folder instead')
    .option('--client <client>', 'whose documents those of a folder are')
    .option('--yes', 'release it without a question')
    .action(
      acting<[string]>(frame, async (work, draft, options) => {
        const { releaseRules } = await import('./packs/release-rules.ts');
        return releaseRules(draft, options as PackOptions & ReleaseWords, work);
      }),
    );
  withEngine(command.command('back'))
    .description('put the set before in force again; lists the invoices that were judged meanwhile')
    .option('--yes', 'without a question')
    .action(
      acting<[]>(frame, async (work, options) => {
        const { goBack } = await import('./packs/release-rules.ts');
        return goBack(options as PackOptions & { readonly yes?: boolean }, work);
      }),
    );
  withRules(command.command('log'))
    .description('who released which own rules and overlays, and when')
    .action(
      acting<[]>(frame, async (work) => {
        const { printLog } = await import('./packs/release-rules.ts');
        return printLog(work);
      }),
    );
}

async function test(
  folder: string | undefined,
  { draft, ...words }: TestWords & DraftOptions,
  work: PackWork,
): Promise<ExitCode> {
  const { printTested, testFiles } = await import('./packs/test-files.ts');
  if (draft === undefined) {
    if (folder === undefined) throw new NotRun('Name the folder of the files, or --draft with the draft.');
    return printTested(await testFiles(folder, words, work), work);
  }
  return byDraft(draft, words, work, async ({ tests = folder, home, ...of }) => {
    if (tests === undefined)
      throw new CommandRefused(`Overlays have no tests: ids packs release ${draft} --documents FOLDER${work.sameRules} shows what they change, before it asks.`); // prettier-ignore
    return printTested(await testFiles(folder ?? tests, { ...of, ...words }, { ...work, home }), work);
  });
}

/** Runs a check by a draft: on its first day, and as the first of its clients, if the words name none. */
async function byDraft<T>(
  which: string,
  { on }: { readonly on?: string | undefined },
  work: PackWork,
  use: (tried: {
    readonly home: string;
    /** Undefined: overlays have none. */
    readonly tests: string | undefined;
    readonly on: string;
    readonly pack?: string;
    readonly client?: string;
  }) => Promise<T>,
): Promise<T> {
  const { areOverlays, TESTS, withDraft } = await import('./packs/drafts.ts');
  return withDraft(which, on ?? dayOf(REAL_CLOCK.now()), work, (tried) =>
    use({
      home: tried.staged.home,
      tests: areOverlays(tried) ? undefined : join(tried.folder, TESTS),
      on: tried.day,
      ...(!areOverlays(tried) && { pack: tried.name }),
      ...(tried.client !== undefined && { client: tried.client }),
    }),
  );
}

function days(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('It is a number of days.');
  return Number(text);
}

interface AdoptOptions extends PackOptions {
  readonly validFrom?: string;
  readonly version?: string;
  readonly published?: boolean;
  readonly withoutOwnRules?: boolean;
  readonly accept?: boolean;
}

async function adopt(
  place: string,
  id: string | undefined,
  options: AdoptOptions,
  work: PackWork,
): Promise<ExitCode> {
  const { rulesDir, engines, report, terminal, asJson } = work;
  const { version, validFrom, published, withoutOwnRules, accept = false } = options;
  const { adoptFrom, adoptable } = await import('en16931-rules/packs/adopt/adopt.ts');
  const outcomes = await adoptFrom(place, rulesDir, {
    id,
    version,
    validFrom,
    published,
    withoutOwnRules,
    accept,
    words: wordsOf(options, work),
    engines,
    report,
    routesOf: routesWithLayer,
  });
  if (asJson) terminal.json(outcomes.map(({ outcome, says }) => ({ outcome, message: says })));
  else for (const { says } of outcomes) report(says);
  if (outcomes.some(({ outcome }) => outcome === 'adopted')) await reportOverlays(work, () => true);
  if (outcomes.length === 0)
    report([`${place} holds no release that is recognised. Recognised are:`, ...adoptable()].join('\n  '));
  const isDone = outcomes.length > 0 && outcomes.every(({ outcome }) => outcome !== 'refused');
  return isDone ? EXIT.done : EXIT.refused;
}

/** Options of this command that the suggested one has, too. */
const wordsOf = (
  { engine, published, withoutOwnRules, accept }: AdoptOptions,
  { sameRules }: PackWork,
): readonly string[] => [
  ...(published ? ['--published'] : []),
  ...(withoutOwnRules ? ['--without-own-rules'] : []),
  ...(accept ? ['--accept'] : []),
  ...(engine ? [`--engine ${engine}`] : []),
  ...(sameRules ? [sameRules.trim()] : []),
];

interface DiffOptions extends PackOptions {
  readonly documents?: string;
  readonly stored?: number;
}

async function diff(
  before: string,
  after: string,
  { documents, stored }: DiffOptions,
  { rulesDir, env, terminal, asJson }: PackWork,
): Promise<void> {
  const { comparePacks, differencesAsJson, printDifferences } = await import('./packs/pack-differences.ts');
  const inStore = stored === undefined ? undefined : { days: stored, settings: readSettings(env) };
  const differences = await comparePacks({ rulesDir, before, after, documents, stored: inStore });
  if (asJson) terminal.json(differencesAsJson(differences));
  else printDifferences(differences, (line) => terminal.line(line));
}

async function remove(id: string, version: string | undefined, work: PackWork): Promise<void> {
  const { rulesDir, report, terminal, asJson } = work;
  await refuseWritten(work, id, version);
  const removed = await removePack(rulesDir, id, version);
  if (removed.length === 0) throw new CommandRefused(`${id} is not installed.`);
  const { packs: installed } = await readInstalled(rulesDir);
  const left = installed.map(({ manifest }) => manifest).filter((one) => one.id === id);
  if (asJson)
    return terminal.json({
      removed,
      left: left.map((one) => ({ id: one.id, version: one.version, origin: one.origin })),
    });
  for (const folder of removed) report(`removed ${folder}`);
  for (const one of left) report(`${one.id} ${one.version} (${one.origin}) stays`);
}

/** The next start would compile them again. */
async function refuseWritten(
  { rulesDir, sameRules }: PackWork,
  id: string,
  version: string | undefined,
): Promise<void> {
  const own = (await ownPacks(rulesDir)).find(({ name }) => name === id);
  if (!own) return;
  const isOld =
    version !== undefined && 'packs' in own && own.packs.every(({ pack }) => pack.version !== version);
  if (!isOld && releaseNumbers(rulesDir).length > 0)
    throw new CommandRefused(
      `${id} is released. ids packs back${sameRules} goes to the set before; to end it on a day, state valid_until (ids packs edit ${id}${sameRules}) and release that.`,
    );
  if (!isOld)
    throw new CommandRefused(
      `${id} is written in ${join(rulesDir, OWN_FOLDER, id)}, from which the next start compiles it again. Move that folder away first.`,
    );
}

interface TranspileOptions extends PackOptions {
  readonly to: string;
  readonly svrl?: boolean;
}

async function transpile(
  id: string,
  { to, svrl = false }: TranspileOptions,
  { rulesDir, report, terminal, asJson }: PackWork,
): Promise<ExitCode> {
  const { writeStylesheets } = await import('en16931-rules/packs/compile/stylesheets.ts');
  const written = await writeStylesheets(rulesDir, id, to, svrl);
  if (asJson) terminal.json(written);
  else for (const file of written) report(file);
  return written.length === 0 ? EXIT.refused : EXIT.done;
}
