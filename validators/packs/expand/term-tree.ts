/**
 * The names of a syntax's places in rules: a tree of the terms and groups of its table (`schematron/syntaxes/*.yaml`), and of further
 * names, each with its path from its parent.
 */
export interface Binding {
  readonly syntax: string;
  readonly namespaces: Readonly<Record<string, string>>;
  readonly root: TermNode;
  /** Texts for `{NAME}` in paths and expressions. */
  readonly phrases: Readonly<Record<string, string>>;
}

export interface TermNode {
  /** `BT-31`, `BG-4`, or a name in capitals for a place without a number in the standard. */
  readonly name: string;
  /** XPath from the parent; alternatives are separate, so that contexts can be written as plain unions. */
  readonly paths: readonly string[];
  /** True if rules about it apply at each of its places in the syntax, not only below the document's root. */
  readonly anywhere: boolean;
  /** XPath of the nodes that rules about it test, if published rules test other nodes than its place. */
  readonly judgedAt?: readonly string[];
  /** True for what a term means to the rules about its parent only. */
  readonly isLocal?: boolean;
  readonly parent: TermNode | undefined;
  readonly children: ReadonlyMap<string, TermNode>;
}

/** Replaces names by their phrases. */
export function filledPhrases(path: string, phrases: Readonly<Record<string, string>>): string {
  return path.replace(/\{([A-Z-]+)\}/g, (_, name: string) => {
    const phrase = phrases[name];
    if (phrase === undefined) throw new Error(`no phrase ${name}`);
    return phrase;
  });
}

/** Every node of the tree, parents before children. */
export function* allTerms(root: TermNode): Generator<TermNode> {
  yield root;
  for (const child of root.children.values()) yield* allTerms(child);
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

/** The term that a rule means: a child of the scope or of one of its ancestors first, else the only one of that name. */
export function findTerm(binding: Binding, name: string, scope: TermNode): TermNode {
  for (let near: TermNode | undefined = scope; near; near = near.parent) {
    if (near.name === name) return near;
    const child = near.children.get(name);
    if (child) return child;
  }
  const named = [...allTerms(binding.root)].filter((term) => term.name === name && !term.isLocal);
  const [only] = named;
  if (!only || named.length > 1)
    throw new Error(`${named.length === 0 ? 'no term' : 'several terms'} ${name} near ${scope.name}`);
  return only;
}

const isAbsolute = (path: string): boolean => path.startsWith('/');
const group = (paths: readonly string[]): string =>
  paths.length > 1 ? `(${paths.join(' | ')})` : (paths[0] ?? '.');

/**
 * XPath from `scope` to `term`: downwards if the term is inside the scope, by way of their common group if there is one, else from the
 * document's root.
 */
export function pathTo(term: TermNode, scope: TermNode): string {
  const down: string[] = [];
  for (let step: TermNode | undefined = term; step; step = step.parent) {
    const up = step === scope || step.parent ? stepsUp(scope, step) : undefined;
    if (up !== undefined) return [...Array<string>(up).fill('..'), ...down].join('/') || '.';
    if (step.parent === undefined) return ['/*', ...down].join('/');
    down.unshift(group(step.paths));
    if (step.paths.some(isAbsolute)) return down.join('/');
  }
  throw new Error(`no way to ${term.name}`);
}

/** How many elements `scope` is below `group`; undefined if it is elsewhere. */
function stepsUp(scope: TermNode, group: TermNode): number | undefined {
  let steps = 0;
  for (let from: TermNode | undefined = scope; from; from = from.parent) {
    if (from === group) return steps;
    if (from.paths.some(isAbsolute)) return undefined;
    steps += depthOf(from.paths[0] ?? '');
  }
  return undefined;
}

/**
 * The context of a term's rules, as a union of plain paths.
 * @param isRootOnly true for rules on the document of the file alone, wherever other rules about the term apply.
 */
export function contextOf(term: TermNode, isRootOnly = false): string[] {
  const { parent } = term;
  if (parent === undefined) return [...((isRootOnly ? undefined : term.judgedAt) ?? term.paths)];
  if (term.judgedAt) return [...term.judgedAt];
  if (term.paths.some(isAbsolute)) return [...term.paths];
  const isAnywhere = term.anywhere && !isRootOnly;
  const from =
    parent.parent === undefined && isAnywhere
      ? ['']
      : contextOf({ ...parent, anywhere: isAnywhere }, isRootOnly);
  return from.flatMap((base) => term.paths.map((path) => (base === '' ? path : `${base}/${path}`)));
}
