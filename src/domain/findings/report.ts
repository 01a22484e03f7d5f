import type { Finding } from './finding.ts';
import type { Layer } from './layer.ts';

/** A file that a report or manifest speaks about. */
export interface ReportedDocument {
  readonly kind: string;
  /** 64 lowercase hex. */
  readonly sha256: string;
}

/**
 * The validation report as callers read it and as it is stored (contract 2.14, decisions "layer entry"). `valid` only
 * when every layer is: a check that did not run is not one that passed.
 */
export function validationReport(
  route: string,
  layers: readonly Layer[],
  documents: readonly ReportedDocument[],
) {
  return {
    valid: layers.length > 0 && layers.every(({ outcome }) => outcome === 'valid'),
    route,
    layers: layers.map(layerEntry),
    documents: documents.map(({ kind, sha256 }) => ({ kind, sha256 })),
  };
}

export interface ManifestFacts {
  readonly invoice: { readonly id: string; readonly invoiceRef: string; readonly route: string };
  readonly document: ReportedDocument & { readonly mediaType: string; readonly size: number };
  readonly layers: readonly Layer[];
  readonly serviceVersion: string;
  readonly createdAt: Date;
}

/** What went to the route and which checks it passed (decisions, "manifest"). */
export function manifest({ invoice, document, layers, serviceVersion, createdAt }: ManifestFacts) {
  return {
    invoice_id: invoice.id,
    invoice_ref: invoice.invoiceRef,
    route: invoice.route,
    kind: document.kind,
    media_type: document.mediaType,
    size: document.size,
    sha256: document.sha256,
    layers: layers.map(({ layer, source, pack, outcome }) => ({ layer, source, pack, outcome })),
    service_version: serviceVersion,
    created_at: createdAt.toISOString(),
  };
}

function layerEntry(layer: Layer) {
  return {
    layer: layer.layer,
    ...(layer.format && { format: layer.format }),
    source: layer.source,
    pack: layer.pack && { id: layer.pack.id, version: layer.pack.version, origin: layer.pack.origin },
    outcome: layer.outcome,
    ...(layer.outcome === 'not_run' && { reason: layer.reason }),
    ...(layer.advisory && { advisory: true }),
    duration_ms: layer.durationMs,
    findings: layer.findings.map(reportedFinding),
  };
}

/** A finding in wire names (contract 2.3; `severity`, `location`, `term` from the decisions). */
export function reportedFinding(finding: Finding) {
  const { code, severity, source, message, field, fixHint, whoFixes, related, location, term } = finding;
  return {
    code,
    severity,
    source,
    message,
    field,
    fix_hint: fixHint,
    who_fixes: whoFixes,
    related,
    location,
    term,
  };
}
