import { deadlinesBefore } from '../../../domain/lifecycle/deadlines.ts';
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
  ...(asked.deadline_local_before !== undefined && {
    deadlineByRoute: deadlinesBefore(new Date(asked.deadline_local_before)),
  }),
  ...(asked.due_before !== undefined && { dueBefore: new Date(asked.due_before) }),
  sort: asked.sort,
  page: asked.page,
  pageSize: asked.page_size,
});

export const listReply = (
  data: readonly object[],
  { total, page, countsByState }: Omit<InvoicePage<never>, 'invoices'>,
  asked: ListQuery<string>,
): Reply => ({
  status: 200,
  json: { data, total, page, page_size: asked.page_size, counts_by_state: countsByState },
});
