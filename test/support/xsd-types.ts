const XS = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';

/** The built-in types of XML Schema whose blanks at both ends do not count, each with a value. */
export const BUILT_IN: Readonly<Record<string, string>> = {
  anyURI: 'http://example.com/a',
  base64Binary: 'QUJD',
  boolean: 'true',
  byte: '12',
  date: '2026-10-05',
  dateTime: '2026-10-05T08:00:00Z',
  decimal: '1.50',
  double: '1e3',
  duration: 'P1D',
  float: '1.5',
  gDay: '---02',
  gMonth: '--10',
  gMonthDay: '--10-05',
  gYear: '2026',
  gYearMonth: '2026-10',
  hexBinary: '0AFF',
  ID: 'a',
  int: '12',
  integer: '12',
  language: 'en',
  long: '12',
  Name: 'a',
  NCName: 'a',
  negativeInteger: '-12',
  NMTOKEN: 'a',
  NMTOKENS: 'a b',
  nonNegativeInteger: '12',
  nonPositiveInteger: '-12',
  positiveInteger: '12',
  QName: 'a',
  short: '12',
  time: '08:00:00',
  token: 'a b',
  unsignedByte: '12',
  unsignedInt: '12',
  unsignedLong: '12',
  unsignedShort: '12',
};

/** Their blanks before and after. Those of the last ones reach a schema in attributes, too. */
export const BLANKS: readonly (readonly [before: string, after: string])[] = [
  [' ', ''],
  ['', ' '],
  ['  ', '  '],
  ['\t', '\t'],
  ['\n', '\n'],
  ['\r\n', '\r\n'],
  ['&#9;', '&#9;'],
  ['&#10;', '&#10;'],
  ['&#13;', '&#13;'],
];

/** Types of which no value is wrong, or of which an empty one is allowed. */
export const LEFT: readonly string[] = ['anyURI', 'base64Binary', 'hexBinary', 'token'];

/** A schema of `<types>` that holds any number of elements of each type: `<date>`, `<x-date>` of an extended one, `<a-date v="…">`. */
export function schemaOfEachType(): string {
  const elements = Object.keys(BUILT_IN).map(
    (type) => `<xs:element name="${type}" type="xs:${type}"/>
      <xs:element name="x-${type}"><xs:complexType><xs:simpleContent><xs:extension base="xs:${type}"/></xs:simpleContent></xs:complexType></xs:element>
      <xs:element name="a-${type}"><xs:complexType><xs:attribute name="v" type="xs:${type}"/></xs:complexType></xs:element>`,
  );
  return `<xs:schema ${XS}><xs:element name="types"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">
    ${elements.join('\n')}</xs:choice></xs:complexType></xs:element></xs:schema>`;
}
