import assert from 'node:assert/strict';
import { decodeXml } from 'en16931-rules/engine/xml/decode.ts';
import type { Syntax } from 'en16931-rules/vocabulary/syntax.ts';
import { syntaxTables } from '../../../scripts/syntax-tables.mjs';
import { removeTerm, writeTerm, writeTerms } from '../../../src/console/app/source/xml-edit.ts';
import { countOf, groupAt, placeOf } from '../../../src/console/app/source/xml-terms.ts';
import type { Row } from '../../../src/console/app/source/syntax-tables.ts';
import { readTerms } from '../../../src/domain/documents/read-document.ts';
import type { En16931Invoice } from '../../../src/domain/invoice/en16931.ts';
import { TERMS, type TermId } from '../../../src/domain/invoice/terms.ts';
import { baseInvoice } from '../../rules/base.ts';
import { builtInSchemas } from '../../support/built-in-rules.ts';
import { SYNTAXES, written as writtenBy } from '../../support/documents.ts';
import { exampleText } from '../../support/example-file.ts';
import { partOf } from '../../support/volume.ts';
import { xmlRoot } from '../../support/xml-root.ts';

// As the build fills it in.
Object.assign(globalThis, { SYNTAX_TABLES: await syntaxTables() });

const formOf = (text: string) => {
  const { name } = xmlRoot(text);
  return (
    SYNTAXES.forms.find(({ expandedRoot }) => expandedRoot === name) ?? assert.fail(`No form for ${name}`)
  );
};

const invoiceIn = (text: string) => readTerms(formOf(text), xmlRoot(text));

/** What the reader of the service says of a term. */
function valueRead(text: string, term: string, indices: readonly number[]): string | undefined {
  const { text: decoded = '' } = decodeXml(new TextEncoder().encode(text));
  const left = [...indices];
  let value: unknown = invoiceIn(decoded);
  for (const step of TERMS[term as TermId].path.split('.')) {
    value = (value as Readonly<Record<string, unknown>> | undefined)?.[step.replace('[]', '')];
    if (step.endsWith('[]')) value = (value as readonly unknown[] | undefined)?.[left.shift() ?? 0];
  }
  return value === undefined ? undefined : String(value);
}

const UBL = baseInvoice();
const DOCUMENTS: readonly (readonly [name: string, syntax: Syntax, text: string])[] = [
  ['a UBL invoice', 'ubl-invoice', UBL],
  ['a UBL credit note', 'ubl-creditnote', baseInvoice({ root: 'CreditNote' })],
  ['a CII invoice', 'cii', writtenBy('cii', invoiceIn(UBL) as En16931Invoice)],
];

const MINIMAL: readonly (readonly [name: string, syntax: Syntax, text: string])[] = [
  ...DOCUMENTS,
  ['an FA(3) invoice', 'fa3', exampleText('fa3.xml')],
];

const formNameOf = (text: string): string =>
  MINIMAL.find(([, , document]) => xmlRoot(document).name === xmlRoot(text).name)?.[1] ?? '';

const SPECIAL = `A & B <c> "d" 'e' ]]>`;
const VALUES = {
  date: '2027-02-03',
  amount: '12.34',
  'vat-amount': '12.34',
  'unit-price': '12.345',
  quantity: '7.5',
  percent: '12.5',
  binary: '',
};

const newValue = (kind: keyof typeof VALUES | undefined): string =>
  kind === undefined ? SPECIAL : VALUES[kind];

/** The stretch that differs, in both. */
function difference(before: string, after: string) {
  let from = 0;
  const shorter = Math.min(before.length, after.length);
  while (from < shorter && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < shorter - from && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { old: before.slice(from, before.length - end), next: after.slice(from, after.length - end) };
}

const inOneLine = (text: string): string => text.replaceAll(/>\s+</g, '><');

/** Each tag and text stands in the other one, in the same order; a tag may have an attribute more. */
function assertKept(text: string, longer: string, what: string): void {
  const parts = longer.split(/(?=<)/);
  for (const part of text.split(/(?=<)/)) {
    const [, start = '', end = ''] = /^([^>]*?)(\/?>[^]*)?$/.exec(part) ?? [];
    const at = parts.findIndex((each) => each.startsWith(start) && each.includes(end.trim()));
    assert.ok(at >= 0, `${what}: ${part}`);
    parts.splice(0, at + 1);
  }
}

/** Each head term, and those of the second line, that the form has a field for. */
const fieldsIn = (text: string) =>
  Object.keys(TERMS)
    .filter((term) => term.startsWith('BT-'))
    .flatMap((term) => {
      const place = placeOf(text, term) ?? placeOf(text, term, { indices: [1] });
      return place ? [place] : [];
    });

const TABLES = await (async () => {
  const tables = await syntaxTables();
  const kinds = { 'ubl-invoice': tables.ubl, 'ubl-creditnote': tables.ubl, cii: tables.cii, fa3: tables.fa3 };
  return Object.fromEntries(
    Object.entries(kinds).map(([syntax, { rows, kinds: kindsOf, groups }]) => [
      syntax,
      { terms: new Set(termsIn(rows)), kinds: kindsOf, groups },
    ]),
  );
})();

const kindOf = (syntax: string, term: string): keyof typeof VALUES | undefined => TABLES[syntax]!.kinds[term];

function* termsIn(rows: readonly Row[]): Generator<string> {
  for (const { term, attributes = [], elements = [] } of rows) {
    for (const each of [term, ...attributes.map((attribute) => attribute.term)]) if (each) yield each;
    yield* termsIn(elements);
  }
}

/** Without all that can be taken out but the currency, which amounts need, and with one line. */
function shortened(document: string): string {
  const lines = [
    ['cac:(?:Invoice|CreditNote)Line', 1],
    ['ram:IncludedSupplyChainTradeLineItem', 1],
    ['FaWiersz', 1],
  ] as const;
  let text = document;
  for (const [name] of lines) text = text.replace(new RegExp(`(</${name}>)[^]*</${name}>`), '$1');
  const { terms } = TABLES[formNameOf(text)]!;
  const placesOf = (term: string) => [placeOf(text, term), placeOf(text, term, { indices: [0] })];
  const present = [...terms].filter(
    (term) => term !== 'BT-5' && placesOf(term).some((place) => place?.value),
  );
  for (const term of [...present, ...present])
    for (const place of placesOf(term)) if (place?.value) text = removeTerm(text, place) ?? text;
  return text;
}

/** Forms of the schema of FA(3). */
const OF_FA3: Readonly<Record<string, string>> = {
  ...{ 'BT-31': '5260250274', 'BT-48': '5842751979', 'BT-40': 'PL', 'BT-55': 'PL', 'BT-5': 'EUR' },
  ...{ 'BT-43': 'a@b.example', 'BT-58': 'a@b.example', 'BT-42': '+48 22', 'BT-57': '+48 22' },
  ...{
    'BT-126': '7',
    'BT-157': '5901234123457',
    'BT-152': 'np I',
    'BT-81': '6',
    'BT-3': 'KOR',
    'BT-86': 'BREXPLPWXXX',
    'BT-84': 'PL61109010140000071219812874',
  },
};

/** Ways to write the same document. */
const NAMESPACE = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';
const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'with other prefixes': (text) =>
    text.replaceAll(/\b(cbc|cac|ram|udt|rsm)(?=[:=])/g, (prefix) => `x${prefix.slice(0, 2)}`),
  'with a default namespace on each element': (text) =>
    text
      .replace(/ xmlns:cbc="[^"]*"/, '')
      .replaceAll(
        /<cbc:([^>]*)>/g,
        (_tag, rest: string) => `<${rest.replace(/^\w+/, `$& xmlns="${NAMESPACE}"`)}>`,
      )
      .replaceAll('</cbc:', '</'),
  'with CRLF and a byte order mark': (text) => `\uFEFF${text.replaceAll(/\r?\n/g, '\r\n')}`,
  'with comments between': (text) => text.replaceAll(/<\/[^>]*>/g, '$&<!-- </x> & -->'),
  'in one line': (text) => text.replaceAll(/>\s+</g, '><'),
  'in CDATA': (text) => text.replaceAll(/>([^<>\n]*[a-z][^<>\n]*)</g, '><![CDATA[$1]]><'),
  'with references': (text) => text.replaceAll(/(?<=>[^<>\n]*)e(?=[^<>\n]*<)/g, '&#x65;'),
};

describe('a term of a file', () => {
  const schemas = builtInSchemas();
  after(() => {
    for (const schema of schemas.values()) schema.dispose();
  });

  const assertFits = (syntax: Syntax, text: string, what: string): void => {
    const run = schemas.get(syntax)!.check(new TextEncoder().encode(text));
    assert.ok(run.kind === 'verdict', what);
    assert.deepEqual(
      run.findings.map(({ message, location }) => [message, location?.line]),
      [],
      what,
    );
  };

  for (const [name, syntax, document] of DOCUMENTS)
    for (const [offset, [spelling, respell]] of Object.entries(SPELLINGS).entries()) {
      const text = respell(document);
      it(`of ${name} is set, taken out and added, and all else stays: ${spelling}`, () => {
        assertFits(syntax, text, 'the document itself');
        const present = fieldsIn(text).filter(({ value }) => value !== '');
        assert.ok(present.length >= 80, `${present.length} fields`);
        let removals = 0;
        // A third of the terms as it is, with each kind of value; a credit note has the same table as an invoice. Of the other spellings others each
        // time. A proof takes all.
        const parts = offset > 0 ? 12 : syntax === 'ubl-creditnote' ? 6 : 3;
        const tried =
          offset > 0 ? partOf(present, parts, offset) : withEachKind(present, partOf(present, parts));
        for (const { term, indices, value, kind } of tried) {
          const what = `${term} ${indices.join(' ')}`;
          const next = newValue(kind);
          assert.equal(writeTerm(text, { term, indices }, value), text, `${what}: the same value`);
          const changed = writeTerm(text, { term, indices }, next);
          const { old } = difference(text, changed);
          assert.match(old, /^(?:[^<>]*|(?:<!\[CDATA\[)?[^<>]*(?:\]\]>)?)$/, what);
          assertFits(syntax, changed, what);
          assert.equal(placeOf(changed, term, { indices })?.value, next, what);
          assert.equal(valueRead(changed, term, indices)?.trim(), next, what);
          if (!/CDATA|references/.test(spelling))
            assert.equal(writeTerm(changed, { term, indices }, value), text, `${what}: and back`);
          const removed = removeTerm(text, { term, indices });
          if (removed === undefined) continue;
          removals += 1;
          // What the schema requires there, says nothing.
          assert.match(difference(text, removed).next, /^(?:NA)?$/, `${what}: nothing is added`);
          assertFits(syntax, removed, `${what}: taken out`);
          assert.equal(valueRead(removed, term, indices), undefined, `${what}: taken out`);
          if (!placeOf(removed, term, { indices })) continue;
          const added = writeTerm(removed, { term, indices }, next);
          assert.match(difference(removed, added).old, /^(?:NA)?$/, `${what}: nothing is lost`);
          assertFits(syntax, added, `${what}: added`);
          assert.equal(valueRead(added, term, indices), next, `${what}: added`);
        }
        assert.ok(removals > tried.length / 2, `${removals} of ${tried.length} taken out`);
      });
    }

  const withEachKind = <T extends { readonly kind?: string | undefined }>(
    all: readonly T[],
    some: readonly T[],
  ) => {
    const kinds = new Set(some.map(({ kind }) => kind));
    return [
      ...some,
      ...new Map(all.filter(({ kind }) => !kinds.has(kind)).map((each) => [each.kind, each])).values(),
    ];
  };

  /** A value that the schema has for the term; FA(3) has forms of its own for some. */
  const valueFor = (syntax: string, term: string, kind: keyof typeof VALUES | undefined): string =>
    (syntax === 'fa3' && OF_FA3[term]) || newValue(kind);

  for (const [n, [name, syntax, document]] of MINIMAL.entries())
    describe(`that ${name} of what the schema requires alone does not have`, () => {
      const minimal = shortened(document);
      const table = TABLES[syntax]!;
      const placeIn = (term: string) => placeOf(minimal, term) ?? placeOf(minimal, term, { indices: [0] });
      const own = [...table.terms].filter((term) => !term.startsWith('EXT-'));
      const fields = own.flatMap((term) => placeIn(term) ?? []).filter(({ value }) => value === '');
      const filled = (terms: readonly string[]) =>
        new Map(terms.map((term) => [term, valueFor(syntax, term, placeIn(term)?.kind)]));

      it('is added where the schema has it, with what the schema requires beside it, and all else stays', () => {
        assertFits(syntax, minimal, 'the document itself');
        assert.ok(fields.length >= (syntax === 'fa3' ? 30 : 60), `${fields.length} fields`);
        for (const { term, indices, needs } of partOf(fields, 3, n)) {
          const values = filled([term, ...needs]);
          if (needs.length > 0)
            assert.equal(writeTerms(minimal, { indices }, filled([term])), minimal, `${term} alone`);
          const added = writeTerms(minimal, { indices }, values);
          assertKept(minimal, added, term);
          assertFits(syntax, added, `${term} with ${needs.join(' ')}`);
          for (const [each, value] of values)
            assert.equal(placeOf(added, each, { indices })?.value, value, each);
          const removed = needs.length === 0 ? removeTerm(added, { term, indices }) : minimal;
          assert.equal(removed && inOneLine(removed), inOneLine(minimal), `${term}: taken out`);
        }
      });

      it('is added as a whole group, each term of which then has its value', () => {
        const groups = Object.keys(table.groups).flatMap((group) => groupAt(minimal, group, {}) ?? []);
        const absent = groups.filter(({ isThere }) => !isThere);
        assert.ok(absent.length >= (syntax === 'fa3' ? 7 : 15), absent.map(({ group }) => group).join(' '));
        for (const { group, indices, places } of absent) {
          const terms = [...new Set(places.flatMap(({ term, needs }) => [term, ...needs]))];
          const values = new Map(terms.map((term) => [term, valueFor(syntax, term, kindOf(syntax, term))]));
          const added = writeTerms(minimal, { indices }, values);
          assertKept(minimal, added, group);
          assertFits(syntax, added, group);
          assert.ok(groupAt(added, group, { indices })?.isThere, group);
          for (const [each, value] of values)
            assert.equal(placeOf(added, each, { indices })?.value, value, `${group}: ${each}`);
        }
      });
    });

  const written = (text: string, term: string, value: string): string =>
    writeTerm(text, { term, indices: [] }, value);
  const lineWith = (text: string, part: string): string =>
    (text.split('\n').find((line) => line.includes(part)) ?? '').trim();
  const FILE = exampleText('broken-xrechnung-cii.xml');

  it('that is missing stands in a line of its own, and behind what is said of the element before it', () => {
    const text = written(FILE, 'BT-10', '04011000-12345-34');
    assert.equal(
      lineWith(text, 'BuyerReference'),
      '<ram:BuyerReference>04011000-12345-34</ram:BuyerReference>',
    );
    assert.equal(text.split('\n').length, FILE.split('\n').length + 1);
    const said = UBL.replace(/(<cbc:AccountingCost>.*)/, '$1 <!-- here -->').replace(
      /\s*<cbc:BuyerReference>.*/,
      '',
    );
    assert.match(written(said, 'BT-10', 'A'), /<!-- here -->\n *<cbc:BuyerReference>A</);
  });

  it('that needs a namespace which the file does not have declares it', () => {
    const text = FILE.replace(/ xmlns:udt="[^"]*"/, '').replaceAll(
      /<udt:DateTimeString/g,
      '$& xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"',
    );
    const added = written(text, 'BT-72', '2026-10-01');
    assertFits('cii', added, 'its namespace');
    assert.match(added, /<udt:DateTimeString xmlns:udt="[^"]*" format="102">20261001</);
  });

  it('keeps comments inside its text, and fills an element of one tag', () => {
    const parted = UBL.replace(/(<cbc:BuyerReference>)[^<]*/, '$1\n  a<!-- b -->c\n');
    assert.equal(placeOf(parted, 'BT-10')?.value, 'ac');
    assert.match(written(parted, 'BT-10', 'x'), /<cbc:BuyerReference>\n {2}x<!-- b -->\n</);
    const short = UBL.replace(/<cbc:BuyerReference>.*?<\/cbc:BuyerReference>/, '<cbc:BuyerReference />');
    assert.match(written(short, 'BT-10', 'x'), /<cbc:BuyerReference>x<\/cbc:BuyerReference>/);
  });

  it('is written as references into a file of another alphabet, without what XML cannot hold', () => {
    const text = UBL.replace(/^(?:<\?xml[^>]*\?>)?/, '<?xml version="1.0" encoding="US-ASCII"?>');
    assert.match(written(text, 'BT-10', 'ä\u0000\uD800😀'), />&#228;&#128512;</);
  });

  it('of a line is the one that the finding names; without a name there is none, but in an invoice of one line', () => {
    assert.equal(placeOf(UBL, 'BT-153'), undefined);
    const xpath = '/Invoice/cac:InvoiceLine[2]/cac:Item';
    const place = placeOf(UBL, 'BT-153', { xpath });
    assert.deepEqual([place?.indices, place?.lists], [[1], ['BG-25']]);
    assert.deepEqual(
      placeOf(UBL, 'BT-153', { xpath: '/Invoice[1]/*:InvoiceLine[namespace-uri()="a/b"][2]' })?.indices,
      [1],
    );
    assert.deepEqual(
      placeOf(UBL, 'BT-153', { xpath: '/Q{urn:a/b}Invoice[1]/Q{urn:c/d}InvoiceLine[2]/@Q{}x' })?.indices,
      [1],
    );
    const alone = UBL.replace(/\s*<cac:InvoiceLine>(?![^]*<cac:InvoiceLine>)[^]*?<\/cac:InvoiceLine>/, '');
    assert.deepEqual(placeOf(alone, 'BT-153')?.indices, [0]);
    assert.equal(countOf(UBL, 'BG-25'), 2);
  });

  it('has no field where several stand, where it has another form, and in a file that is broken or of another syntax', () => {
    const twice = UBL.replace(/<cbc:BuyerReference>.*/, '$&$&');
    assert.equal(placeOf(twice, 'BT-10'), undefined);
    assert.equal(placeOf(FILE.replaceAll('format="102"', 'format="203"'), 'BT-2'), undefined);
    assert.equal(placeOf(UBL, 'BT-125'), undefined, 'an attachment');
    for (const broken of [
      UBL.replace('</cbc:ID>', ''),
      UBL.replace('<cbc:ID>', '<cbc:ID>&'),
      `<!DOCTYPE a>${UBL}`,
      `${UBL}<a/>`,
    ])
      assert.equal(placeOf(broken, 'BT-10'), undefined);
    assert.equal(placeOf('<Order><ID>1</ID></Order>', 'BT-1'), undefined);
    assert.equal(written(twice, 'BT-10', 'x'), twice);
  });

  it('that the schema requires is not taken out', () => {
    for (const term of ['BT-1', 'BT-2']) {
      assert.equal(removeTerm(UBL, { term, indices: [] }), undefined, term);
      assert.equal(removeTerm(FILE, { term, indices: [] }), undefined, term);
    }
  });
});
