import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { XsdSchema } from 'en16931-rules/xsd.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const restricted = (name: string, base: string, facets: string): string =>
  `<xs:element name="${name}" minOccurs="0"><xs:simpleType><xs:restriction base="xs:${base}">${facets}</xs:restriction></xs:simpleType></xs:element>`;

/** An element for each kind of wrong value. */
const SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:a" elementFormDefault="qualified">
  <xs:element name="bill"><xs:complexType>
    <xs:sequence>
      <xs:element name="day" type="xs:date" minOccurs="0"/>
      <xs:element name="paid" type="xs:boolean" minOccurs="0"/>
      <xs:element name="count" type="xs:integer" minOccurs="0"/>
      ${restricted('code', 'token', '<xs:enumeration value="S"/><xs:enumeration value="Z"/>')}
      ${restricted('nip', 'token', '<xs:pattern value="[0-9]{10}"/>')}
      ${restricted('short', 'string', '<xs:maxLength value="5"/>')}
      ${restricted('long', 'string', '<xs:minLength value="3"/>')}
      ${restricted('sum', 'decimal', '<xs:fractionDigits value="2"/>')}
      ${restricted('big', 'decimal', '<xs:totalDigits value="3"/>')}
      ${restricted('above', 'decimal', '<xs:minInclusive value="0"/>')}
      ${restricted('below', 'decimal', '<xs:maxInclusive value="9"/>')}
      <xs:element name="amount" minOccurs="0"><xs:complexType><xs:simpleContent><xs:extension base="xs:decimal">
        <xs:attribute name="currency" use="required"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
      <xs:element name="party" minOccurs="0"><xs:complexType><xs:sequence><xs:element name="name" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
    </xs:sequence>
  </xs:complexType></xs:element></xs:schema>`;

const ROWS: readonly (readonly [content: string, says: string])[] = [
  ['<day>05.10.2026</day>', 'day holds "05.10.2026"; it must be a day of the calendar, YYYY-MM-DD.'],
  ['<paid>ja</paid>', 'paid holds "ja"; it must be true or false.'],
  ['<count>1.5</count>', 'count holds "1.5"; it must be a whole number.'],
  ['<code>X</code>', 'code holds "X"; it must be S or Z.'],
  ['<code/>', 'code holds nothing; it must be S or Z.'],
  ['<nip>PL526</nip>', 'nip holds "PL526", which does not have the form that is asked for ([0-9]{10}).'],
  ['<short>too long</short>', 'short has 8 characters; 5 are allowed.'],
  ['<long>x</long>', 'long has 1 characters; at least 3 are needed.'],
  ['<sum>1.234</sum>', 'sum holds "1.234"; at most 2 decimals are allowed.'],
  ['<big>12345</big>', 'big holds "12345"; at most 3 digits are allowed.'],
  ['<above>-1</above>', 'above holds "-1"; it must be at least 0.'],
  ['<below>10</below>', 'below holds "10"; it must be at most 9.'],
  [
    '<amount currency="EUR">1,5</amount>',
    'amount holds "1,5"; it must be a number with a decimal point, for example 1234.56.',
  ],
  ['<amount>1</amount>', 'amount lacks its attribute currency.'],
  ['<amount currency="EUR" unit="x">1</amount>', 'The attribute unit of amount is not allowed.'],
  ['<party/>', 'party is not complete: name is missing at its end.'],
  ['<party>ACME</party>', 'party holds text; only elements may stand in it.'],
  [
    '<party><city/></party>',
    'city is not allowed at this place: name may stand here. The order of elements counts.',
  ],
  ['<party><name/></party><more/>', 'more is not allowed at this place: nothing more may stand here.'],
  ['<day><b/></day>', 'day holds elements; only text may stand in it.'],
];

describe('the findings of a schema on a broken document', () => {
  let schema: XsdSchema;
  before(() => {
    schema = XsdSchema.compile({ entry: 'a.xsd', files: new Map([['a.xsd', utf8(SCHEMA)]]), catalog: {} });
  });
  after(() => schema.dispose());

  const said = (xml: string): readonly string[] => {
    const run = schema.check(utf8(xml));
    assert.equal(run.kind, 'verdict');
    return run.kind === 'verdict' ? run.findings.map(({ message }) => english(message)) : [];
  };

  for (const [content, says] of ROWS)
    it(`are sentences: ${says}`, () => {
      const all = said(`<bill xmlns="urn:a">${content}</bill>`);
      assert.ok(all.includes(says), all.join('\n'));
      for (const one of all) assert.doesNotMatch(one, /urn:|Element '|facet/);
    });

  it('names a root that the schema does not have', () =>
    assert.deepEqual(said('<order xmlns="urn:a"/>'), ['order is no root element of this schema.']));

  it('shortens quotations', () => {
    const [one = ''] = said(`<bill xmlns="urn:a"><day>${'x'.repeat(5000)}</day></bill>`);
    assert.equal(one.length < 150 && one.includes('x…'), true, one);
  });

  it('has paths with names, and positions among equal names', () => {
    const run = schema.check(
      utf8('<a:bill xmlns:a="urn:a" xmlns="urn:a"><day>2026-10-05</day><party><city/></party></a:bill>'),
    );
    const [first] = run.kind === 'verdict' ? run.findings : [];
    assert.equal(first?.location?.xpath, '/a:bill/party/city');
  });
});
