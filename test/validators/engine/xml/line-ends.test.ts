import assert from 'node:assert/strict';
import { withLineFeeds } from 'en16931-rules/engine/xml/line-ends.ts';

describe('the ends of lines', () => {
  const ROWS: readonly (readonly [text: string, read: string])[] = [
    ['a\r\nb', 'a\nb'],
    ['a\rb', 'a\nb'],
    ['\r\r\n\n\r', '\n\n\n\n'],
    ['Straße\r\n中 😀\r', 'Straße\n中 😀\n'],
  ];
  for (const [text, read] of ROWS)
    it(`are line feeds in ${JSON.stringify(read)}`, () => assert.equal(withLineFeeds(text), read));

  it('are line feeds everywhere in a long text', () => {
    for (let before = 8_185; before < 8_200; before += 1) {
      const text = `${'x'.repeat(before)}\r\ny\r${'z'.repeat(9_000)}\r\n`;
      assert.equal(withLineFeeds(text), text.replaceAll('\r\n', '\n').replaceAll('\r', '\n'));
    }
  });

  it('cost at most a few times the memory of the text, for any number of them', () => {
    const text = '\r'.repeat(4_900_000);
    const before = process.memoryUsage().rss;
    assert.equal(withLineFeeds(text).length, text.length);
    const grown = process.memoryUsage().rss - before;
    assert.ok(grown < 100_000_000, `${Math.round(grown / 1e6)} MB`);
  });
});
