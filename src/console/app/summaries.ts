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

/** What the invoices of a page are; one call for a page. The rows stand before it is answered. */
export function useSummaries(rows: readonly { readonly id: string }[] | undefined): Summaries {
  const ids = (rows ?? []).map(({ id }) => id);
  const { data } = useAnswer<components['schemas']['SummaryList']>(
    async (signal) =>
      ids.length === 0
        ? { data: [], missing: [] }
        : dataOf(service().api.GET('/summaries', { params: { query: { ids } }, signal })),
    [ids.join()],
  );
  const byId = new Map((data?.data ?? []).map((summary) => [summary.id, summary]));
  return { of: (id) => byId.get(id), isMissing: (id) => data?.missing.includes(id) ?? false };
}
