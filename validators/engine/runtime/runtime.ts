import { fuel, refuel } from './fuel.ts';
import { CodeList, StringSet } from './lists.ts';
import { Neighbours } from './neighbours.ts';
import { firstAttribute, firstChild, nameMatches } from './nodes.ts';
import { nodeOperations, operations, raise } from './operations.ts';
import { compileRegex, matches, replace, tokenize } from './regex.ts';

/** Everything that a linked pack can reach. */
export const runtime = {
  operations,
  nodeOperations,
  fuel,
  refuel,
  raise,
  firstChild,
  firstAttribute,
  nameMatches,
  StringSet,
  CodeList,
  Neighbours,
  compileRegex,
  matches,
  tokenize,
  replace,
} as const;

export type Runtime = typeof runtime;
