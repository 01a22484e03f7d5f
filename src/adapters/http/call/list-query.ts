import { deadlinesBefore, deadlinesLateAt } from '../../../domain/lifecycle/deadlines.ts';
import type { Route } from '../../../domain/vocabulary/route.ts';
import type { InvoicePage, InvoiceQuery } from '../../../ports/invoice-reads.ts';
import type { Reply } from './reply.ts';

/** The query of GET /invoices and GET /received, each with its own states (contract 2.5). */
export interface ListQuery<S extends string> {
  readonly q?: string;
  readonly route?: readonly Route[];
  readonly state?: readonly S[];
  readonly client?: string;
  readonly received_from?: string;
  readonly received_to?: string;
  readonly deadline_before?: string;
  readonly deadline_local_before?: string;
  readonly late_by?: string;
  readonly due_before?: string;
  readonly sort: 'newest' | 'oldest';
  readonly page: number;
  readonly page_size: number;
}

type Query<S> = Omit<InvoiceQuery, 'states'> & { readonly states?: readonly S[] };

export const listQuery = <S extends string>(asked: ListQuery<S>): Query<S> => ({
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
function deadlineByRoute({ deadline_local_before: ended, late_by: late }: ListQuery<string>) {
  const [bounds, others] = [
    ...(ended === undefined ? [] : [deadlinesBefore(new Date(ended))]),
    ...(late === undefined ? [] : [deadlinesLateAt(new Date(late))]),
  ];
  if (!bounds) return {};
  const earlier = others && bounds.map((bound, n) => (others[n]!.before < bound.before ? others[n]! : bound));
  return { deadlineByRoute: earlier ?? bounds };
}

export const listReply = (
  data: readonly object[],
  { total, page, countsByState }: Omit<InvoicePage<never>, 'invoices'>,
  asked: ListQuery<string>,
): Reply => ({
  status: 200,
  json: { data, total, page, page_size: asked.page_size, counts_by_state: countsByState },
});
