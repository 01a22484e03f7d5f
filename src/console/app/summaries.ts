import type { components } from '../../client/client.ts';
import { dataOf, useAnswer } from './answer.ts';
import { service } from './session.ts';

export type Summary = components['schemas']['Summary'];

/** Of the rows of a page, by id. */
export interface Summaries {
  readonly of: (id: string) => Summary | undefined;
  /** Its content has been deleted. */
  readonly isMissing: (id: string) => boolean;
}

/** As many as one call answers. */
const MAX_IDS = 200;
/** What is sent, received or not taken has a summary; a tax report and a rule pack have none. */
const SUMMARISED = /^(inv|rcv|rfs)_/;

/** What the invoices of a page are. The rows stand before it is answered. */
export function useSummaries(rows: readonly { readonly id: string }[] | undefined): Summaries {
  const ids = [...new Set((rows ?? []).map(({ id }) => id))].filter((id) => SUMMARISED.test(id));
  const { data } = useAnswer((signal) => readSummaries(ids, signal), [ids.join()]);
  const lists = data ?? [];
  const byId = new Map(lists.flatMap((list) => list.data).map((summary) => [summary.id, summary]));
  const missing = new Set(lists.flatMap((list) => list.missing));
  return { of: (id) => byId.get(id), isMissing: (id) => missing.has(id) };
}

/** One call for a page of a list. */
const readSummaries = (
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly components['schemas']['SummaryList'][]> =>
  Promise.all(
    Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, n) => ({
      ids: ids.slice(n * MAX_IDS, (n + 1) * MAX_IDS),
    })).map((query) => dataOf(service().api.GET('/summaries', { params: { query }, signal }))),
  );
