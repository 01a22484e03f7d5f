import { useAnswer } from '../app/answer.ts';
import { type Direction, type Documents, readPage, valueOf } from '../app/document-facts.ts';
import { language, wordsOf } from '../app/words.ts';
import type Words from '../words/en/common.json';
import type { Fact } from './panel.tsx';

const say = wordsOf<typeof Words>('common');

const FACTS = [
  { name: 'fact.seller', term: 'BT-27' },
  { name: 'fact.buyer', term: 'BT-44' },
  { name: 'fact.amount', term: 'BT-112' },
  { name: 'fact.issued', term: 'BT-2' },
] as const;

/** What the document itself says, as the first facts of a page; none until it has been read. */
export function useDocumentFacts(of: Direction, { id, documents }: Documents): readonly Fact[] {
  const { data } = useAnswer(
    (signal) => readPage(of, id, signal),
    [of, id, documents.length, language.value],
  );
  if (!data) return [];
  return FACTS.flatMap(({ name, term }) => {
    const value = valueOf(data, term);
    return value === undefined ? [] : [[say(name), value] as const];
  });
}
