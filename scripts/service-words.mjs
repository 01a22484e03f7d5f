// Words of pages of the console that the service says, too. They come from its files, so that each stands once.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const read = (file) =>
  parse(readFileSync(fileURLToPath(new URL(`../src/domain/words/${file}`, import.meta.url)), 'utf8'));

/** @returns by page, its words. */
export const serviceWords = (language) => ({
  finding: textsOf(language, 'layers', { to: 'layer.' }),
  files: textsOf(language, 'proof', { from: 'file-', to: 'file.' }),
  terms: termNames(language),
});

/** The texts of an area whose ids begin with `from`; the names of the words begin with `to` instead. */
const textsOf = (language, area, { from = '', to }) =>
  Object.fromEntries(
    Object.entries(read(`catalogue/${language}/${area}.yaml`))
      .filter(([id]) => id.startsWith(from))
      .map(([id, text]) => [to + id.slice(from.length), text]),
  );

/** By `BT-1` or `BG-1`, the first form of each cell. */
function termNames(language) {
  const { columns, rows } = read('terms.yaml');
  const at = columns.indexOf(language);
  return Object.fromEntries(
    rows
      .trim()
      .split('\n')
      .map((row) => row.split('|').map((cell) => cell.trim()))
      .filter(([term]) => /^B[TG]-/.test(term))
      .map((cells) => [cells[0], cells[at].split(' / ')[0]]),
  );
}
