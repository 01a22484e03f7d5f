import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type Language, TRANSLATED } from '../../src/domain/words/language.ts';
import { Translator } from '../../src/domain/words/translator.ts';
import { messagesOf, WordFiles } from '../../src/processes/read-words.ts';
import { readTerms, termsPage } from '../../scripts/docs/terms-page.ts';
import { PACK_TEXTS } from './pack-texts.ts';

const { sources, terms } = readTerms();
const TERMS = new Map(terms.map((term) => [term.term, term]));

/** `the seller's VAT number (BT-31 or BT-63)`: the words before the bracket, and its numbers. */
const NAMED = /([^().,;:]+) \((B[TG]-[\w-]+(?:(?:, | or | and )B[TG]-[\w-]+)*)\)/g;

/** Terms that a text names by a form of the list. */
function namedIn(text: string): readonly string[] {
  return [...text.matchAll(NAMED)].flatMap(([, before = '', numbers = '']) =>
    numbers.split(/, | or | and /).filter((term) => {
      const forms = TERMS.get(term)?.forms.en ?? [];
      return forms.some((form) => before.toLowerCase().endsWith(form.toLowerCase()));
    }),
  );
}

/** An English text and its translation. */
type Pair = readonly [english: string, translation: string];

/** Messages have their placeholders. */
function pairsIn(language: Language): readonly Pair[] {
  const { text } = new Translator(language, new WordFiles().in(language));
  const messages = messagesOf(language);
  return [
    ...[...messagesOf('en')].map(([id, english]) => [english, messages.get(id) ?? ''] as const),
    ...PACK_TEXTS.map((one) => [one.english ?? '', text(one)] as const),
  ];
}

/** Translations that name a term otherwise than the list. */
function otherTerms(language: Language, pairs: readonly Pair[]): readonly string[] {
  return pairs.flatMap(([english, translation]) => {
    const wrong = namedIn(english).filter((term) => {
      const forms = TERMS.get(term)?.forms[language] ?? [];
      return forms.length > 0 && !forms.some((form) => plain(translation).includes(plain(form)));
    });
    return wrong.map((term) => `${term}: ${english} → ${translation}`);
  });
}

/** A no-break space and a typographic apostrophe make no other word. */
const plain = (text: string): string => text.toLowerCase().replaceAll('\u00a0', ' ').replaceAll('’', "'");

describe('the terms of EN 16931', () => {
  it('are on their page (npm run docs)', () => {
    const page = readFileSync(new URL('../../docs/terms.md', import.meta.url), 'utf8');
    assert.equal(page, termsPage(page));
  });

  it('are 150 at least, each once', () => {
    assert.ok(TERMS.size >= 150);
    assert.equal(TERMS.size, terms.length);
  });

  it('have a source that the list explains', () =>
    assert.deepEqual(
      terms.filter(({ source }) => source.split(' ').some((letter) => sources[letter] === undefined)),
      [],
    ));

  it('are found in texts', () => {
    assert.deepEqual(namedIn('The buyer reference (BT-10) is missing'), ['BT-10']);
    assert.deepEqual(namedIn('A VAT number (BT-31, BT-48 or BT-63) is wrong'), ['BT-31', 'BT-48', 'BT-63']);
    assert.deepEqual(namedIn('Enter both (BT-35, BT-38).'), []);
    assert.ok(pairsIn('de').filter(([english]) => namedIn(english).length > 0).length > 500);
  });

  it('are missed under another name', () =>
    assert.equal(otherTerms('de', [['The buyer reference (BT-10) is missing', 'BT-10 fehlt']]).length, 1));

  for (const language of TRANSLATED)
    it(`have their names in the texts in ${language}`, () =>
      assert.deepEqual(otherTerms(language, pairsIn(language)), []));

  for (const language of ['de', 'fr'] as const)
    it(`all have a name in ${language}`, () =>
      assert.deepEqual(
        terms.filter(({ forms }) => forms[language].length === 0),
        [],
      ));
});
