import assert from 'node:assert/strict';
import { writeDocument } from '../../../src/domain/documents/write-document.ts';
import type { En16931Invoice } from '../../../src/domain/invoice/en16931.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { formOf, model } from './small-table.ts';

/** The content of the root, without white space between elements. */
const written = (elements: unknown, more: Partial<En16931Invoice> = {}, table: object = {}): string =>
  writeDocument(formOf(elements, table), model(more))
    .replaceAll(/>\n */g, '>')
    .replace(/^.*?<[^?][^>]*>/, '')
    .replace(/<\/[^/]*>$/, '');

const amounts = { types: { amount: { decimals: 2, attributes: { currency: { write: 'BT-5' } } } } };
const account = (id: string) => ({ id, name: `Account ${id}` });
const payment = { meansCode: '58', reference: 'R', accounts: [account('1'), account('2')] };

const BESIDE_ALLOWANCES = [{ c: { term: 'BT-126', once: true } }, { d: 'BT-136' }];
const withAllowances = (count: number) => ({
  ...model().lines[0]!,
  id: `L${count}`,
  allowances: Array.from({ length: count }, (_, index) => ({ amount: new Decimal(index + 1) })),
});

describe('a document that a table writes', () => {
  const ROWS: readonly (readonly [
    it: string,
    elements: unknown,
    more: Partial<En16931Invoice>,
    xml: string,
    table?: object,
  ])[] = [
    ['has a term in its element', [{ a: 'BT-1' }], { number: 'R-1' }, '<a>R-1</a>'],
    [
      'leaves out absent terms',
      [{ a: 'BT-9' }, { b: 'BT-1' }],
      { number: '1', dueDate: undefined },
      '<b>1</b>',
    ],
    [
      'fills a place beside another element if its term is missing',
      [{ a: [{ b: { term: 'BT-13', otherwise: 'NA' } }, { c: 'BT-14' }] }],
      { orderReference: undefined, salesOrderReference: 'S' },
      '<a><b>NA</b><c>S</c></a>',
    ],
    [
      'fills no place if all terms are missing',
      [{ a: [{ b: { term: 'BT-13', otherwise: 'NA' } }, { c: 'BT-14' }] }],
      {},
      '',
    ],
    [
      'writes once in each entry what is beside an inner list, and where that has no entry',
      [{ a: { each: 'BG-25', elements: [{ b: { each: 'BG-27', elements: BESIDE_ALLOWANCES } }] } }],
      { lines: [withAllowances(2), withAllowances(0), withAllowances(1)] },
      '<a><b><c>L2</c><d>1</d></b><b><d>2</d></b></a><a><b><c>L0</c></b></a><a><b><c>L1</c><d>1</d></b></a>',
    ],
    [
      'writes a list inside of one without entries',
      [{ a: { each: 'BG-17', elements: [{ b: 'BT-81' }, { c: { each: 'BG-1', term: 'BT-22' } }] } }],
      { payment: { meansCode: '58', accounts: [] }, notes: [{ text: 'x' }, { text: 'y' }] },
      '<a><b>58</b><c>x</c><c>y</c></a>',
    ],
    [
      'writes the code of the syntax',
      [{ a: { term: 'BT-8', codes: { 35: '29' } } }],
      { vatDateCode: '35' },
      '<a>29</a>',
    ],
    ['leaves out empty elements', [{ a: [{ b: 'BT-9' }, { c: { is: 'x' } }] }], { dueDate: undefined }, ''],
    [
      'writes fixed parts beside terms',
      [{ a: [{ b: 'BT-1' }, { c: [{ d: { write: 'x' } }] }, { e: { is: true } }] }],
      { number: '1' },
      '<a><b>1</b><c><d>x</d></c><e>true</e></a>',
    ],
    [
      'writes attributes, fixed ones and those of a term',
      [{ a: { term: 'BT-1', attributes: { b: 'BT-2', c: { write: 'x' }, d: { is: 'BT-5' }, e: 'BT-9' } } }],
      { number: '1', issueDate: '2026-10-05', currency: 'EUR', dueDate: undefined },
      '<a b="2026-10-05" c="x" d="EUR">1</a>',
    ],
    [
      'writes an element for each entry',
      [{ a: { each: 'BG-1', term: 'BT-22' } }],
      { notes: [{ text: 'x' }, { text: 'y' }] },
      '<a>x</a><a>y</a>',
    ],
    [
      'opens a text with another term',
      [{ a: { each: 'BG-1', term: 'BT-22', opens: '#{BT-21:3}#' } }],
      { notes: [{ text: 'x', subjectCode: 'AAI' }, { text: 'y' }] },
      '<a>#AAI#x</a><a>y</a>',
    ],
    [
      'repeats a shared value beside each entry',
      [{ a: { each: 'BG-17', elements: [{ b: 'BT-81' }, { c: 'BT-84' }] } }],
      { payment },
      '<a><b>58</b><c>1</c></a><a><b>58</b><c>2</c></a>',
    ],
    [
      'writes a value that may occur once at the first entry',
      [
        {
          a: {
            each: 'BG-17',
            elements: [
              { b: { term: 'BT-81', attributes: { c: { term: 'BT-83', once: true } } } },
              { d: { once: true, elements: [{ e: 'BT-83' }] } },
            ],
          },
        },
      ],
      { payment },
      '<a><b c="R">58</b><d><e>R</e></d></a><a><b>58</b></a>',
    ],
    [
      'writes a shared value without an entry',
      [{ a: { each: 'BG-17', elements: [{ b: 'BT-81' }, { c: 'BT-84' }] } }],
      { payment: { ...payment, accounts: [] } },
      '<a><b>58</b></a>',
    ],
    [
      'writes values in the form of their type',
      [{ a: 'BT-115' }, { b: 'BT-2' }],
      { issueDate: '2026-10-05', currency: 'EUR' },
      '<a currency="EUR">23.80</a><b f="102">20261005</b>',
      { types: { ...amounts.types, date: { date: 'YYYYMMDD', attributes: { f: { write: '102' } } } } },
    ],
    [
      'prefers the attributes of a row',
      [{ a: { term: 'BT-115', attributes: { currency: { is: 'BT-3' } } } }],
      { typeCode: '380' },
      '<a currency="380">23.80</a>',
      amounts,
    ],
    [
      'writes no second place',
      [{ a: 'BT-1' }, { b: { term: 'BT-1', read_only: true } }],
      { number: '1' },
      '<a>1</a>',
    ],
    [
      'leaves out elements of another kind of document',
      [{ a: { term: 'BT-1', only: 'ubl-invoice' } }],
      {},
      '',
    ],
    [
      'has the root name of its kind of document',
      [{ 'b | a': 'BT-1' }],
      { number: '1' },
      '<b>1</b>',
      { documents: { cii: { root: 'r:Document' }, 'ubl-invoice': { root: 'x', types: ['999'] } } },
    ],
  ];
  const parts = [
    { a: { each: 'BT-29', term: 'BT-29', unless: 'BT-29-1' } },
    { b: { each: 'BT-29', term: 'BT-29', when: 'BT-29-1', attributes: { s: 'BT-29-1' } } },
  ];
  const ids = [{ id: '1', scheme: '0088' }, { id: '2' }];
  it('writes one element or the other by its content', () =>
    assert.equal(written(parts, { seller: { ...model().seller, ids } }), '<a>2</a><b s="0088">1</b>'));
  it('writes one place or the other by the form of a value', () => {
    const like = { 'BT-84': '^[A-Z]' };
    const elements = [
      {
        x: {
          each: 'BG-17',
          elements: [{ a: { term: 'BT-84', when: like } }, { b: { term: 'BT-84', unless: like } }],
        },
      },
    ];
    const accounts = [{ id: 'DE1' }, { id: '1' }];
    assert.equal(written(elements, { payment: { accounts } }), '<x><a>DE1</a></x><x><b>1</b></x>');
  });
  it('writes constant elements', () =>
    assert.equal(
      written([{ a: { always: true, elements: [{ b: 'BT-9' }] } }], { dueDate: undefined }),
      '<a/>',
    ));

  for (const [sentence, elements, more, xml, table] of ROWS)
    it(sentence, () => assert.equal(written(elements, more, table), xml));

  it('declares the namespaces that it uses', () => {
    const text = writeDocument(formOf([{ 'b:x': 'BT-1' }]), model());
    assert.match(text, /<Document xmlns="urn:root" xmlns:b="urn:b">/);
  });
  it('gives the root a prefix if another element has its namespace', () => {
    const text = writeDocument(formOf([{ 'r:x': 'BT-1' }, { 'b:x': 'BT-2' }]), model());
    assert.match(text, /<r:Document xmlns:r="urn:root" xmlns:b="urn:b">/);
  });
  it('keeps all digits of prices', () => {
    const [line] = model().lines;
    const lines = [{ ...line!, unitPrice: new Decimal('0.00000001') }];
    assert.equal(
      written([{ a: { each: 'BG-25', elements: [{ b: 'BT-146' }] } }], { lines }),
      '<a><b>0.00000001</b></a>',
    );
  });

  const WRONG: readonly (readonly [it: string, elements: unknown, error: RegExp])[] = [
    ['an unknown term', [{ a: 'BT-4' }], /BT-4 is no term/],
    ['a term outside its list', [{ a: 'BT-126' }], /BT-126 stands outside of its list/],
    ['a list outside its list', [{ a: { each: 'BG-27' } }], /BG-27 stands outside of its list/],
    ['several entries of a single value', [{ a: { each: 'BG-4' } }], /there are never several BG-4/],
    ['an opening that is not a term', [{ a: { term: 'BT-1', opens: '#' } }], /# names no term/],
  ];
  for (const [what, elements, error] of WRONG)
    it(`is refused with ${what}`, () => assert.throws(() => formOf(elements), error));
});
