import { english } from '../support/words.ts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { Dictionary, type WordFile } from '../../src/domain/words/dictionary.ts';
import { type Language, LANGUAGES, TRANSLATED, wishedLanguage } from '../../src/domain/words/language.ts';
import { namesIn, type Translation } from '../../src/domain/words/template.ts';
import { inOtherWords } from '../../src/domain/words/texts.ts';
import { Translator } from '../../src/domain/words/translator.ts';
import { WordFiles, wordFilesOf } from '../../src/processes/read-words.ts';
import { englishTexts, lackingIn } from '../../scripts/words.ts';

const TEXTS = englishTexts();

type Entry = readonly [file: string, english: string, translation: Translation];

const formsOf = (translation: Translation): readonly string[] =>
  typeof translation === 'string' ? [translation] : Object.values(translation);

/** Parsed once: the files have two megabytes. */
const ENTRIES = new Map<Language, readonly Entry[]>(
  TRANSLATED.map((language) => [language, wordFilesOf(language).flatMap(entriesIn)]),
);
const entriesOf = (language: Language): readonly Entry[] => ENTRIES.get(language) ?? [];

function entriesIn(file: string): readonly Entry[] {
  const texts = (parse(readFileSync(file, 'utf8')) ?? {}) as WordFile;
  return Object.entries(texts).map(([english, translation]) => [file, english, translation] as const);
}

/** Words that no text in another language has. They are compared as written: names such as Invoice Response stay. */
const STOP_WORDS = new Set(
  'the of and with must should invoice missing buyer seller amount without wrong which that this has have been states'.split(
    ' ',
  ),
);

/** Members, placeholders and commands: `buyer.is_consumer`, `{field}`. */
const NAMES = /\{\w+(?::\w+)?\}|"\w+"|[\w[\]]+(?:[._-][\w[\]]+)+/g;

/** Texts that name a member which is an English word: `amount`. */
const WITH_MEMBERS = new Set([
  'Add amount, or base and percent.',
  'Add pl.payments_received with date and amount (with VAT). The lines state the whole order.',
]);

const hasEnglishWord = (text: string): boolean =>
  (text.replaceAll(NAMES, '').match(/\p{L}+/gu) ?? []).some((word) => STOP_WORDS.has(word));

const MAX_TIMES_ENGLISH = 1.6;
/** Short labels may be longer than that: "Line" is "Rechnungsposition". */
const MAX_LETTERS_MORE = 16;

for (const language of TRANSLATED)
  describe(`the words in ${language}`, () => {
    const wrongOnes = (isWrong: (english: string, text: string) => boolean): readonly string[] =>
      entriesOf(language).flatMap(([file, english, translation]) =>
        formsOf(translation)
          .filter((text) => isWrong(english, text))
          .map((text) => `${file}: ${english} → ${text}`),
      );

    it('fill in the same values as the English', () =>
      assert.deepEqual(
        wrongOnes((english, text) => uniqueNames(english) !== uniqueNames(text)),
        [],
      ));

    it('hold no English word', () =>
      assert.deepEqual(
        wrongOnes((english, text) => !WITH_MEMBERS.has(english) && hasEnglishWord(text)),
        [],
      ));

    it('are not much longer than the English', () =>
      assert.deepEqual(
        wrongOnes(
          (english, text) =>
            text.length > Math.max(english.length * MAX_TIMES_ENGLISH, english.length + MAX_LETTERS_MORE),
        ),
        [],
      ));

    it('end as the English does', () =>
      assert.deepEqual(
        wrongOnes((english, text) => english.endsWith('.') !== text.endsWith('.')),
        [],
      ));

    it('have each form that a number takes', () => {
      const rules = new Intl.PluralRules(language);
      const needed = new Set(Array.from({ length: 200 }, (_, n) => rules.select(n)));
      const lacking = entriesOf(language).filter(
        ([, , text]) => typeof text !== 'string' && [...needed].some((form) => text[form] === undefined),
      );
      assert.deepEqual(lacking, []);
    });

    it('translate each text once', () => {
      const entries = entriesOf(language).map(([, english]) => english);
      assert.deepEqual(
        entries.filter((english, at) => entries.indexOf(english) !== at),
        [],
      );
    });

    it('hold no English word when they are put together', () => {
      const { dictionary } = new WordFiles().in(language);
      const texts = [...new Set([...TEXTS.values()].flat())]
        .filter((english) => !WITH_MEMBERS.has(english) && !english.includes('{}'))
        .map((english) => dictionary?.translate(english) ?? '');
      assert.deepEqual(
        texts.filter((text) => hasEnglishWord(text)),
        [],
      );
    });

    for (const [place, texts] of TEXTS)
      it(`cover all texts of ${place}`, () => assert.deepEqual(lackingIn(language, texts), []));
  });

const uniqueNames = (text: string): string => [...new Set(namesIn(text))].toSorted().join();

describe('the language of a call', () => {
  for (const [lang, header, chosen] of [
    ['pl', 'de', 'pl'],
    ['de-AT', '', 'de'],
    ['', 'fr-CA, en;q=0.5', 'fr'],
    ['', 'en;q=0.3, ro;q=0.8', 'ro'],
    ['', 'it, cs;q=0.9', undefined],
    ['xx', 'pl', 'pl'],
    ['', '', undefined],
    ['', 'de;q=0, pl;q=0.1', 'pl'],
    ['', '*', undefined],
    ['', ';;q=,,,;', undefined],
  ] as const)
    it(`is ${chosen} for lang=${lang} and Accept-Language: ${header}`, () =>
      assert.equal(wishedLanguage(lang, header), chosen));

  it('is one of five', () => assert.deepEqual(LANGUAGES, ['en', 'de', 'fr', 'pl', 'ro']));
});

describe('an answer in other words', () => {
  const worded = (answer: unknown) => inOtherWords(answer, (text) => english(text).toUpperCase());

  it('has those of the reasons that a status may have, and their codes as they are', () =>
    assert.deepEqual(worded({ data: [{ reasons: [{ code: 'ref', title: 'wrong', needs_note: false }] }] }), {
      data: [{ reasons: [{ code: 'ref', title: 'WRONG', needs_note: false }] }],
    }));

  it('has those of why a network gave no answer', () =>
    assert.deepEqual(worded({ no: 1, purpose: 'send', outcome: 'refused', reason: 'it is no address' }), {
      ...{ no: 1, purpose: 'send', outcome: 'refused', reason: 'IT IS NO ADDRESS' },
    }));

  it('has English only if a text stayed English, which a code is not', () => {
    const translator = new Translator('pl', new WordFiles().in('pl'));
    assert.equal(translator.text('ECONNREFUSED'), 'ECONNREFUSED');
    assert.equal(translator.contentLanguage, 'pl');
    translator.text('The words of a network.');
    assert.equal(translator.contentLanguage, 'pl, en');
  });

  it('leaves objects of others that look like a text', () => {
    const answer = {
      data: [{ say: 'hello' }, { say: 'a.b', more: 1 }, { sentences: [1] }, { sentences: ['a'], n: 1 }],
    };
    assert.deepEqual(worded(answer), answer);
  });

  it('leaves what a caller or a network has written', () => {
    const answer = { document: { code: 'a', message: 'own' }, raw: { detail: 'own' } };
    assert.deepEqual(worded(answer), answer);
  });
});

describe('a dictionary', () => {
  const dictionary = new Dictionary('de', [
    {
      'The {what} ({term}) has more than two decimals': '{what} ({term}): mehr als zwei Nachkommastellen',
      'sum of the lines': 'Summe der Positionen',
      '{text} ({expected} expected, {stated} stated)':
        '{text} (erwartet {expected:number}, angegeben {stated:number})',
      'Round it.': 'Runden Sie.',
      'The {text_what} of {path} is wrong': '{text_what} falsch: {path}',
      name: 'der Name',
      '{path} is missing': '{path} fehlt',
      'A line holds {value}': 'Eine Position enthält {value}',
      'Use {codes}.': 'Erlaubt ist {codes:list}.',
      'Give {names}': 'Nötig ist {names:list}',
      'It is late.': 'Sie ist spät.',
      '{text} (line {n}).': '{text} (Position {n}).',
      '{n} others': { one: '{n} anderer', other: '{n} andere' },
      '{n} lines differ': { one: '{n} Position weicht ab', other: '{n} Positionen weichen ab' },
    },
  ]);

  for (const [english, translated] of [
    [
      'The sum of the lines (BT-106) has more than two decimals',
      'Summe der Positionen (BT-106): mehr als zwei Nachkommastellen',
    ],
    [
      'The sum of the lines (BT-106) has more than two decimals (1234.50 expected, nothing stated)',
      'Summe der Positionen (BT-106): mehr als zwei Nachkommastellen (erwartet 1.234,50, angegeben nothing)',
    ],
    [
      'The sum of the lines (BT-106) has more than two decimals.',
      'Summe der Positionen (BT-106): mehr als zwei Nachkommastellen.',
    ],
    ['The name of ram:SellerTradeParty/ram:Name is wrong', 'Der Name falsch: ram:SellerTradeParty/ram:Name'],
    ['The colour of ram:Name is wrong', undefined],
    ['The name of the party is wrong', undefined],
    ['cbc:ID is missing', 'cbc:ID fehlt'],
    ['Use 30, 48 or S:59.', 'Erlaubt ist 30, 48 oder S:59.'],
    ['Use 30 or cash.', undefined],
    ['A line holds red. Round it.', 'Eine Position enthält red. Runden Sie.'],
    ['A line holds "Red. Green".', 'Eine Position enthält "Red. Green".'],
    ['Round it. Round it.', 'Runden Sie. Runden Sie.'],
    ['It is late (line 3).', 'Sie ist spät (Position 3).'],
    ['It is early (line 3).', undefined],
    ['Name.', 'Der Name.'],
    ['Give cbc:ID, cbc:Name or 3 others', 'Nötig ist cbc:ID, cbc:Name oder 3 andere'],
    ['1 lines differ', '1 Position weicht ab'],
    ['1200 lines differ', '1200 Positionen weichen ab'],
    ['Round it. The words of a network.', undefined],
    ['The words of a network.', undefined],
  ] as const)
    it(`says ${english}`, () => assert.equal(dictionary.translate(english), translated));

  it('ends its search in a text of a caller that fits everywhere', () => {
    const hostile = new Dictionary('de', [{ 'a {x} a {y} a {z} a {v} b': 'c {x} {y} {z} {v}' }]);
    const began = process.cpuUsage().user;
    assert.equal(hostile.translate(`a ${'a '.repeat(1900)}`), undefined);
    assert.ok(process.cpuUsage().user - began < 1_000_000);
  });
});
