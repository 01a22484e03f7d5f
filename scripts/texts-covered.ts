import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Language } from '../src/domain/words/language.ts';
import type { WordFile } from '../src/domain/words/dictionary.ts';
import { TEXT_EXAMPLES } from './text-examples.ts';
import { wordFilesOf, WordFiles } from '../src/processes/read-words.ts';
import { SENTENCES } from '../src/domain/words/template.ts';

const FILES = new WordFiles();

/** Values to try where a template of the code and one of a file are cut differently. */
const SAMPLES = ['BT-10', '5', 'cbc:ID', 'Xyz', '"a"', 'a.b'];

/** True if a text of the code, with `{}` for each value, is found in the files of a language. */
export function isCovered(language: Language, text: string): boolean {
  const examples = TEXT_EXAMPLES[text];
  if (!examples) return isCoveredInParts(language, text);
  return examples.every((example) => FILES.in(language).dictionary?.translate(example) !== undefined);
}

function isCoveredInParts(language: Language, text: string): boolean {
  const parts = text.split(SENTENCES);
  for (let at = 0; at < parts.length;) {
    let count = parts.length - at;
    while (count > 0 && !isOne(language, parts.slice(at, at + count).join(' '))) count -= 1;
    if (count === 0) return false;
    at += count;
  }
  return true;
}

function isOne(language: Language, text: string): boolean {
  const shapes = shapesOf(language);
  if (shapes.has(text) || shapes.has(text.replace(/\.$/, ''))) return true;
  const { dictionary } = FILES.in(language);
  return SAMPLES.some((sample) => dictionary?.translate(text.replaceAll('{}', sample)) !== undefined);
}

const known = new Map<Language, ReadonlySet<string>>();

/** The lines of a language's files, with `{}` for each value. */
function shapesOf(language: Language): ReadonlySet<string> {
  const shapes =
    known.get(language) ??
    new Set(
      wordFilesOf(language).flatMap((file) =>
        Object.keys((parse(readFileSync(file, 'utf8')) ?? {}) as WordFile).map((english) =>
          english.replaceAll(/\{\w+(?::\w+)?\}/g, '{}'),
        ),
      ),
    );
  known.set(language, shapes);
  return shapes;
}
