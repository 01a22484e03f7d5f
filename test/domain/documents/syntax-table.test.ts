import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type ElementRow, syntaxTable } from '../../../src/domain/documents/syntax-table.ts';

const UBL = syntaxTable(
  parse(readFileSync(new URL('../../../schematron/syntaxes/ubl.yaml', import.meta.url), 'utf8')),
);

/** EN 16931-1 counts to BT-165 and leaves BT-4 out. */
const TERMS = Array.from({ length: 165 }, (_, at) => `BT-${at + 1}`).filter((term) => term !== 'BT-4');

/** Terms as often as they have a place in one kind of document. */
function placed(rows: readonly ElementRow[], document: string): string[] {
  return rows
    .filter(({ only, readOnly }) => !readOnly && (only === undefined || only === document))
    .flatMap(({ term, opens, attributes, elements }) => [
      ...[term, /\{(.*)\}/.exec(opens ?? '')?.[1], ...attributes.map((attribute) => attribute.term)],
      ...placed(elements, document),
    ])
    .filter((term) => term !== undefined);
}

describe('the table of UBL', () => {
  for (const { syntax } of UBL.documents)
    it(`has one place for every term of EN 16931-1: ${syntax}`, () => {
      const terms = placed(UBL.elements, syntax).filter((term) => /^BT-\d+$/.test(term));
      assert.deepEqual(terms.sort(), [...TERMS].sort());
    });
});

describe('a table of a syntax', () => {
  const table = (elements: unknown, more: object = {}) =>
    syntaxTable({ syntax: 'x', title: 'X', namespaces: {}, documents: {}, elements, ...more });

  const ROWS: readonly (readonly [it: string, make: () => unknown, error: RegExp])[] = [
    ['needs elements', () => table(undefined), /elements is no list/],
    ['refuses words that it does not know', () => table([{ a: { trem: 'BT-1' } }]), /a: trem means nothing/],
    ['refuses a kind of document that there is not', () => table([{ a: { only: 'x' } }]), /there is no x/],
    [
      'refuses a root of a syntax that there is not',
      () => table([], { documents: { x: { root: 'y' } } }),
      /x is no kind of document/,
    ],
    ['refuses what is no text', () => table([{ a: { term: 1 } }]), /a is no text/],
    ['refuses an element that says nothing', () => table([{ a: null }]), /a has no fields/],
  ];
  for (const [sentence, make, error] of ROWS) it(sentence, () => assert.throws(make, error));
});
