import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PAGE_LANGUAGES, Wording } from '../../../src/domain/page/wording.ts';

const FOLDER = fileURLToPath(new URL('../../../src/domain/page/words', import.meta.url));

/** A text, or its forms by number: `{"one": "hour", "other": "hours"}`. */
type Text = string | Readonly<Record<string, string>>;
type File = Readonly<Record<string, string | Readonly<Record<string, Text>>>>;

const fileOf = (language: string): File =>
  JSON.parse(readFileSync(`${FOLDER}/${language}.json`, 'utf8')) as File;

const keysOf = (file: File): readonly string[] =>
  Object.entries(file).flatMap(([name, texts]) =>
    typeof texts === 'string' ? [name] : Object.keys(texts).map((key) => `${name}.${key}`),
  );

const textsOf = (file: File): readonly (readonly [string, Text])[] =>
  Object.entries(file).flatMap(([name, texts]) =>
    typeof texts === 'string'
      ? []
      : Object.entries(texts).map(([key, text]) => [`${name}.${key}`, text] as const),
  );

describe('the words of a page', () => {
  it('are one JSON file for each language', () =>
    assert.deepEqual(
      readdirSync(FOLDER)
        .filter((name) => name.endsWith('.json'))
        .sort(),
      [...PAGE_LANGUAGES.map((language) => `${language}.json`).sort()],
    ));

  for (const language of PAGE_LANGUAGES) {
    it(`have the same keys in the same order as in English: ${language}`, () =>
      assert.deepEqual(keysOf(fileOf(language)), keysOf(fileOf('en'))));

    it(`have no empty text: ${language}`, () => {
      const empty = textsOf(fileOf(language)).filter(([, text]) =>
        (typeof text === 'string' ? [text] : Object.values(text)).some((one) => one.trim() === ''),
      );
      assert.deepEqual(empty, []);
    });

    it(`fill in the same values as in English: ${language}`, () => {
      const slots = (text: Text): readonly string[] => [
        ...new Set(
          JSON.stringify(text)
            .match(/\{\w+\}/g)
            ?.sort(),
        ),
      ];
      const english = new Map(textsOf(fileOf('en')));
      const different = textsOf(fileOf(language)).filter(
        ([key, text]) => slots(text).join() !== slots(english.get(key) ?? '').join(),
      );
      assert.deepEqual(different, []);
    });
  }
});

describe('a text with forms by number', () => {
  for (const language of PAGE_LANGUAGES)
    it(`has a form for every number up to 200, and for halves: ${language}`, () => {
      const rules = new Intl.PluralRules(language);
      const needed = new Set(Array.from({ length: 400 }, (_, at) => rules.select(at / 2)));
      const missing = textsOf(fileOf(language)).filter(
        ([, text]) => typeof text !== 'string' && [...needed].some((form) => text[form] === undefined),
      );
      assert.deepEqual(missing, []);
    });
});

describe('the name of a country', () => {
  for (const [language, code, name] of [
    ['de', 'MX', 'Mexiko'],
    ['en', 'RO', 'Romania'],
    ['fr', 'GB', 'Royaume-Uni'],
    ['pl', 'DE', 'Niemcy'],
    ['ro', 'FR', 'Franța'],
  ] as const)
    it(`is in the language of the page: ${code} in ${language}`, () =>
      assert.ok(new Wording(language).country(code).startsWith(name)));

  it('is the code if no country has it', () => {
    const wording = new Wording('en');
    for (const code of ['Q1', 'QQX', 'ZZ', '', 'xx']) assert.equal(wording.country(code), code);
  });
});
