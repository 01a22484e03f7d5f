import assert from 'node:assert/strict';
import { labelOf } from '../../../src/console/pages/repair/field-label.ts';

describe('the name of a value that a correction changes', () => {
  // No words are loaded here, so a word is its id.
  it('is a word for the format of the file, which a change of route takes out', () =>
    assert.deepEqual(
      [['formats', 0], ['route']].map((path) => labelOf(path, undefined)),
      ['form.formats', 'head.route'],
    ));
});
