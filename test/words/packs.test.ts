import assert from 'node:assert/strict';
import { parse } from '@formatjs/icu-messageformat-parser';
import type { Message, Value } from 'en16931-rules/vocabulary/message.ts';
import { earlyRuleFiles } from '../../scripts/early-rules/write-early-rules.ts';
import { TRANSLATED } from '../../src/domain/words/language.ts';
import { Translator } from '../../src/domain/words/translator.ts';
import { messagesOf, WordFiles } from '../../src/processes/read-words.ts';
import { englishIn } from './english-in.ts';
import { messagesIn, PACKS, PACK_TEXTS as TEXTS } from './pack-texts.ts';

const idsOf = ({ say, table }: Message): readonly string[] => (table === undefined ? [say] : [say, table]);

/** The message of a value of a table. */
const nameOf = (value: Value): string =>
  typeof value === 'object' && 'word' in value ? `names.${String(value.word).replaceAll(' ', '-')}` : '';

describe('the texts of rules', () => {
  it('are those of all packs', () => assert.ok(TEXTS.length > 6_000, `${TEXTS.length}`));

  it('that are found before a document is built are those of their packs', () => {
    const known = new Set(TEXTS.map((text) => JSON.stringify(text)));
    const early = earlyRuleFiles().flatMap(({ early }) => [...early.values()].flatMap(({ rules }) => rules));
    assert.deepEqual(
      messagesIn(early).filter((text) => !known.has(JSON.stringify(text))),
      [],
    );
  });

  for (const language of TRANSLATED)
    describe(`in ${language}`, () => {
      const messages = messagesOf(language);
      const { text } = new Translator(language, new WordFiles().in(language));

      it('are all there', () =>
        assert.deepEqual(
          TEXTS.filter((one) => !idsOf(one).some((id) => messages.has(id))),
          [],
        ));

      it('are all sayable by a rule', () => {
        const sayable = new Set(TEXTS.flatMap(idsOf));
        const ofPacks = [...messages.keys()].filter((id) => PACKS.includes(id.slice(0, id.indexOf('.'))));
        assert.deepEqual(
          ofPacks.filter((id) => !sayable.has(id)),
          [],
        );
        const english = messagesOf('en');
        const values = new Set(TEXTS.flatMap(({ values = {} }) => Object.values(values)).map(nameOf));
        assert.deepEqual(
          [...messages.keys()].filter((id) => id.startsWith('names.') && !english.has(id) && !values.has(id)),
          [],
        );
      });

      it('hold no English word and no value without its name', () =>
        assert.deepEqual(
          TEXTS.map((one) => text(one)).filter(
            (one) => englishIn(language, one).length > 0 || /\{\w+\}/.test(one),
          ),
          [],
        ));

      it('end as the English does', () =>
        assert.deepEqual(
          TEXTS.filter((one) => one.english?.endsWith('.') !== text(one).endsWith('.')),
          [],
        ));

      it('are messages', () => {
        for (const one of TEXTS.flatMap(idsOf).flatMap((id) => messages.get(id) ?? []))
          assert.doesNotThrow(() => parse(one, { ignoreTag: true }), one);
      });
    });
});
