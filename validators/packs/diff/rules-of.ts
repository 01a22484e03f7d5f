import { loadSchema } from '../../engine/load/load.ts';
import { PackRefused } from '../../engine/load/pack-refused.ts';
import type { Expression, MessagePart, Schema, Test, XmlElement } from '../../engine/load/schema.ts';
import {
  type PackFiles,
  type SourceElement,
  attributeOf,
  childElements,
  isElement,
  parseSource,
} from '../../engine/load/source.ts';
import type { ManifestEntry } from '../manifest.ts';
import { isStylesheet } from '../compile/catalogue-of-rules.ts';

/** Parts of a rule: some decide, others only explain; each as text to compare. */
export type Aspect = 'context' | 'test' | 'severity' | 'words' | 'declaration';

/** One rule of a rule file, or one declaration of a schema. */
export interface RuleText {
  readonly id: string;
  readonly says: Readonly<Partial<Record<Aspect, string>>>;
}

/** Rules by their ids; `shared` are variables, functions and code lists, which any of them may use. */
export interface RuleTexts {
  readonly rules: ReadonlyMap<string, RuleText>;
  readonly shared: ReadonlyMap<string, string>;
}

/**
 * Reads the rules of an entry. A stylesheet that cannot be read back has no separate rules.
 * @param files the pack's own, as published.
 * @throws PackRefused
 */
export function rulesOf(files: PackFiles, { path, kind, visits }: ManifestEntry): RuleTexts {
  if (kind === 'xsd') return { rules: declarations(files), shared: new Map() };
  try {
    const schema = loadSchema(files, path, visits);
    return { rules: asserts(schema), shared: collectShared(schema) };
  } catch (error) {
    if (!(error instanceof PackRefused) || !isStylesheet(path)) throw error;
    return { rules: new Map(), shared: new Map([[path, textOf(files, path)]]) };
  }
}

function asserts({ patterns }: Schema): ReadonlyMap<string, RuleText> {
  const rules = new Map<string, RuleText>();
  for (const { rules: within } of patterns)
    for (const { context, lets, tests } of within)
      for (const test of tests) {
        const text = assertText(test, [
          context.text,
          ...lets.map(({ name, value }) => `${name} = ${value.text}`),
        ]);
        rules.set(text.id, join(rules.get(text.id), text));
      }
  return rules;
}

function assertText(test: Test, context: readonly string[]): RuleText {
  const words = wordsOf(test.message);
  return {
    id: test.id ?? `without an id: ${words}`,
    says: {
      context: space(context.join('; ')),
      test: space(`${test.kind} ${test.test.text}`),
      severity: test.flag ?? test.role ?? 'fatal',
      words,
    },
  };
}

/** Several asserts may have one id. */
function join(one: RuleText | undefined, other: RuleText): RuleText {
  if (!one) return other;
  const says = Object.entries(other.says).map(([aspect, text]) => [
    aspect,
    `${one.says[aspect as Aspect] ?? ''}\n${text}`,
  ]);
  return { id: one.id, says: Object.fromEntries(says) as RuleText['says'] };
}

const wordsOf = (message: readonly MessagePart[]): string =>
  space(message.map((part) => (part.kind === 'text' ? part.text : '…')).join(''));

function collectShared({ lets, functions, documents }: Schema): ReadonlyMap<string, string> {
  return new Map([
    ...lets.map(({ name, value }) => [`variable ${name}`, space(value.text)] as const),
    ...functions.map(({ localName, ...own }) => [`function ${localName}`, plain(own)] as const),
    ...[...documents].map(([name, root]) => [`code list ${name}`, JSON.stringify(listText(root))] as const),
  ]);
}

/** Without the places, which change with every line. */
const plain = (value: unknown): string =>
  JSON.stringify(value, (key, inner: unknown) =>
    key === 'at' ? undefined : isExpression(inner) ? space(inner.text) : inner,
  );

const isExpression = (value: unknown): value is Expression =>
  typeof value === 'object' && value !== null && 'text' in value && 'at' in value && !('kind' in value);

const listText = (element: XmlElement): unknown => [
  element.localName,
  [...element.attributes],
  space(element.text),
  element.children.map(listText),
];

const space = (text: string): string => text.replace(/\s+/g, ' ').trim();

const textOf = (files: PackFiles, path: string): string => new TextDecoder().decode(files.get(path));

/** Named elements, types, groups and attributes at the top of each schema file, without their documentation. */
function declarations(files: PackFiles): ReadonlyMap<string, RuleText> {
  const byId = new Map<string, RuleText>();
  for (const path of files.keys()) {
    if (!/\.xsd$/i.test(path)) continue;
    for (const child of childElements(parseSource(files, path))) {
      const name = attributeOf(child, 'name');
      const id = `${child.localName} ${name ?? ''}`;
      if (name !== undefined) byId.set(id, join(byId.get(id), { id, says: { declaration: markup(child) } }));
    }
  }
  return byId;
}

function markup(element: SourceElement): string {
  if (element.localName === 'annotation') return '';
  const attributes = element.attributes.map(({ localName, value }) => ` ${localName}="${value}"`).toSorted().join(''); // prettier-ignore
  const content = element.content.map((node) => (isElement(node) ? markup(node) : space(node))).join('');
  return `<${element.localName}${attributes}>${content}</>`;
}
