/**
 * Name of a route: where an invoice goes. The same value appears as `country_route` in status events (contract 1). `domain/routes/all.ts`
 * lists them.
 */
export type Route = string;

/** A key belongs to one of them; a process serves one. */
export const ENVIRONMENTS = ['sandbox', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
