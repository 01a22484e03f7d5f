import { type Finding, isError, type RelatedFinding, SEVERITIES } from 'en16931-rules/vocabulary/finding.ts';
import { isOnDay, type Overlay, overlaidBy, SEVERITY_OF_CHANGE } from 'en16931-rules/vocabulary/overlay.ts';

/**
 * Rules that the canonical form shows to be broken, with the overlays of the client. A finding whose rules are all overlaid refuses nothing:
 * their own layer judges the built document.
 */
export function overlaidEarly(
  findings: readonly Finding[],
  overlays: readonly Overlay[],
  day: string,
): readonly Finding[] {
  const applying = overlays.filter((overlay) => isOnDay(overlay, day));
  return applying.length === 0 ? findings : findings.map((finding) => lowered(finding, applying));
}

/** Without those that the layer of their rule lists, once the document is built. */
export const withoutRepeated = (findings: readonly Finding[]): readonly Finding[] =>
  findings.some(isError) ? findings : findings.filter(({ overlay }) => !overlay);

function lowered(finding: Finding, overlays: readonly Overlay[]): Finding {
  const { related = [], ...rest } = finding;
  const [first, ...others] = related;
  const matching = related.map((rule) => overlayOf(rule, overlays));
  if (!first || matching.some((overlay) => !overlay || overlay.change === 'error')) return finding;
  const severities = matching.map((overlay) => SEVERITY_OF_CHANGE[overlay?.change ?? 'error']);
  const [overlay] = matching;
  return {
    ...rest,
    ...first,
    severity: SEVERITIES.find((severity) => severities.includes(severity)) ?? finding.severity,
    ...(others.length > 0 && { related: others }),
    ...(overlay && { overlay: overlaidBy(overlay) }),
  };
}

/** In any layer: several have the rules of EN 16931, and each judges the document that is built. */
const overlayOf = ({ code }: RelatedFinding, overlays: readonly Overlay[]): Overlay | undefined =>
  overlays.find(({ rule }) => rule === code);
