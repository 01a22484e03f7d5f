import { dataOf, useAnswer } from '../../app/answer.ts';
import { query, withoutSelection } from '../../app/router.ts';
import { service } from '../../app/session.ts';
import type { components } from '../../../client/client.ts';
import { type CountQuery, countQuery, type View, VIEWS } from './view.ts';

type List = components['schemas']['InvoiceList'];
type Counts = components['schemas']['InvoiceCounts'];

/** Invoices of each view, under the other filters. */
export type ViewCounts = Readonly<Record<View['name'], number>>;

/** @param list it is counted once the list is there, and again when that has changed. */
export function useViewCounts(list: List | undefined): ViewCounts | undefined {
  const address = query.value;
  return useAnswer(
    async (signal) => list && readViewCounts(countQuery(address, new Date()), signal),
    [withoutSelection(address), JSON.stringify(list?.counts_by_state)],
  ).data;
}

export async function readViewCounts(filters: CountQuery, signal: AbortSignal): Promise<ViewCounts> {
  const call = service().api.GET('/invoices/counts', { params: { query: filters }, signal });
  const counts = await dataOf(call);
  return Object.fromEntries(VIEWS.map((view) => [view.name, countOf(view, counts)])) as ViewCounts;
}

function countOf(view: View, counts: Counts): number {
  if ('buyer_asks' in view) return counts.buyer_asks;
  const ofFetch = 'fetch' in view ? view.fetch : undefined;
  if (ofFetch === 'open') return counts.to_fetch;
  const byState: Readonly<Record<string, number>> =
    'filing' in view ? counts.unfiled_by_state : counts.by_state;
  const states = view.states.length > 0 ? view.states : Object.keys(byState);
  const all = states.reduce((n, state) => n + (byState[state] ?? 0), 0);
  return ofFetch === 'done' ? all - counts.to_fetch : all;
}
