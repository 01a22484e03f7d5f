/** Departments with a country code of their own in ISO 3166-1: Guadeloupe, Martinique, Réunion. */
const FRENCH_DEPARTMENTS: ReadonlySet<string> = new Set(['GP', 'MQ', 'RE']);

/**
 * Whether the French rules on invoices, identifiers and reports apply in a country (`routes/fr-reports`, section 1). Corsica has no code of
 * its own. Guiana, Mayotte and the collectivities overseas are abroad, and so is Monaco: it shares the French VAT, not the reform.
 */
export const isFrench = (country: string): boolean => lawIn(country) === 'FR';

/** The country whose registers and rules hold in a country. */
export const lawIn = (country: string): string => (FRENCH_DEPARTMENTS.has(country) ? 'FR' : country);
