import type { SaxonNode } from 'saxon-js';
import type { SaxonProgram } from '../engine/saxon/compile.ts';
import { locatorIn } from '../engine/saxon/locate.ts';
import { parseForSaxon, runSaxon } from '../engine/saxon/run.ts';
import type { CheckedFile } from './checked-file.ts';
import type { Rules } from './rules.ts';

/** SaxonJS has a tree of its own, for all its layers. */
const trees = new WeakMap<CheckedFile, Promise<SaxonNode>>();

/** It would follow a DTD, so it gets only documents that our own parser has accepted. @throws Unreadable */
function saxonTree(file: CheckedFile): Promise<SaxonNode> {
  file.document();
  const tree = trees.get(file) ?? parseForSaxon(file.text());
  trees.set(file, tree);
  return tree;
}

export const saxonRules = (program: SaxonProgram): Rules => ({
  run: async (file) => runSaxon(program, await saxonTree(file), locatorIn(file.document())),
});
