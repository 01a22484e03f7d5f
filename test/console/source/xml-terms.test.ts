import assert from 'node:assert/strict';
import { decodeXml } from 'en16931-rules/engine/xml/decode.ts';
import type { Syntax } from 'en16931-rules/vocabulary/syntax.ts';
import { syntaxTables } from '../../../scripts/syntax-tables.mjs';
import { removeTerm, writeTerm } from '../../../src/console/app/source/xml-edit.ts';
import { countOf, placeOf } from '../../../src/console/app/source/xml-terms.ts';
import { readTerms } from '../../../src/domain/documents/read-document.ts';
import type { En16931Invoice } from '../../../src/domain/invoice/en16931.ts';
import { TERMS, type TermId } from '../../../src/domain/invoice/terms.ts';
import { baseInvoice } from '../../rules/base.ts';
import { builtInSchemas } from '../../support/built-in-rules.ts';
import { SYNTAXES, written as writtenBy } from '../../support/documents.ts';
import { exampleText } from '../../support/example-file.ts';
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

/** Each head term, and those of the second line, that the form has a field for. */
const fieldsIn = (text: string) =>
  Object.keys(TERMS)
    .filter((term) => term.startsWith('BT-'))
    .flatMap((term) => {
      const place = placeOf(text, term) ?? placeOf(text, term, { indices: [1] });
      return place ? [place] : [];
    });

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
        // Each term as it is; of the other spellings every third one, another one each time.
        const tried = present.filter((_place, index) => offset === 0 || index % 3 === offset % 3);
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
        assert.ok(removals >= 25, `${removals} of ${tried.length} taken out`);
      });
    }

  for (const [name, syntax, document] of DOCUMENTS)
    it(`that ${name} does not have is added where the schema has it, and taken out again`, () => {
      const missing = fieldsIn(document).filter(({ value }) => value === '');
      assert.ok(missing.length >= 25, `${missing.length} fields`);
      for (const { term, indices, kind } of missing) {
        const what = `${term} ${indices.join(' ')}`;
        const added = writeTerm(document, { term, indices }, newValue(kind));
        assert.equal(difference(document, added).old, '', what);
        assertFits(syntax, added, what);
        assert.equal(valueRead(added, term, indices), newValue(kind), what);
        assert.equal(removeTerm(added, { term, indices }), document, what);
      }
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
    assert.equal(placeOf(exampleText('fa3.xml'), 'BT-1'), undefined);
    assert.equal(written(twice, 'BT-10', 'x'), twice);
  });

  it('that the schema requires is not taken out', () => {
    for (const term of ['BT-1', 'BT-2']) {
      assert.equal(removeTerm(UBL, { term, indices: [] }), undefined, term);
      assert.equal(removeTerm(FILE, { term, indices: [] }), undefined, term);
    }
  });
});
