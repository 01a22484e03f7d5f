import type { Finding, Severity } from 'en16931-rules/vocabulary/finding.ts';

/** In the code of a rule: each VAT category, as in `BR-S-08`. */
const OF_CATEGORIES = ['S', 'Z', 'E', 'AE', 'IC', 'G', 'O', 'AF', 'AG'];
const ofCategories = (...numbers: readonly string[]): readonly string[] =>
  numbers.flatMap((number) => OF_CATEGORIES.map((category) => `BR-${category}-${number}`));

/** A rule that is broken, and rules that the same value breaks further on in the document. */
const CONSEQUENCES: readonly { readonly of: string; readonly are: readonly string[] }[] = [
  // Totals: each is computed from the one before it.
  { of: 'PEPPOL-EN16931-R120', are: ['BR-CO-10', ...ofCategories('08')] },
  { of: 'BR-CO-10', are: ['BR-CO-13'] },
  { of: 'BR-CO-11', are: ['BR-CO-13'] },
  { of: 'BR-CO-12', are: ['BR-CO-13'] },
  { of: 'BR-CO-13', are: ['BR-CO-15'] },
  { of: 'BR-CO-14', are: ['BR-CO-15'] },
  { of: 'BR-CO-15', are: ['BR-CO-16'] },
  // VAT: the breakdown has a group for each category, with the sum of its lines.
  { of: 'BR-CL-17', are: ofCategories('01', '08') },
  { of: 'BR-CL-18', are: ofCategories('01', '08') },
  { of: 'BR-CO-04', are: ofCategories('01', '08') },
];

/** Codes of one value: an identifier or an account with a wrong check digit. The first of equal severity is the cause. */
const OF_ONE_VALUE: readonly (readonly string[])[] = [
  ['EI-ID-GLN', 'PEPPOL-COMMON-R040'],
  ['EI-ID-NIP', 'EI-KSEF-NIP'],
  ['EI-ID-IBAN', 'BR-DE-19', 'BR-DE-20', 'DE-R-019', 'DE-R-020'],
];

const WEIGHT: Readonly<Record<Severity, number>> = { error: 2, warning: 1, information: 0 };

/** The causes of findings among each other; a cause is at least as severe as its consequence. */
export class Causes {
  /** The most severe finding of each code. */
  private readonly byCode = new Map<string, Finding>();
  /** The most severe finding of each value with several codes. */
  private readonly byValue = new Map<string, Finding>();

  constructor(findings: readonly Finding[]) {
    for (const finding of findings) {
      keepGravest(this.byCode, finding.code, finding);
      const value = valueOf(finding);
      if (value !== undefined) keepGravest(this.byValue, value, finding);
    }
  }

  /** The finding from which this one follows, at the beginning of a chain; undefined if it follows from none. */
  causeOf(finding: Finding): Finding | undefined {
    const sameValue = this.byValue.get(valueOf(finding) ?? '');
    if (sameValue && sameValue.code !== finding.code) return sameValue;
    const matchingFinding = CONSEQUENCES.filter(({ are }) => are.includes(finding.code))
      .map(({ of }) => this.byCode.get(of))
      .find((one) => one !== undefined && WEIGHT[one.severity] >= WEIGHT[finding.severity]);
    return matchingFinding && (this.causeOf(matchingFinding) ?? matchingFinding);
  }
}

function keepGravest(byPlace: Map<string, Finding>, key: string, finding: Finding): void {
  const before = byPlace.get(key);
  if (!before || WEIGHT[finding.severity] > WEIGHT[before.severity]) byPlace.set(key, finding);
}

/** A finding on the canonical form names the rule that it stands for in `related`. */
function valueOf({ code, related = [], field, term, location }: Finding): string | undefined {
  const codes = code === 'EI-SCHEMA' ? related.map((one) => one.code) : [code];
  const at = OF_ONE_VALUE.findIndex((set) => codes.some((one) => set.includes(one)));
  const place = field ?? (location && `${term} ${location.xpath}`) ?? term;
  return at === -1 || place === undefined ? undefined : `${at} ${place}`;
}

/** Lets each consequence follow its cause. */
export function causesFirst(findings: readonly Finding[], causes: Causes): readonly Finding[] {
  const present = new Set(findings);
  const following = new Map<Finding, Finding[]>();
  const first = findings.filter((finding) => {
    const cause = causes.causeOf(finding);
    if (!cause || !present.has(cause)) return true;
    following.set(cause, [...(following.get(cause) ?? []), finding]);
    return false;
  });
  return following.size === 0 ? findings : first.flatMap((one) => [one, ...(following.get(one) ?? [])]);
}

/** The findings without those that follow from another; `related` of the cause names them. */
export function withoutConsequences(findings: readonly Finding[]): readonly Finding[] {
  const causes = new Causes(findings);
  return findings.filter((finding) => causes.causeOf(finding) === undefined);
}
