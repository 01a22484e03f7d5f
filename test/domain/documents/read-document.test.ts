import assert from 'node:assert/strict';
import { narrowTo } from '../../../src/domain/documents/narrowed-form.ts';
import { readDocument, readTerms } from '../../../src/domain/documents/read-document.ts';
import { TERMS, type TermId } from '../../../src/domain/invoice/terms.ts';
import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { writeDocument } from '../../../src/domain/documents/write-document.ts';
import { SYNTAXES, written } from '../../support/documents.ts';
import { numberOf } from '../../support/volume.ts';
import { xmlRoot } from '../../support/xml-root.ts';
import { ModelGenerator } from '../generated-model.ts';
import { formOf } from './small-table.ts';

/** Each term is in some of them. */
const MODELS = numberOf({ inProof: 200, inRun: 25 });

/** Decimals as digits, without undefined members: equal models have equal results. */
const plain = (model: unknown): unknown =>
  JSON.parse(JSON.stringify(model), (name, value: unknown) =>
    // CII lists identifiers without a scheme first; the order has no meaning.
    name === 'ids'
      ? (value as object[]).sort((left, right) => Object.keys(left).length - Object.keys(right).length)
      : value,
  );

/** The terms that a model states. */
const termsOf = (model: unknown): readonly string[] =>
  Object.entries(TERMS).flatMap(([term, { path }]) =>
    isStated(model, path.split('.')) ? [term as TermId] : [],
  );

function isStated(value: unknown, [name, ...more]: readonly string[]): boolean {
  if (name === undefined) return value !== undefined;
  if (typeof value !== 'object' || value === null) return false;
  const inner = (value as Record<string, unknown>)[name.replace('[]', '')];
  return name.endsWith('[]')
    ? (inner as unknown[]).some((one) => isStated(one, more))
    : isStated(inner, more);
}

/** The values at a path, in all entries of its lists. */
function valuesOf(value: unknown, [name, ...more]: readonly string[]): readonly string[] {
  if (value === undefined) return [];
  if (name === undefined) return [String(value as string | Decimal)];
  const inner = (value as Record<string, unknown>)[name.replace('[]', '')];
  return name.endsWith('[]')
    ? ((inner ?? []) as unknown[]).flatMap((one) => valuesOf(one, more))
    : valuesOf(inner, more);
}

const NAMESPACES = 'xmlns:r="urn:root" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/** The read and the unread parts of a root's content. */
function read(elements: unknown, content: string, more: object = {}) {
  const { invoice, extensions } = readDocument(
    formOf(elements, more),
    xmlRoot(`<r:Document ${NAMESPACES}>${content}</r:Document>`),
  );
  return [said(plain(invoice)), extensions.map(({ path, why, count }) => `${count} ${why} ${path}`)];
}

/** The model without empty lists. */
function said(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(said);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => !Array.isArray(inner) || inner.length > 0)
      .map(([name, inner]) => [name, said(inner)]),
  );
}

describe('a model, written and read again,', () => {
  for (const syntax of ['ubl', 'cii'])
    it(`is equal in ${syntax}: ${MODELS} generated ones with every term`, () => {
      const generator = new ModelGenerator(16931);
      const seen = new Set<string>();
      const form = (typeCode: string) => SYNTAXES.formOf(syntax, typeCode);
      for (let count = 0; count < MODELS; count += 1) {
        const model = generator.next((typeCode) => [form(typeCode)]);
        for (const term of termsOf(model)) seen.add(term);
        const text = written(syntax, model);
        const { invoice, extensions } = readDocument(form(model.typeCode), xmlRoot(text));
        assert.deepEqual(extensions, [], text);
        assert.deepEqual(plain(invoice), plain(model), text);
      }
      assert.deepEqual([...seen].sort(), Object.keys(TERMS).sort());
    });
});

describe('one invoice in UBL and in CII', () => {
  it(`is equal: ${MODELS} generated ones with every term`, () => {
    const generator = new ModelGenerator(2026);
    const forms = (typeCode: string) => ['ubl', 'cii'].map((syntax) => SYNTAXES.formOf(syntax, typeCode));
    for (let count = 0; count < MODELS; count += 1) {
      const model = generator.next(forms);
      const [ubl, cii] = forms(model.typeCode).map((form) =>
        readDocument(form, xmlRoot(writeDocument(form, model))),
      );
      assert.deepEqual(plain(ubl), plain(cii));
    }
  });
});

describe('a single term that is read', () => {
  for (const syntax of ['ubl', 'cii'])
    it(`has the same value as in a complete reading, in ${syntax}`, () => {
      const generator = new ModelGenerator(7);
      const form = (typeCode: string) => SYNTAXES.formOf(syntax, typeCode);
      for (let count = 0; count < 4; count += 1) {
        const model = generator.next((typeCode) => [form(typeCode)]);
        const root = xmlRoot(written(syntax, model));
        const all = readDocument(form(model.typeCode), root).invoice;
        for (const [term, { path }] of Object.entries(TERMS)) {
          const alone = readTerms(narrowTo(form(model.typeCode), new Set([term])), root);
          assert.deepEqual(valuesOf(alone, path.split('.')), valuesOf(all, path.split('.')), term);
        }
      }
    });
});

describe('the reader of a document', () => {
  const EUR = [{ a: 'BT-5' }];
  const party = [
    { b: [{ c: { term: 'BT-90', attributes: { s: { is: 'SEPA' } } } }] },
    { b: [{ c: { term: 'BT-46', attributes: { s: { term: 'BT-46-1', not: 'SEPA' } } } }] },
  ];
  const vat = { b: [{ c: 'BT-31' }, { d: [{ e: { is: 'VAT', loosely: true } }] }] };
  const otherTax = { b: [{ c: 'BT-32' }, { d: [{ e: { write: 'FC', not: 'VAT', loosely: true } }] }] };
  const totals = { types: { amount: { decimals: 2, attributes: { currency: { write: 'BT-5' } } } } };

  const ROWS: readonly (readonly [
    it: string,
    elements: unknown,
    content: string,
    invoice: object,
    extensions: readonly string[],
    table?: object,
  ])[] = [
    ['reads the text of an element', EUR, '<a>EUR</a>', { currency: 'EUR' }, []],
    ['trims codes', EUR, '<a> EUR\n</a>', { currency: 'EUR' }, []],
    ['keeps texts as they are', [{ a: 'BT-20' }], '<a> x\n</a>', { paymentTerms: ' x\n' }, []],
    ['reads nothing from an empty element', EUR, '<a> </a>', {}, []],
    [
      'reports elements without a term',
      EUR,
      '<b>1</b><a>EUR</a><b/><r:c/>',
      { currency: 'EUR' },
      ['2 no-place /Document/b', '1 no-place /Document/r:c'],
    ],
    [
      'reports attributes without a term',
      EUR,
      '<a b="1" xsi:type="x">EUR</a>',
      { currency: 'EUR' },
      ['1 no-place /Document/a/@b'],
    ],
    ['reports a repeated element', EUR, '<a>EUR</a><a>EUR</a>', { currency: 'EUR' }, ['1 again /Document/a']],
    [
      'reports a second place with another value',
      [{ a: 'BT-5' }, { b: { term: 'BT-5', read_only: true } }],
      '<a>EUR</a><b>USD</b>',
      { currency: 'EUR' },
      ['1 again /Document/b'],
    ],
    [
      'takes no scheme of a second value for the first one',
      [{ a: 'BT-46' }, { b: { term: 'BT-46', attributes: { x: 'BT-46-1' } } }],
      '<a>1</a><b x="0088">2</b>',
      { buyer: { id: { id: '1' } } },
      ['1 again /Document/b/@x', '1 again /Document/b'],
    ],
    [
      'accepts a second place with the same value',
      [{ a: 'BT-5' }, { b: { term: 'BT-5', read_only: true } }],
      '<b>EUR</b><a>EUR</a>',
      { currency: 'EUR' },
      [],
    ],
    [
      'reports a value that is not of its type',
      [{ a: 'BT-115' }, { b: 'BT-2' }],
      '<a>1,00</a><b>2026-02-30</b>',
      {},
      ['1 unreadable /Document/a', '1 unreadable /Document/b'],
    ],
    [
      'reads numbers exactly',
      [{ a: 'BT-115' }],
      '<a>0.30000000000000004</a>',
      { totals: { due: '0.30000000000000004' } },
      [],
    ],
    ['reads dates with a zone', [{ a: 'BT-2' }], '<a>2026-10-05+02:00</a>', { issueDate: '2026-10-05' }, []],
    [
      'reads dates in the form of the syntax',
      [{ a: 'BT-2' }],
      '<a>20261005</a>',
      { issueDate: '2026-10-05' },
      [],
      { types: { date: { date: 'YYYYMMDD' } } },
    ],
    [
      'reads an entry for each element',
      [{ a: { each: 'BG-1', term: 'BT-22' } }],
      '<a>x</a><a>y</a>',
      { notes: [{ text: 'x' }, { text: 'y' }] },
      [],
    ],
    [
      'reads the term that opens a text',
      [{ a: { each: 'BG-1', term: 'BT-22', opens: '#{BT-21:3}#' } }],
      '<a>#AAI#x</a><a>#A#y</a><a>#AAI#</a>',
      { notes: [{ subjectCode: 'AAI', text: 'x' }, { text: '#A#y' }, { text: '#AAI#' }] },
      [],
    ],
    [
      'reads a shared value from any entry',
      [{ a: { each: 'BG-17', elements: [{ b: 'BT-81' }, { c: 'BT-84' }] } }],
      '<a><b>58</b><c>1</c></a><a><b>58</b><c>2</c></a><a><b>59</b></a>',
      { payment: { meansCode: '58', accounts: [{ id: '1' }, { id: '2' }] } },
      ['1 again /Document/a/b'],
    ],
    [
      'distinguishes places by an attribute',
      party,
      '<b><c s="0088">1</c></b><b><c s="SEPA">2</c></b>',
      { buyer: { id: { id: '1', scheme: '0088' } }, payment: { directDebit: { creditorId: '2' } } },
      [],
    ],
    [
      'distinguishes places by a fixed part in any case',
      [vat, otherTax],
      '<b><c>1</c><d><e> vat </e></d></b><b><c>2</c><d><e>FC</e></d></b>',
      { seller: { vatId: '1', taxNumber: '2' } },
      [],
    ],
    [
      'reports another value of a fixed part',
      [otherTax],
      '<b><c>2</c><d><e>LOC</e></d></b>',
      { seller: { taxNumber: '2' } },
      ['1 no-place /Document/b/d/e'],
    ],
    [
      'reports an element that fits no place of its name',
      [{ b: [{ c: 'BT-31' }, { d: { is: 'VAT' } }] }],
      '<b><c>1</c><d>GST</d></b>',
      {},
      ['1 no-place /Document/b'],
    ],
    [
      'distinguishes places by a truth value',
      [
        { b: { each: 'BG-20', elements: [{ i: { is: false } }, { c: 'BT-92' }] } },
        { b: { each: 'BG-21', elements: [{ i: { is: true } }, { c: 'BT-99' }] } },
      ],
      '<b><i>1</i><c>2</c></b><b><i>false</i><c>3</c></b>',
      { allowances: [{ amount: '3' }], charges: [{ amount: '2' }] },
      [],
    ],
    [
      'distinguishes places by another term, wherever it is',
      [
        { a: { term: 'BT-110', attributes: { x: { is: 'BT-5' } } } },
        { a: { term: 'BT-111', attributes: { x: { is: 'BT-6' } } } },
        { b: [{ c: 'BT-5' }, { d: 'BT-6' }] },
      ],
      '<a x="PLN">1</a><a x="EUR">2</a><a x="USD">3</a><b><c>EUR</c><d>PLN</d></b>',
      { totals: { vat: '2', vatInVatCurrency: '1' }, currency: 'EUR', vatCurrency: 'PLN' },
      ['1 no-place /Document/a'],
    ],
    [
      'reports an amount in another currency',
      [{ a: 'BT-5' }, { b: 'BT-115' }],
      '<a>EUR</a><b currency="USD">1</b>',
      { currency: 'EUR', totals: { due: '1' } },
      ['1 no-place /Document/b/@currency'],
      totals,
    ],
  ];
  for (const [sentence, elements, content, invoice, extensions, table] of ROWS)
    it(sentence, () => assert.deepEqual(read(elements, content, table), [invoice, extensions]));
});
