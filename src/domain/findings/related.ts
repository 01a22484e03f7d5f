import type { Finding, RelatedFinding } from './finding.ts';

/** More related findings than these do not help a reader. */
const MOST_RELATED = 20;

interface Found {
  readonly findings: readonly Finding[];
}

/** All findings of one cause, by code. */
type Causes = ReadonlyMap<string, ReadonlyMap<string, RelatedFinding>>;

/**
 * Lets findings of one cause name each other: those about one member, or about one place of a file and one term, with the same severity.
 * Some rules repeat others, and layers repeat rules.
 */
export function joinedByCause<L extends Found>(layers: readonly L[]): readonly L[] {
  const causes = causesOf(layers.flatMap(({ findings }) => findings));
  return layers.map((layer) => ({
    ...layer,
    findings: layer.findings.map((finding) => joined(finding, causes)),
  }));
}

function causesOf(findings: readonly Finding[]): Causes {
  const causes = new Map<string, Map<string, RelatedFinding>>();
  for (const finding of findings) {
    const cause = causeOf(finding);
    if (cause === undefined) continue;
    const codes = causes.get(cause) ?? new Map<string, RelatedFinding>();
    const { code, source } = finding;
    // One more than is named, because each finding leaves itself out.
    if (codes.size <= MOST_RELATED && !codes.has(code)) codes.set(code, { code, source });
    causes.set(cause, codes);
  }
  return causes;
}

/** A finding without a place may be about anything. */
function causeOf({ field, location, term, severity }: Finding): string | undefined {
  if (field !== undefined) return `${severity} ${field}`;
  return location && term !== undefined ? `${severity} ${term} ${location.xpath}` : undefined;
}

function joined(finding: Finding, causes: Causes): Finding {
  const named = (finding.related ?? []).map((one) => [one.code, one] as const);
  const others = causes.get(causeOf(finding) ?? '') ?? [];
  const all = new Map([...named, ...others, ...named]);
  const related = [...all.values()].filter(({ code }) => code !== finding.code).slice(0, MOST_RELATED);
  return related.length > 0 ? { ...finding, related } : finding;
}
