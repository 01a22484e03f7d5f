import assert from 'node:assert/strict';
import { TRANSLATED } from '../../src/domain/words/language.ts';
import { WordFiles } from '../../src/processes/read-words.ts';
import { TEXT_EXAMPLES } from '../../scripts/text-examples.ts';
import { englishTexts } from '../../scripts/words.ts';
import { englishIn } from './english-in.ts';

/** Texts without values, and examples of those with values. */
const TEXTS = [
  ...new Set([
    ...[...englishTexts().values()].flat().filter((text) => !/[{}]/.test(text) && !TEXT_EXAMPLES[text]),
    ...Object.values(TEXT_EXAMPLES).flat(),
  ]),
];

describe('a text of a pack or of a validator', () => {
  it('is known by its English words if it mixes languages', () => {
    assert.deepEqual(englishIn('de', 'Die Käuferreferenz is missing: see "the buyer" in lines[0].of'), [
      'is',
    ]);
    assert.deepEqual(englishIn('pl', 'Faktura to dokument; nie ma not.'), []);
  });

  it('has texts to judge', () => assert.ok(TEXTS.length > 230, `${TEXTS.length}`));

  for (const language of TRANSLATED) {
    const { dictionary } = new WordFiles().in(language);

    it(`has each of its texts in ${language}`, () =>
      assert.deepEqual(
        TEXTS.filter((text) => dictionary?.translate(text) === undefined),
        [],
      ));

    it(`mixes no English into ${language}`, () => {
      const mixed = TEXTS.map((text) => dictionary?.translate(text) ?? '').filter(
        (text) => englishIn(language, text).length > 0,
      );
      assert.deepEqual(mixed, []);
    });
  }
});
