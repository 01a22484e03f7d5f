import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { XsdSchema } from 'en16931-rules/xsd.ts';
import { builtInSchemas } from '../../support/built-in-rules.ts';
import { BLANKS, BUILT_IN, LEFT, schemaOfEachType } from '../../support/xsd-types.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const XS = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';
const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

const compile = (schema: string): XsdSchema =>
  XsdSchema.compile({ entry: 's.xsd', files: new Map([['s.xsd', utf8(schema)]]), catalog: {} });

function messages(schema: XsdSchema, document: string): readonly string[] {
  const run = schema.check(utf8(document));
  assert.ok(run.kind === 'verdict', JSON.stringify(run));
  return run.findings.map(({ message }) => english(message));
}

describe('a value with blanks around it', () => {
  let schema: XsdSchema;
  before(() => (schema = compile(schemaOfEachType())));
  after(() => schema.dispose());

  for (const [type, value] of Object.entries(BUILT_IN))
    it(`is accepted as an element, an extended element and an attribute: ${type}`, () => {
      for (const [before, after] of BLANKS) {
        const spaced = before + value + after;
        for (const document of [
          `<types><${type}>${spaced}</${type}></types>`,
          `<types><x-${type}>${spaced}</x-${type}></types>`,
          `<types><a-${type} v="${spaced}"/></types>`,
        ])
          assert.deepEqual(messages(schema, document), [], JSON.stringify(document));
      }
    });

  for (const type of Object.keys(BUILT_IN).filter((type) => !LEFT.includes(type)))
    it(`is refused if it is blank only, or if the blanks are not those of XML: ${type}`, () => {
      for (const wrong of ['', ' ', '&#9;&#10;', `\u00a0${BUILT_IN[type]}`, `${BUILT_IN[type]} ~`])
        assert.notDeepEqual(
          messages(schema, `<types><${type}>${wrong}</${type}></types>`),
          [],
          JSON.stringify(wrong),
        );
    });
});

describe('a date with blanks around it', () => {
  const DATE = `<xs:restriction base="xs:date"><xs:minInclusive value="2016-07-01"/><xs:pattern value="\\d{4}-\\d{2}-\\d{2}"/></xs:restriction>`;
  const SCHEMA = `<xs:schema ${XS}>
    <xs:simpleType name="Day">${DATE}</xs:simpleType>
    <xs:simpleType name="Later"><xs:restriction base="xs:date"><xs:minInclusive value="2016-07-01"/></xs:restriction></xs:simpleType>
    <xs:simpleType name="Country"><xs:restriction base="xs:token"><xs:enumeration value="PL"/><xs:enumeration value="DE"/></xs:restriction></xs:simpleType>
    <xs:element name="d" type="xs:date"/>
    <xs:element name="day" type="Day"/>
    <xs:element name="later" type="Later"/>
    <xs:element name="days"><xs:simpleType><xs:list itemType="xs:date"/></xs:simpleType></xs:element>
    <xs:element name="moment"><xs:simpleType><xs:union memberTypes="xs:date xs:dateTime"/></xs:simpleType></xs:element>
    <xs:element name="any" type="xs:anySimpleType"/>
    <xs:element name="fixed" type="xs:date" fixed="2026-10-05"/>
    <xs:element name="country" type="Country" fixed="PL"><xs:annotation/></xs:element>
  </xs:schema>`;
  let schema: XsdSchema;
  before(() => (schema = compile(SCHEMA)));
  after(() => schema.dispose());

  for (const document of [
    '<day> 2026-10-05\n</day>',
    '<later>\t2026-10-05 </later>',
    '<days> 2026-10-05\n 2026-10-06 </days>',
    '<moment> 2026-10-05T08:00:00Z </moment>',
    `<any ${XS} ${XSI} xsi:type=" xs:date "> 2026-10-05 </any>`,
    `<d ${XS} ${XSI} xsi:type="xs:date"> 2026-10-05 </d>`,
    `<d ${XS} ${XSI} xsi:type="Later"> 2026-10-05 </d>`,
    '<d> <!-- the day -->2026-10-05<?of issue?> </d>',
    '<d><![CDATA[ 2026-10-05 ]]></d>',
    '<fixed> 2026-10-05 </fixed>',
    '<fixed/>',
    '<country>\n  PL\n</country>',
    '<country/>',
  ])
    it(`is accepted: ${JSON.stringify(document)}`, () => assert.deepEqual(messages(schema, document), []));

  for (const [document, message] of Object.entries({
    '<d> 2026-13-05 </d>': 'd holds "2026-13-05"; it must be a day of the calendar, YYYY-MM-DD.',
    '<d> 2026-10-05 Z</d>': 'd holds "2026-10-05 Z"; it must be a day of the calendar, YYYY-MM-DD.',
    '<later> 2016-06-30 </later>': 'later holds "2016-06-30"; it must be at least 2016-07-01.',
    '<day> 2026-10-05Z </day>':
      'day holds "2026-10-05Z", which does not have the form that is asked for (\\d{4}-\\d{2}-\\d{2}).',
    '<country> DE </country>': 'country holds "DE"; it must be PL.',
    '<country> </country>': 'country holds nothing; it must be PL.',
  }))
    it(`is still refused for anything else: ${document}`, () =>
      assert.ok(messages(schema, document).includes(message), messages(schema, document).join('\n')));

  it('is no reason to take another character for base64', () => {
    const base64 = compile(`<xs:schema ${XS}><xs:element name="b" type="xs:base64Binary"/></xs:schema>`);
    assert.deepEqual(messages(base64, '<b>\n QUJD\n REVG\n </b>'), []);
    for (const wrong of ['QUJD~', '\u00a0QUJD', 'QU-JD', 'QU_D'])
      assert.equal(messages(base64, `<b>${wrong}</b>`).length, 1, wrong);
    base64.dispose();
  });

  it('is accepted by a schema whose own prefix is none, and by one of no elements', () => {
    const bare = compile(
      '<schema xmlns="http://www.w3.org/2001/XMLSchema"><element name="d" type="time"/></schema>',
    );
    assert.deepEqual(messages(bare, '<d> 08:00:00 </d>'), []);
    bare.dispose();
    compile(`<xs:schema ${XS}/>`).dispose();
  });

  it('is accepted by a schema in UTF-16', () => {
    const text = `\ufeff<?xml version="1.0" encoding="UTF-16"?><xs:schema ${XS}><xs:element name="d" type="xs:date"/></xs:schema>`;
    const bytes = new Uint8Array(Buffer.from(text, 'utf16le'));
    const main = `<xs:schema ${XS}><xs:include schemaLocation="d.xsd"/></xs:schema>`;
    const files = new Map([
      ['s.xsd', utf8(main)],
      ['d.xsd', bytes],
    ]);
    const set = XsdSchema.compile({ entry: 's.xsd', files, catalog: {} });
    assert.deepEqual(messages(set, '<d> 2026-10-05 </d>'), []);
    set.dispose();
  });
});

describe('a document with blanks around its dates and times', () => {
  let schemas: ReturnType<typeof builtInSchemas>;
  before(() => (schemas = builtInSchemas()));
  after(() => schemas.forEach((schema) => schema.dispose()));

  for (const [file, syntax] of [
    ['ubl-invoice.xml', 'ubl-invoice'],
    ['ubl-creditnote.xml', 'ubl-creditnote'],
    ['cii.xml', 'cii'],
    ['fa3.xml', 'fa3'],
  ] as const)
    it(`is accepted by the schema of ${syntax}`, () => {
      const path = fileURLToPath(new URL(`../../../schematron/self-tests/${file}`, import.meta.url));
      const text = readFileSync(path, 'utf8');
      const spaced = text.replace(/>(\d{4}-\d\d-\d\d(?:T[^<]*)?|\d\d:\d\d:\d\d[^<]*)</g, '>\n\t $1 \n<');
      if (syntax !== 'cii') assert.notEqual(spaced, text);
      const schema = schemas.get(syntax);
      assert.ok(schema);
      assert.deepEqual(messages(schema, spaced), []);
    });
});
