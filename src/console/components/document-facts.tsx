import { dayOf } from '../app/format.ts';
import { useSummaries } from '../app/summaries.ts';
import { language, wordsOf } from '../app/words.ts';
import type Words from '../words/en/invoice.json';
import type { Fact } from './panel.tsx';
import { totalOf } from './summary-columns.tsx';

const say = wordsOf<typeof Words>('invoice');

/** What an invoice is, as its row in a list says it: the first facts of its page. */
export function useDocumentFacts(invoice: { readonly id: string }): readonly Fact[] {
  const summary = useSummaries([invoice]).of(invoice.id);
  if (!summary) return [];
  const { seller, buyer, issue_date: day, due_date: dueDay, total, due } = summary;
  const facts = [
    ['fact.seller', seller],
    ['fact.buyer', buyer],
    ['fact.amount', totalOf(summary)],
    ['fact.to-pay', due === total ? undefined : totalOf({ ...summary, total: due })],
    ['fact.issued', day && dayOf(day, language.value)],
    ['fact.due', dueDay && dayOf(dueDay, language.value)],
  ] as const;
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[say(name), value] as const]));
}
