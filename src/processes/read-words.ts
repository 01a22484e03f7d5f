import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Dictionary, type WordFile } from '../domain/words/dictionary.ts';
import { type Language, TRANSLATED } from '../domain/words/language.ts';
import type { Words } from '../ports/words.ts';
import { projectFolder } from '../../validators/packs/project-folder.ts';
import { readYaml } from './read-yaml.ts';

const OWN = 'src/domain/words';
const PACKS = 'schematron';

/** The files with a language's texts: those of the service, and those beside the rules of each pack. */
export function wordFilesOf(language: Language): readonly string[] {
  const own = filesIn(`${OWN}/${language}`);
  const packs = readdirSync(join(projectFolder(), PACKS)).toSorted();
  return [...own, ...packs.map((pack) => `${PACKS}/${pack}/words/${language}.yaml`).filter(isThere)];
}

/** The files of all languages. */
export const allWordFiles = (): readonly string[] => TRANSLATED.flatMap(wordFilesOf);

const isThere = (path: string): boolean => existsSync(join(projectFolder(), path));

const filesIn = (folder: string): readonly string[] =>
  isThere(folder)
    ? readdirSync(join(projectFolder(), folder))
        .toSorted()
        .map((file) => `${folder}/${file}`)
    : [];

/** The texts of the project's files. A language is read when it is first needed. */
export class WordFiles implements Words {
  private readonly dictionaries = new Map<Language, Dictionary>();

  in(language: Language): Dictionary | undefined {
    if (language === 'en') return undefined;
    const known =
      this.dictionaries.get(language) ?? new Dictionary(language, wordFilesOf(language).map(read));
    this.dictionaries.set(language, known);
    return known;
  }
}

const read = (path: string): WordFile => (readYaml(path).content ?? {}) as WordFile;
