import { type ErpTotals, parseErpTotals } from '../../domain/checks/pre-check/erp-totals.ts';
import { type Finding, isError } from '../../domain/findings/finding.ts';
import { precheck } from '../../domain/checks/pre-check/precheck.ts';
import { checkRoute } from '../../domain/checks/early-rules/route-rules.ts';
import { standsInForReference } from '../../domain/checks/early-rules/invoice-reference.ts';
import type { Format } from '../../domain/vocabulary/formats.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { CanonicalInvoice } from '../../domain/invoice/canonical.ts';
import { parseCanonical } from '../../domain/invoice/parse-canonical.ts';
import type { Route } from '../../domain/vocabulary/route.ts';

/** The document in the domain's terms. @throws CallFailed `validation-failed` */
export function parsed(document: unknown): CanonicalInvoice {
  const read = parseCanonical(document);
  if (!read.ok) throw new CallFailed({ kind: 'validation-failed', findings: read.findings });
  return read.invoice;
}

/** @param json the call's `erp_totals`. @throws CallFailed `validation-failed` */
export function parsedTotals(json: unknown): ErpTotals {
  const read = parseErpTotals(json);
  if (!read.ok) throw new CallFailed({ kind: 'validation-failed', findings: read.findings });
  return read.totals;
}

interface Offered {
  readonly route: Route;
  readonly format: Format;
  readonly erpTotals: ErpTotals;
  /** The invoice number when left out. */
  readonly invoiceRef: string | undefined;
}

/** What can be said against an invoice before any document exists. @throws CallFailed `validation-failed` */
export function refuseUnfit(
  invoice: CanonicalInvoice,
  { route, format, erpTotals, invoiceRef }: Offered,
): void {
  refuseAny([
    ...checkRoute(invoice, route, format),
    ...precheck(invoice, erpTotals),
    ...standsInForReference(invoice, invoiceRef),
  ]);
}

/** Warnings and information do not refuse. */
function refuseAny(findings: readonly Finding[]): void {
  const [first, ...rest] = findings.filter(isError);
  if (first) throw new CallFailed({ kind: 'validation-failed', findings: [first, ...rest] });
}
