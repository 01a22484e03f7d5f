import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { LANGUAGES, wishedLanguage } from '../../src/domain/words/language.ts';
import { inOtherWords } from '../../src/domain/words/texts.ts';
import { Translator } from '../../src/domain/words/translator.ts';
import { WordFiles } from '../../src/processes/read-words.ts';
import { english } from '../support/words.ts';

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

describe('a French text', () => {
  const files = [
    'src/domain/words/catalogue',
    'src/domain/page/words',
    'src/console/words',
    'validators/words',
    'schematron',
  ]
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => `${folder}/${String(file)}`))
    .filter((file) => /\/fr(\/[\w-]+)?\.(yaml|json)$/.test(file));

  it('leaves no mark of a quotation alone at the end of a line, and none at the beginning of the next', () => {
    assert.ok(files.length > 50, 'all files of French texts');
    const torn = files.filter((file) => /« | »| [:;!?](?!>)/.test(readFileSync(file, 'utf8')));
    assert.deepEqual(torn, []);
  });
});

/** Words of a language that stand for a route beside the one of its catalogue; a way to somewhere is none. */
const OTHER_WORDS_OF_A_ROUTE = {
  de: /versandweg/i,
  pl: /droga wysyłki|(?:inną|tą) (?:drogą|trasą)/i,
  ro: /(?<!poate )\brut(?:ă|a|ele|ei)(?!\p{L})/iu,
} as const;

describe('a route', () => {
  for (const [language, others] of Object.entries(OTHER_WORDS_OF_A_ROUTE))
    it(`has one name in ${language}, on pages and in hints`, () => {
      const texts = ['src/domain/words/catalogue', 'src/console/words'].flatMap((folder) =>
        readdirSync(`${folder}/${language}`).flatMap((file) =>
          readFileSync(`${folder}/${language}/${file}`, 'utf8').split('\n'),
        ),
      );
      const wrong = texts.filter((line) => others.test(line.replace(/^[^:]*:/, '')));
      assert.deepEqual(wrong, []);
    });
});
