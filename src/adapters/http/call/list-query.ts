import { deadlinesBefore, deadlinesLateAt } from '../../../domain/lifecycle/deadlines.ts';
import type { InvoicePage, InvoiceQuery } from '../../../ports/invoice-reads.ts';
import type { Query } from './contract.ts';

/** The query of GET /invoices and GET /received, each with its own states (contract 2.5). */
type ListQuery<S> = Omit<Query<'listInvoices'>, 'state'> & { readonly state?: readonly S[] };

type RecordQuery<S> = Omit<InvoiceQuery, 'states'> & { readonly states?: readonly S[] };

export const listQuery = <S extends string>(asked: ListQuery<S>): RecordQuery<S> => ({
  q: asked.q,
  routes: asked.route,
  states: asked.state,
  client: asked.client,
  receivedFrom: asked.received_from,
  receivedTo: asked.received_to,
  ...(asked.deadline_before !== undefined && { deadlineBefore: new Date(asked.deadline_before) }),
  ...deadlineByRoute(asked),
  ...(asked.due_before !== undefined && { dueBefore: new Date(asked.due_before) }),
  sort: asked.sort,
  page: asked.page,
  pageSize: asked.page_size,
});

/** If both are asked for, of each route the earlier bound. */
function deadlineByRoute({
  deadline_local_before: ended,
  late_by: late,
}: Pick<ListQuery<string>, 'deadline_local_before' | 'late_by'>) {
  const [bounds, others] = [
    ...(ended === undefined ? [] : [deadlinesBefore(new Date(ended))]),
    ...(late === undefined ? [] : [deadlinesLateAt(new Date(late))]),
  ];
  if (!bounds) return {};
  const earlier = others && bounds.map((bound, n) => (others[n]!.before < bound.before ? others[n]! : bound));
  return { deadlineByRoute: earlier ?? bounds };
}

export const pageMembers = <S extends string>(
  { total, page, countsByState }: Pick<InvoicePage<S>, 'total' | 'page' | 'countsByState'>,
  { page_size }: Pick<ListQuery<S>, 'page_size'>,
) => ({ total, page, page_size, counts_by_state: countsByState });
