import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, LANGUAGES } from '../domain/words/language.ts';
import { Translator, type WordsOf } from '../domain/words/translator.ts';
import { MessageCatalogue } from 'en16931-rules/words/message-catalogue.ts';
import { messageFilesIn, messageFilesOf, messagesIn } from 'en16931-rules/words/message-files.ts';
import type { Words } from '../ports/words.ts';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { readYaml } from './read-yaml.ts';
import { termNames, type TermTable } from './term-table.ts';

const CATALOGUE = 'src/domain/words/catalogue';
const TERMS = 'src/domain/words/terms.yaml';
const SENTENCES = 'src/domain/words/sentences.yaml';
const PACKS = 'schematron';

/** The packs with words in a language, beside their rules. */
const packFilesOf = (language: Language): readonly { readonly pack: string; readonly file: string }[] =>
  readdirSync(join(projectFolder(), PACKS))
    .toSorted()
    .map((pack) => ({ pack, file: `${PACKS}/${pack}/words/${language}.yaml` }))
    .filter(({ file }) => isThere(file));

/** By rule, or by `names`, the parts and their messages. */
type PackWords = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The files of all languages. */
export const allWordFiles = (): readonly string[] => [
  SENTENCES,
  ...LANGUAGES.flatMap((language) => [
    ...catalogueOf(language),
    ...packFilesOf(language).map(({ file }) => file),
  ]),
];

/** The files with messages by id: of the service, and of its validators. */
const catalogueOf = (language: Language): readonly string[] => [
  ...messageFilesIn(projectFolder(), `${CATALOGUE}/${language}`),
  ...messageFilesOf(projectFolder(), language),
];

const isThere = (path: string): boolean => existsSync(join(projectFolder(), path));

/** The texts of the project's files. A language is read when it is first needed. */
export class WordFiles implements Words {
  private readonly languages = new Map<Language, WordsOf & { readonly catalogue: MessageCatalogue }>();

  in(language: Language): WordsOf & { readonly catalogue: MessageCatalogue } {
    const known = this.languages.get(language) ?? this.read(language);
    this.languages.set(language, known);
    return known;
  }

  private read(language: Language): WordsOf & { readonly catalogue: MessageCatalogue } {
    const messages = (): ReadonlyMap<string, string> =>
      new Map([...termMessages(language), ...messagesOf(language)]);
    const english = language === 'en' ? undefined : this.in('en').catalogue;
    return { catalogue: new MessageCatalogue(language, messages, english) };
  }
}

/** The names of the terms of EN 16931, as `terms.BT-1`. */
const termMessages = (language: Language): readonly (readonly [string, string])[] =>
  Object.entries(termNames(readYaml(TERMS).content as TermTable, language)).map(([term, name]) => [
    `terms.${term}`,
    name,
  ]);

/** For what has one language: files, commands, generated pages. */
export const inEnglish = (): Translator => new Translator('en', new WordFiles().in('en'));

/** The message of which each is the sentence, by id. */
const sentencesByTitle = (): readonly (readonly [id: string, title: string])[] =>
  Object.entries(readYaml(SENTENCES).content as Readonly<Record<string, string>>);

/** The messages of a language by id. */
export function messagesOf(language: Language): ReadonlyMap<string, string> {
  const written = writtenMessagesOf(language);
  const sentences = sentencesByTitle().map(([id, title]) => [id, `${written.get(title)}.`] as const);
  return new Map([...written, ...sentences]);
}

/** Those of rules have the pack, the rule and the part in their ids. */
export const writtenMessagesOf = (language: Language): ReadonlyMap<string, string> =>
  new Map([
    ...messagesIn(catalogueOf(language), (path) => readYaml(path).content),
    ...packFilesOf(language).flatMap(({ pack, file }) =>
      Object.entries(readYaml(file).content as PackWords).flatMap(([rule, parts]) =>
        Object.entries(parts).map(([part, message]) =>
          rule === 'names'
            ? ([`names.${part.replaceAll(' ', '-')}`, message] as const)
            : ([`${pack}.${rule}.${part}`, message] as const),
        ),
      ),
    ),
  ]);
