import assert from 'node:assert/strict';
import { TRANSLATED } from '../../../src/domain/words/language.ts';
import { englishTexts, lackingIn } from '../../../scripts/words.ts';
import { printCount } from '../counts.ts';

/** Of packs, validators and pages; fewer would mean that a source is no longer read. */
const MIN_TEXTS = 6_000;

const TEXTS = [...englishTexts().values()].flat();

describe('the texts for people', () => {
  it('are many', () => assert.ok(TEXTS.length >= MIN_TEXTS, `${TEXTS.length}`));

  for (const language of TRANSLATED)
    it(`are all in ${language}`, () => {
      const lacking = lackingIn(language, TEXTS);
      printCount({
        of: `${language}, of ${TEXTS.length}`,
        unit: 'texts worded',
        count: TEXTS.length - lacking.length,
      });
      assert.deepEqual(lacking, []);
    }).timeout(120_000);
});
