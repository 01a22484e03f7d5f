export const ROUTES = ['PEPPOL', 'PL-KSEF', 'RO-EFACTURA', 'FR-PA', 'DE-XRECHNUNG'] as const;
export type Route = (typeof ROUTES)[number];

export const ENVIRONMENTS = ['sandbox', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
