import { deadlinesBefore, deadlinesLateAt } from '../../../domain/lifecycle/deadlines.ts';
import type { InvoicePage, InvoiceQuery } from '../../../ports/invoice-reads.ts';
import type { Query } from './contract.ts';

/** The query of GET /invoices and GET /received, each with its own states (contract 2.5). */
type ListQuery<S> = Omit<Query<'listInvoices'>, 'state'> & {
  readonly state?: readonly S[];
  readonly answer?: Query<'listReceived'>['answer'];
};

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
  filing: filters.filing,
  buyerStatuses: filters.buyer_status,
  buyerAsks: filters.buyer_asks,
  answers: filters.answer,
  fetch: filters.fetch,
  receivedFrom: filters.received_from,
  receivedTo: filters.received_to,
  issuedFrom: filters.issued_from,
  issuedTo: filters.issued_to,
  ...(filters.deadline_before !== undefined && { deadlineBefore: new Date(filters.deadline_before) }),
  ...deadlineByRoute(filters),
  ...(filters.due_before !== undefined && { dueBefore: new Date(filters.due_before) }),
});

type Deadlines = Pick<ListQuery<string>, 'deadline_local_before' | 'late_by' | 'not_late_by'>;

/** Of each route the earlier of the upper bounds. */
function deadlineByRoute({ deadline_local_before: ended, late_by: late, not_late_by: notLate }: Deadlines) {
  if ((ended ?? late ?? notLate) === undefined) return {};
  const uppers = [
    ...(ended === undefined ? [] : [deadlinesBefore(new Date(ended))]),
    ...(late === undefined ? [] : [deadlinesLateAt(new Date(late))]),
  ];
  const lowers = notLate === undefined ? [] : deadlinesLateAt(new Date(notLate));
  const all = deadlinesBefore(MAX_TIME);
  return {
    deadlineByRoute: all.map((widest, n) => ({
      route: widest.route,
      before: uppers.map((rows) => rows[n]!.before).reduce(earlier, widest.before),
      ...(lowers[n] && { from: lowers[n].before }),
    })),
  };
}

/** Year 9999: later than every deadline. */
const MAX_TIME = new Date('9999-12-31T00:00:00Z');
const earlier = (one: Date, other: Date): Date => (other < one ? other : one);

export const pageMembers = <S extends string>(
  { total, page, countsByState }: Pick<InvoicePage<S>, 'total' | 'page' | 'countsByState'>,
  { page_size }: Pick<ListQuery<S>, 'page_size'>,
) => ({ total, page, page_size, counts_by_state: countsByState });
