import { counted } from 'en16931-rules/vocabulary/counted.ts';
import { existsSync } from 'node:fs';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { OUR_BT24 } from 'en16931-rules/layers/layer-selection.ts';
import { selectLayers } from '../../domain/routes/select-layers.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Settings } from '../../processes/settings/settings.ts';
import { storedDocuments } from './stored-documents.ts';
import {
  type ChangedRule,
  type RuleDifferences,
  severitiesIn,
} from 'en16931-rules/packs/diff/compare-rules.ts';
import {
  type EntryPair,
  type PackAt,
  differencesOf,
  packNamed,
  pairsOf,
} from 'en16931-rules/packs/diff/two-packs.ts';
import { WrongShape } from 'en16931-rules/packs/members.ts';
import {
  type Comparing,
  type DocumentToCompare,
  type VerdictPair,
  TwoJudges,
} from 'en16931-rules/pool/judge-both.ts';

export interface DiffOrder {
  readonly rulesDir: string;
  /** Names as for `packNamed`. */
  readonly before: string;
  readonly after: string;
  /** A folder of documents that both packs check. */
  readonly documents?: string | undefined;
  /** Both packs check the invoices that the store got in this many days. */
  readonly stored?: { readonly days: number; readonly settings: Settings } | undefined;
}

/** Undefined entries: both names are of one pack. */
export interface PackDifferences {
  readonly before: string;
  readonly after: string;
  /** One pack is the publisher's, the other one is written here: rules differ in form where they judge alike. */
  readonly isOfTwoAuthors: boolean;
  readonly entries: readonly (EntryPair & { readonly differences: RuleDifferences })[] | undefined;
  readonly effects: readonly Effect[];
}

export interface Effect {
  readonly place: string;
  /** By document, the verdicts of each layer of these packs. */
  readonly judged: readonly (readonly VerdictPair[])[];
}

type Print = (line: string) => void;

/** The most documents that are named for one kind of change. */
const MAX_NAMED = 20;

/**
 * The differences of two packs, and the documents with another verdict.
 * @throws WrongShape, CommandRefused
 */
export async function comparePacks(order: DiffOrder): Promise<PackDifferences> {
  const { rulesDir, documents, stored } = order;
  const before = await packNamed(rulesDir, order.before);
  const after = await packNamed(rulesDir, order.after);
  const isBuiltIn = ({ pack }: PackAt): boolean => pack.manifest.origin === 'built-in';
  const isOfTwoAuthors = isBuiltIn(before) !== isBuiltIn(after);
  const names = { before: nameOf(before), after: nameOf(after), isOfTwoAuthors };
  if (isSame(before, after)) return { ...names, entries: undefined, effects: [] };
  const pairs = pairsOf(before, after);
  const entries = [];
  for (const pair of pairs) entries.push({ ...pair, differences: await differencesOf(before, after, pair) });
  const judges = new TwoJudges({ before, after }, pairs);
  const effects: Effect[] = [];
  if (documents !== undefined)
    effects.push({ place: documents, judged: await judgeAll(judges, documentsIn(documents)) });
  if (stored !== undefined)
    effects.push({
      place: `invoices of the last ${counted(stored.days, 'day')}`,
      judged: await judgeAll(judges, storedIn(stored)),
    });
  return { ...names, entries, effects };
}

export function printDifferences(
  { before, after, isOfTwoAuthors, entries, effects }: PackDifferences,
  print: Print,
): void {
  if (!entries) return print(`${before} ${NAMED_TWICE}`);
  print(`${before} → ${after}`);
  if (isOfTwoAuthors) print(TWO_AUTHORS);
  for (const { differences, ...pair } of entries) printRules(titleOf(pair), differences, print);
  for (const effect of effects) printEffect(effect, { before, after }, print);
  if (!isOfTwoAuthors) for (const { differences } of entries) differences.changed.forEach((rule) => printTexts(rule, print)); // prettier-ignore
}

const TWO_AUTHORS =
  'One of them is written here: its rules differ in place, test and text where they judge alike. --documents and --stored say which verdicts change; what a publisher changed is the difference of two of its releases.';

/** Of the documents those whose verdict or codes differ. */
export const differencesAsJson = ({ before, after, entries, effects }: PackDifferences) => ({
  before,
  after,
  entries: (entries ?? []).map(({ before: was, after: is, differences }) => ({
    layer: (is ?? was)?.layer,
    syntaxes: (is ?? was)?.syntaxes,
    in: was && is ? 'both' : was ? 'before' : 'after',
    ...differences,
  })),
  documents: effects.map(({ place, judged }) => ({
    place,
    documents: judged.length,
    judged: judged.filter((each) => each.length > 0).length,
    changed: judged.flat().filter((each) => EFFECTS.some(([, is]) => is(each))),
  })),
});

const isSame = (one: PackAt, other: PackAt): boolean => folderOf(one) === folderOf(other);

const folderOf = ({ rulesDir, pack }: PackAt): string => resolve(rulesDir, pack.folder);

const NAMED_TWICE =
  'was named twice, and a pack does not differ from itself. `ids packs list` names the others.';

const nameOf = ({ pack: { manifest: m } }: PackAt): string => `${m.id} ${m.version} (${m.origin})`;

function titleOf({ before, after }: EntryPair): string {
  const entry = after ?? before;
  const kind = `${entry?.layer} for ${entry?.syntaxes.join(', ')} (${entry?.ref.path})`;
  return `${kind}${before ? '' : ', which is new'}${after ? '' : ', which is gone'}`;
}

function printRules(title: string, matchingDifferences: RuleDifferences, print: Print): void {
  const { added, removed, changed, shared } = matchingDifferences;
  const weighed = changed.filter((rule) => rule.in.includes('severity'));
  const inWords = changed.filter((rule) => rule.in.every((aspect) => aspect === 'words'));
  const inFact = changed.filter((rule) => !inWords.includes(rule));
  print(`${title}:`);
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['added', added],
    ['removed', removed],
    ['changed in severity', weighed.map(inSeverity)],
    ['changed', inFact.map((rule) => `${rule.id} (${rule.in.join(', ')})`)],
    ['changed in words only', inWords.map(({ id }) => id)],
    ['changed for several rules', shared],
  ];
  const differences = rows.filter(([, ids]) => ids.length > 0);
  for (const [what, ids] of differences) print(`  ${ids.length} ${what}: ${ids.join(', ')}`);
  if (differences.length === 0) print('  nothing differs');
}

const inSeverity = ({ id, was, is }: ChangedRule): string =>
  `${id} (${severitiesIn(was.severity)} → ${severitiesIn(is.severity)})`;

/** What its publisher wrote, before and now. */
function printTexts({ id, was, is }: ChangedRule, print: Print): void {
  for (const aspect of ['context', 'test', 'words'] as const) {
    const [old = '', fresh = ''] = [was[aspect], is[aspect]];
    if (old === fresh) continue;
    const from = Math.max(0, [...old].findIndex((letter, i) => letter !== fresh[i]) - SHOWN_BEFORE);
    print(`${id}, ${aspect}:`);
    for (const [word, text] of [
      ['old', old],
      ['new', fresh],
    ] as const)
      // prettier-ignore
      print(`  ${word}: ${excerpt(text, from)}`);
  }
}

/** Letters of a text before its first difference, and in all. A test may have thousands; `--json` prints them. */
const SHOWN_BEFORE = 40;
const MAX_SHOWN = 240;

const excerpt = (text: string, from: number): string =>
  `${from > 0 ? '… ' : ''}${text.slice(from, from + MAX_SHOWN).replaceAll('\n', ' | ')}${text.length > from + MAX_SHOWN ? ' …' : ''}`;

export async function judgeAll(
  judges: Comparing,
  documents: AsyncIterable<DocumentToCompare>,
): Promise<readonly (readonly VerdictPair[])[]> {
  const all: (readonly VerdictPair[])[] = [];
  for await (const document of documents) all.push(await judges.judge(document));
  return all;
}

/** The change of a document's verdict, worst first. */
const EFFECTS: readonly (readonly [
  title: (names: Pick<PackDifferences, 'before' | 'after'>) => string,
  is: (judged: VerdictPair) => boolean,
])[] = [
  [() => 'were valid and are invalid', ({ was, is }) => was === 'valid' && is === 'invalid'],
  [() => 'were invalid and are valid', ({ was, is }) => was === 'invalid' && is === 'valid'],
  [({ before, after }) => `are judged by ${after} only: ${before} ${HAS_NONE}`, ({ was }) => was === 'none'],
  [({ before, after }) => `are judged by ${before} only: ${after} ${HAS_NONE}`, ({ is }) => is === 'none'],
  [
    () => 'are not judged to the end by one of them (`ids check FILE --rules FOLDER` says why)',
    ({ was, is }) => was !== is,
  ],
  [() => 'have the same verdict for other reasons', ({ added, gone }) => added.length + gone.length > 0],
];

const HAS_NONE = 'has no rules for their BT-24 (`ids packs list` shows the layers of each)';

function printEffect(
  { place, judged: documents }: Effect,
  names: Pick<PackDifferences, 'before' | 'after'>,
  print: Print,
): void {
  const concerned = documents.filter((each) => each.length > 0);
  print(`${place}: ${counted(documents.length, 'document')}, judged by these packs: ${concerned.length}`);
  const rest = new Set(concerned.flat());
  for (const [title, is] of EFFECTS) {
    const pairs = [...rest].filter(is);
    for (const each of pairs) rest.delete(each);
    if (pairs.length === 0) continue;
    print(`  ${title(names)}: ${pairs.length}`);
    for (const each of pairs.slice(0, MAX_NAMED)) print(`    ${each.name}${codesIn(each)}`);
    if (pairs.length > MAX_NAMED) print(`    and ${pairs.length - MAX_NAMED} more`);
  }
  print(`  are judged as before: ${rest.size}`);
}

const codesIn = ({ added, gone }: VerdictPair): string =>
  [
    ...(added.length > 0 ? [` now ${added.join(', ')}`] : []),
    ...(gone.length > 0 ? [` no longer ${gone.join(', ')}`] : []),
  ].join(';');

export async function* documentsIn(folder: string): AsyncGenerator<DocumentToCompare> {
  if (!existsSync(folder) || !(await stat(folder)).isDirectory())
    throw new WrongShape(folder, 'not a folder');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile() && /\.xml$/i.test(entry.name)).map((entry) => join(entry.parentPath, entry.name)); // prettier-ignore
  for (const path of paths.sort()) yield { name: relative(folder, path), bytes: await readFile(path) };
}

export async function* storedIn({
  days,
  settings,
}: NonNullable<DiffOrder['stored']>): AsyncGenerator<DocumentToCompare> {
  for await (const { id, client, route, bytes } of storedDocuments(settings, days))
    yield { name: id, client, route, bytes, isFor: onRoute(route) };
}

export const onRoute =
  (route: Route): NonNullable<DocumentToCompare['isFor']> =>
  ({ layer, syntaxes, customizations }, { syntax, specification }) =>
    syntaxes.includes(syntax) &&
    selectLayers(
      { route, syntax, customization: specification },
      new Set([...OUR_BT24, ...customizations]),
    ).some((choice) => choice.layer === layer && customizations.includes(choice.customization ?? '*'));
