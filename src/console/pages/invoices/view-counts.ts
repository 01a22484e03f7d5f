import { dataOf, useAnswer } from '../../app/answer.ts';
import { query, withoutSelection } from '../../app/router.ts';
import { service } from '../../app/session.ts';
import type { components } from '../../../client/client.ts';
import { ASKS } from '../../components/states.tsx';
import { everyView, type ListQuery, VIEWS } from './view.ts';

type List = components['schemas']['InvoiceList'];
type ViewName = (typeof VIEWS)[number]['name'];

/** Invoices of each view, under the other filters. */
export type ViewCounts = Readonly<Record<ViewName, number>>;

/** @param list it is counted again when the list has changed. */
export function useViewCounts(list: List | undefined): ViewCounts | undefined {
  const address = query.value;
  const { data } = useAnswer(
    async (signal) => {
      const read = (part: Partial<ListQuery>): Promise<List> => {
        const filters = { ...everyView(address, new Date()), ...part, page_size: 25 as const };
        return dataOf(service().api.GET('/invoices', { params: { query: filters }, signal }));
      };
      const [all, open, toFetch, asks] = await Promise.all([
        read({}),
        read({ filing: 'open' }),
        read({ fetch: 'open' }),
        read({ buyer_status: [...ASKS] }),
      ]);
      return {
        all: all.counts_by_state,
        open: open.counts_by_state,
        toFetch: toFetch.total,
        asks: asks.total,
      };
    },
    [withoutSelection(address), JSON.stringify(list?.counts_by_state)],
  );
  return data && countsOf(data);
}

interface Counted {
  readonly all: Readonly<Record<string, number>>;
  /** Of what is to be filed. */
  readonly open: Readonly<Record<string, number>>;
  readonly toFetch: number;
  readonly asks: number;
}

function countsOf({ all, open, toFetch, asks }: Counted): ViewCounts {
  const sum = (counts: Readonly<Record<string, number>>, states: readonly string[]): number =>
    (states.length > 0 ? states : Object.keys(counts)).reduce((n, state) => n + (counts[state] ?? 0), 0);
  const rows = VIEWS.map((view) => {
    if (view.name === 'to-fetch') return [view.name, toFetch];
    if (view.name === 'buyer-asks') return [view.name, asks];
    return [
      view.name,
      sum('filing' in view ? open : all, view.states) - (view.name === 'arrived' ? toFetch : 0),
    ];
  });
  return Object.fromEntries(rows) as ViewCounts;
}
