import assert from 'node:assert/strict';
import {
  codeWith,
  MAX_QUOTED_CHARACTERS,
  quoted,
  quotedName,
  visible,
  withQuotes,
} from 'en16931-rules/vocabulary/quoted.ts';
import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import { type Language, LANGUAGES } from '../../src/domain/words/language.ts';
import { Translator } from '../../src/domain/words/translator.ts';
import { WordFiles } from '../../src/processes/read-words.ts';
import { english } from '../support/words.ts';

/** Words of others that look like texts of ours. */
const HOSTILE = [
  `Foo must be given once. ${'Write a code of the '.repeat(3_000)}zz${'.'.repeat(300)}`,
  `{n, plural, one {# line} other {# lines}} '{' {name} ${'Of the buyer: '.repeat(3_000)}`,
  'rules.broken',
];

const MARKS: Readonly<Record<Language, readonly [string, string]>> = {
  en: ['"', '"'],
  de: ['„', '“'],
  fr: ['«\u00a0', '\u00a0»'],
  pl: ['„', '”'],
  ro: ['„', '”'],
};

/** A text, and how it is shown, with its marks as brackets. */
const WAYS: Readonly<Record<string, readonly [Text, string]>> = {
  alone: [quoted('a "b" „c“ ”d“ «e»'), "[a 'b' 'c' 'd' 'e']"],
  'a name': [quotedName('my field'), '[my field]'],
  'a code and words': [codeWith('E-1', 'a "b"'), "E-1 [a 'b']"],
  'an unusual code': [codeWith('E 1', ''), '[E 1]'],
  'behind a message': [withQuotes('Said:', ['one', '', 'two "three"']), "Said: [one] [two 'three']"],
  'behind a message, more than it has room for': [
    withQuotes(
      'Said:',
      Array.from({ length: 9 }, () => 'x'.repeat(198)),
    ),
    `Said:${` [${'x'.repeat(198)}]`.repeat(4)} …`,
  ],
  'behind a message, none': [withQuotes('Said:', ['', '']), 'Said:'],
};

describe('words of others in a message', () => {
  for (const [words, shown] of [
    ['Please send a new one.', '"Please send a new one."'],
    ['She said "no".', '"She said \'no\'."'],
    ['a\u009b2Jb\u009d0;c\u202ed', String.raw`"a\u009B2Jb\u009D0;c\u202Ed"`],
    ['\u001b]52;c;aGk=\u0007', String.raw`"\u001B]52;c;aGk=\u0007"`],
    ['one\ntwo\tthree\r', String.raw`"one\ntwo\tthree\r"`],
    ['tag \u{e0041}, half \ud800, line \u2028', String.raw`"tag \uDB40\uDC41, half \uD800, line \u2028"`],
    ['Grüße 🧾', '"Grüße 🧾"'],
  ] as const)
    it(`are shown as ${shown}`, () => assert.equal(english(quoted(words)), shown));

  it('have at most 200 characters, and no half of a letter or of an escape', () => {
    for (const words of [
      'x'.repeat(201),
      '🧾'.repeat(150),
      '\u009b'.repeat(90),
      'x'.repeat(198) + '\u009b'.repeat(5),
    ]) {
      const inside = english(quoted(words)).slice(1, -1);
      assert.ok(inside.length <= MAX_QUOTED_CHARACTERS, `${inside.length}`);
      assert.match(inside, /^(?:x|🧾|\\u009B)*…$/u);
    }
    assert.equal(english(quoted('x'.repeat(200))), `"${'x'.repeat(200)}"`);
  });

  it('are names as they are if these are usual ones', () => {
    assert.equal(quotedName('lines[0].unit'), 'lines[0].unit');
    assert.equal(quotedName('cbc:ID'), 'cbc:ID');
    assert.equal(english(quotedName('Check the number.')), '"Check the number."');
    assert.deepEqual(quotedName('x'.repeat(500)), quoted('x'.repeat(500)));
    assert.equal(english(quotedName('')), '""');
  });

  for (const [language, [opening, closing]] of Object.entries(MARKS))
    for (const [way, [text, shown]] of Object.entries(WAYS))
      it(`stand in the marks of ${language}, and none of the marks of any language inside: ${way}`, () => {
        const translator = new Translator(language as Language, new WordFiles().in(language as Language));
        assert.equal(translator.text(text), shown.replaceAll('[', opening).replaceAll(']', closing));
      });

  for (const language of LANGUAGES)
    it(`are neither searched nor read as a message, whatever they say, in ${language}`, () => {
      const { text } = new Translator(language, new WordFiles().in(language));
      for (const words of HOSTILE) {
        assert.equal(text(words), words);
        assert.ok(text(say('calls.content-type-once', { types: words })).includes(words));
      }
    });

  it('are visible, line by line', () => assert.equal(visible('a\u0000b'), String.raw`a\u0000b`));
});
