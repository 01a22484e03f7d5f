// Words of pages of the console that the service says, too. They come from its files, so that each stands once.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { codeOf } from './bundle.mjs';

const { termNames } = await codeOf('src/processes/term-table.ts');

const read = (file) =>
  parse(readFileSync(fileURLToPath(new URL(`../src/domain/words/${file}`, import.meta.url)), 'utf8'));

/** @returns by page, its words. */
export const serviceWords = (language) => ({
  finding: textsOf(language, 'layers', { to: 'layer.' }),
  files: textsOf(language, 'proof', { from: 'file-', to: 'file.' }),
  terms: termNames(read('terms.yaml'), language),
});

/** The texts of an area whose ids begin with `from`; the names of the words begin with `to` instead. */
const textsOf = (language, area, { from = '', to }) =>
  Object.fromEntries(
    Object.entries(read(`catalogue/${language}/${area}.yaml`))
      .filter(([id]) => id.startsWith(from))
      .map(([id, text]) => [to + id.slice(from.length), text]),
  );
