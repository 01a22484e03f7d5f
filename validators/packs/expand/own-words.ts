import { parseYaml } from './in-file.ts';
import type { PackFiles } from '../../engine/load/source.ts';
import { Members } from '../members.ts';
import type { RuleCatalogueEntry } from '../catalogue.ts';
import { isMessage } from '../../vocabulary/message.ts';

/** The languages of reports beside English, which stands beside each rule. */
export const OTHER_LANGUAGES = ['de', 'fr', 'pl', 'ro'] as const;

/** By language and by the end of a message's id, `ACME-01.title`. */
type OwnWords = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The texts of own rules in `words/<language>.yaml` of their pack, by rule and part, as in `schematron/`. @throws WrongShape */
export function ownWordsIn(files: PackFiles): OwnWords {
  return new Map(
    OTHER_LANGUAGES.map((language) => {
      const path = wordsFile(language);
      const bytes = files.get(path);
      return [language, bytes ? wordsIn(new TextDecoder().decode(bytes), path) : new Map<string, string>()];
    }),
  );
}

export const wordsFile = (language: string): string => `words/${language}.yaml`;

function wordsIn(text: string, path: string): ReadonlyMap<string, string> {
  const file = new Members(parseYaml(text, path), path);
  const rules = file.each((members, rule) => members.members(rule).each((parts, part) => parts.text(part)));
  return new Map(
    Object.entries(rules).flatMap(([rule, parts]) =>
      Object.entries(parts).map(([part, text]) => [`${rule}.${part}`, text] as const),
    ),
  );
}

/** Explanations whose texts carry their other languages: no file of the service has them. */
export function withOwnWords(
  entries: readonly RuleCatalogueEntry[],
  pack: string,
  words: OwnWords,
): readonly RuleCatalogueEntry[] {
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inside(one)]));
    if (!isMessage(value) || !value.say.startsWith(`${pack}.`)) return members;
    const others = othersOf(value, pack, words);
    return Object.keys(others).length > 0 ? { ...members, others } : members;
  };
  return entries.map((entry) => inside(entry) as RuleCatalogueEntry);
}

function othersOf(
  { say, table = say }: { readonly say: string; readonly table?: string },
  pack: string,
  words: OwnWords,
): Readonly<Record<string, string>> {
  const nameOf = (id: string): string => id.slice(pack.length + 1);
  return Object.fromEntries(
    [...words].flatMap(([language, texts]) => {
      const text = texts.get(nameOf(say)) ?? texts.get(nameOf(table));
      return text === undefined ? [] : [[language, text] as const];
    }),
  );
}

/** A sentence for each language that lacks texts: reports show the English there. */
export function missingWords(entries: readonly RuleCatalogueEntry[]): readonly string[] {
  return OTHER_LANGUAGES.flatMap((language) => {
    const lacking = entries.filter(({ title, fix_hint: hint }) =>
      [title, hint].some((text) => isMessage(text) && text.english !== undefined && !text.others?.[language]),
    );
    if (lacking.length === 0) return [];
    const codes = lacking.slice(0, MAX_NAMED).map(({ code }) => code);
    const more = lacking.length > MAX_NAMED ? ` and ${lacking.length - MAX_NAMED} more` : '';
    return [
      `words/${language}.yaml has no texts of ${codes.join(', ')}${more}: reports in this language show the English`,
    ];
  });
}

const MAX_NAMED = 5;
