import assert from 'node:assert/strict';
import { Automaton } from 'en16931-rules/engine/match/automaton.ts';
import type { LabelPath } from 'en16931-rules/engine/match/labels.ts';
import { parseXml } from 'en16931-rules/engine/xml/parse.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';

/** `/a//b/@c`, `//*`, `//u:*`: names without a namespace; a prefix is its own namespace. */
function labels(text: string): LabelPath {
  return [...text.matchAll(/(\/\/?)(@?)(?:(\w+):)?(\w+|\*)/g)].map(([, slash, at, prefix, name]) => ({
    anywhere: slash === '//',
    attribute: at === '@',
    namespace: prefix ?? (name === '*' ? undefined : ''),
    localName: name === '*' ? undefined : name,
  }));
}

/** For each path of the document, in order, the patterns that match it. */
function matches(
  patterns: readonly string[],
  xml: string,
  prepare?: (vocabulary: Vocabulary) => void,
): string[] {
  const vocabulary = new Vocabulary();
  const marked = patterns.map((pattern, mark) => ({ path: labels(pattern), mark }));
  const automaton = new Automaton(vocabulary, marked, (marks) =>
    marks.map((mark) => patterns[mark]!).join(' '),
  );
  prepare?.(vocabulary);
  const found: string[] = [];
  automaton.match(parseXml(xml, vocabulary.extend()).document!, (_path, facts) => found.push(facts));
  return found;
}

describe('the automaton over label paths', () => {
  it('distinguishes absolute paths, paths anywhere, wildcards and attributes', () => {
    const patterns = ['/a', '//b', '/a/b', '/a//c', '//b/@x', '//*', '/a/*/c', '//@x'];
    assert.deepEqual(matches(patterns, '<a><b x=""><c/></b><c x=""/></a>'), [
      '/a //*',
      '//b /a/b //*',
      '//b/@x //@x',
      '/a//c //* /a/*/c',
      '/a//c //*',
      '//@x',
    ]);
  });

  it('distinguishes a namespace wildcard from any other name', () => {
    const xml = '<a xmlns:p="u" xmlns:q="v"><p:b/><q:b/><p:unheard/></a>';
    assert.deepEqual(matches(['//u:*', '//u:b'], xml), ['', '//u:* //u:b', '', '//u:*']);
  });

  it('has the same result for paths of the shared vocabulary and those of the document', () => {
    const patterns = ['//b//b', '/a/b', '//z/@x'];
    const xml = '<a><b><z x=""><b/></z></b></a>';
    const learnt = matches(patterns, xml, (vocabulary) => parseXml(xml, vocabulary));
    assert.deepEqual(learnt, matches(patterns, xml));
    assert.deepEqual(learnt, ['', '/a/b', '', '//z/@x', '//b//b']);
  });
});
