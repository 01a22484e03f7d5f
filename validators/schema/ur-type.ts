import { automatonOf } from './content/automaton.ts';
import type { ComplexType } from './model.ts';
import { nameKey, XSD } from './names.ts';
import { wildcardOf } from './wildcard.ts';

const ANYTHING = wildcardOf('lax', { kind: 'any' });

/** The type of an element of which nothing is declared (part 1, 3.4.7): any content, in which what is declared is assessed. */
export const ANY_TYPE: ComplexType = {
  kind: 'complex',
  name: nameKey(XSD, 'anyType'),
  abstract: false,
  content: {
    kind: 'elements',
    mixed: true,
    model: automatonOf({ kind: 'any', wildcard: ANYTHING, times: { least: 0, most: Infinity } }, () => ''),
  },
  attributes: new Map(),
  required: [],
  anyAttribute: ANYTHING,
  base: undefined,
};
