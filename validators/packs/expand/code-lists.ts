import { Members } from '../members.ts';
import { parseYaml } from './in-file.ts';

/** The codes of a list, for one syntax. */
export type CodeLists = (id: string) => readonly string[];

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/**
 * Reads `codelists/<id>.yaml`; a missing list is a mistake in a rule.
 * @param read a file below `schematron/`.
 * @param editions of lists, if a pack uses another one than its rules name.
 */
export function codeListsOf(
  read: (path: string) => string,
  syntax: string,
  editions: ReadonlyMap<string, string> = new Map(),
): CodeLists {
  const known = new Map<string, readonly string[]>();
  const codesOf = (id: string): readonly string[] => {
    const file = `codelists/${id}.yaml`;
    const list = new Members(parseYaml(read(file), file), file);
    const listCodes = (name: string): readonly string[] => (list.has(name) ? words(list.text(name)) : []);
    // Another edition of a list states the differences only.
    const before = list.has('based_on') ? codesOf(list.name('based_on')) : [];
    // Codes that the published rules of one syntax alone allow.
    const elsewhere = listCodes(syntax === 'ubl' ? 'only_in_cii' : 'only_in_ubl');
    const out = new Set([...elsewhere, ...listCodes('without')]);
    return [...before, ...listCodes('codes')].filter((code) => !out.has(code));
  };
  return (id) => {
    const codes = known.get(id) ?? codesOf(editions.get(id) ?? id);
    known.set(id, codes);
    return codes;
  };
}
