import type { ShownRoute } from '../../../application/operation/list-routes.ts';
import type { AnswerJson } from '../call/contract.ts';
import type { Handlers } from '../call/handlers.ts';
import { answer } from '../call/answer.ts';

export const routeHandlers = {
  listRoutes: async ({ caller, query }, { useCases }) => {
    const { client } = query;
    const routes = await useCases.listRoutes.run(caller, client);
    return answer(200, { data: routes.map(routeToWire) });
  },
} satisfies Partial<Handlers>;

type RouteRow = AnswerJson<'listRoutes'>['data'][number];

const routeToWire = ({ route, hasNetwork, last, queued }: ShownRoute): RouteRow => ({
  route,
  state: stateOf({ hasNetwork, last }),
  last_answer: last && { at: last.at.toISOString(), answer: last.answer, took_ms: last.tookMs },
  last_worked_at: last?.workedAt?.toISOString(),
  failing_since: last?.failingSince?.toISOString(),
  queued: queued.invoices,
  oldest_queued_at: queued.oldestAt?.toISOString(),
});

function stateOf({ hasNetwork, last }: Pick<ShownRoute, 'hasNetwork' | 'last'>): RouteRow['state'] {
  if (!hasNetwork) return 'no_network';
  if (!last) return 'not_called';
  if (!last.works) return 'no_answer';
  return last.isSlow ? 'slow' : 'works';
}
