// The names of the terms of EN 16931 for the labels of a form: the first form of each cell of `src/domain/words/terms.yaml`.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const FILE = fileURLToPath(new URL('../src/domain/words/terms.yaml', import.meta.url));

/** @returns by `term.BT-1`, of single values alone. */
export function termNames(language) {
  const { columns, rows } = parse(readFileSync(FILE, 'utf8'));
  const at = columns.indexOf(language);
  return Object.fromEntries(
    rows
      .trim()
      .split('\n')
      .map((row) => row.split('|').map((cell) => cell.trim()))
      .filter(([term]) => term.startsWith('BT-'))
      .map((cells) => [`term.${cells[0]}`, cells[at].split(' / ')[0]]),
  );
}
