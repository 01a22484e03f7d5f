import type { Finding } from '../vocabulary/finding.ts';
import { type Outcome, outcomeOf } from '../vocabulary/layer.ts';
import { type NamedOverlay, overlaidBy, SEVERITY_OF_CHANGE } from '../vocabulary/overlay.ts';

/** The outcome with the severities that a company gives its publisher's rules. A check that did not run stays one. */
export function overlaid(outcome: Outcome, overlays: readonly NamedOverlay[] = []): Outcome {
  if (outcome.outcome === 'not_run' || overlays.length === 0) return outcome;
  return outcomeOf(
    outcome.findings.map((finding): Finding => {
      const overlay = overlays.find(({ rule }) => rule === finding.code);
      return overlay
        ? { ...finding, severity: SEVERITY_OF_CHANGE[overlay.change], overlay: overlaidBy(overlay) }
        : finding;
    }),
  );
}
