import assert from 'node:assert/strict';
import { all, one, readTree, sourceOf, textAt } from '../../../src/adapters/xml/xml-tree.ts';

const XML =
  '<?xml version="1.0"?>\n<a:Message xmlns:a="urn:a"><Part id="1>0">\n  one &amp; <![CDATA[<more>]]>\n</Part><Part/><Only><Inner>x</Inner></Only></a:Message>';

describe('the tree of an XML message', () => {
  const tree = readTree(XML)!;

  it('is the same for a text and its bytes', () =>
    assert.deepEqual(readTree(new TextEncoder().encode(XML)), tree));

  it('has local names, attributes and trimmed texts', () => {
    assert.deepEqual([tree.uri, tree.local], ['urn:a', 'Message']);
    const [part] = all(tree, 'Part');
    assert.deepEqual([part!.attributes.get('id'), part!.text], ['1>0', 'one & <more>']);
  });

  it('has one element or text at a path, or none', () => {
    assert.equal(one(tree, 'Only/Inner')?.text, 'x');
    assert.equal(one(tree, 'Part'), undefined);
    assert.equal(textAt(tree, 'Only/Inner'), 'x');
    assert.equal(textAt(tree, 'Only'), undefined);
  });

  it('gives an element back as it is written', () => {
    const [part, empty] = all(tree, 'Part');
    assert.equal(sourceOf(part!, XML), '<Part id="1>0">\n  one &amp; <![CDATA[<more>]]>\n</Part>');
    assert.equal(sourceOf(empty!, XML), '<Part/>');
  });

  for (const [what, xml] of [
    ['declares a document type', '<!DOCTYPE a><a/>'],
    ['is not well-formed', '<a><b></a>'],
    ['is no XML', 'a'],
  ] as const)
    it(`is not read if the text ${what}`, () => assert.equal(readTree(xml), undefined));

  it('is not read beyond its depth', () =>
    assert.equal(readTree('<a><b><c/></b></a>', { depth: 2 }), undefined));
});
