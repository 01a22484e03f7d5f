import type { ShownRoute } from '../../../application/operation/list-routes.ts';
import type { Handlers } from '../call/handlers.ts';

export const routeHandlers = {
  listRoutes: async ({ caller, request }, { useCases }) => {
    const { client } = request.query as { readonly client?: string };
    const routes = await useCases.listRoutes.run(caller, client);
    return { status: 200, json: { data: routes.map(routeToWire) } };
  },
} satisfies Partial<Handlers>;

const routeToWire = ({ route, hasNetwork, last, queued }: ShownRoute) => ({
  route,
  state: stateOf({ hasNetwork, last }),
  last_answer: last && { at: last.at.toISOString(), answer: last.answer, took_ms: last.tookMs },
  last_worked_at: last?.workedAt?.toISOString(),
  failing_since: last?.failingSince?.toISOString(),
  queued: queued.invoices,
  oldest_queued_at: queued.oldestAt?.toISOString(),
});

function stateOf({ hasNetwork, last }: Pick<ShownRoute, 'hasNetwork' | 'last'>): string {
  if (!hasNetwork) return 'no_network';
  if (!last) return 'not_called';
  if (!last.works) return 'no_answer';
  return last.isSlow ? 'slow' : 'works';
}
