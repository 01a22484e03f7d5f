import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { parseXml } from 'en16931-rules/engine/xml/parse.ts';
import { stringValue } from 'en16931-rules/engine/xml/values.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { XsdSchema } from 'en16931-rules/xsd.ts';
import { isInPieces, join } from 'en16931-rules/xsd/joined-text.ts';

const SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
  <xs:element name="r"><xs:complexType><xs:sequence>
    <xs:element name="t" maxOccurs="unbounded"><xs:complexType><xs:simpleContent><xs:extension base="T"><xs:attribute name="a"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
  <xs:simpleType name="T"><xs:restriction base="xs:string"><xs:pattern value="[a-z&amp;&lt;&gt; \\n]*"/></xs:restriction></xs:simpleType>
</xs:schema>`;

/** Content between tags: pieces of text that count, and others. */
const PIECES = {
  'a comment': ['<r><t>a<!-- B -->b</t></r>', '<r><t>ab</t></r>'],
  'an instruction': ['<r><t>a<?b C?>b</t></r>', '<r><t>ab</t></r>'],
  'CDATA, its markup as text': ['<r><t><![CDATA[a<b>&]]>c</t></r>', '<r><t>a&lt;b&gt;&amp;c</t></r>'],
  'a comment with something like a tag': ['<r><t>a<!-- <t> -->b</t></r>', '<r><t>ab</t></r>'],
  'a value with ">" and quotes': [`<r><t a='>"'>a<!---->b</t></r>`, `<r><t a='>"'>ab</t></r>`],
  'a declaration': ['<?xml version="1.0" encoding="ISO-8859-1"?><r/>', '<r/>'],
  'line feeds, which go into the next tag': [
    '<!--\n\n--><r><t>a<!--\n-->b</t><t/></r>',
    '<r\n\n><t>ab</t\n><t/></r>',
  ],
  'line feeds of several comments': ['<!--\n--><!--\n\n--><r/>', '<r\n\n\n/>'],
  'line feeds before an empty element': ['<r><?a\n?><t a="1"/></r>', '<r><t\n a="1"/></r>'],
  'what follows the root': ['<r/><!-- end -->\n', '<r/>\n'],
} as const;

describe('a document whose text is joined', () => {
  let schema: XsdSchema;
  before(() => {
    schema = XsdSchema.compile({ entry: 's.xsd', files: new Map([['s.xsd', utf8(SCHEMA)]]), catalog: {} });
  });
  after(() => schema.dispose());

  for (const [what, [xml, expected]] of Object.entries(PIECES))
    it(`loses ${what}`, () => assert.equal(join(xml), expected));

  const DOCUMENTS = [
    '<r><t>a<!--x-->B</t>\n<t>ok<?x?></t></r>',
    '<r><!-- \n --><t><![CDATA[a]]>\n<!--\n-->c</t><t>\nD</t></r>',
    '<r><![CDATA[ ]]><t>a</t></r>',
    '<r><![CDATA[]]><t> <![CDATA[ ]]> </t><!-- --> </r>',
    '<r>x<!---->y<t>a</t></r>',
    '<r><t><![CDATA[]]></t><t> <!-- --> </t></r>',
    '<r><t>a<u/>b<!---->c</t></r>',
    '<r><t>&amp;<?x y?>&#97;<![CDATA[&amp;]]></t></r>',
  ];
  for (const xml of DOCUMENTS)
    it(`gets the same verdict at the same lines: ${JSON.stringify(xml)}`, () => {
      const [whole, pieces] = [schema.check(utf8(join(xml))), schema.check(utf8(xml))];
      assert.deepEqual(shown(whole), shown(pieces));
    });

  it('has the same text in every element', () => {
    for (const xml of DOCUMENTS) assert.deepEqual(texts(join(xml)), texts(xml));
  });

  for (const [name, piece] of Object.entries({
    comments: '<!---->',
    instructions: '<?b?>',
    CDATA: '<![CDATA[x]]>',
  }))
    it(`is checked within the limit with a million ${name}`, () => {
      const xml = `<r><t>${`a${piece}`.repeat(Math.floor(4_900_000 / (piece.length + 1)))}</t></r>`;
      assert.ok(isInPieces(xml));
      assert.deepEqual(withEnglish(schema.check(utf8(join(xml)))), { kind: 'verdict', findings: [] });
    });

  it('is not changed if it has few pieces', () => {
    assert.equal(isInPieces(`<r>${'<!-- --><?x?>'.repeat(50)}</r>`), false);
    assert.equal(isInPieces(`<r>${'<!-- --><?x?>'.repeat(51)}</r>`), true);
  });
});

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A faulty text causes a finding for each of its pieces. */
const shown = (run: ReturnType<XsdSchema['check']>): ReadonlySet<unknown> =>
  new Set(
    run.kind === 'verdict'
      ? run.findings.map(({ message, location }) => `${location?.line} ${english(message)}`)
      : [],
  );

function texts(xml: string): readonly string[] {
  const { document } = parseXml(xml, new Vocabulary());
  return Array.from({ length: document!.count - 1 }, (_, at) => stringValue(document!, at + 1));
}
