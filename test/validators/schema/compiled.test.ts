import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { parseXml } from 'en16931-rules/engine/xml/parse.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { compileSchema } from 'en16931-rules/schema/compile-schema.ts';
import { decodeModel, SchemaDamaged } from 'en16931-rules/schema/compiled/decode.ts';
import { encodeModel } from 'en16931-rules/schema/compiled/encode.ts';
import type { SchemaForm } from 'en16931-rules/schema/compiled/form.ts';
import { OwnSchema } from 'en16931-rules/schema/own-schema.ts';

/** One of everything that a compiled schema has a place for. */
const SCHEMA =
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:a" xmlns="urn:a" elementFormDefault="qualified">
  <xs:simpleType name="code"><xs:restriction base="xs:token"><xs:enumeration value="A"/><xs:enumeration value="B"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="codes"><xs:list itemType="code"/></xs:simpleType>
  <xs:simpleType name="two"><xs:restriction base="codes"><xs:length value="2"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="either"><xs:union memberTypes="code xs:decimal"/></xs:simpleType>
  <xs:attribute name="free" type="xs:int"/>
  <xs:complexType name="base"><xs:sequence><xs:element name="x" type="two" maxOccurs="50000"/></xs:sequence></xs:complexType>
  <xs:complexType name="more"><xs:complexContent><xs:extension base="base"><xs:sequence>
    <xs:element name="again" type="more" minOccurs="0"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="sum"><xs:simpleContent><xs:extension base="xs:decimal">
    <xs:attribute name="currency" use="required" type="either" fixed="A"/></xs:extension></xs:simpleContent></xs:complexType>
  <xs:element name="r"><xs:complexType mixed="true"><xs:sequence>
    <xs:element name="y" type="base"/><xs:element name="z" type="sum" nillable="true"/>
    <xs:any namespace="##other urn:b" processContents="lax" minOccurs="0"/></xs:sequence>
    <xs:anyAttribute namespace="##other" processContents="skip"/></xs:complexType></xs:element>
</xs:schema>`.replace('##other urn:b', '##other');

const TEXT = compileSchema({
  entry: 's.xsd',
  files: new Map([['s.xsd', new TextEncoder().encode(SCHEMA)]]),
  catalog: {},
});

const verdict = (inside: string): readonly string[] => {
  const vocabulary = new Vocabulary();
  const schema = OwnSchema.link(TEXT, vocabulary);
  const { document } = parseXml(
    `<r xmlns="urn:a" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${inside}</r>`,
    vocabulary.extend(),
  );
  assert.ok(document);
  const run = schema.check(document);
  assert.ok(run.kind === 'verdict');
  return run.findings.map(({ message }) => english(message));
};

describe('a compiled schema', () => {
  it('is the same again after it was linked', () => {
    assert.deepEqual(
      JSON.parse(JSON.stringify(encodeModel(decodeModel(JSON.parse(TEXT))))),
      JSON.parse(TEXT),
    );
  });

  it('decides as its text does', () => {
    const sum = '<z currency="A">1.5</z>';
    assert.deepEqual(verdict(`text<y><x>A B</x></y>${sum}<o xmlns="urn:o"/>`), []);
    assert.deepEqual(verdict(`<y xsi:type="more"><x>A B</x><again><x>B B</x></again></y>${sum}`), []);
    for (const [inside, why] of [
      [`<y><x>A</x></y>${sum}`, /length|characters|values/],
      [`<y><x>A C</x></y>${sum}`, /C/],
      [`<y/>${sum}`, /is missing|not complete|ends too early|x/],
      ['<y><x>A B</x></y><z currency="B">1</z>', /A/],
      ['<y><x>A B</x></y><z>1</z>', /currency/],
      [`<y><x>A B</x></y>${sum}<o xmlns=""/>`, /o/],
    ] as const)
      assert.match(verdict(inside).join(), why, inside);
  });

  it('is small where an element may occur 50,000 times', () => {
    assert.ok(TEXT.length < 4_000, String(TEXT.length));
  });

  for (const [what, text] of Object.entries({
    emptied: '',
    'cut off': TEXT.slice(0, -100),
    'an empty object': '{}',
    null: 'null',
    'of another format': TEXT.replace('"format":1', '"format":2'),
    'without elements': JSON.stringify({
      ...(JSON.parse(TEXT) as SchemaForm),
      globals: { elements: [], attributes: [], types: [] },
    }),
  }))
    it(`is not linked if it is ${what}`, () =>
      assert.throws(() => OwnSchema.link(text, new Vocabulary()), SchemaDamaged));

  it('is not linked if any number of it names what is not there', () => {
    const form = JSON.parse(TEXT) as object;
    let changed = 0;
    for (const [holder, key] of numbersIn(form)) {
      const before = holder[key];
      holder[key] = 1_000_000;
      // A bound that a count may have.
      if (key === '0' || !isCount(form, holder)) {
        assert.throws(() => decodeModel(form), SchemaDamaged, `${JSON.stringify(holder)} ${key}`);
        changed += 1;
      }
      holder[key] = before!;
    }
    assert.ok(changed > 50, String(changed));
    assert.ok(decodeModel(form));
  });
});

function* numbersIn(value: object): Generator<[Record<string, number>, string]> {
  for (const [key, inside] of Object.entries(value))
    if (typeof inside === 'number') yield [value as Record<string, number>, key];
    else if (typeof inside === 'object' && inside !== null) yield* numbersIn(inside as object);
}

const isCount = (form: object, holder: object): boolean =>
  (form as SchemaForm).complex.some(({ model }) => model?.counters?.some((counter) => counter === holder));
