/**
 * Writes `src/domain/invoice/codes/` from published code lists: `tsx scripts/code-lists.ts [FOLDER]`; if left out, FOLDER is
 * `$REFERENCE_DATA/codelists`. Only the codes are copied, in the list's order, with source and version.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LISTS = {
  currencies: ['iso-4217-currency'],
  countries: ['iso-3166-country'],
  units: ['unece-rec20', 'unece-rec21'],
  'payment-means': ['untdid-4461'],
  'allowance-reasons': ['untdid-5189'],
  'charge-reasons': ['untdid-7161'],
  'item-classifications': ['untdid-7143'],
  'exemption-reasons': ['vatex'],
  'endpoint-schemes': ['eas'],
  'id-schemes': ['icd'],
  'mime-types': ['mime'],
  'note-subjects': ['untdid-4451'],
  'object-schemes': ['untdid-1153'],
  'vat-date-codes': ['untdid-2005'],
} as const;

interface PublishedList {
  readonly title: string;
  readonly source: string;
  readonly codes: readonly { readonly code: string }[];
}

const folder = process.argv[2] ?? join(process.env.REFERENCE_DATA ?? '../shared', 'codelists');
for (const [name, ids] of Object.entries(LISTS)) {
  const lists = ids.map(
    (id) => JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8')) as PublishedList,
  );
  const codes = lists.flatMap((list) => list.codes.map((entry) => entry.code));
  writeFileSync(join('src/domain/invoice/codes', `${name}.ts`), moduleText(name, lists, codes));
}

function moduleText(name: string, lists: readonly PublishedList[], codes: readonly string[]): string {
  const constant = name.toUpperCase().replaceAll('-', '_');
  const about = lists.map((list) => `${list.title}: ${list.source}.`);
  return [
    '// Written by scripts/code-lists.ts; not to be edited.',
    ...about.map((line) => `// ${line}`),
    `export const ${constant}: ReadonlySet<string> = new Set(`,
    '  `',
    ...fold(codes, 108).map((line) => `${line}`),
    '`.trim().split(/\\s+/),',
    ');',
    '',
  ].join('\n');
}

function fold(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line];
}
