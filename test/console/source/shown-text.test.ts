import assert from 'node:assert/strict';
import { shownOf, shownOffset, withShown } from '../../../src/console/app/source/shown-text.ts';

describe('a text in an editor', () => {
  const TEXT = '\uFEFF<a>\r\n<b/>\n<c/>\r<d/>\r\n</a>';

  it('is shown with one kind of line end and without a byte order mark', () => {
    assert.equal(shownOf(TEXT), '<a>\n<b/>\n<c/>\n<d/>\n</a>');
    assert.equal(shownOffset(TEXT, TEXT.indexOf('<d/>')), shownOf(TEXT).indexOf('<d/>'));
  });

  it('keeps each line end and the mark, whatever is changed in it', () => {
    for (const [name, at] of Object.entries({ a: 1, b: 5, c: 10, d: 15, end: 23 })) {
      const shown = shownOf(TEXT);
      const next = `${shown.slice(0, at)}x${shown.slice(at)}`;
      const written = withShown(TEXT, next);
      assert.equal(shownOf(written), next, name);
      assert.equal(written.replace('x', ''), TEXT, name);
    }
  });

  it('has new lines as it has the first, and lines that are taken out leave the others alone', () => {
    const added = withShown(TEXT, shownOf(TEXT).replace('<b/>', '<b/>x\n<e/>'));
    assert.equal(added, TEXT.replace('<b/>', '<b/>x\r\n<e/>'));
    assert.equal(withShown(TEXT, shownOf(TEXT).replace('<c/>\n', '')), TEXT.replace('<c/>\r', ''));
    assert.equal(withShown(TEXT, shownOf(TEXT)), TEXT);
    assert.equal(withShown('a\nb', 'a\nc'), 'a\nc');
  });
});
