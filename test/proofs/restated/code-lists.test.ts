import assert from 'node:assert/strict';
import { join } from 'node:path';
import { loadSchema } from 'en16931-rules/engine/load/load.ts';
import type { Instruction, Schema, XmlElement } from 'en16931-rules/engine/load/schema.ts';
import { officialPacksIn } from 'en16931-rules/packs/install/sources.ts';
import { describeByReference, OFFICIAL_FOLDERS, REFERENCE_DATA } from '../../support/reference-data.ts';
import { restated } from '../firing/built-in.ts';

/** Shorter texts in quotation marks are no lists of codes. */
const MIN_CODES = 7;
const LITERAL = /'([^']*)'|"([^"]*)"/g;
/** One text in quotation marks, or several with commas between them. */
const SEQUENCE = /(?:'[^']*'|"[^"]*")(?:\s*,\s*(?:'[^']*'|"[^"]*"))*/g;
/** `cl[@id=3]` of a code database. */
const IN_DATABASE = /\bcl\[@id=['"]?(\d+)/g;

/** What the tests of a rule name, also by a variable, a function or a code database. */
interface Named {
  readonly listed: ReadonlySet<string>;
  /** With those of short texts in quotation marks. */
  readonly words: ReadonlySet<string>;
}

/** By id of a rule. */
function namedBy(schema: Schema): ReadonlyMap<string, Named> {
  const texts = new Map([
    ...schema.lets.map(({ name, value }) => [`$${name}`, value.text] as const),
    ...schema.functions.map(({ localName, body }) => [`:${localName}(`, textOf(body)] as const),
  ]);
  const files = [...schema.documents.values()];
  const named = new Map<string, Named>();
  for (const { lets, tests } of schema.patterns.flatMap(({ rules }) => rules)) {
    const own = new Map([...texts, ...lets.map(({ name, value }) => [`$${name}`, value.text] as const)]);
    for (const { id = '', test } of tests) {
      const whole = withNamed(test.text, own);
      const lists = [...listsIn(whole), ...databases(whole, files)];
      const { listed, words } = named.get(id) ?? { listed: [], words: [] };
      named.set(id, {
        listed: new Set([...listed, ...lists.filter(isLong).flat()]),
        words: new Set([...words, ...lists.flat()]),
      });
    }
  }
  return named;
}

const textOf = (body: readonly Instruction[]): string =>
  body
    .map((one) => {
      if (one.kind === 'variable') return 'text' in one.value ? one.value.text : textOf(one.value);
      return one.kind === 'sequence' || one.kind === 'value-of' ? one.select.text : '';
    })
    .join(' ');

/** The expression, and behind it each one that it names, at any depth. */
function withNamed(expression: string, named: ReadonlyMap<string, string>): string {
  const parts = [expression];
  const taken = new Set<string>();
  for (const part of parts)
    for (const [name, text] of named) {
      const at = part.indexOf(name);
      const isNamed = at !== -1 && (name.endsWith('(') || !/[\w.-]/.test(part[at + name.length] ?? ''));
      if (!isNamed || taken.has(name)) continue;
      taken.add(name);
      parts.push(text);
    }
  return parts.join(' ');
}

/** The words of each text in quotation marks, or of a sequence of such texts. */
const listsIn = (expression: string): readonly (readonly string[])[] =>
  [...expression.matchAll(SEQUENCE)].map(([sequence]) =>
    [...sequence.matchAll(LITERAL)].flatMap(([, one, other]) =>
      (one ?? other!).split(/[\s|]+/).filter(Boolean),
    ),
  );

/** Patterns are no lists. */
const isLong = (list: readonly string[]): boolean =>
  list.length >= MIN_CODES && !list.some((code) => /[\^[\]{}\\]/.test(code));

const databases = (expression: string, files: readonly XmlElement[]): readonly (readonly string[])[] =>
  [...expression.matchAll(IN_DATABASE)].flatMap(([, id]) =>
    files
      .flatMap(({ children }) => children)
      .filter(({ attributes }) => attributes.get('id') === id)
      .map(({ children }) => children.map(({ attributes }) => attributes.get('value') ?? '')),
  );

const without = (codes: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] =>
  [...codes].filter((code) => !others.has(code));

/** A code that no invoice of the corpora has tells a wrong list from a right one all the same. */
describeByReference('a list of codes written here is that of the published rule', () => {
  for (const { pack, files } of OFFICIAL_FOLDERS.flatMap((folder) =>
    officialPacksIn(join(REFERENCE_DATA, folder)),
  ))
    for (const entry of pack.entries.filter(({ kind }) => kind === 'schematron'))
      it(`${entry.path} of ${pack.id} ${pack.version}`, function () {
        const ours = restated(pack, entry);
        if (!ours) return this.skip();
        const builtIn = namedBy(ours);
        const published = [...namedBy(loadSchema(files(), entry.path, entry.visits))];
        const differences = published.flatMap(([id, { listed, words }]) => {
          const own = builtIn.get(id);
          if (!own || listed.size === 0) return [];
          const [lacks, adds] = [without(listed, own.words), without(own.listed, words)];
          return lacks.length + adds.length === 0 ? [] : [{ id, lacks, adds }];
        });
        assert.deepEqual(differences, []);
      });
});
