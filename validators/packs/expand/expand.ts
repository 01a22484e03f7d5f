import { basename, dirname, posix } from 'node:path';
import { ROUTES } from '../../../src/domain/vocabulary/route.ts';
import { Members, parseJson } from '../members.ts';
import { textInside } from '../inside.ts';
import type { RuleCatalogueEntry } from '../catalogue.ts';
import { readBinding } from './binding.ts';
import { type CatalogueDefaults, catalogueEntry, type Weights } from './catalogue.ts';
import { codeListsOf } from './code-lists.ts';
import { type Vocabulary, expandExpression } from './expression.ts';
import { inFile } from './in-file.ts';
import { type Block, type Check, type RuleFile, readRules } from './rule-file.ts';
import { schemaFiles } from './schema.ts';
import { type TermNode, alternatives, contextOf, filledPhrases, findTerm } from './term-tree.ts';

/** A built-in pack as plain Schematron, one text for each syntax, or XML Schema; and the catalogue entries of its ids. */
export interface ExpandedPack {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly catalogue: readonly RuleCatalogueEntry[];
}

/** One file of a pack that is written out from rules and the places of their terms; paths are read from the pack's folder. */
interface ToExpand {
  readonly path: string;
  readonly terms: readonly string[];
  /** For every syntax. */
  readonly rules: readonly string[];
  /** For this syntax: rules of its own, and those that stand in the place of a rule for every syntax. */
  readonly syntax: readonly string[];
  readonly borrowed: Borrowed;
}

/** How a pack has the rules of another one, whose files it names; what its own files state stands in place of theirs. */
interface Borrowed {
  /** Ids that it does not have. */
  readonly leavesOut: ReadonlySet<string>;
  /** Families of ids that it calls otherwise: `BR-AF` → `BR-IG`. */
  readonly renames: ReadonlyMap<string, string>;
  /** Code lists that it knows another edition of. */
  readonly lists: ReadonlyMap<string, string>;
}

/**
 * Expands the rules or schemas of `schematron/<pack>`; a pack whose description names no sources has nothing to expand.
 * @throws WrongShape
 */
export function expandPack(folder: string): ExpandedPack {
  const home = dirname(folder);
  // Files of another pack may be named, nothing outside of `schematron/`.
  const named = (path: string): string => posix.join(basename(folder), path);
  const read = (path: string): string => textInside(home, path);
  const pack = new Members(parseJson(read(named('pack.json')), named('pack.json')), named('pack.json'));
  const explained = new Map<string, Explained>();
  const files = pack.list('files').flatMap((file) => {
    if (!file.has('expanded_from')) return [];
    const { path, terms, ...sources } = toExpand(file);
    const patterns = patternsOf(sources, named, read);
    const binding = inFile(named(terms.join(', ')), () =>
      readBinding(terms.map((term) => read(named(term)))),
    );
    for (const one of explainedIn(patterns, pack)) explain(explained, one, binding.syntax);
    const codeLists = codeListsOf(read, binding.syntax, sources.borrowed.lists);
    return [{ path, text: schematron(pack.text('title'), patterns, { binding, codeLists }) }];
  });
  // Tables that a schema is written from.
  const tables = pack.has('schema_from') ? pack.textList('schema_from') : [];
  const schemas = inFile(named(tables.join(', ')), () =>
    tables.length > 0 ? schemaFiles(tables.map((table) => read(named(table)))) : new Map<string, string>(),
  );
  return {
    files: [...files, ...[...schemas].map(([path, text]) => ({ path, text }))],
    catalogue: [...explained.values()].map(({ check, defaults, weights }) =>
      catalogueEntry(check, defaults, weights),
    ),
  };
}

/** The rules of each of a pack's Schematron files, by its name: those that a syntax states apart in place of the shared ones. */
export function rulesOf(folder: string): ReadonlyMap<string, Patterns> {
  const home = dirname(folder);
  const named = (path: string): string => posix.join(basename(folder), path);
  const read = (path: string): string => textInside(home, path);
  const pack = new Members(parseJson(read(named('pack.json')), named('pack.json')), named('pack.json'));
  const files = pack.list('files').filter((file) => file.has('expanded_from'));
  return new Map(files.map(toExpand).map(({ path, ...sources }) => [path, patternsOf(sources, named, read)]));
}

function toExpand(file: Members): ToExpand {
  const from = file.members('expanded_from');
  return {
    path: file.path('path'),
    terms: from.textList('terms'),
    rules: from.textList('rules'),
    syntax: from.has('syntax') ? from.textList('syntax') : [],
    borrowed: {
      leavesOut: new Set(from.has('leaves_out') ? from.textList('leaves_out') : []),
      renames: textsByName(from, 'renames'),
      lists: textsByName(from, 'lists'),
    },
  };
}

const textsByName = (from: Members, name: string): ReadonlyMap<string, string> =>
  new Map(
    from.has(name) ? Object.entries(from.members(name).each((members, inner) => members.text(inner))) : [],
  );

interface Stated {
  readonly check: Check;
  readonly defaults: CatalogueDefaults;
}

interface Explained extends Stated {
  readonly weights: Weights;
}

function explainedIn(patterns: Patterns, pack: Members): readonly Stated[] {
  const catalogue = pack.members('catalogue');
  const defaults = {
    layer: pack.text('layer'),
    family: catalogue.text('family'),
    routes: catalogue.anyOf('routes', ROUTES),
  };
  return patterns.flatMap(({ family, blocks, elsewhere }) =>
    blocks
      .flatMap(({ check }) => check)
      .filter(({ id }) => !elsewhere.has(id))
      .map((check) => ({ check, defaults: { ...defaults, ...(family && { family }) } })),
  );
}

/** Of an id that syntaxes state apart the first words stay, but those of one that can be broken come before others. */
function explain(explained: Map<string, Explained>, one: Stated, syntax: string): void {
  const known = explained.get(one.check.id);
  const words = !known || (!known.check.test && one.check.test) ? one : known;
  const { check, defaults } = words;
  const weights = new Map(known?.weights);
  if (one.check.test) weights.set(syntax, one.check.flag);
  explained.set(check.id, { check, defaults, weights });
}

/**
 * A rule that a syntax states apart is not stated for it by the files for every syntax, and one that the pack states itself not
 * by those of another pack.
 */
function patternsOf(
  { rules, syntax, borrowed }: Pick<ToExpand, 'rules' | 'syntax' | 'borrowed'>,
  named: (path: string) => string,
  read: (path: string) => string,
): Patterns {
  const isOwn = (file: string) => named(file).startsWith(`${named('.')}/`);
  const pattern = (file: string, words?: ReadonlyMap<string, Check>) => ({
    name: basename(file, '.yaml'),
    file: named(file),
    isOwn: isOwn(file),
    ...readRules(read(named(file)), named(file), words),
  });
  const shared = rules.map((file) => pattern(file));
  const words = new Map(shared.flatMap(checksOf).map((check) => [check.id, check]));
  const apart = syntax.filter((file) => !isOwn(file)).map((file) => pattern(file, words));
  const known = new Map([...apart.flatMap(checksOf).map((check) => [check.id, check] as const), ...words]);
  const own = syntax.filter(isOwn).map((file) => pattern(file, known));
  const idsOf = (files: readonly RuleFile[]) => new Set(files.flatMap(checksOf).map(({ id }) => id));
  const statedApart = idsOf([...apart, ...own]);
  const stated = idsOf([...shared, ...own].filter((file) => file.isOwn));
  const gone = new Set([...stated, ...borrowed.leavesOut]);
  const elsewhere = idsOf([...shared, ...apart].filter((file) => !file.isOwn));
  const stays: readonly Omit<Patterns[number], 'elsewhere'>[] = [
    ...shared.map((file) => ({ ...file, blocks: withoutChecks(file.blocks, statedApart) })),
    ...apart,
    ...own,
  ];
  return stays.map((file) => {
    const blocks = file.isOwn ? file.blocks : renamed(withoutChecks(file.blocks, gone), borrowed.renames);
    return { ...file, blocks, elsewhere };
  });
}

const renamed = (blocks: readonly Block[], families: Borrowed['renames']): readonly Block[] =>
  blocks.map((block) => ({
    ...block,
    check: block.check.map((check) => {
      const [, family = '', rest = ''] = /^(.*)(-[^-]+)$/.exec(check.id) ?? [];
      const called = families.get(family);
      return called === undefined ? check : { ...check, id: called + rest };
    }),
  }));

const checksOf = ({ blocks }: RuleFile): readonly Check[] => blocks.flatMap((block) => block.check);

const withoutChecks = (blocks: readonly Block[], ids: ReadonlySet<string>): readonly Block[] =>
  blocks
    .map((block) => ({ ...block, check: block.check.filter(({ id }) => !ids.has(id)) }))
    .filter(({ check }) => check.length > 0);

type Patterns = readonly (RuleFile & {
  readonly name: string;
  readonly file: string;
  /** Not of another pack. */
  readonly isOwn: boolean;
  /** Ids that another pack explains. */
  readonly elsewhere: ReadonlySet<string>;
})[];

function schematron(title: string, patterns: Patterns, vocabulary: Vocabulary): string {
  const namespaces = Object.entries(vocabulary.binding.namespaces);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">',
    `  <title>${escaped(title)}</title>`,
    ...namespaces.map(([prefix, uri]) => `  <ns prefix="${prefix}" uri="${escaped(uri)}"/>`),
    ...patterns.flatMap((rules) => inFile(rules.file, () => pattern(rules, vocabulary))),
    '</schema>',
    '',
  ].join('\n');
}

function pattern({ name, blocks }: Patterns[number], vocabulary: Vocabulary): string[] {
  const places = new Set<string>();
  const rules = blocks.map((block) => {
    const context = contextFor(block, vocabulary);
    // The second would never judge anything.
    if (places.has(context)) throw new Error(`${name}: two blocks for ${context}`);
    places.add(context);
    return rule(block, context, vocabulary);
  });
  return [`  <pattern id="${name}">`, ...rules, '  </pattern>'];
}

const scopeOf = ({ in: place }: Block, { binding }: Vocabulary): TermNode =>
  place === undefined ? binding.root : findTerm(binding, place, binding.root);

function contextFor(block: Block, vocabulary: Vocabulary): string {
  const scope = scopeOf(block, vocabulary);
  const places =
    block.at === undefined
      ? contextOf(scope)
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
    return `      <let name="${name}" value="${escaped(text)}"/>`;
  });
  const asserts = block.check
    .filter(({ test }) => test)
    .map((check) => assertion(check, (text) => expandExpression(text, scope, variables, vocabulary).text));
  return [`    <rule context="${escaped(context)}">`, ...lets, ...asserts, '    </rule>'].join('\n');
}

type Write = (text: string) => string;

/** @throws Error naming the rule, whose expression cannot be written. */
function assertion(check: Check, write: Write): string {
  const { id, flag, test = '' } = check;
  try {
    return `      <assert id="${id}" flag="${flag}" test="${escaped(write(test))}">${message(check, write)}</assert>`;
  } catch (error) {
    throw new Error(`${id}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** What a clerk reads: what is wrong, with the values where they can be told, then what to change. */
function message({ title, fix, term = '', expected, stated = `$${term}` }: Check, write: Write): string {
  const values = expected ? `<value-of select="${escaped(write(difference(expected, stated)))}"/>` : '';
  return `${escaped(title)}${values}. ${escaped(fix)}`;
}

/** Where the published rule counts in binary floating point, it can miss equal amounts that are too large for that. */
function difference(expected: string, stated: string): string {
  const [right, there] = [`string(${expected})`, `string(${stated})`];
  const isNumber = (text: string): string => `${text} castable as xs:decimal`;
  const equal = `${isNumber(right)} and ${isNumber(there)} and xs:decimal(${right}) = xs:decimal(${there})`;
  const told = `concat(' (', ${right}, ' expected, ', if (${stated}) then ${there} else 'nothing', ' stated)')`;
  return `if (${equal}) then ' (both are equal, but larger than the published rule can count)' else ${told}`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);
