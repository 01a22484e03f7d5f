import { parse } from 'yaml';

/**
 * Where the business terms of EN 16931 stand in one syntax: a tree of groups and terms, each with its path from its
 * parent (`schematron/en16931/terms/*.yaml`).
 */
export interface Binding {
  readonly syntax: string;
  readonly namespaces: Readonly<Record<string, string>>;
  readonly root: TermNode;
  /** Texts that paths and expressions name as `{NAME}`. */
  readonly phrases: Readonly<Record<string, string>>;
}

export interface TermNode {
  /** `BT-31`, `BG-4`, or a name in capitals for what the syntax has and the standard gives no number. */
  readonly name: string;
  /** XPath from the parent; alternatives are separate, so that contexts can be written as plain unions. */
  readonly paths: readonly string[];
  /** True when rules about it hold wherever the syntax puts it, not only below the document's root. */
  readonly anywhere: boolean;
  readonly parent: TermNode | undefined;
  readonly children: ReadonlyMap<string, TermNode>;
}

interface BindingFile {
  readonly syntax: string;
  readonly namespaces: Readonly<Record<string, string>>;
  readonly root: string;
  readonly phrases?: Readonly<Record<string, string>>;
  readonly terms?: TermTree;
}
type TermTree = { readonly [name: string]: string | boolean | TermTree };

/** Reads one binding table; later files add terms to the first (a pack may need more than the standard's own). */
export function readBinding(files: readonly string[]): Binding {
  const tables = files.map((text) => parse(text) as BindingFile);
  const [first] = tables;
  if (!first) throw new Error('a pack needs a table of terms');
  const phrases = Object.assign({}, ...tables.map((table) => table.phrases ?? {})) as Record<string, string>;
  const terms = tables.map((table) => table.terms ?? {}).reduce(merged, {});
  const root = node('DOCUMENT', { at: first.root, ...terms }, undefined, phrases);
  return { syntax: first.syntax, namespaces: first.namespaces, root, phrases };
}

/** Later tables add to the groups of earlier ones. */
function merged(left: TermTree, right: TermTree): TermTree {
  const both = Object.entries(right).map(([name, value]) => {
    const there = left[name];
    const joins = typeof there === 'object' && typeof value === 'object';
    return [name, joins ? merged(there, value) : value] as const;
  });
  return { ...left, ...Object.fromEntries(both) };
}

function node(
  name: string,
  tree: string | TermTree,
  parent: TermNode | undefined,
  phrases: Readonly<Record<string, string>>,
): TermNode {
  const place = typeof tree === 'string' ? tree : tree['at'];
  if (typeof place !== 'string') throw new Error(`${name} has no place`);
  const children = new Map<string, TermNode>();
  const made: TermNode = {
    name,
    paths: alternatives(filledPhrases(place, phrases)),
    anywhere: typeof tree !== 'string' && tree['anywhere'] === true,
    parent,
    children,
  };
  for (const [child, value] of typeof tree === 'string' ? [] : Object.entries(tree)) {
    if (child !== 'at' && typeof value !== 'boolean') children.set(child, node(child, value, made, phrases));
  }
  return made;
}

/** Puts phrases in the place of their names. */
export function filledPhrases(path: string, phrases: Readonly<Record<string, string>>): string {
  return path.replace(/\{([A-Z-]+)\}/g, (_, name: string) => {
    const phrase = phrases[name];
    if (phrase === undefined) throw new Error(`no phrase ${name}`);
    return phrase;
  });
}

/** Splits `a | b[c | d]` at the unions outside every bracket. */
export const alternatives = (path: string): string[] => splitOutside(path, '|').map((part) => part.trim());

/** Elements on a path. */
const depthOf = (path: string): number => splitOutside(path, '/').length;

function splitOutside(path: string, separator: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const char of path) {
    if (char === '[' || char === '(') depth += 1;
    if (char === ']' || char === ')') depth -= 1;
    if (char === separator && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts;
}

/** Every node of the tree, parents before children. */
export function* allTerms(root: TermNode): Generator<TermNode> {
  yield root;
  for (const child of root.children.values()) yield* allTerms(child);
}

/** The term that a rule means: a child of the scope or of one of its ancestors first, else the one of that name. */
export function findTerm(binding: Binding, name: string, scope: TermNode): TermNode {
  for (let near: TermNode | undefined = scope; near; near = near.parent) {
    if (near.name === name) return near;
    const child = near.children.get(name);
    if (child) return child;
  }
  const named = [...allTerms(binding.root)].filter((term) => term.name === name);
  const [only] = named;
  if (!only || named.length > 1)
    throw new Error(`${named.length === 0 ? 'no term' : 'several terms'} ${name} near ${scope.name}`);
  return only;
}

const isAbsolute = (path: string): boolean => path.startsWith('/');
const grouped = (paths: readonly string[]): string =>
  paths.length > 1 ? `(${paths.join(' | ')})` : (paths[0] ?? '.');

/**
 * XPath from `scope` to `term`: downwards when the term lies inside the scope, by way of the group that both lie in when
 * there is one, else from the document's root.
 */
export function pathTo(term: TermNode, scope: TermNode): string {
  const down: string[] = [];
  for (let step: TermNode | undefined = term; step; step = step.parent) {
    const up = step === scope || step.parent ? stepsUp(scope, step) : undefined;
    if (up !== undefined) return [...Array<string>(up).fill('..'), ...down].join('/') || '.';
    if (step.parent === undefined) return ['/*', ...down].join('/');
    down.unshift(grouped(step.paths));
    if (step.paths.some(isAbsolute)) return down.join('/');
  }
  throw new Error(`no way to ${term.name}`);
}

/** How many elements `scope` lies below `group`; undefined when it lies elsewhere. */
function stepsUp(scope: TermNode, group: TermNode): number | undefined {
  let steps = 0;
  for (let from: TermNode | undefined = scope; from; from = from.parent) {
    if (from === group) return steps;
    if (from.paths.some(isAbsolute)) return undefined;
    steps += depthOf(from.paths[0] ?? '');
  }
  return undefined;
}

/** The context of a term's rules, as a union of plain paths. */
export function contextOf(term: TermNode): string[] {
  if (term.parent === undefined) return [...term.paths];
  if (term.paths.some(isAbsolute)) return [...term.paths];
  const from =
    term.parent.parent === undefined ? rootPaths(term) : contextOf(withPlace(term.parent, term.anywhere));
  return from.flatMap((base) => term.paths.map((path) => (base === '' ? path : `${base}/${path}`)));
}

const rootPaths = (term: TermNode): readonly string[] => (term.anywhere ? [''] : (term.parent?.paths ?? []));
const withPlace = (term: TermNode, anywhere: boolean): TermNode => ({ ...term, anywhere });
