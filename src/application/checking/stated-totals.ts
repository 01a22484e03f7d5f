import type { MappedExport } from '../../domain/mapping/map-export.ts';

/** What an ERP's totals are taken for where the call does not say others. @param given the call's `erp_totals`. */
export function statedTotals(given: unknown, mapped: MappedExport | undefined): unknown {
  if (!mapped) return given;
  if (given === undefined) return mapped.totals;
  return typeof given === 'object' && given !== null ? { ...mapped.totals, ...given } : given;
}
