// The elements that state each term of EN 16931, by the tables of `schematron/syntaxes/`. The console has them in its scripts: what a
// person types in an editor is known to no call, and a finding about a missing element has no place but the one where it belongs.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** Editions that build on another table have its places. */
const SYNTAXES = ['ubl', 'cii'];

/** @returns by syntax and term the paths of local names below the root, in the order of the table. */
export const termPaths = () =>
  Object.fromEntries(SYNTAXES.map((syntax) => [syntax, pathsIn(tableOf(syntax))]));

const tableOf = (syntax) =>
  parse(
    readFileSync(fileURLToPath(new URL(`../schematron/syntaxes/${syntax}.yaml`, import.meta.url)), 'utf8'),
    {
      merge: true,
    },
  );

function pathsIn({ elements }) {
  const paths = {};
  for (const [term, path] of statedIn(elements, [])) {
    const known = (paths[term] ??= []);
    if (!known.includes(path)) known.push(path);
  }
  return paths;
}

function* statedIn(rows, around) {
  for (const [names, row] of rows.flatMap((each) => Object.entries(each))) {
    const { term, elements = [], attributes = {} } = rowOf(row);
    for (const name of names.split('|')) {
      const path = [...around, name.trim().replace(/^.*:/, '')];
      for (const stated of [term, ...Object.values(attributes).map(termOfAttribute)])
        if (stated !== undefined) yield [stated, path.join('/')];
      yield* statedIn(elements, path);
    }
  }
}

/** A term alone, or the elements alone, need no names. */
const rowOf = (row) =>
  typeof row === 'string' ? { term: row } : Array.isArray(row) ? { elements: row } : row;

const termOfAttribute = (row) => (typeof row === 'string' ? row : row.term);
