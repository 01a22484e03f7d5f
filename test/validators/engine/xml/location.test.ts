import assert from 'node:assert/strict';
import { positionOf } from 'en16931-rules/engine/xml/failure.ts';
import { locate, xpathOf } from 'en16931-rules/engine/xml/location.ts';
import { ublInvoice } from '../ubl-document.ts';
import { libxmlSelects } from './libxml2.ts';
import { readText } from './reading.ts';

const XML = `<?xml version="1.0"?>
<u:Invoice xmlns:u="u" xmlns:c="c">
  <c:Line><c:ID>1</c:ID></c:Line>
  <!-- € 😀 --><c:Line   a="1"
     b="2&gt;"><c:ID/><c:ID/></c:Line>\r
  <c:Other/><c:Line c:d="x"/>
</u:Invoice>`;

describe('the location of a node', () => {
  const document = readText(XML);
  const all = Array.from({ length: document.count }, (_, node) => locate(document, node));

  it('is the path from the root, with a position if siblings share a name', () => {
    assert.deepEqual(
      all.map(({ xpath }) => xpath),
      [
        '/',
        '/u:Invoice',
        '/u:Invoice/c:Line[1]',
        '/u:Invoice/c:Line[1]/c:ID',
        '/u:Invoice/c:Line[2]',
        '/u:Invoice/c:Line[2]/c:ID[1]',
        '/u:Invoice/c:Line[2]/c:ID[2]',
        '/u:Invoice/c:Other',
        '/u:Invoice/c:Line[3]',
      ],
    );
    assert.deepEqual(
      [~0, ~1, ~2].map((node) => xpathOf(document, node)),
      ['/u:Invoice/c:Line[2]/@a', '/u:Invoice/c:Line[2]/@b', '/u:Invoice/c:Line[3]/@c:d'],
    );
  });

  it('gives line and column of the start tag, counting characters from 1', () => {
    assert.deepEqual(
      all.map(({ line, column }) => [line, column]),
      [
        [1, 1],
        [2, 1],
        [3, 3],
        [3, 11],
        [4, 15],
        [5, 16],
        [5, 23],
        [6, 3],
        [6, 13],
      ],
    );
  });

  it('gives line and column of an attribute value', () => {
    assert.deepEqual(
      [~0, ~1].map((node) => locate(document, node)).map(({ line, column }) => [line, column]),
      [
        [4, 28],
        [5, 9],
      ],
    );
  });

  it('agrees with counting from the start, in a document of one long line too', () => {
    const xml = `<a>${'<b>😀€</b>x<c/>😀'.repeat(200)}</a>`;
    for (const source of [xml, xml.replaceAll('x', '\n')]) {
      const long = readText(source);
      let offset = -1;
      for (let node = 1; node < long.count; node++) {
        do offset = source.indexOf('<', offset + 1);
        while (source[offset + 1] === '/');
        const { line, column } = locate(long, node);
        assert.deepEqual({ line, column }, positionOf(source, offset));
      }
    }
  });

  it('selects exactly that element in libxml2', () => {
    // One element per line, so that libxml2's line and name identify it.
    const xml = ublInvoice(12);
    const invoice = readText(xml);
    const elements = Array.from({ length: invoice.count - 1 }, (_, i) => i + 1);
    assert.deepEqual(
      libxmlSelects(
        Buffer.from(xml),
        elements.map((element) => xpathOf(invoice, element)),
      ),
      elements,
    );
  });

  it('counts the position in constant steps, also after many siblings', () => {
    const wide = readText(`<a>${'<b/><c><b/></c>'.repeat(2000)}</a>`);
    const lastB = wide.parent.subarray(0, wide.count).lastIndexOf(1) - 1;
    assert.equal(xpathOf(wide, lastB), '/a/b[2000]');
    assert.equal(xpathOf(wide, lastB + 1), '/a/c[2000]');
    assert.equal(xpathOf(wide, lastB + 2), '/a/c[2000]/b');
  });
});
