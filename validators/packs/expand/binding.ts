import { elementRows, syntaxTable } from '../../vocabulary/syntax-table.ts';
import { type Dated, type Edition, rowIn } from './editions.ts';
import { readContent } from './in-file.ts';
import { type Place, namedPlaces } from './places.ts';
import { type Binding, type TermNode, alternatives, filledPhrases } from './term-tree.ts';

/** The contents of a table for rules alone: names for places that are no single term. */
interface NamesFile {
  readonly elements?: unknown;
  readonly phrases?: Readonly<Record<string, string | DatedPhrase>>;
  readonly names?: NameTree;
}
/** A phrase that a release changed. */
type DatedPhrase = Dated & { readonly is: string };
type NameTree = { readonly [name: string]: string | boolean | NameTree };

/**
 * Reads the table of a syntax; later files add elements and names to it (a pack may need more than the standard's own).
 * @param edition the release whose phrases are read; the newest one if left out.
 */
export function readBinding(files: readonly string[], edition?: Edition): Binding {
  const [first, ...more] = files.map((text) => readContent(text).content as NamesFile);
  if (!first) throw new Error('a pack needs the table of a syntax');
  const { syntax, namespaces, documents, elements } = syntaxTable(first);
  const added = more.flatMap((file) => (file.elements ? elementRows(file.elements) : []));
  const all = [first, ...more];
  const phrases = Object.fromEntries(
    all
      .flatMap((file) => Object.entries(file.phrases ?? {}))
      .map(([name, phrase]) => [
        name,
        typeof phrase === 'string' ? phrase : (rowIn(phrase, edition)?.is ?? ''),
      ]),
  );
  const root = node(
    'DOCUMENT',
    documents.map(({ root: name }) => `/${name}`),
    false,
    undefined,
  );
  placeAll(namedPlaces([...elements, ...added]), root);
  for (const { names = {} } of all) nameAll(names, root, phrases);
  return { syntax, namespaces, root, phrases };
}

interface GrowingNode extends TermNode {
  readonly children: Map<string, GrowingNode>;
  judgedAt?: readonly string[];
  paths: readonly string[];
  isLocal?: boolean;
}

function node(
  name: string,
  paths: readonly string[],
  anywhere: boolean,
  parent: GrowingNode | undefined,
): GrowingNode {
  const made: GrowingNode = { name, paths, anywhere, parent, children: new Map() };
  parent?.children.set(name, made);
  return made;
}

/** A term with several places hangs at the element around all of them; each place is an alternative. */
function placeAll(places: readonly Place[], root: GrowingNode): void {
  const nodes = new Map<string, GrowingNode>([[root.name, root]]);
  for (const name of new Set(places.map((place) => place.name))) {
    const alike = places.filter((place) => place.name === name);
    const around = alike
      .map(({ within }) => within)
      .reduce((left, right) => left.filter((one, at) => one.name === right[at]?.name));
    const { name: parent = root.name, steps = 0 } = around.at(-1) ?? {};
    const paths = alike.flatMap((place) => join(place.steps.slice(steps)));
    const anywhere = alike.some((place) => place.anywhere);
    nodes.set(name, node(name, [...new Set(paths)], anywhere, nodes.get(parent)));
  }
}

/** Every way along the steps. */
const join = (steps: Place['steps']): readonly string[] =>
  steps.reduce(
    (ways, step) => ways.flatMap((way) => step.map((name) => (way ? `${way}/${name}` : name))),
    [''],
  );

/** Names hang below the place of their parent, which may come from the table or from an earlier name. */
function nameAll(tree: NameTree, parent: GrowingNode, phrases: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(tree)) {
    if (name === 'at' || name === 'path' || typeof value === 'boolean') continue;
    const inside = typeof value === 'string' ? {} : value;
    const there = findKnown(name, parent);
    if (there && typeof inside['at'] === 'string')
      there.judgedAt = alternatives(filledPhrases(inside['at'], phrases));
    if (there && typeof inside['path'] === 'string')
      there.paths = alternatives(filledPhrases(inside['path'], phrases));
    nameAll(inside, there ?? nameNode(name, value, parent, phrases), phrases);
  }
}

/** A node anywhere in the table, or a name of the same parent. */
const findKnown = (name: string, parent: GrowingNode): GrowingNode | undefined =>
  parent.parent === undefined
    ? [...allNodes(parent)].find((one) => one.name === name)
    : parent.children.get(name);

function nameNode(
  name: string,
  value: string | NameTree,
  parent: GrowingNode,
  phrases: Readonly<Record<string, string>>,
): GrowingNode {
  const place = typeof value === 'string' ? value : value['at'];
  if (typeof place !== 'string') throw new Error(`${name} has no place`);
  const anywhere = typeof value !== 'string' && value['anywhere'] === true;
  const made = node(name, alternatives(filledPhrases(place, phrases)), anywhere, parent);
  made.isLocal = /^B[TG]-/.test(name);
  return made;
}

function* allNodes(root: GrowingNode): Generator<GrowingNode> {
  yield root;
  for (const child of root.children.values()) yield* allNodes(child);
}
