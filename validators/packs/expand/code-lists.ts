import { Members } from '../members.ts';
import { parseYaml } from './in-file.ts';

/** The codes of a list, as one syntax allows them. */
export type CodeLists = (id: string) => readonly string[];

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/**
 * Reads `codelists/<id>.yaml`; a list that is not there is a mistake in a rule.
 * @param read a file below `schematron/`.
 */
export function codeListsOf(read: (path: string) => string, syntax: string): CodeLists {
  const known = new Map<string, readonly string[]>();
  return (id) => {
    const there = known.get(id);
    if (there) return there;
    const file = `codelists/${id}.yaml`;
    const list = new Members(parseYaml(read(file), file), file);
    // Codes that the published rules of one syntax alone admit.
    const other = syntax === 'ubl' ? 'only_in_cii' : 'only_in_ubl';
    const elsewhere = new Set(list.has(other) ? words(list.text(other)) : []);
    const codes = words(list.text('codes')).filter((code) => !elsewhere.has(code));
    known.set(id, codes);
    return codes;
  };
}
