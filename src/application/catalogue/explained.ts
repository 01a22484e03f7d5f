import type { Finding, NonEmpty } from '../../domain/findings/finding.ts';
import type { Layer } from '../../domain/findings/layer.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { Catalogue } from '../../ports/catalogue.ts';

/** A finding with what the catalogue knows of its code. What the finding says itself stands: it knows the case. */
export function explained(finding: Finding, catalogue: Catalogue): Finding {
  const entry = catalogue.find(finding.code);
  if (!entry) return finding;
  const { whoFixes, fixHint, term } = entry;
  return { whoFixes, fixHint, ...(term !== undefined && { term }), ...finding };
}

export const explainedLayers = (layers: readonly Layer[], catalogue: Catalogue): readonly Layer[] =>
  layers.map((layer) => ({
    ...layer,
    findings: layer.findings.map((finding) => explained(finding, catalogue)),
  })) as readonly Layer[];

/** The same failure, its findings explained; any other error as it is. */
export function explainedFailure(error: unknown, catalogue: Catalogue): unknown {
  if (!(error instanceof CallFailed) || error.failure.kind !== 'validation-failed') return error;
  const findings = error.failure.findings.map((finding) => explained(finding, catalogue));
  return new CallFailed({ kind: 'validation-failed', findings: findings as unknown as NonEmpty<Finding> });
}
