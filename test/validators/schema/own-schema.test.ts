import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { parseXml } from 'en16931-rules/engine/xml/parse.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { compileSchema } from 'en16931-rules/schema/compile-schema.ts';
import { OwnSchema } from 'en16931-rules/schema/own-schema.ts';
import { SchemaRefused } from 'en16931-rules/schema/unsupported.ts';
import { XsdSchema } from 'en16931-rules/xsd.ts';
import type { XsdRun } from 'en16931-rules/xsd/findings.ts';
import { BLANKS, BUILT_IN, LEFT, schemaOfEachType } from '../../support/xsd-types.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const XS = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';
const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const setOf = (schema: string) => ({
  entry: 's.xsd',
  files: new Map([['s.xsd', utf8(schema)]]),
  catalog: {},
});

/** A schema without a target namespace. */
const schemaOf = (body: string): string => `<xs:schema ${XS}>${body}</xs:schema>`;

class BothEngines {
  private readonly vocabulary = new Vocabulary();
  private readonly own: OwnSchema;
  private readonly libxml2: XsdSchema;

  constructor(schema: string) {
    this.own = OwnSchema.link(compileSchema(setOf(schema)), this.vocabulary);
    this.libxml2 = XsdSchema.compile(setOf(schema));
  }

  check(text: string): XsdRun {
    const { document } = parseXml(text, this.vocabulary.extend());
    assert.ok(document, text);
    return this.own.check(document);
  }

  messages(text: string): readonly string[] {
    const run = this.check(text);
    assert.ok(run.kind === 'verdict', JSON.stringify(run));
    return run.findings.map(({ message }) => english(message));
  }

  libxml2Messages(text: string): readonly string[] {
    const run = this.libxml2.check(utf8(text));
    assert.ok(run.kind === 'verdict', JSON.stringify(run));
    return run.findings.map(({ message }) => english(message));
  }

  dispose(): void {
    this.libxml2.dispose();
  }
}

interface Feature {
  readonly feature: string;
  readonly schema: string;
  readonly valid: readonly string[];
  /** Document → why, in words of ours. */
  readonly invalid: Readonly<Record<string, RegExp>>;
  /** Documents that libxml2 judges otherwise, each for the section of the recommendation that decides. */
  readonly otherwise?: Readonly<Record<string, string>>;
}

const ROOT = '<xs:element name="r"><xs:complexType>';
const END = '</xs:complexType></xs:element>';
const element = (name: string, times = ''): string => `<xs:element name="${name}" type="xs:string"${times}/>`;
const restricted = (base: string, facets: string): string =>
  schemaOf(
    `<xs:element name="r"><xs:simpleType><xs:restriction base="xs:${base}">${facets}</xs:restriction></xs:simpleType></xs:element>`,
  );

const FEATURES: readonly Feature[] = [
  {
    feature: 'a sequence',
    schema: schemaOf(
      `${ROOT}<xs:sequence>${element('a')}${element('b', ' minOccurs="0"')}${element('c', ' maxOccurs="unbounded"')}</xs:sequence>${END}`,
    ),
    valid: ['<r><a/><b/><c/></r>', '<r><a/><c/><c/><c/></r>', '<r>\n<!-- x --> <a/><?p?>&#10;<c/></r>'],
    invalid: {
      '<r/>': /^r is not complete: a is missing at its end\.$/,
      '<r><a/><b/></r>': /^r is not complete: c is missing at its end\.$/,
      '<r><a/><a/><c/></r>': /^a is not allowed at this place: b or c may stand here\./,
      '<r><c/><a/></r>': /^c is not allowed at this place: a may stand here\./,
      '<r><a/><d/><c/></r>': /^d is not allowed at this place: b or c may stand here\./,
      '<r><a/>text<c/></r>': /^r holds text; only elements may stand in it\.$/,
      '<r><a><c/></a><c/></r>': /^a holds elements; only text may stand in it\.$/,
      '<r x="1"><a/><c/></r>': /^The attribute x of r is not allowed\.$/,
      '<s/>': /^s is no root element of this schema\.$/,
    },
    otherwise: {
      '<r><a/><![CDATA[]]><c/></r>': 'part 1, 3.4.4, 2.3: an empty section holds no character',
      '<r><a/><![CDATA[ ]]><c/></r>': 'part 1, 3.4.4, 2.3: white space is allowed, however it is written',
    },
  },
  {
    feature: 'a choice that repeats',
    schema: schemaOf(
      `${ROOT}<xs:choice maxOccurs="unbounded">${element('a')}<xs:sequence>${element('b')}${element('c', ' minOccurs="0"')}</xs:sequence></xs:choice>${END}`,
    ),
    valid: ['<r><a/></r>', '<r><b/><c/><a/><b/></r>'],
    invalid: {
      '<r/>': /a or b is missing/,
      '<r><c/></r>': /a or b may stand here/,
      '<r><b/><c/><c/></r>': /a or b may stand here/,
    },
  },
  {
    feature: 'an optional group',
    schema: schemaOf(
      `${ROOT}<xs:sequence><xs:sequence minOccurs="0">${element('a')}${element('b')}</xs:sequence>${element('c')}</xs:sequence>${END}`,
    ),
    valid: ['<r><c/></r>', '<r><a/><b/><c/></r>'],
    invalid: { '<r><a/><c/></r>': /b may stand here/, '<r><b/><c/></r>': /a or c may stand here/ },
  },
  {
    feature: 'a group that repeats a few times',
    schema: schemaOf(
      `${ROOT}<xs:sequence minOccurs="2" maxOccurs="3">${element('a')}${element('b', ' minOccurs="0"')}</xs:sequence>${END}`,
    ),
    valid: ['<r><a/><a/></r>', '<r><a/><b/><a/><b/><a/></r>'],
    invalid: { '<r><a/></r>': /: a is missing/, '<r><a/><a/><a/><a/></r>': /b may stand here/ },
  },
  {
    feature: 'an element that is counted',
    schema: schemaOf(
      `${ROOT}<xs:sequence>${element('a', ' minOccurs="2" maxOccurs="50000"')}${element('b', ' minOccurs="0" maxOccurs="3"')}${element('c', ' minOccurs="0"')}</xs:sequence>${END}`,
    ),
    valid: [`<r>${'<a/>'.repeat(50_000)}<b/></r>`, '<r><a/><a/><b/><b/><b/><c/></r>', '<r><a/><a/></r>'],
    invalid: {
      '<r><a/></r>': /^r is not complete: a is missing at its end\.$/,
      '<r><a/><b/></r>': /^b is not allowed at this place: a may stand here\./,
      '<r><a/><a/><b/><b/><b/><b/></r>': /^b is not allowed at this place: c may stand here\./,
      [`<r>${'<a/>'.repeat(50_001)}</r>`]: /^a is not allowed at this place: b or c may stand here\./,
    },
  },
  {
    feature: 'a counted element in a group that repeats',
    schema: schemaOf(
      `${ROOT}<xs:sequence maxOccurs="unbounded">${element('a', ' minOccurs="2" maxOccurs="3"')}</xs:sequence>${END}`,
    ),
    valid: ['<r><a/><a/></r>', `<r>${'<a/>'.repeat(7)}</r>`],
    invalid: { '<r><a/></r>': /a is missing/, '<r/>': /a is missing/ },
  },
  {
    feature: 'attributes',
    schema: schemaOf(
      `${ROOT}<xs:attribute name="a" type="xs:int" use="required"/><xs:attribute name="b" type="xs:decimal" fixed="1.0"/>${END}`,
    ),
    valid: ['<r a=" 12 "/>', '<r b="1" a="1"/>', '<r a="1" b="+01.00"/>'],
    invalid: {
      '<r/>': /^r lacks its attribute a\.$/,
      '<r a="x"/>': /^The attribute a of r holds "x"; it must be a whole number\.$/,
      '<r a="1" b="1.1"/>': /^The attribute b of r holds "1\.1"; it must be "1\.0"\.$/,
      '<r a="1"> </r>': /holds text/,
      '<r a="1"><b/></r>': /holds elements/,
    },
  },
  {
    feature: 'simple content that is extended and narrowed',
    schema:
      schemaOf(`<xs:complexType name="T"><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="u"/><xs:attribute name="v"/></xs:extension></xs:simpleContent></xs:complexType>
      <xs:complexType name="N"><xs:simpleContent><xs:restriction base="T"><xs:maxInclusive value="10"/><xs:attribute name="u" use="required"/><xs:attribute name="v" use="prohibited"/></xs:restriction></xs:simpleContent></xs:complexType>
      <xs:element name="r" type="N"/>`),
    valid: ['<r u="x">10.0</r>', '<r u=""> 9 </r>'],
    invalid: {
      '<r>1</r>': /lacks its attribute u/,
      '<r u="" v="">1</r>': /attribute v of r is not allowed/,
      '<r u="">10.01</r>': /at most 10/,
      '<r u=""/>': /holds nothing/,
    },
  },
  {
    feature: 'a type that extends another',
    schema:
      schemaOf(`<xs:complexType name="B"><xs:sequence>${element('a')}</xs:sequence><xs:attribute name="x"/></xs:complexType>
      <xs:complexType name="E"><xs:complexContent><xs:extension base="B"><xs:sequence>${element('b')}</xs:sequence></xs:extension></xs:complexContent></xs:complexType>
      <xs:complexType name="A" abstract="true"><xs:complexContent><xs:extension base="B"/></xs:complexContent></xs:complexType>
      <xs:element name="r" type="B"/><xs:element name="e" type="E"/><xs:element name="a" type="A"/>`),
    valid: ['<r x=""><a/></r>', '<e x=""><a/><b/></e>', `<r ${XSI} xsi:type="E"><a/><b/></r>`],
    invalid: {
      '<e><b/></e>': /a may stand here/,
      [`<e ${XSI} xsi:type="B"><a/></e>`]: /not derived/,
      [`<r ${XSI} xsi:type="N"><a/></r>`]: /not declared/,
      [`<r ${XSI} xsi:type="x:E"><a/></r>`]: /not declared/,
      [`<r ${XSI} xsi:type="A"><a/></r>`]: /abstract/,
      '<a><a/></a>': /abstract/,
    },
  },
  {
    feature: 'nil',
    schema: schemaOf(
      `<xs:element name="r" type="xs:int" nillable="true"/><xs:element name="s" type="xs:int"/>`,
    ),
    valid: [
      `<r ${XSI} xsi:nil="true"/>`,
      `<r ${XSI} xsi:nil="false">1</r>`,
      `<r ${XSI} xsi:nil=" 1 "><!-- --></r>`,
    ],
    invalid: {
      [`<r ${XSI} xsi:nil="true">1</r>`]: /nilled/,
      [`<r ${XSI} xsi:nil="false"/>`]: /holds nothing/,
      [`<r ${XSI} xsi:nil="yes">1</r>`]: /true/,
      [`<s ${XSI} xsi:nil="true"/>`]: /nillable/,
      [`<s ${XSI} xsi:nil="false">1</s>`]: /nillable/,
    },
  },
  {
    feature: 'addresses of schemas, which are not read',
    schema: schemaOf(`<xs:element name="r" type="xs:string"/>`),
    valid: [
      `<r ${XSI} xsi:schemaLocation="urn:x x.xsd"/>`,
      `<r ${XSI} xsi:schemaLocation=""/>`,
      `<r ${XSI} xsi:noNamespaceSchemaLocation=" x.xsd "/>`,
    ],
    invalid: {},
    otherwise: {
      [`<r ${XSI} xsi:schemaLocation="#a#b"/>`]: 'part 1, 3.2.7: its type is a list of addresses',
      [`<r ${XSI} xsi:noNamespaceSchemaLocation="%zz"/>`]: 'part 1, 3.2.7: its type is that of addresses',
    },
  },
  {
    feature: 'mixed content and wildcards',
    schema: `<xs:schema ${XS} targetNamespace="urn:t" xmlns="urn:t" elementFormDefault="qualified">
      <xs:element name="r"><xs:complexType mixed="true"><xs:sequence>
        <xs:element name="a" minOccurs="0"/><xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
      <xs:element name="s"><xs:complexType><xs:sequence><xs:any/></xs:sequence><xs:anyAttribute namespace="##any"/></xs:complexType></xs:element>
      <xs:element name="k"><xs:complexType><xs:sequence><xs:any processContents="skip" maxOccurs="2"/></xs:sequence></xs:complexType></xs:element>
      <xs:element name="l"><xs:complexType><xs:sequence><xs:any processContents="lax" namespace="##local urn:v"/></xs:sequence></xs:complexType></xs:element>
      <xs:element name="n" type="xs:int"/><xs:attribute name="g" type="xs:int"/></xs:schema>`,
    valid: [
      '<r xmlns="urn:t">text<a><z xmlns=""/></a>more<x:y xmlns:x="urn:x"><z/><n>1</n></x:y></r>',
      '<s xmlns="urn:t" xmlns:t="urn:t" t:g="1"><n>1</n></s>',
      '<k xmlns="urn:t"><n>x</n><z q=""/></k>',
      '<l xmlns="urn:t"><z xmlns=""/></l>',
      '<l xmlns="urn:t"><v:z xmlns:v="urn:v" q=""/></l>',
    ],
    invalid: {
      '<r xmlns="urn:t"><z/></r>': /z is not allowed/,
      '<r xmlns="urn:t"><z xmlns=""/></r>': /z is not allowed/,
      '<r xmlns="urn:t"><x:y xmlns:x="urn:x"><n>x</n></x:y></r>': /n holds "x"/,
      '<r xmlns="urn:t"><x:y xmlns:x="urn:x"/><a/></r>': /a is not allowed/,
      '<s xmlns="urn:t"><z/></s>': /strict wildcard/,
      '<s xmlns="urn:t" q=""><n>1</n></s>': /strict wildcard/,
      '<s xmlns="urn:t" xmlns:t="urn:t" t:g="x"><n>1</n></s>': /attribute g of n?|attribute .*g of s/,
      '<k xmlns="urn:t"><n/><n/><n/></k>': /nothing more may stand here/,
      '<l xmlns="urn:t"><n>1</n></l>': /n is not allowed/,
      [`<s xmlns="urn:t" ${XSI} ${XS}><z xsi:type="xs:int">x</z></s>`]: /holds "x"/,
      [`<s xmlns="urn:t" ${XSI} xmlns:größe="http://www.w3.org/2001/XMLSchema"><z xsi:type="größe:int">x</z></s>`]:
        /holds "x"/,
    },
    otherwise: {
      [`<s xmlns="urn:t" ${XSI} ${XS}><z xsi:type="xs:int">1</z></s>`]:
        'part 1, 3.10.1: a declaration, or a type that the element states',
    },
  },
  {
    feature: 'identities',
    schema: schemaOf(
      `${ROOT}<xs:sequence><xs:element name="a" maxOccurs="unbounded"><xs:complexType><xs:attribute name="i" type="xs:ID"/><xs:attribute name="f" type="xs:IDREF"/></xs:complexType></xs:element></xs:sequence>${END}`,
    ),
    valid: ['<r><a i="x"/><a i="y" f=" x "/></r>'],
    invalid: {
      '<r><a i="x"/><a i=" x"/></r>': /"?x'? occurs more than once|occurs more/,
      '<r><a i="1"/></r>': /holds "1"/,
    },
    otherwise: { '<r><a f="x"/></r>': 'part 1, 3.15.4: a reference names an identity of the document' },
  },
  {
    feature: 'lists and unions',
    schema:
      schemaOf(`<xs:simpleType name="L"><xs:list itemType="xs:int"/></xs:simpleType><xs:simpleType name="U"><xs:union memberTypes="xs:int xs:boolean"/></xs:simpleType>
      <xs:element name="r"><xs:simpleType><xs:restriction base="L"><xs:maxLength value="2"/></xs:restriction></xs:simpleType></xs:element>
      <xs:element name="u"><xs:simpleType><xs:restriction base="U"><xs:enumeration value="1"/><xs:enumeration value="true"/></xs:restriction></xs:simpleType></xs:element>
      <xs:element name="n"><xs:simpleType><xs:union><xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="\\d{9}"/></xs:restriction></xs:simpleType><xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="\\d{14}"/></xs:restriction></xs:simpleType></xs:union></xs:simpleType></xs:element>`),
    valid: [
      '<r> 1\n2 </r>',
      '<r/>',
      '<u> true </u>',
      '<u>01</u>',
      '<n>123456789</n>',
      '<n>12345678901234</n>',
    ],
    invalid: {
      '<r>1 2 3</r>': /has 3/,
      '<r>1 x</r>': /holds/,
      '<u>2</u>': /it must be/,
      '<u>x</u>': /it must be/,
      '<n>1234567890</n>': /it must be/,
      '<n> 123456789</n>': /it must be/,
    },
  },
  {
    feature: 'enumerations, which compare values',
    schema: restricted('byte', '<xs:enumeration value="1"/><xs:enumeration value="2"/>'),
    valid: ['<r>1</r>', '<r> +02 </r>', '<r><![CDATA[1]]></r>', '<r>&#49;</r>'],
    invalid: {
      '<r>3</r>': /it must be 1 or 2/,
      '<r/>': /holds nothing/,
      '<r>200</r>': /whole number|holds "200"/,
    },
  },
  {
    feature: 'lengths, in characters',
    schema: restricted('token', '<xs:minLength value="2"/><xs:maxLength value="4"/>'),
    valid: ['<r>ab</r>', '<r>\n a  b </r>', '<r>😀😀😀😀</r>'],
    invalid: {
      '<r>a</r>': /has 1 characters; at least 2/,
      '<r> abc  de </r>': /has 6 characters; 4 are allowed/,
      '<r>  </r>': /has 0/,
    },
  },
  {
    feature: 'patterns, of one step and of several',
    schema:
      schemaOf(`<xs:simpleType name="B"><xs:restriction base="xs:string"><xs:pattern value="[A-Z]{2}"/><xs:pattern value="\\d"/></xs:restriction></xs:simpleType>
      <xs:element name="r"><xs:simpleType><xs:restriction base="B"><xs:pattern value="A.|B.|\\d|^\\$"/></xs:restriction></xs:simpleType></xs:element>`),
    valid: ['<r>AX</r>', '<r>5</r>'],
    invalid: { '<r>CX</r>': /form/, '<r>^$</r>': /form/, '<r>AX </r>': /form/, '<r>aX</r>': /form/ },
  },
  {
    feature: 'digits and bounds',
    schema: restricted(
      'decimal',
      '<xs:totalDigits value="5"/><xs:fractionDigits value="2"/><xs:minInclusive value="0"/><xs:maxExclusive value="500"/>',
    ),
    valid: ['<r>0</r>', '<r>-0.00</r>', '<r>00499.9900</r>', '<r>+.5</r>', '<r>3.</r>'],
    invalid: {
      '<r>-0.01</r>': /at least 0/,
      '<r>500.00</r>': /500/,
      '<r>1.234</r>': /at most 2 decimals/,
      '<r>.</r>': /number/,
      '<r>1e2</r>': /number/,
      '<r>1,5</r>': /number/,
    },
  },
  {
    feature: 'bounds of days',
    schema: restricted('date', '<xs:minInclusive value="1900-01-01"/><xs:maxInclusive value="2050-12-31"/>'),
    valid: ['<r>1900-01-01</r>', '<r> 2050-12-31\n</r>', '<r>2024-02-29</r>', '<r>2000-01-01Z</r>'],
    invalid: {
      '<r>1899-12-31</r>': /at least 1900-01-01/,
      // 3.2.7.4: it cannot be compared with a day without a time zone.
      '<r>1900-01-01Z</r>': /at least 1900-01-01/,
      '<r>2051-01-01</r>': /at most 2050-12-31/,
      '<r>2023-02-29</r>': /day of the calendar/,
      '<r>2023-1-01</r>': /day/,
      '<r>2023-01-01+14:01</r>': /day/,
    },
  },
  {
    feature: 'fixed and default values of elements',
    schema: schemaOf(
      `<xs:simpleType name="Small"><xs:restriction base="xs:int"><xs:maxInclusive value="4"/></xs:restriction></xs:simpleType>` +
        `<xs:element name="r" type="xs:decimal" fixed="1.0"/><xs:element name="d" type="xs:int" default="5"/>`,
    ),
    valid: ['<r>1</r>', '<r/>', '<r><!-- --></r>', '<d/>', '<d>7</d>'],
    invalid: {
      '<r>2</r>': /fixed|must be/,
      '<d> </d>': /holds/,
      [`<d ${XSI} xsi:type="Small"/>`]: /at most 4/,
    },
  },
];

for (const { feature, schema, valid, invalid, otherwise = {} } of FEATURES)
  describe(`a schema on our own engine: ${feature}`, () => {
    let engines: BothEngines;
    before(() => (engines = new BothEngines(schema)));
    after(() => engines.dispose());

    for (const text of valid)
      it(`accepts ${text.slice(0, 120)}`, () => {
        assert.deepEqual(engines.messages(text), []);
        assert.deepEqual(engines.libxml2Messages(text), [], 'libxml2');
      });

    for (const [text, reason] of Object.entries(invalid))
      it(`refuses ${text.slice(0, 120)}`, () => {
        assert.match(engines.messages(text).join('\n'), reason);
        assert.notDeepEqual(engines.libxml2Messages(text), [], 'libxml2');
      });

    for (const [text, because] of Object.entries(otherwise))
      it(`decides otherwise than libxml2 on ${text} (${because})`, () =>
        assert.notEqual(engines.messages(text).length > 0, engines.libxml2Messages(text).length > 0));
  });

describe('each built-in type on our own engine', () => {
  let engines: BothEngines;
  before(() => (engines = new BothEngines(schemaOfEachType())));
  after(() => engines.dispose());
  /** Their values depend on declarations of the document. */
  const types = Object.entries(BUILT_IN).filter(([type]) => type !== 'QName');
  const forms: Readonly<Record<string, (type: string, value: string) => string>> = {
    element: (type, value) => `<types><${type}>${value}</${type}></types>`,
    'extended element': (type, value) => `<types><x-${type}>${value}</x-${type}></types>`,
    attribute: (type, value) => `<types><a-${type} v="${value}"/></types>`,
  };

  for (const [form, write] of Object.entries(forms))
    it(`has values with blanks around them: ${form}`, () => {
      for (const [type, value] of types)
        for (const [before, after] of BLANKS) {
          const document = write(type, before + value + after);
          assert.deepEqual(engines.messages(document), [], JSON.stringify(document));
        }
    });

  it('has no value that is blank only, or has other blanks', () => {
    for (const [type, value] of types.filter(([type]) => !LEFT.includes(type)))
      for (const wrong of ['', ' ', '&#9;&#10;', `\u00a0${value}`, `${value} ~`])
        assert.notDeepEqual(
          engines.messages(forms['element']!(type, wrong)),
          [],
          `${type} ${JSON.stringify(wrong)}`,
        );
  });

  it('has the bounds of its integers', () => {
    const bounds: Readonly<
      Record<string, readonly [below: string, least: string, most: string, above: string]>
    > = {
      byte: ['-129', '-128', '127', '128'],
      short: ['-32769', '-32768', '32767', '32768'],
      int: ['-2147483649', '-2147483648', '2147483647', '2147483648'],
      long: ['-9223372036854775809', '-9223372036854775808', '9223372036854775807', '9223372036854775808'],
      unsignedByte: ['-1', '0', '255', '256'],
      unsignedShort: ['-1', '-0', '65535', '65536'],
      unsignedInt: ['-1', '0', '4294967295', '4294967296'],
      unsignedLong: ['-1', '0', '18446744073709551615', '18446744073709551616'],
      nonNegativeInteger: ['-1', '0', '1', 'x'],
      positiveInteger: ['0', '1', '99999999999999999999999', '1.0'],
      nonPositiveInteger: ['x', '-1', '0', '1'],
      negativeInteger: ['x', '-9', '-1', '0'],
    };
    for (const [type, [below, least, most, above]] of Object.entries(bounds)) {
      for (const value of [least, most])
        assert.deepEqual(engines.messages(forms['element']!(type, value)), [], type);
      for (const value of [below, above])
        assert.notDeepEqual(engines.messages(forms['element']!(type, value)), [], `${type} ${value}`);
    }
  });

  it('gives no verdict on names with prefixes, and none on an address that is too long', () => {
    assert.equal(engines.check('<types><QName>a</QName></types>').kind, 'escape');
    assert.equal(engines.check(`<types><anyURI>${'a'.repeat(20_000)}</anyURI></types>`).kind, 'escape');
  });
});

describe('a schema that our own engine does not know', () => {
  const refused: Readonly<Record<string, string>> = {
    'all of some elements': `${ROOT}<xs:all>${element('a')}</xs:all>${END}`,
    'a key': `<xs:element name="r" type="xs:string"><xs:key name="k"><xs:selector xpath="a"/><xs:field xpath="b"/></xs:key></xs:element>`,
    'an element that stands for another': `${element('a')}<xs:element name="b" substitutionGroup="a" type="xs:string"/>`,
    'a blocked type': `<xs:complexType name="T" block="extension"/>`,
    'a notation': `<xs:notation name="n" public="p"/>`,
    'a file that changes another': `<xs:redefine schemaLocation="other.xsd"/>`,
    'a facet of another type': `<xs:simpleType name="T"><xs:restriction base="xs:string"><xs:totalDigits value="1"/></xs:restriction></xs:simpleType>`,
    'a facet that is none': `<xs:simpleType name="T"><xs:restriction base="xs:string"><xs:assertion test="1"/></xs:restriction></xs:simpleType>`,
    'a pattern without a translation': `<xs:simpleType name="T"><xs:restriction base="xs:string"><xs:pattern value="[a-z-[aeiou]]"/></xs:restriction></xs:simpleType>`,
    'two meanings of one element': `${ROOT}<xs:choice>${element('a')}<xs:sequence><xs:element name="a" type="xs:int"/>${element('b')}</xs:sequence></xs:choice>${END}`,
    'a type that is not there': `<xs:element name="r" type="Missing"/>`,
    'a file that is not there': `<xs:include schemaLocation="missing.xsd"/>`,
    'a prohibited attribute in a group': `<xs:attributeGroup name="g"><xs:attribute name="a" use="prohibited"/></xs:attributeGroup><xs:complexType name="T"><xs:attributeGroup ref="g"/></xs:complexType>`,
    'a value of a type without values here': `<xs:element name="r" type="xs:QName" fixed="a"/>`,
    'an attribute that is none': `<xs:element name="r" type="xs:string" targetNamespace="urn:x"/>`,
  };
  for (const [what, body] of Object.entries(refused))
    it(`is refused as a whole: ${what}`, () =>
      assert.throws(() => compileSchema(setOf(schemaOf(body + element('other')))), SchemaRefused));

  it('is refused if it declares no element: a compiled one without elements is damaged', () =>
    assert.throws(
      () => compileSchema(setOf(schemaOf('<xs:complexType name="T"/>'))),
      (error) => error instanceof SchemaRefused && /without elements/.test(error.message),
    ));
});

describe('a finding of our own engine', () => {
  it('has the element with its position and line', () => {
    const engines = new BothEngines(
      schemaOf(
        `${ROOT}<xs:sequence>${element('a')}<xs:element name="b" type="xs:date" maxOccurs="9"/></xs:sequence>${END}`,
      ),
    );
    const run = engines.check('<r>\n<a/>\n<b>2026-10-05</b>\n<b>soon</b></r>');
    assert.ok(run.kind === 'verdict');
    assert.deepEqual(
      withEnglish(
        run.findings.map(({ code, severity, source, message, location }) => ({
          code,
          severity,
          source,
          message,
          location,
        })),
      ),
      [
        {
          code: 'EI-XSD',
          severity: 'error',
          source: 'XSD',
          message: 'b holds "soon"; it must be a day of the calendar, YYYY-MM-DD.',
          location: { xpath: '/r/b[2]', line: 4 },
        },
      ],
    );
    engines.dispose();
  });

  const REASONS: readonly (readonly [document: string, says: string])[] = [
    ['<r><c/></r>', 'c is not allowed at this place: a may stand here. a is missing before it.'],
    [
      '<r><a/><a/><c/></r>',
      'a is not allowed at this place: b, c or another may stand here. It may not occur again.',
    ],
    ['<r><a/><c/><b/><d/></r>', 'b is not allowed at this place: c may stand here. It belongs before c.'],
    ['<r><x/></r>', 'x is not allowed at this place: a may stand here. r has no such element.'],
    [
      '<r><a/><c/><c/><c/><d/></r>',
      'c is not allowed at this place: d or e may stand here. It may not occur again.',
    ],
    [
      '<r><a/><e/></r>',
      'e is not allowed at this place: b, c or another may stand here. c is missing before it.',
    ],
    ['<r><a/><c/><e/></r>', 'e is not allowed at this place: c may stand here. c is missing before it.'],
    ['<r><a/></r>', 'r is not complete: c is missing at its end.'],
    ['<r><a/><c/></r>', 'r is not complete: c is missing at its end.'],
    ['<r><a/><c/><c/></r>', 'r is not complete: d or e is missing at its end.'],
  ];

  it('of a misplaced element says why, and what is missing', () => {
    const engines = new BothEngines(
      schemaOf(
        `${ROOT}<xs:sequence>${element('a')}${element('b', ' minOccurs="0"')}<xs:any namespace="urn:x" minOccurs="0"/>${element('c', ' minOccurs="2" maxOccurs="2"')}<xs:choice>${element('d')}${element('e')}</xs:choice></xs:sequence>${END}`,
      ),
    );
    assert.deepEqual(
      REASONS.map(([document]) => [document, engines.messages(document).join(' ')]),
      REASONS,
    );
    engines.dispose();
  });

  it('names each facet that a value breaks, a pattern last', () => {
    const engines = new BothEngines(
      restricted('decimal', '<xs:pattern value="[0-9]*(\\.[0-9]{2})?"/><xs:fractionDigits value="2"/>'),
    );
    assert.deepEqual(engines.messages('<r>1.234</r>'), [
      'r holds "1.234"; at most 2 decimals are allowed.',
      'r holds "1.234", which does not have the form that is asked for ([0-9]*(\\.[0-9]{2})?).',
    ]);
    engines.dispose();
  });

  it('names a fixed value', () => {
    const engines = new BothEngines(schemaOf('<xs:element name="r" type="xs:string" fixed="1-0E"/>'));
    assert.deepEqual(engines.messages('<r>2-0E</r>'), ['r holds "2-0E"; it must be "1-0E".']);
    engines.dispose();
  });

  it('is one of at most a hundred', () => {
    const engines = new BothEngines(
      schemaOf(
        `${ROOT}<xs:sequence><xs:element name="b" type="xs:date" maxOccurs="unbounded"/></xs:sequence>${END}`,
      ),
    );
    const run = engines.check(`<r>${'<b/>'.repeat(300)}</r>`);
    assert.ok(run.kind === 'verdict');
    assert.equal(run.findings.length, 100);
    assert.equal(run.findings.at(-1)?.truncated, 200);
    engines.dispose();
  });

  it('is made for no more: half a million breaches need no text', () => {
    const engines = new BothEngines(
      schemaOf(
        `${ROOT}<xs:sequence><xs:element name="b" maxOccurs="unbounded"><xs:complexType><xs:attribute name="a" type="xs:int" use="required"/></xs:complexType></xs:element></xs:sequence>${END}`,
      ),
    );
    const wrong = '<b c="1">x</b>';
    const run = engines.check(`<r>${wrong.repeat(150_000)}</r>`);
    assert.ok(run.kind === 'verdict');
    assert.equal(run.findings.length, 100);
    assert.equal(run.findings.at(-1)?.truncated, 450_000 - 100);
    // An attribute that is not there, one that may not be there, and a text, each of the first elements.
    assert.deepEqual(
      run.findings.slice(0, 3).map(({ location }) => location?.xpath),
      ['/r/b[1]/@c', '/r/b[1]', '/r/b[1]'],
    );
    engines.dispose();
  });

  it('of a moment with megabytes of fractions is there at once', () => {
    const bounded =
      '<xs:restriction base="xs:dateTime"><xs:minInclusive value="2000-01-01T00:00:00Z"/></xs:restriction>';
    const schema = schemaOf(`<xs:element name="r"><xs:simpleType>${bounded}</xs:simpleType></xs:element>`);
    const engines = new BothEngines(schema);
    const started = process.cpuUsage().user;
    assert.deepEqual(engines.messages(`<r>2026-10-05T08:00:00.${'0'.repeat(300_000)}1Z</r>`), []);
    // The square of this length is minutes.
    assert.ok(process.cpuUsage().user - started < 5_000_000);
    engines.dispose();
  });

  it('is none if a wildcard allows an identity', () => {
    const engines = new BothEngines(
      schemaOf(`${ROOT}<xs:anyAttribute/>${END}<xs:attribute name="i" type="xs:ID"/>`),
    );
    assert.equal(engines.check('<r i="a"/>').kind, 'escape');
    engines.dispose();
  });

  it('is none if the document was parsed before the schema was loaded', () => {
    const vocabulary = new Vocabulary();
    const { document } = parseXml('<r/>', vocabulary.extend());
    const schema = OwnSchema.link(compileSchema(setOf(schemaOf(element('r')))), vocabulary);
    assert.ok(document);
    assert.equal(schema.check(document).kind, 'escape');
  });
});
