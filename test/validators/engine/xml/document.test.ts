import assert from 'node:assert/strict';
import { type Document, inDocumentOrder } from 'en16931-rules/engine/xml/document.ts';
import { parseXml } from 'en16931-rules/engine/xml/parse.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { Random } from '../support/random.ts';
import { readText } from './reading.ts';

const CAC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2';

describe('a parsed document', () => {
  const document = readText('<a x="1"><b y="2"><c/><d/></b><b/><e><b><c/></b></e></a>');
  const named = (name: string): number[] =>
    Array.from({ length: document.count }, (_, e) => e).filter((e) => e > 0 && document.qnameOf(e) === name);
  const [a, c1, d, e, c2] = [
    ...named('a'),
    ...named('c').slice(0, 1),
    ...named('d'),
    ...named('e'),
    ...named('c').slice(1),
  ];
  const [b1, b2, b3] = named('b');

  it('numbers its elements in document order, the document node first', () => {
    assert.deepEqual([a, b1, c1, d, b2, e, b3, c2], [1, 2, 3, 4, 5, 6, 7, 8]);
    assert.deepEqual([document.count, document.parent[a!], document.last[0]], [9, 0, 8]);
  });

  it('has the end of the descendants of each element', () => {
    assert.deepEqual(Array.from(document.last.subarray(0, document.count)), [8, 8, 4, 3, 4, 5, 8, 8, 8]);
  });

  it('chains siblings of one name', () => {
    assert.equal(document.nextSame[b1!], b2);
    assert.deepEqual([document.nextSame[b2!], document.nextSame[b3!], document.nextSame[c1!]], [0, 0, 0]);
  });

  it('lists the nodes of one path, without positions', () => {
    assert.deepEqual(onPath(document, document.path[b1!]!), [b1, b2]);
    assert.deepEqual(onPath(document, document.path[b3!]!), [b3]);
    assert.deepEqual(onPath(document, document.attributePath[0]!), [~0]);
  });

  it('finds children and attributes by name', () => {
    assert.equal(document.childNamed(a!, document.name[b1!]!), b1);
    assert.equal(document.childNamed(a!, document.name[c1!]!), 0);
    assert.equal(document.childNamed(0, document.name[a!]!), a);
    assert.equal(document.attributeNamed(b1!, document.attributeName[1]!), ~1);
    assert.equal(document.attributeNamed(a!, document.attributeName[1]!), 0);
  });

  it('orders an attribute after its element and before the children', () => {
    const nodes = [d!, ~1, b2!, b1!, ~0, a!, c1!];
    assert.deepEqual(
      nodes.sort((x, y) => inDocumentOrder(document, x, y)),
      [a, ~0, b1, ~1, c1, d, b2],
    );
    const many = readText('<a p="1" q="2" r="3"/>');
    assert.deepEqual(
      [~2, ~0, ~1].sort((x, y) => inDocumentOrder(many, x, y)),
      [~0, ~1, ~2],
    );
    assert.equal(inDocumentOrder(many, ~1, ~1), 0);
  });

  it('has its own names and paths beside those of the vocabulary', () => {
    const shared = new Vocabulary();
    const id = shared.name(CAC, 'Party');
    const before = shared.version;
    const other = readText(
      `<cac:Party xmlns:cac="${CAC}"><cac:Party/><cac:Unheard of="it"/></cac:Party>`,
      shared,
    );
    assert.equal(shared.version, before);
    assert.deepEqual([other.name[1], other.name[2]], [id, id]);
    assert.ok(other.name[3]! >= other.vocabulary.names.offset);
    assert.deepEqual(other.nameOf(3), { namespace: CAC, local: 'Unheard' });
  });

  it('finds exactly the elements on a path of a pack', () => {
    const shared = new Vocabulary();
    const path = shared.path([
      { namespace: '', local: 'a' },
      { namespace: '', local: 'b' },
    ]);
    const attribute = shared.path(
      [
        { namespace: '', local: 'a' },
        { namespace: '', local: 'x' },
      ],
      true,
    );
    const other = readText('<a x="1"><b/><c><b/></c><b/></a>', shared);
    assert.deepEqual(onPath(other, path), [2, 5]);
    assert.deepEqual(onPath(other, attribute), [~0]);
    assert.deepEqual(onPath(readText('<b x="1"/>', shared), path), []);
  });

  it('has no state of earlier documents', () => {
    const shared = new Vocabulary();
    parseXml('<a k="1"><a/></a>', shared);
    for (const name of ['b', 'b', 'c', 'b']) {
      const other = readText(`<a k="1" ${name}="2"><${name}/><a ${name}="3"/><${name}/></a>`, shared);
      assert.deepEqual(
        [1, 2, 3, 4].map((node) => other.qnameOf(node)),
        ['a', name, 'a', name],
      );
      assert.deepEqual(
        [~0, ~1, ~2].map((node) => other.nameOf(node).local),
        ['k', name, name],
      );
      // Each document numbers its own namespaces, so a number has another meaning in the next document.
      for (const uri of [`u-${name}`, `v-${name}`]) {
        const bound = readText(`<a xmlns="${uri}"/>`, shared);
        assert.equal(bound.nameOf(1).namespace, uri);
      }
    }
  });

  it('is outdated once a pack adds names', () => {
    const shared = new Vocabulary();
    const other = readText('<a/>', shared);
    assert.ok(other.isCurrent);
    shared.name('', 'a');
    assert.ok(!other.isCurrent);
  });

  it('identifies names by namespace, not by prefix', () => {
    const twice = readText(
      '<p:a xmlns:p="u"><q:a xmlns:q="u"/><a xmlns="u" b="1"/><p:a xmlns:p="v"/><b xmlns="u"/></p:a>',
    );
    assert.deepEqual(
      [twice.name[2], twice.name[3], twice.name[4] === twice.name[1]],
      [twice.name[1], twice.name[1], false],
    );
    assert.equal(twice.nextSame[2], 3);
    assert.equal(twice.nameOf(~0).namespace, '');
    assert.deepEqual(
      [1, 2, 3].map((node) => twice.qnameOf(node)),
      ['p:a', 'q:a', 'a'],
    );
  });

  it('has columns that describe the tree of its tags, for random trees', () => {
    const random = new Random(5);
    for (let round = 0; round < 300; round++) {
      const { xml, parents, names } = randomTree(random);
      const tree = readText(xml);
      assert.deepEqual(Array.from(tree.parent.subarray(1, tree.count)), parents);
      checkColumns(tree, parents, names);
    }
  });
});

function onPath(document: Document, path: number): number[] {
  return Array.from(document.pathNodes.subarray(document.pathStart[path], document.pathEnd[path]));
}

/** A tree of a few names, with the parent and name of each element in document order. */
function randomTree(random: Random): { xml: string; parents: number[]; names: string[] } {
  const parents: number[] = [];
  const names: string[] = [];
  const element = (parent: number, depth: number): string => {
    const name = random.pick(['a', 'b', 'c']);
    parents.push(parent);
    names.push(name);
    const me = parents.length;
    let content = '';
    for (let children = depth > 5 ? 0 : random.below(4); children > 0; children--)
      content += element(me, depth + 1);
    return random.below(2) === 0 && content === '' ? `<${name}/>` : `<${name}>${content}</${name}>`;
  };
  return { xml: element(0, 0), parents, names };
}

function checkColumns(tree: Document, parents: readonly number[], names: readonly string[]): void {
  const isInside = (inner: number, outer: number): boolean =>
    inner === outer || (inner > outer && isInside(parents[inner - 1]!, outer));
  const labels = (element: number): string =>
    element === 0 ? '' : `${labels(parents[element - 1]!)}/${names[element - 1]!}`;
  const all = parents.map((_, i) => i + 1);
  for (const e of all) {
    assert.equal(tree.last[e], all.filter((other) => isInside(other, e)).at(-1));
    const next = all.find(
      (other) => other > e && parents[other - 1] === parents[e - 1] && names[other - 1] === names[e - 1],
    );
    assert.equal(tree.nextSame[e], next ?? 0);
    assert.deepEqual(
      onPath(tree, tree.path[e]!),
      all.filter((other) => labels(other) === labels(e)),
    );
  }
}
