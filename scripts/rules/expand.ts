import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readBinding } from './binding.ts';
import { type RuleCatalogueEntry, catalogueEntry } from './catalogue.ts';
import { codeListsOf } from './code-lists.ts';
import { type Vocabulary, expandExpression } from './expression.ts';
import { type Block, type Check, type RuleFile, readRules } from './rule-file.ts';
import { schemaFiles } from './schema.ts';
import { type TermNode, alternatives, contextOf, findTerm } from './term-tree.ts';

/** A built-in pack as plain Schematron, one text for each syntax, or XML Schema; and the catalogue entries of its ids. */
export interface ExpandedPack {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly catalogue: readonly RuleCatalogueEntry[];
}

interface PackDescription {
  readonly title: string;
  readonly layer: string;
  readonly catalogue: { readonly family: string; readonly routes: readonly string[] };
  /** Tables that a schema is written from. */
  readonly schema_from?: readonly string[];
  readonly files: readonly {
    readonly path: string;
    readonly expanded_from?: { readonly terms: readonly string[]; readonly rules: readonly string[] };
  }[];
}

/** Expands the rules or schemas of `schematron/<pack>`; a pack whose description names no sources has nothing to expand. */
export function expandPack(folder: string): ExpandedPack {
  const pack = JSON.parse(readFileSync(join(folder, 'pack.json'), 'utf8')) as PackDescription;
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const catalogue = new Map<string, RuleCatalogueEntry>();
  const files = pack.files.flatMap(({ path, expanded_from: source }) => {
    if (!source) return [];
    const rules = source.rules.map((file) => ({ name: basename(file, '.yaml'), ...readRules(read(file)) }));
    for (const { family, blocks } of rules)
      for (const check of blocks.flatMap((block) => block.check))
        catalogue.set(
          check.id,
          catalogueEntry(check, { layer: pack.layer, ...pack.catalogue, ...(family && { family }) }),
        );
    const binding = readBinding(source.terms.map(read));
    const codeLists = codeListsOf(join(folder, '../codelists'), binding.syntax);
    return [{ path, text: schematron(pack.title, rules, { binding, codeLists }) }];
  });
  const schemas = pack.schema_from ? schemaFiles(pack.schema_from.map(read)) : new Map<string, string>();
  return {
    files: [...files, ...[...schemas].map(([path, text]) => ({ path, text }))],
    catalogue: [...catalogue.values()],
  };
}

type Patterns = readonly (RuleFile & { readonly name: string })[];

function schematron(title: string, patterns: Patterns, vocabulary: Vocabulary): string {
  const namespaces = Object.entries(vocabulary.binding.namespaces);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">',
    `  <title>${escaped(title)}</title>`,
    ...namespaces.map(([prefix, uri]) => `  <ns prefix="${prefix}" uri="${escaped(uri)}"/>`),
    ...patterns.flatMap((rules) => pattern(rules, vocabulary)),
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
  const places = block.at === undefined ? contextOf(scope) : alternatives(block.at);
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
  const value = (text: string): string => `<value-of select="${escaped(write(text))}"/>`;
  const values = expected
    ? ` (${value(`string(${expected})`)} expected, ${value(`if (${stated}) then string(${stated}) else 'nothing'`)} stated)`
    : '';
  return `${escaped(title)}${values}. ${escaped(fix)}`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);
