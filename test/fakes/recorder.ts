import type { WatchRoutes } from '../../src/application/operation/watch-routes.ts';

/** Nothing goes over a wire. */
export const NO_CALLS: Pick<WatchRoutes, 'collect'> = {
  collect: async (_of, work) => ({ value: await work([]), calls: [] }),
};
