import { existsSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { Members, WrongShape, parseJson } from '../members.ts';
import { projectFolder } from '../project-folder.ts';
import { type ReleaseFacts, type WithEditions, editionsOf } from '../releases.ts';
import { escapeAttribute } from '../../vocabulary/escape.ts';
import { textInside } from '../inside.ts';
import type { RuleCatalogueEntry } from '../catalogue.ts';
import { readBinding } from './binding.ts';
import { type CatalogueDefaults, catalogueEntry, type Explained, type Stated } from './catalogue.ts';
import { codeListsOf } from './code-lists.ts';
import { type Vocabulary, expandExpression } from './expression.ts';
import type { Edition } from './editions.ts';
import { type Family, familyEntries, familyOf, readFamilies } from './families.ts';
import { inFile, onLine } from './in-file.ts';
import { type Patterns, type ToExpand, callIn, patternsOf, toExpand } from './patterns.ts';
import type { Block, Check } from './rule-file.ts';
import { schemaFiles } from './schema.ts';
import { schemaFilesOf } from './schema-grammar.ts';
import { type TermNode, alternatives, contextOf, filledPhrases, findTerm } from './term-tree.ts';
import { nameOfState } from '../own-folders.ts';

/** A built-in pack as plain Schematron, one text for each syntax, or XML Schema; with the catalogue entries of its ids. */
export interface ExpandedPack {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly catalogue: readonly RuleCatalogueEntry[];
}

/** The writers of schemas, by the member of `pack.json` that names the tables. */
const SCHEMA_WRITERS = { schema_from: schemaFiles, grammar_from: schemaFilesOf } as const;

/**
 * Expands the rules or schemas of `schematron/<pack>`; a pack whose description names no sources has nothing to expand.
 * @param version the release that is expanded; the newest one if left out.
 * @param describe the releases that a `pack.json` in another form states.
 * @throws WrongShape
 */
export function expandPack(folder: string, version?: string, describe?: DescribeEditions): ExpandedPack {
  const { pack, edition, named, read } = openPack(folder, version, describe);
  const explained = new Map<string, Explained>();
  const files = pack.list('files').flatMap((file) => {
    if (!file.has('expanded_from')) return [];
    const { path, terms, ...sources } = toExpand(file, pack, edition);
    const binding = inFile(named(terms.join(', ')), () =>
      readBinding(
        terms.map((term) => read(named(term))),
        sources.edition,
      ),
    );
    const patterns = callIn(patternsOf(sources, named, read), binding.syntax);
    for (const one of explainIn(patterns, pack)) explain(explained, one, binding.syntax);
    const codeLists = codeListsOf(read, binding.syntax, sources.borrowed.lists);
    return [{ path, text: schematron(pack.text('title'), patterns, { binding, codeLists }) }];
  });
  // The tables of a schema.
  const schemas = Object.entries(SCHEMA_WRITERS).flatMap(([member, write]) => {
    const tables = pack.has(member) ? pack.textList(member) : [];
    if (tables.length === 0) return [];
    return inFile(named(tables.join(', ')), () => [...write(tables.map((table) => read(named(table))))]);
  });
  const entries = [...explained.values()].map(catalogueEntry);
  return {
    files: [...files, ...schemas.map(([path, text]) => ({ path, text }))],
    catalogue: [...entries, ...inFamilies(entries, pack, (path) => read(named(path)))],
  };
}

/** The releases of a pack with their first days, the first one first. */
export const editionsIn = (folder: string): readonly { readonly version: string; readonly day: string }[] =>
  openPack(folder).edition.all.map((version) => ({
    version,
    day: openPack(folder, version).pack.textOrNull('valid_from') ?? '',
  }));

/** The releases that a `pack.json` states, the first one first. */
export type DescribeEditions = (json: unknown) => readonly ReleaseFacts[];

const statedEditions: DescribeEditions = (json) => editionsOf(json as WithEditions);

interface OpenPack {
  /** The description of the release. */
  readonly pack: Members;
  readonly edition: Edition;
  /** Files of another pack may be named, but nothing outside of `schematron/`, and of the folder of own packs. */
  readonly named: (path: string) => string;
  readonly read: (path: string) => string;
}

function openPack(folder: string, version?: string, describe = statedEditions): OpenPack {
  const schematron = join(projectFolder(), 'schematron');
  const state = basename(folder);
  const name = nameOfState(state);
  const named = (path: string): string => posix.join(name, path);
  const home = dirname(folder);
  // An own pack uses the tables of syntaxes and the code lists of this project.
  const read = (path: string): string => {
    const there = path.startsWith(`${name}/`) ? posix.join(state, path.slice(name.length)) : path;
    return textInside(existsSync(join(home, there)) ? home : schematron, there);
  };
  const where = named('pack.json');
  const editions = describe(parseJson(read(where), where));
  const edition = version === undefined ? editions.at(-1) : editions.find((one) => one.version === version);
  if (!edition) throw new WrongShape(where, `has no version ${version}`);
  const all = editions.map((one) => one.version);
  return {
    pack: new Members(edition, where),
    named,
    read,
    edition: { all, version: edition.version },
  };
}

function inFamilies(
  entries: readonly RuleCatalogueEntry[],
  pack: Members,
  read: (path: string) => string,
): readonly RuleCatalogueEntry[] {
  const families = familiesOf(pack, read);
  return families.length === 0
    ? []
    : familyEntries(
        families,
        entries.filter(({ layer, restates }) => layer === pack.text('layer') && !restates),
        defaultsOf(pack),
      );
}

/** Empty if ids of reports are those of the rules. */
function familiesOf(pack: Members, read: (path: string) => string): readonly Family[] {
  const catalogue = pack.has('catalogue') ? pack.members('catalogue') : undefined;
  if (!catalogue?.has('families')) return [];
  const path = catalogue.path('families');
  return readFamilies(read(path), path, pack.text('id'));
}

/** The name of a report's rule in its standard; the report's own id if the pack names no families. */
export function nameInFamily(folder: string): (id: string) => string {
  const { pack, named, read } = openPack(folder);
  const families = familiesOf(pack, (path) => read(named(path)));
  return (id) => familyOf(families, id)?.id ?? id;
}

/**
 * The rules of each of a pack's Schematron files, by its name, with the rules that a syntax states separately in place of the shared ones.
 */
export const rulesOf = (folder: string, version?: string): ReadonlyMap<string, Patterns> =>
  ofEachFile(folder, version, (sources, named, read) => patternsOf(sources, named, read));

/** The meanings of phrases in the tables of each of a pack's Schematron files. */
export const phrasesOf = (
  folder: string,
  version?: string,
): ReadonlyMap<string, Readonly<Record<string, string>>> =>
  ofEachFile(
    folder,
    version,
    ({ terms, edition }, named, read) =>
      readBinding(
        terms.map((term) => read(named(term))),
        edition,
      ).phrases,
  );

/** The code lists of which each of a pack's Schematron files uses another edition. */
export const listsOf = (folder: string, version?: string): ReadonlyMap<string, ReadonlyMap<string, string>> =>
  ofEachFile(folder, version, ({ borrowed }) => borrowed.lists);

function ofEachFile<Read>(
  folder: string,
  version: string | undefined,
  tell: (file: ToExpand, named: (path: string) => string, read: (path: string) => string) => Read,
): ReadonlyMap<string, Read> {
  const { pack, edition, named, read } = openPack(folder, version);
  const files = pack.list('files').filter((file) => file.has('expanded_from'));
  return new Map(
    files.map((file) => toExpand(file, pack, edition)).map((file) => [file.path, tell(file, named, read)]),
  );
}

function defaultsOf(pack: Members): CatalogueDefaults {
  const catalogue = pack.members('catalogue');
  return {
    layer: pack.text('layer'),
    family: catalogue.text('family'),
    routes: catalogue.texts('routes'),
  };
}

function explainIn(patterns: Patterns, pack: Members): readonly Stated[] {
  const defaults = defaultsOf(pack);
  return patterns.flatMap(({ family, blocks, elsewhere, isOwn }) =>
    blocks
      .flatMap(({ check }) => check)
      .filter(({ id }) => isOwn || !elsewhere.has(id))
      .map((check) => ({
        check,
        defaults: { ...defaults, ...(family && { family }) },
        restates: elsewhere.has(check.id),
      })),
  );
}

/** For an id that syntaxes state separately the first explanation stays, except that one for a rule that can be broken comes first. */
function explain(explained: Map<string, Explained>, one: Stated, syntax: string): void {
  const known = explained.get(one.check.id);
  const words = !known || (!known.check.test && one.check.test) ? one : known;
  const { check, defaults, restates } = words;
  const weights = new Map(known?.weights);
  if (one.check.test) weights.set(syntax, one.check.flag);
  const wordings = [...(known?.wordings ?? []), one.check.texts];
  explained.set(check.id, { check, defaults, restates, weights, wordings });
}

function schematron(title: string, patterns: Patterns, vocabulary: Vocabulary): string {
  const namespaces = Object.entries(vocabulary.binding.namespaces);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">',
    `  <title>${escapeAttribute(title)}</title>`,
    ...namespaces.map(([prefix, uri]) => `  <ns prefix="${prefix}" uri="${escapeAttribute(uri)}"/>`),
    ...patterns.flatMap((rules) => inFile(rules.file, () => pattern(rules, vocabulary))),
    '</schema>',
    '',
  ].join('\n');
}

function pattern({ name, blocks }: Patterns[number], vocabulary: Vocabulary): string[] {
  const places = new Set<string>();
  const rules = blocks.map((block) =>
    onLine(block.line, () => {
      const context = contextFor(block, vocabulary);
      // The second block would never apply.
      if (places.has(context)) throw new Error(`${name}: two blocks for ${context}`);
      places.add(context);
      return rule(block, context, vocabulary);
    }),
  );
  return [`  <pattern id="${name}">`, ...rules, '  </pattern>'];
}

const scopeOf = ({ in: place }: Block, { binding }: Vocabulary): TermNode =>
  place === undefined ? binding.root : findTerm(binding, place, binding.root);

function contextFor(block: Block, vocabulary: Vocabulary): string {
  const scope = scopeOf(block, vocabulary);
  const places =
    block.at === undefined
      ? contextOf(scope, block.rootOnly)
      : alternatives(filledPhrases(block.at, vocabulary.binding.phrases));
  const where = block.where && expandExpression(block.where, scope, new Map(), vocabulary).text;
  return places.map((path) => (where ? `${path}[${where}]` : path)).join(' | ');
}

function rule(block: Block, context: string, vocabulary: Vocabulary): string {
  const scope = scopeOf(block, vocabulary);
  const variables = new Map<string, TermNode>();
  const lets = Object.entries(block.let).map(([name, value]) => {
    const { text, term } = expandExpression(value, scope, variables, vocabulary);
    if (term) variables.set(name, term);
    return `      <let name="${name}" value="${escapeAttribute(text)}"/>`;
  });
  const asserts = block.check
    .filter(({ test }) => test)
    .map((check) => assertion(check, (text) => expandExpression(text, scope, variables, vocabulary).text));
  return [`    <rule context="${escapeAttribute(context)}">`, ...lets, ...asserts, '    </rule>'].join('\n');
}

type Write = (text: string) => string;

/** @throws Error naming the rule whose expression cannot be written. */
function assertion(check: Check, write: Write): string {
  const { id, flag, test = '', line } = check;
  return onLine(line, () => {
    try {
      return `      <assert id="${id}" flag="${flag}" test="${escapeAttribute(write(test))}">${message(check, write)}</assert>`;
    } catch (error) {
      throw new Error(`${id}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  });
}

/** The message for a clerk: what is wrong, with the values if they are known, then what to change. */
function message(check: Check, write: Write): string {
  const { title, fix, term = '', expected, stated = `$${term}`, shown } = check;
  const values = expected ? difference(expected, stated) : shown && whatStands(shown);
  const shownValues = values ? `<value-of select="${escapeAttribute(write(values))}"/>` : '';
  return `${escapeAttribute(title)}${shownValues}. ${escapeAttribute(fix)}`;
}

/** Longer ones are cut: a message is no place for a page of text. */
const MAX_VALUE_LENGTH = 60;

const whatStands = (shown: string): string =>
  `for $there in normalize-space((${shown})[1]) return if ($there) then concat(' (', substring($there, 1, ${MAX_VALUE_LENGTH}), ' stated)') else ''`;

/**
 * Where the published rule counts in binary floating point, it can miss equal amounts that are too large for that. What cannot be
 * computed, because a part of it is missing, is not shown.
 */
function difference(expected: string, stated: string): string {
  const isNumber = (variable: string): string => `${variable} castable as xs:decimal`;
  const equal = `${isNumber('$there')} and xs:decimal($right) = xs:decimal($there)`;
  const both = `concat(' (', ${withCents('$right')}, ' expected, ', if ($there) then $there else 'nothing', ' stated)')`;
  return (
    `for $right in string((${expected})[1]), $there in normalize-space((${stated})[1]) return ` +
    `if (not(${isNumber('$right')})) then '' else if (${equal}) then ` +
    `', says the published rule, which cannot count so far: both are equal' else ${both}`
  );
}

/** An amount as invoices write it: two decimals at least. */
const withCents = (number: string): string =>
  `${number}, if (contains(${number}, '.')) then substring('00', string-length(substring-after(${number}, '.')) + 1) else '.00'`;
