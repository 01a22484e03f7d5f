import { deadlinesBefore, deadlinesLateAt } from '../../../domain/lifecycle/deadlines.ts';
import type { InvoicePage, InvoiceQuery } from '../../../ports/invoice-reads.ts';
import type { Query } from './contract.ts';

/** The query of GET /invoices and GET /received, each with its own states (contract 2.5). */
type ListQuery<S> = Omit<Query<'listInvoices'>, 'state'> & { readonly state?: readonly S[] };

type RecordQuery<S> = Omit<InvoiceQuery, 'states'> & { readonly states?: readonly S[] };
type Filters<S> = Omit<ListQuery<S>, 'sort' | 'page' | 'page_size'>;

export const listQuery = <S extends string>(query: ListQuery<S>): RecordQuery<S> => ({
  ...listFilters(query),
  sort: query.sort,
  page: query.page,
  pageSize: query.page_size,
});

export const listFilters = <S extends string>(
  filters: Filters<S>,
): Omit<RecordQuery<S>, 'sort' | 'page' | 'pageSize'> => ({
  q: filters.q,
  routes: filters.route,
  states: filters.state,
  client: filters.client,
  receivedFrom: filters.received_from,
  receivedTo: filters.received_to,
  ...(filters.deadline_before !== undefined && { deadlineBefore: new Date(filters.deadline_before) }),
  ...deadlineByRoute(filters),
  ...(filters.due_before !== undefined && { dueBefore: new Date(filters.due_before) }),
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
