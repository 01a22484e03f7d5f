/** Where an invoice goes. The same values appear as `country_route` in status events (contract 1). */
export const ROUTES = ['PEPPOL', 'PL-KSEF', 'RO-EFACTURA', 'FR-PA', 'DE-XRECHNUNG'] as const;
export type Route = (typeof ROUTES)[number];

/** A key belongs to one of them; a process serves one. */
export const ENVIRONMENTS = ['sandbox', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
