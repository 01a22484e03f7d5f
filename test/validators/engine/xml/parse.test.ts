import { english } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { XML_LIMITS, type XmlLimits } from 'en16931-rules/engine/xml/parse.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { read } from './reading.ts';

function refusal(xml: string | Uint8Array, limits?: XmlLimits): string {
  const result = read(Buffer.from(xml), undefined, limits);
  return 'kind' in result
    ? `${result.kind} ${String(result.line)}:${String(result.column)} ${english(result.message)}`
    : 'read';
}

describe('a document that the parser refuses', () => {
  const REFUSALS: readonly (readonly [xml: string, refusal: string])[] = [
    ['', 'syntax 1:1 no element: XML begins with "<"'],
    ['<a>\n  <b>\n</a>', 'syntax 3:1 an end tag that does not match its start tag'],
    ['<a>\r\n\r\n😀\x01</a>', 'syntax 3:2 character U+0001, which XML does not allow'],
    ...['1.2', '1.10', '1.01', '1.'].map(
      (version) =>
        [
          `<?xml version="${version}"?>\n<a/>`,
          'syntax 1:1 a version of XML that is not one of 1.0, 1.1',
        ] as const,
    ),
    ["<?xml version='1.2'?><a/>", 'syntax 1:1 a version of XML that is not one of 1.0, 1.1'],
    ['<?xml version="2.0"?><a/>', 'syntax 1:1 the XML declaration is malformed'],
    ['<a>&euro;</a>', 'syntax 1:4 reference to an entity that is not declared'],
    ['<a b="1"\n b="2"/>', 'syntax 1:2 an attribute given twice'],
    ['<a>\n <p:b/></a>', 'syntax 2:3 a namespace prefix that is not declared'],
    ['<a/>\n<b/>', 'syntax 2:1 something follows the root element'],
    ['\n<!DOCTYPE a SYSTEM "x">\n<a/>', 'doctype 2:1 a document type declaration, which is not accepted'],
  ];
  for (const [xml, expected] of REFUSALS)
    it(`reports position and reason: ${expected}`, () => {
      assert.equal(refusal(xml), expected);
    });

  it('has a message without content of the document', () => {
    for (const xml of [
      '<a>&secret;</a>',
      '<secret>',
      '<a secret=1/>',
      '<secret:a/>',
      '<a secret=""secret="">',
    ])
      assert.doesNotMatch(refusal(xml), /secret/);
  });
});

describe('the limits of the parser', () => {
  const attributes = (n: number): string => Array.from({ length: n }, (_, i) => ` a${String(i)}=""`).join('');
  const children = (n: number): string => Array.from({ length: n }, (_, i) => `<a${String(i)}/>`).join('');

  it('have their own kinds of errors, so that a well-formed document is not reported as malformed', () => {
    const limits: XmlLimits = { elements: 7, depth: 3, names: 5, paths: 4, nameLength: 9, attributes: 2 };
    assert.equal(refusal('<a><a><a/></a></a>', limits), 'read');
    assert.match(
      refusal('<a><a><a><a/></a></a></a>', limits),
      /^limit 1:11 elements nested more than 3 deep/,
    );
    assert.equal(refusal(`<a>${'<a/>'.repeat(6)}</a>`, limits), 'read');
    assert.match(refusal(`<a>${'<a/>'.repeat(7)}</a>`, limits), /^limit 1:29 more than 7 elements/);
    assert.equal(refusal(`<a${attributes(2)}/>`, limits), 'read');
    assert.match(refusal(`<a${attributes(3)}/>`, limits), /^limit 1:16 more than 2 attributes in one tag/);
    assert.match(refusal('<a xmlns:b="c" b:d="" e=""/>', limits), /^limit .* attributes/);
    assert.equal(refusal(`<${'n'.repeat(9)}/>`, limits), 'read');
    assert.match(refusal(`<a ${'n'.repeat(10)}=""/>`, limits), /^limit 1:4 a name of more than 9 characters/);
    assert.equal(refusal(`<a>${children(3)}</a>`, limits), 'read');
    assert.match(refusal(`<a>${children(4)}</a>`, limits), /^limit .* paths/);
    assert.match(
      refusal(`<a>${children(6)}</a>`, { ...limits, paths: 100 }),
      /^limit .* more than 5 different names/,
    );
  });

  it('stop a hostile document early', () => {
    assert.match(refusal('<a>'.repeat(100_000)), /^limit .* deep/);
    assert.match(refusal(`<a${attributes(1_000_000)}/>`), /^limit .* attributes/);
    assert.match(refusal(`<a>${children(200_000)}</a>`), /^limit .* (names|paths)/);
    const pairs = Array.from(
      { length: 400 },
      (_, i) => `<a${String(i)}>${children(400)}</a${String(i)}>`,
    ).join('');
    assert.match(refusal(`<a>${pairs}</a>`), /^limit .* paths/);
  });

  it('do not count the names of the packs', () => {
    const shared = new Vocabulary();
    for (let i = 0; i < 10; i++)
      shared.path([
        { namespace: '', local: 'a' },
        { namespace: '', local: `a${String(i)}` },
      ]);
    const limits: XmlLimits = { ...XML_LIMITS, paths: 0 };
    assert.ok(!('kind' in read(Buffer.from(`<a>${children(10)}</a>`), shared, limits)));
    assert.ok('kind' in read(Buffer.from(`<a>${children(11)}</a>`), shared, limits));
  });

  it('do not change the shared vocabulary', () => {
    const shared = new Vocabulary();
    const before = shared.version;
    for (let i = 0; i < 50; i++)
      read(
        Buffer.from(`<x${String(i)} xmlns:p${String(i)}="u${String(i)}">${children(50)}</x${String(i)}>`),
        shared,
      );
    assert.equal(shared.version, before);
  });

  it('accept wrapped roots: the parser does not check the root', () => {
    const wrapped =
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Invoice/></s:Body></s:Envelope>';
    assert.equal(refusal(wrapped), 'read');
  });
});
