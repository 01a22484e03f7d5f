import { Causes, causesFirst } from './consequences.ts';
import type { Finding, RelatedFinding } from 'en16931-rules/vocabulary/finding.ts';

/** More related findings than these do not help a reader. */
const MAX_RELATED = 20;

interface Found {
  readonly findings: readonly Finding[];
}

/** Findings by code. */
type Codes = Map<string, RelatedFinding>;

/**
 * Lets findings of one cause name each other: those about one member, or about one place of a file and one term, with the same severity.
 * Some rules repeat others, and layers repeat rules. A finding from which others follow names these, and they stand behind it.
 */
export function joinedByCause<L extends Found>(layers: readonly L[]): readonly L[] {
  const all = layers.flatMap(({ findings }) => findings);
  const places = new Map<string, Codes>();
  for (const finding of all) addCode(places, placeOf(finding), finding);
  const causes = new Causes(all);
  const consequences = new Map<Finding, Codes>();
  for (const finding of all) addCode(consequences, causes.causeOf(finding), finding);
  return layers.map((layer) => ({
    ...layer,
    findings: causesFirst(layer.findings, causes).map((finding) =>
      join(finding, [...(consequences.get(finding) ?? []), ...(places.get(placeOf(finding) ?? '') ?? [])]),
    ),
  }));
}

function addCode<K>(codesOf: Map<K, Codes>, of: K | undefined, { code, source }: Finding): void {
  if (of === undefined) return;
  const codes = codesOf.get(of) ?? new Map<string, RelatedFinding>();
  // One more than is named, because each finding leaves itself out.
  if (codes.size <= MAX_RELATED && !codes.has(code)) codes.set(code, { code, source });
  codesOf.set(of, codes);
}

/** A finding without a place may be about anything. */
function placeOf({ field, location, term, severity }: Finding): string | undefined {
  if (field !== undefined) return `${severity} ${field}`;
  return location && term !== undefined ? `${severity} ${term} ${location.xpath}` : undefined;
}

function join(finding: Finding, others: readonly (readonly [string, RelatedFinding])[]): Finding {
  const named = (finding.related ?? []).map((one) => [one.code, one] as const);
  const all = new Map([...named, ...others, ...named]);
  const related = [...all.values()].filter(({ code }) => code !== finding.code).slice(0, MAX_RELATED);
  return related.length > 0 ? { ...finding, related } : finding;
}
