import assert from 'node:assert/strict';
import { MAX_QUOTED_CHARACTERS, quoted, quotedName, visible } from 'en16931-rules/vocabulary/quoted.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import { LANGUAGES } from '../../src/domain/words/language.ts';
import { Translator } from '../../src/domain/words/translator.ts';
import { WordFiles } from '../../src/processes/read-words.ts';

/** Words of others that look like texts of ours. */
const HOSTILE = [
  `Foo must be given once. ${'Write a code of the '.repeat(3_000)}zz${'.'.repeat(300)}`,
  `{n, plural, one {# line} other {# lines}} '{' {name} ${'Of the buyer: '.repeat(3_000)}`,
  'rules.broken',
];

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
    it(`are shown as ${shown}`, () => assert.equal(quoted(words), shown));

  it('have at most 200 characters, and no half of a letter or of an escape', () => {
    for (const words of [
      'x'.repeat(201),
      '🧾'.repeat(150),
      '\u009b'.repeat(90),
      'x'.repeat(198) + '\u009b'.repeat(5),
    ]) {
      const inside = quoted(words).slice(1, -1);
      assert.ok(inside.length <= MAX_QUOTED_CHARACTERS, `${inside.length}`);
      assert.match(inside, /^(?:x|🧾|\\u009B)*…$/u);
    }
    assert.equal(quoted('x'.repeat(200)), `"${'x'.repeat(200)}"`);
  });

  it('are names as they are if these are usual ones', () => {
    assert.equal(quotedName('lines[0].unit'), 'lines[0].unit');
    assert.equal(quotedName('cbc:ID'), 'cbc:ID');
    assert.equal(quotedName('Check the number.'), '"Check the number."');
    assert.equal(quotedName('x'.repeat(500)), quoted('x'.repeat(500)));
    assert.equal(quotedName(''), '""');
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
