import type { FoundRow } from '../../../application/tracking/search-invoices.ts';
import type { ShownSummary } from '../../../application/tracking/read-summaries.ts';
import type { Sum } from '../../../application/datasets/sum-invoices.ts';
import { amountText } from '../../../domain/invoice/summary.ts';
import { answer } from '../call/answer.ts';
import type { AnswerJson } from '../call/contract.ts';
import type { Handlers } from '../call/handlers.ts';
import { listFilters } from '../call/list-query.ts';
import { attempt } from '../call/wire.ts';

export const summaryHandlers = {
  readSummaries: async ({ caller, query, requestId }, { useCases }) => {
    const { summaries, missing } = await useCases.readSummaries.run(caller, query.ids, requestId);
    return answer(200, { data: summaries.map(summaryToWire), missing: [...missing] });
  },
  searchInvoices: async ({ caller, query, requestId }, { useCases }) => {
    const { kind: kinds, ...rest } = query;
    const { rows, lookedIn, next } = await useCases.searchInvoices.run(caller, { ...rest, kinds }, requestId);
    return answer(200, {
      data: rows.map(foundToWire),
      looked_in: [...lookedIn],
      ...(next !== undefined && { next }),
    });
  },
  sumInvoices: async ({ caller, query, requestId }, { useCases }) => {
    const { sums, withoutAmounts, isComplete } = await useCases.sumInvoices.run(
      caller,
      listFilters(query),
      requestId,
    );
    return answer(200, {
      data: sums.map(({ currency, notArrived, ...sum }) => ({
        currency,
        ...sumToWire(sum),
        not_arrived: sumToWire(notArrived),
      })),
      without_amounts: withoutAmounts,
      complete: isComplete,
    });
  },
} satisfies Partial<Handlers>;

const sumToWire = ({ invoices, total, due }: Sum) => ({
  invoices,
  total: amountText(total),
  due: amountText(due),
});

const summaryToWire = (summary: ShownSummary): AnswerJson<'readSummaries'>['data'][number] => ({
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

const foundToWire = ({ summary, ...row }: FoundRow): AnswerJson<'searchInvoices'>['data'][number] => ({
  ...summaryToWire({ id: row.id, number: row.invoiceNumber, ...summary }),
  kind: row.kind,
  client: row.client,
  route: row.route,
  state: row.state,
  invoice_ref: row.invoiceRef === '' ? undefined : row.invoiceRef,
  also_sent_as: row.alsoSentAs && [...row.alsoSentAs],
  network_number: row.networkNumber,
  buyer_status: row.buyerStatus,
  answer: row.answer,
  to_fetch_since: row.toFetchSince?.toISOString(),
  fetched_at: row.fetchedAt?.toISOString(),
  mailed_at: row.mailedAt?.toISOString(),
  sent_again_as: row.sentAgainAs && attempt(row.sentAgainAs),
  created_at: row.createdAt.toISOString(),
  matched_in: [...row.matchedIn],
  in_list: row.isInList,
});
