import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { inErpTerms } from '../../domain/mapping/erp-terms.ts';
import type { MappedExport } from '../../domain/mapping/map-export.ts';

/**
 * Findings about the canonical invoice in the ERP's terms, without those on fields that have a finding of the mapping. If the mapping has
 * none, all stay: an unreadable invoice is never without a reason.
 */
export function withoutRepeated(findings: readonly Finding[], mapped: MappedExport): readonly Finding[] {
  if (mapped.findings.length === 0) return inErpTerms(findings, mapped.origins);
  const reported = new Set(mapped.findings.map(({ field }) => field));
  const fresh = findings.filter(({ field }) => field === undefined || !mapped.reportedPaths.has(field));
  return inErpTerms(fresh, mapped.origins).filter(({ field }) => field === undefined || !reported.has(field));
}
