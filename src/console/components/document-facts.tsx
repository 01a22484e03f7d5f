import { useAnswer } from '../app/answer.ts';
import { type Documents, readFacts } from '../app/document-facts.ts';
import { amountOf, dayOf } from '../app/format.ts';
import { language, wordsOf } from '../app/words.ts';
import type Words from '../words/en/common.json';
import type { Fact } from './panel.tsx';

const say = wordsOf<typeof Words>('common');

/** What the document itself says, as the first facts of a page; none until it has been read. */
export function useDocumentFacts(of: 'invoices' | 'received', invoice: Documents): readonly Fact[] {
  const { id, documents } = invoice;
  const { data = {} } = useAnswer(() => readFacts(of, invoice), [id, documents.length]);
  const { seller, buyer, amount, currency, issued } = data;
  return [
    ...(seller ? [[say('fact.seller'), seller] as const] : []),
    ...(buyer ? [[say('fact.buyer'), buyer] as const] : []),
    ...(amount && currency
      ? [[say('fact.amount'), amountOf(amount, currency, language.value)] as const]
      : []),
    ...(issued ? [[say('fact.issued'), dayOf(issued, language.value)] as const] : []),
  ];
}
