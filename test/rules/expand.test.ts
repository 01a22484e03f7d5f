import assert from 'node:assert/strict';
import { codeListsOf } from 'en16931-rules/packs/expand/code-lists.ts';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readBinding } from 'en16931-rules/packs/expand/binding.ts';
import { expandPack } from 'en16931-rules/packs/expand/expand.ts';
import { expandExpression } from 'en16931-rules/packs/expand/expression.ts';
import { readRules } from 'en16931-rules/packs/expand/rule-file.ts';
import { contextOf, findTerm } from 'en16931-rules/packs/expand/term-tree.ts';
import { WrongShape } from 'en16931-rules/packs/members.ts';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { english } from '../support/words.ts';

const binding = readBinding([
  `
syntax: ubl
title: UBL
namespaces: {}
documents: { ubl-invoice: { root: a }, ubl-creditnote: { root: b, types: ['381'] } }
elements:
  - id: BT-1
  - seller:
      group: BG-4
      elements:
        - name: { term: BT-27, attributes: { scheme: BT-27-1, lang: BT-28 } }
        - address: { group: BG-5, anywhere: true, elements: [country: BT-40] }
        - due: { term: BT-9, only: ubl-creditnote }
  - due: { term: BT-9, only: ubl-invoice }
  - also: { term: BT-1, unnamed: true, attributes: { lang: BT-28 } }
  - paid: { term: BT-113, attributes: { currency: { is: BT-1 } } }
  - other: [number: { term: BT-90, attributes: { scheme: { is: SEPA } } }]
  - other: [number: { term: BT-29, attributes: { scheme: { not: SEPA } } }]
  - change: [reason: BT-97, charge: [indicator: { is: false }]]
  - paper: [number: BT-18, type: { is: '130' }, lang: { write: en }]
  - line | credit:
      each: BG-25
      anywhere: true
      elements:
        - net: BT-131
        - sold | returned: { term: BT-129, attributes: { unit: BT-130 } }
        - item: [tax: { group: BG-30, elements: [code: BT-151, t: [scheme: { is: VAT, loosely: true }]] }]
  - trade:
      - buyer: { group: BG-7, elements: [name: BT-44] }
phrases: { TAX: "t:scheme = 'VAT'" }
names:
  BG-7: { at: //buyer }
  BG-25:
    OTHER-TAX: 'item/tax[not({TAX})][a/b[c/d]/e]/code'
  NUMBERS: //number
`,
  'elements: [prepaid: { group: BG-DEX-09, elements: [sum: BT-DEX-002] }]\nnames: { BG-25: { NUMBER: number } }',
]);
const lists: Readonly<Record<string, readonly string[]>> = { colours: ['red', 'blue'], more: ['green'] };
const written = (text: string, scope = 'DOCUMENT'): string =>
  expandExpression(text, findTerm(binding, scope, binding.root), new Map(), {
    binding,
    codeLists: (id) => lists[id] ?? [],
  }).text;

describe('an expression of a rule', () => {
  const ROWS: readonly (readonly [it: string, text: string, scope: string, xpath: string])[] = [
    ['reads a term relative to the rule', '$BT-27', 'BG-4', 'name'],
    ['reads a term deeper down', '$BT-40', 'BG-4', 'address/country'],
    ['goes up to a group that has both', '$BT-27', 'BG-5', '../name'],
    ['goes up every element of a path', '$BT-131', 'OTHER-TAX', '../../../net'],
    ['starts at the root for a term elsewhere', '$BT-1', 'BG-25', '/*/id'],
    ['joins alternatives', '$BG-25', 'DOCUMENT', '(line | credit)'],
    [
      'reads terms in the brackets of a group from the group',
      "$BG-25[$BT-151 = 'S']/$BT-131",
      'BG-4',
      "/*/(line | credit)[item/tax[t/scheme[upper-case(normalize-space(.)) = 'VAT']]/code = 'S']/net",
    ],
    [
      'reads a term after a variable from the term’s own group',
      'some $line in $BG-25 satisfies $line/$BT-131',
      'DOCUMENT',
      'some $line in (line | credit) satisfies $line/net',
    ],
    ['finds elements that a second file adds', '$BT-DEX-002', 'BG-DEX-09', 'sum'],
    ['finds names that a second file adds', '$NUMBER', 'BG-25', 'number'],
    ['finds names of paths that are not a single term', '$NUMBERS', 'BG-25', '//number'],
    ['fills values into names', '$OTHER-TAX', 'BG-25', "item/tax[not(t:scheme = 'VAT')][a/b[c/d]/e]/code"],
    ['reads every place of a term', '$BT-9', 'DOCUMENT', '(seller/due | due)'],
    ['reads an attribute of a term', '$BT-27-1', 'BT-27', '@scheme'],
    ['reads a term in an attribute of another', '$BT-130', 'BG-25', '(sold/@unit | returned/@unit)'],
    ['distinguishes a place by a fixed attribute', '$BT-90', 'DOCUMENT', "other/number[@scheme = 'SEPA']"],
    [
      'distinguishes a place by a value that an attribute does not have',
      '$BT-29',
      'DOCUMENT',
      "other/number[not(@scheme = 'SEPA')]",
    ],
    ['distinguishes a place by another term', '$BT-113', 'DOCUMENT', 'paid[@currency = /*/id]'],
    [
      'distinguishes a place by a truth value',
      '$BT-97',
      'DOCUMENT',
      'change[charge/indicator = false()]/reason',
    ],
    [
      'distinguishes a place by its fixed parts, but not by parts that are only written',
      '$BT-18',
      'DOCUMENT',
      "paper[type = '130']/number",
    ],
    ['does not change text', "'$BT-1'", 'DOCUMENT', "'$BT-1'"],
    ['expands its own words', 'filled($BT-1)', 'DOCUMENT', "normalize-space(id) != ''"],
    [
      'expands words inside words',
      'cents(total($BG-25/$BT-131))',
      'DOCUMENT',
      '(round((sum((line | credit)/net/xs:decimal(.))) * 100) div 100)',
    ],
    ['expands code lists', 'listed-prefix(., colours, more)', 'DOCUMENT', "contains(' red blue green ', .)"],
    ['tests whether a text is a number', 'numeric($BT-1)', 'DOCUMENT', "string(number(id)) != 'NaN'"],
    [
      'adds up digits by their weights',
      'weighted(., 3 2 1) mod 11 = 0',
      'DOCUMENT',
      'sum(for $i in 1 to 3 return number(substring(., $i, 1)) * (3, 2, 1)[$i]) mod 11 = 0',
    ],
    [
      'doubles every second digit from the right',
      'luhn(., 3)',
      'DOCUMENT',
      "sum(for $i in 1 to 3 return number(substring(if ($i mod 2 = 1) then '0123456789' else '0246813579', " +
        'xs:integer(substring(., $i, 1)) + 1, 1))) mod 10 = 0',
    ],
    ['writes codes as a sequence', '. = codes(colours)', 'DOCUMENT', ". = ('red', 'blue')"],
  ];
  for (const [it_, text, scope, xpath] of ROWS) it(it_, () => assert.equal(written(text, scope), xpath));

  it('refuses an unknown term', () => {
    assert.throws(() => written('$BT-999'), /no term BT-999/);
  });

  it('refuses a term in the brackets of an unrelated element', () => {
    assert.throws(() => written('x[$BT-1]'), /no term/);
  });
});

describe('the context of a rule', () => {
  const context = (name: string): string[] => contextOf(findTerm(binding, name, binding.root));
  it('is the whole path from each root', () => assert.deepEqual(context('BG-4'), ['/a/seller', '/b/seller']));
  it('has no root for a group at any depth', () => assert.deepEqual(context('BG-5'), ['seller/address']));
  it('has a path for each alternative', () => assert.deepEqual(context('BG-25'), ['line', 'credit']));
  it('is the path for rules in the table, also for terms inside', () => {
    assert.deepEqual(context('BG-7'), ['//buyer']);
    assert.deepEqual(context('BT-44'), ['//buyer/name']);
    assert.equal(written('$BT-44'), 'trade/buyer/name');
  });
});

describe('a file of rules', () => {
  const words = 'title: T, fix: F';

  it('writes a check for each row of its table', () => {
    const [block] = readRules(
      `blocks: [{ in: BG-4, check: [{ id: '{id}', test: '$\{term}', ${words}, each: [{ id: A, term: BT-1 }, { id: B, term: BT-2 }] }] }]`,
      'x.yaml',
    ).blocks;
    assert.deepEqual(
      block?.check.map(({ id, test }) => `${id} ${test}`),
      ['A $BT-1', 'B $BT-2'],
    );
  });

  it('combines several tables, and leaves rows out', () => {
    const [block] = readRules(
      `blocks: [{ in: BG-4, check: [{ id: '{a}-{b}', test: x, ${words}, each: [[{ a: 1 }, { a: 2 }], [{ b: 3 }, { b: 4 }]], only: { a: [1, 2] }, unless: [{ a: 2, b: 3 }] }] }]`,
      'x.yaml',
    ).blocks;
    assert.deepEqual(
      block?.check.map(({ id }) => id),
      ['1-3', '1-4', '2-4'],
    );
  });

  it('is refused if a row has more cells than columns, as a comma outside of quotes makes them', () => {
    const each = '{ columns: [id, say], rows: [[A, one], [B, state it, or not]] }';
    const text = `blocks: [{ in: BG-4, check: [{ id: '{id}', test: x, ${words}, each: ${each} }] }]`;
    assert.throws(
      () => readRules(text, 'x.yaml'),
      /x\.yaml: a row has 3 cells for 2 columns: B, state it, or not/,
    );
  });

  it('is refused if a rule has no text or no test', () => {
    assert.throws(
      () => readRules('blocks: [{ in: BG-4, check: [{ id: X, test: y, title: T }] }]', 'x.yaml'),
      /X lacks its words/,
    );
    assert.throws(
      () => readRules(`blocks: [{ in: BG-4, check: [{ id: X, ${words} }] }]`, 'x.yaml'),
      /X needs a test/,
    );
  });

  for (const [text, says] of [
    ['[null]', 'x.yaml:1: not an object'],
    ['\nblocks:\n  - in: BG-4\n    check: []\n  - null', 'x.yaml:5: blocks[1]: not an object'],
    ['blocks: [{ in: [BG-4], check: [] }]', 'x.yaml:1: blocks[0].in: not a text'],
    ['blocks:\n  - in: BG-4\n    check: { id: X }', 'x.yaml:3: blocks[0].check: not a list'],
    ['blocks:\n  - check:\n      - test: x\n        id: 7', 'x.yaml:4: blocks[0].check[0].id: not a text'],
    ['blocks:\n  - check:\n      - test: x', 'x.yaml:3: blocks[0].check[0].id: not a text'],
    ['blocks: [{ let: { a: null }, check: [] }]', 'x.yaml:1: blocks[0].let.a: not a text'],
    [
      'blocks:\n  - in: BG-4\n    check:\n      - { id: X, test: y, title: T }',
      'x.yaml:4: X lacks its words',
    ],
    [
      'blocks: [',
      'x.yaml: Flow sequence in block collection must be sufficiently indented and end with a ] at line 1, column 10',
    ],
  ])
    it(`is refused with the line of a wrong form: ${says}`, () => {
      assert.throws(
        () => readRules(text ?? '', 'x.yaml'),
        (error) => error instanceof WrongShape && error.message === says,
      );
    });
});

describe('a pack', () => {
  let folder = '';
  before(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'pack-')), 'pack');
    mkdirSync(folder);
    const source = { terms: ['terms.yaml'], rules: ['rules.yaml'], syntax: ['own.yaml'] };
    const files = [{ path: 'ubl.sch', expanded_from: source }];
    writeFileSync(
      join(folder, 'pack.json'),
      JSON.stringify({ title: 'T', layer: 'en16931', catalogue: { family: 'F', routes: [] }, files }),
    );
    writeFileSync(
      join(folder, 'terms.yaml'),
      'syntax: ubl\ntitle: UBL\nnamespaces: {}\ndocuments: { ubl-invoice: { root: a } }\nelements: [id: BT-1]\n',
    );
  });
  after(() => rmSync(join(folder, '..'), { recursive: true }));

  beforeEach(() => writeFileSync(join(folder, 'own.yaml'), 'blocks: []'));

  const expandedWith = (rules: string) => {
    writeFileSync(join(folder, 'rules.yaml'), rules);
    return expandPack(folder);
  };

  it('becomes Schematron with escaped texts', () => {
    const { files, catalogue } = expandedWith(
      'blocks: [{ in: BT-1, check: [{ id: X, test: \'. < "9"\', title: A & B, fix: Do it. }] }]',
    );
    assert.match(
      files[0]?.text ?? '',
      /<rule context="\/a\/id">\s*<assert id="X" flag="fatal" test="\. &lt; &quot;9&quot;">A &amp; B\. Do it\.<\/assert>/,
    );
    assert.deepEqual(
      catalogue.map(({ code, title }) => [code, english(title)]),
      [['X', 'A & B']],
    );
  });

  const statedApart = (check: string) => {
    writeFileSync(join(folder, 'own.yaml'), `blocks: [{ in: DOCUMENT, check: [${check}] }]`);
    return expandedWith(
      'blocks: [{ in: BT-1, check: [{ id: X, test: a, title: T, fix: F }, { id: Y, test: b, title: U, fix: G }] }]',
    );
  };

  it('has a rule that only one syntax splits in that syntax, with the same text', () => {
    const { files, catalogue } = statedApart('{ id: X, differs: it looks elsewhere, test: c }');
    const asserts = [...(files[0]?.text ?? '').matchAll(/context="([^"]+)">|test="([^"]+)">([^<]*)/g)];
    assert.deepEqual(
      asserts.map(([, context, test, message]) => context ?? `${test}: ${message}`),
      ['/a/id', 'b: U. G', '/a', 'c: T. F'],
    );
    assert.deepEqual(
      catalogue.map(({ code }) => code),
      ['Y', 'X'],
    );
  });

  it('is refused if a split rule does not state the difference', () => {
    assert.throws(() => statedApart('{ id: X, test: c }'), /X needs to say what differs/);
  });

  it('is refused with the id of a rule that cannot be written', () => {
    const rules = `blocks:\n  - in: BT-1\n    check:\n      - { id: X, test: $BT-2, title: T, fix: F }`;
    assert.throws(() => expandedWith(rules), /^WrongShape: pack\/rules.yaml:4: X: no term BT-2/);
  });

  it('is refused if a block can never match', () => {
    const block = '{ in: BT-1, check: [{ id: X, test: x, title: T, fix: F }] }';
    assert.throws(
      () => expandedWith(`blocks:\n  - ${block}\n  - ${block}`),
      /pack\/rules.yaml:3: rules: two blocks for \/a\/id/,
    );
  });
});

describe('a list of codes that is another edition', () => {
  const codesOf = (without: string): readonly string[] =>
    codeListsOf(
      (path) =>
        path === 'codelists/new.yaml' ? `based_on: old\ncodes: D\nwithout: ${without}` : 'codes: A B-1 C',
      'ubl',
    )('new');

  it('states the differences', () => assert.deepEqual(codesOf('B-1'), ['A', 'C', 'D']));

  it('leaves out codes of the other list alone: a code in two pieces is none', () => {
    const folder = join(projectFolder(), 'schematron/codelists');
    const listIn = (file: string) =>
      parse(readFileSync(join(folder, file), 'utf8')) as Readonly<Record<string, unknown>>;
    const codesIn = (value: unknown): readonly string[] =>
      String(value ?? '')
        .split(/\s+/)
        .filter(Boolean);
    const allOf = ({ codes, based_on: base }: Readonly<Record<string, unknown>>): readonly string[] => [
      ...codesIn(codes),
      ...(typeof base === 'string' ? allOf(listIn(`${base}.yaml`)) : []),
    ];
    for (const file of readdirSync(folder)) {
      const list = listIn(file);
      const known = new Set(allOf(list));
      assert.deepEqual(
        codesIn(list.without).filter((code) => !known.has(code)),
        [],
        file,
      );
    }
  });
});
