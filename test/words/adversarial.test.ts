import assert from 'node:assert/strict';
import { Effort } from '../../src/domain/words/effort.ts';
import { TRANSLATED } from '../../src/domain/words/language.ts';
import { MAX_QUOTED_CHARACTERS, quoted, quotedName, visible } from '../../src/domain/vocabulary/quoted.ts';
import { hideQuotes } from '../../src/domain/words/hidden-quotes.ts';
import { WordFiles } from '../../src/processes/read-words.ts';
import { AdversarialTexts, chanceFrom } from './adversarial-texts.ts';

/** The texts of the reports: a query name, and a buyer's reason inside the message of an event. */
const REPORTED = {
  'a query name': `Foo must be given once. ${'Write a code of the '.repeat(30)}zz${'.'.repeat(30)} Rest is not a field of this request.`,
  'three reasons of a buyer': `The buyer refuses the invoice: ${Array.from({ length: 3 }, () => `OTH: ${'Of the buyer: '.repeat(15)}zz`).join('; ')}.`,
};

const TEXTS = 200;
/**
 * The longest text takes 14,000 steps, each a comparison of at most 64 characters: 2 to 4 ms. Steps are counted because the machine of
 * a test may be slow; its processor time only has to be of that order.
 */
const MAX_STEPS = 2_000 + 3 * 4_000;
const MAX_MEAN_CPU_MS = 5;

for (const language of TRANSLATED)
  describe(`adversarial texts in ${language}`, () => {
    const dictionary = new WordFiles().in(language).dictionary!;
    const steps = (text: string): number => {
      const effort = new Effort(text);
      dictionary.translate(text, effort);
      return effort.steps;
    };

    for (const [name, text] of Object.entries(REPORTED))
      it(`end within the budget: ${name}`, () => assert.ok(steps(text) <= MAX_STEPS, `${steps(text)}`));

    it(`${TEXTS} made from our own templates end within the budget`, () => {
      const made = new AdversarialTexts([...dictionary.exact.keys()], chanceFrom(53));
      const texts = Array.from({ length: TEXTS }, () => made.next());
      const began = process.cpuUsage();
      const costly = texts.filter((text) => steps(text) > MAX_STEPS);
      const { user } = process.cpuUsage(began);
      assert.deepEqual(
        costly.map((text) => text.slice(0, 100)),
        [],
      );
      assert.ok(user / 1000 / TEXTS < MAX_MEAN_CPU_MS, `${user / 1000 / TEXTS} ms`);
    });

    it('of twice the length take at most twice the steps', () => {
      for (const part of ['Of the buyer: ', 'Write a code of the ', 'Check the number. ', 'zz. Zz: ']) {
        const of = (times: number): number => steps(`${part.repeat(times)}zz`);
        assert.ok(of(80) <= 2 * of(40) + 200, `${part}: ${of(40)}, ${of(80)}`);
      }
    });

    it('are not searched if they are quoted', () => {
      for (const text of Object.values(REPORTED)) {
        const [before, after] = ['Content-Type must be given once, as ', '.'];
        const worded = dictionary.translate(`${before}${quoted(text)}${after}`);
        assert.ok(worded?.includes(quoted(text)), worded);
        assert.ok(steps(`${before}${quoted(text)}${after}`) < 100);
      }
      // A text of ours is a value here.
      assert.ok(dictionary.translate(`The address must be ${quoted('name')}.`)?.includes('"name"') ?? true);
    });
  });

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

  it('come back where they were hidden, whatever signs a text has', () => {
    const text = 'a \uE000 "b" \uF8FF "c" "own" "d';
    const hidden = hideQuotes(text, new Set(['"own"']));
    assert.doesNotMatch(hidden.text, /"[bc]"/);
    assert.match(hidden.text, /"own"/);
    assert.equal(hidden.show(hidden.text), text);
  });

  it('are visible, line by line', () => assert.equal(visible('a\u0000b'), String.raw`a\u0000b`));
});
