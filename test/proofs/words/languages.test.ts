import assert from 'node:assert/strict';
import { TRANSLATED } from '../../../src/domain/words/language.ts';
import { messagesOf } from '../../../src/processes/read-words.ts';
import { PACK_TEXTS } from '../../words/pack-texts.ts';
import { printCount } from '../counts.ts';

/** Of the service, validators and packs; fewer would mean that a source is no longer read. */
const MIN_TEXTS = 8_000;

const ENGLISH = messagesOf('en');

describe('the texts for people', () => {
  for (const language of TRANSLATED)
    it(`are all in ${language}`, () => {
      const messages = messagesOf(language);
      const lacking = [
        ...[...ENGLISH.keys()].filter((id) => !messages.has(id)),
        ...PACK_TEXTS.filter(({ say, table }) => !messages.has(say) && !messages.has(table ?? '')),
      ];
      const count = ENGLISH.size + PACK_TEXTS.length;
      assert.ok(count >= MIN_TEXTS, `${count}`);
      printCount({ of: `${language}, of ${count}`, unit: 'texts worded', count: count - lacking.length });
      assert.deepEqual(lacking, []);
    });
});
