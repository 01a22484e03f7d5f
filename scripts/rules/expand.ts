import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Binding, type TermNode, alternatives, contextOf, findTerm, readBinding } from './binding.ts';
import { type RuleCatalogueEntry, catalogueEntry } from './catalogue.ts';
import { codeListsOf } from './code-lists.ts';
import { type Vocabulary, expandExpression } from './expression.ts';
import { type Block, type Check, type RuleFile, readRules } from './rule-file.ts';

/** A built-in pack as plain Schematron, one text for each syntax, and the catalogue entries of its ids. */
export interface ExpandedPack {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly catalogue: readonly RuleCatalogueEntry[];
}

interface PackDescription {
  readonly title: string;
  readonly layer: string;
  readonly catalogue: { readonly family: string; readonly routes: readonly string[] };
  readonly files: readonly {
    readonly path: string;
    readonly expanded_from?: { readonly terms: readonly string[]; readonly rules: readonly string[] };
  }[];
}

/** Expands the rules of `schematron/<pack>`; a pack without `expanded_from` has nothing to expand. */
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
  return { files, catalogue: [...catalogue.values()] };
}

type Patterns = readonly (RuleFile & { readonly name: string })[];

function schematron(title: string, patterns: Patterns, vocabulary: Vocabulary): string {
  const namespaces = Object.entries(vocabulary.binding.namespaces);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">',
    `  <title>${escaped(title)}</title>`,
    ...namespaces.map(([prefix, uri]) => `  <ns prefix="${prefix}" uri="${escaped(uri)}"/>`),
    ...patterns.flatMap(({ name, blocks }) => [
      `  <pattern id="${name}">`,
      ...blocks.map((block) => rule(block, vocabulary)),
      '  </pattern>',
    ]),
    '</schema>',
    '',
  ].join('\n');
}

function rule(block: Block, vocabulary: Vocabulary): string {
  const checks = block.check.filter((check) => check.test);
  const { root } = vocabulary.binding;
  const [scope = root] = block.in.map((name) => findTerm(vocabulary.binding, name, root));
  const variables = new Map<string, TermNode>();
  const write = (text: string): string => expandExpression(text, scope, variables, vocabulary).text;
  const lets = Object.entries(block.let).map(([name, value]) => {
    const { text, term } = expandExpression(value, scope, variables, vocabulary);
    if (term) variables.set(name, term);
    return `      <let name="${name}" value="${escaped(text)}"/>`;
  });
  const where = block.where === undefined ? '' : `[${write(block.where)}]`;
  const contexts = [
    ...block.in.flatMap((name) => contextsOf(name, vocabulary.binding)),
    ...(block.at ? alternatives(block.at) : []),
  ].map((path) => path + where);
  return [
    `    <rule context="${escaped(contexts.join(' | '))}">`,
    ...lets,
    ...checks.map((check) => {
      const { id, flag, test = '' } = check;
      return `      <assert id="${id}" flag="${flag}" test="${escaped(write(test))}">${escaped(message(check))}</assert>`;
    }),
    '    </rule>',
  ].join('\n');
}

const contextsOf = (name: string, binding: Binding): string[] =>
  contextOf(findTerm(binding, name, binding.root));

/** What a clerk reads: what is wrong, then what to change. */
export const message = ({ title, fix }: Pick<Check, 'title' | 'fix'>): string => `${title}. ${fix}`;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);
