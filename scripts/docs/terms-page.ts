import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Language, LANGUAGES } from '../../src/domain/words/language.ts';
import { formsIn, termRows, type TermTable } from '../../src/processes/term-table.ts';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';

/** A term of EN 16931: its name in each language, then the forms that texts may use. */
interface Term {
  /** `BT-10`, `BG-23`. */
  readonly term: string;
  /** Empty for a language that has no name yet. The first is that of the list. */
  readonly forms: Readonly<Record<Language, readonly string[]>>;
  /** Letters of `sources`. */
  readonly source: string;
}

interface Terms {
  readonly sources: Readonly<Record<string, string>>;
  readonly terms: readonly Term[];
}

const FILE = 'src/domain/words/terms.yaml';

export function readTerms(): Terms {
  const file = parse(readFileSync(join(projectFolder(), FILE), 'utf8')) as TermTable & Pick<Terms, 'sources'>;
  const terms = termRows(file).map(({ term = '', source = '', ...cells }) => {
    const forms = LANGUAGES.map((language) => [language, formsIn(cells[language] ?? '')] as const);
    return { term, forms: Object.fromEntries(forms) as Term['forms'], source };
  });
  return { sources: file.sources, terms };
}

const IN_PAGE = { begin: '<!-- terms: npm run docs -->', end: '<!-- end of terms -->' };

/** `docs/terms.md` with the terms of now. */
export function termsPage(page: string): string {
  const [before, rest] = page.split(IN_PAGE.begin);
  const after = rest?.split(IN_PAGE.end)[1];
  if (before === undefined || after === undefined) throw new Error(`docs/terms.md has no ${IN_PAGE.begin}`);
  return `${before}${IN_PAGE.begin}\n\n${termList()}\n\n${IN_PAGE.end}${after}`;
}

function termList(): string {
  const { sources, terms } = readTerms();
  const rows = terms.map(
    ({ term, forms, source }) =>
      `| ${[term, ...LANGUAGES.map((language) => forms[language][0] ?? ''), source].join(' | ')} |`,
  );
  return [
    `The names that texts for people use for the terms of EN 16931. They are data in [terms.yaml](../${FILE}), with shorter and inflected`,
    'forms; a translation that names a term otherwise fails a test. The sentences around them are ours.',
    '',
    '| BT/BG | English | German | French | Polish | Romanian | source |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    '### Sources',
    '',
    ...Object.entries(sources).map(([letter, source]) => `- ${letter}: ${source}`),
  ].join('\n');
}
