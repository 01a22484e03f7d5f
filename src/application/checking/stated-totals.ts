import type { MappedExport } from '../../domain/mapping/map-export.ts';

/** The totals of an ERP, if the call states no others. @param given the call's `erp_totals`. */
export function statedTotals(given: unknown, mapped: MappedExport | undefined): unknown {
  if (!mapped) return given;
  if (given === undefined) return mapped.totals;
  return typeof given === 'object' && given !== null ? { ...mapped.totals, ...given } : given;
}
