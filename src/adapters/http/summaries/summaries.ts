import type { ShownSummary } from '../../../application/tracking/read-summaries.ts';
import { answer } from '../call/answer.ts';
import type { AnswerJson } from '../call/contract.ts';
import type { Handlers } from '../call/handlers.ts';

export const summaryHandlers = {
  readSummaries: async ({ caller, query, requestId }, { useCases }) => {
    const { summaries, missing } = await useCases.readSummaries.run(caller, query.ids, requestId);
    return answer(200, { data: summaries.map(summaryToWire), missing: [...missing] });
  },
} satisfies Partial<Handlers>;

export const summaryToWire = (summary: ShownSummary): AnswerJson<'readSummaries'>['data'][number] => ({
  id: summary.id,
  number: summary.number,
  type_code: summary.typeCode,
  issue_date: summary.issueDate,
  due_date: summary.dueDate,
  seller: summary.seller,
  buyer: summary.buyer,
  currency: summary.currency,
  total: summary.total,
  due: summary.due,
});
