import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The codes of a list, as one syntax allows them. */
export type CodeLists = (id: string) => readonly string[];

interface CodeListFile {
  readonly codes: string;
  /** Codes that the published rules of one syntax alone admit. */
  readonly only_in_ubl?: string;
  readonly only_in_cii?: string;
}

const words = (text: string | undefined): string[] => (text ?? '').split(/\s+/).filter((word) => word !== '');

/** Reads `schematron/codelists/<id>.yaml`; a list that is not there is a mistake in a rule. */
export function codeListsOf(folder: string, syntax: string): CodeLists {
  const read = new Map<string, readonly string[]>();
  return (id) => {
    const known = read.get(id);
    if (known) return known;
    const list = parse(readFileSync(join(folder, `${id}.yaml`), 'utf8')) as CodeListFile;
    const elsewhere = new Set(words(syntax === 'ubl' ? list.only_in_cii : list.only_in_ubl));
    const codes = words(list.codes).filter((code) => !elsewhere.has(code));
    read.set(id, codes);
    return codes;
  };
}
