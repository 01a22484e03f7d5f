import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { expandPack } from 'en16931-rules/packs/expand/expand.ts';
import { packFolder } from '../../support/built-in-rules.ts';
import { schemaModel } from '../../support/schema-model.ts';
import { readSyntaxTables } from '../../../src/processes/read-syntaxes.ts';
import { tableOfEdition } from '../../../src/domain/documents/later-edition.ts';
import { type ElementRow, syntaxTable } from 'en16931-rules/vocabulary/syntax-table.ts';

const SYNTAX_TABLES = readSyntaxTables();

const tableOf = (syntax: string) =>
  syntaxTable(
    parse(readFileSync(new URL(`../../../schematron/syntaxes/${syntax}.yaml`, import.meta.url), 'utf8')),
  );

/** EN 16931-1 has BT-1 to BT-165, without BT-4. */
const TERMS = Array.from({ length: 165 }, (_, at) => `BT-${at + 1}`).filter((term) => term !== 'BT-4');

/** The terms, once per element in one kind of document; two elements with a condition count as one. */
function placed(rows: readonly ElementRow[], document: string): string[] {
  return rows
    .filter(({ only, readOnly, unless }) => !readOnly && !unless && (only === undefined || only === document))
    .flatMap(({ term, opens, attributes, elements }) => [
      ...[term, /\{(.*):/.exec(opens ?? '')?.[1], ...attributes.map((attribute) => attribute.term)],
      ...placed(elements, document),
    ])
    .filter((term) => term !== undefined);
}

for (const { title, documents, elements } of ['ubl', 'cii'].map(tableOf))
  describe(`the table of ${title}`, () => {
    for (const { syntax } of documents)
      it(`has one place for every term of EN 16931-1: ${syntax}`, () => {
        const terms = placed(elements, syntax).filter((term) => /^BT-\d+$/.test(term));
        assert.deepEqual(terms.sort(), [...TERMS].sort());
      });
  });

for (const [edition, taken] of [
  ['D16B', tableOf('cii')],
  ['D22B', SYNTAX_TABLES.find(({ syntax }) => syntax === 'cii-d22b')],
] as const)
  describe(`the table of CII, for ${edition}`, () => {
    const { root, types } = schemaModel(
      new Map(
        expandPack(packFolder(`cii-${edition.toLowerCase()}`)).files.map(({ path, text }) => [
          path,
          new TextEncoder().encode(text),
        ]),
      ),
    );

    /** The elements that the schema does not have there, or in another order. */
    function misplaced(rows: readonly ElementRow[], typeName: string, path: string): string[] {
      const type = types.get(typeName);
      const there = type && type.kind !== 'value' ? type.elements : [];
      let last = 0;
      return rows.flatMap(({ names: [name = ''], elements }) => {
        const at = there.findIndex((element) => name.endsWith(`:${element.name}`));
        const wrong = at < last ? [`${path}/${name}`] : [];
        last = Math.max(at, last);
        return [...wrong, ...misplaced(elements, there[at]?.type ?? '', `${path}/${name}`)];
      });
    }

    it('is in the order of the schema', () => {
      assert.ok(taken);
      assert.deepEqual(misplaced(taken.elements, root.type, ''), []);
    });
  });

describe('a table of a syntax', () => {
  const table = (elements: unknown, more: object = {}) =>
    syntaxTable({ syntax: 'x', title: 'X', namespaces: {}, documents: {}, elements, ...more });

  const ROWS: readonly (readonly [it: string, make: () => unknown, error: RegExp])[] = [
    ['needs elements', () => table(undefined), /elements is no list/],
    ['refuses unknown words', () => table([{ a: { trem: 'BT-1' } }]), /a: trem means nothing/],
    ['refuses an unknown kind of document', () => table([{ a: { only: 'x' } }]), /there is no x/],
    [
      'refuses a root of an unknown syntax',
      () => table([], { documents: { x: { root: 'y' } } }),
      /x is no kind of document/,
    ],
    ['refuses a value that is not text', () => table([{ a: { term: 1 } }]), /a is no text/],
    ['refuses an element without content', () => table([{ a: null }]), /a has no fields/],
  ];
  for (const [sentence, make, error] of ROWS) it(sentence, () => assert.throws(make, error));
});

describe('the table of a later edition', () => {
  const edition = { syntax: 'later', title: 'Later', basedOn: 'cii', anyNumber: ['BG-3'] };

  for (const [sentence, change, error] of [
    ['needs the earlier one', { basedOn: 'none' }, /there is no none to base later on/],
    ['frees only bounded elements', { anyNumber: ['BG-25'] }, /BG-25 is bounded in 0 places/],
  ] as const)
    it(sentence, () =>
      assert.throws(() => tableOfEdition({ ...edition, ...change }, [tableOf('cii')]), error),
    );
});
