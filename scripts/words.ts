import { relative } from 'node:path';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROBLEM_TYPES } from '../src/adapters/http/call/problem.ts';
import { OWN_CODES } from '../src/domain/catalogue/own-codes.ts';
import type { Text } from '../src/domain/vocabulary/message.ts';
import { type Language, TRANSLATED } from '../src/domain/words/language.ts';
import { WordFiles } from '../src/processes/read-words.ts';
import { projectFolder } from '../validators/packs/project-folder.ts';
import { isCovered } from './texts-covered.ts';
import { TEXT_FOLDERS, textsInCode } from './texts-in-code.ts';

/** `npm run words`: how many English texts each language has. `npm run words -- pl [schematron/en16931]`: the texts that it lacks. */

/** English texts that are found by their English, by the place that states them. */
export type Sources = ReadonlyMap<string, readonly string[]>;

export function englishTexts(): Sources {
  return new Map([
    ['codes of the service and of routes', textsOfCodes()],
    [
      'problems',
      Object.values(PROBLEM_TYPES)
        .flatMap(({ title, advice }) => [title, advice])
        .filter(isString),
    ],
    ['pages', textsOfPages()],
    ['mappings of connectors', textsOfMappings()],
    ...TEXT_FOLDERS.map((folder) => [`code of ${folder}`, unique(textsInCode(folder))] as const),
  ]);
}

const textsOfCodes = (): readonly string[] =>
  unique(
    OWN_CODES.flatMap(({ family, title, explanation, fixHint }) => [
      family,
      title,
      explanation,
      fixHint,
    ]).filter(isString),
  );

/** Others are messages by id. */
const isString = (text: Text): text is string => typeof text === 'string';

/** Why a mapping refuses an export. */
function textsOfMappings(): readonly string[] {
  const folder = join(projectFolder(), 'mappings');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.json'),
  );
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'));
  return unique(
    texts.flatMap((text) => [...text.matchAll(/"because": "([^"]+)"/g)].map(([, because = '']) => because)),
  );
}

/** Literals that pages say. */
function textsOfPages(): readonly string[] {
  const folder = join(projectFolder(), 'src/adapters/http/reference');
  const sources = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const literals = sources.flatMap((source) => [...source.matchAll(/\bsay\(\s*'((?:[^'\\]|\\.)+)'/g)]);
  return unique(literals.map(([, text = '']) => text));
}

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

/** The texts of a place that a language lacks. */
export function lackingIn(language: Language, texts: readonly string[]): readonly string[] {
  const { dictionary } = FILES.in(language);
  return texts.filter(
    (text) =>
      dictionary?.say(text) === undefined &&
      dictionary?.translate(text) === undefined &&
      !isCovered(language, text),
  );
}

const FILES = new WordFiles();

function table(sources: Sources): string {
  const rows = [...sources].map(([place, texts]) => {
    const counts = TRANSLATED.map((language) => texts.length - lackingIn(language, texts).length);
    return [place.padEnd(36), ...[texts.length, ...counts].map((count) => String(count).padStart(6))].join(
      '',
    );
  });
  const head = ['English texts of'.padEnd(36), ...['en', ...TRANSLATED].map((one) => one.padStart(6))].join(
    '',
  );
  return [head, ...rows].join('\n');
}

if (process.argv[1] && relative(process.argv[1], import.meta.filename) === '') {
  const [language, place] = process.argv.slice(2);
  const sources = englishTexts();
  const wanted = TRANSLATED.find((one) => one === language);
  if (!wanted) console.log(table(sources));
  else
    for (const [name, texts] of sources)
      if (place === undefined || name === place)
        for (const text of lackingIn(wanted, texts)) console.log(`${name}: ${text}`);
}
