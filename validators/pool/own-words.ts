import type { Finding, NonEmpty } from '../vocabulary/finding.ts';
import type { Outcome } from '../vocabulary/layer.ts';
import type { FiredTest, RuleRun } from '../engine/result.ts';
import { UNNAMED } from './judge.ts';

/**
 * What official rules found, in the words that rules written here have for the same ids, with the figures of the document. The
 * outcome stays that of the official rules. An id without words of ours keeps the official ones, in both members; a
 * rule without id has no others.
 * @param own undefined if there are no such rules, or if they gave no verdict.
 */
export function inOwnWords(outcome: Outcome, own: RuleRun | undefined): Outcome {
  if (outcome.outcome === 'not_run' || outcome.findings.length === 0) return outcome;
  const fired = own?.kind === 'verdict' ? own.fired : [];
  const words = new Map<string, Words>();
  const findings = outcome.findings.map((finding): Finding => {
    if (finding.code === UNNAMED || typeof finding.message !== 'string') return finding;
    const known = words.get(finding.code) ?? new Words(finding.code, outcome.findings, fired);
    words.set(finding.code, known);
    return { ...finding, message: known.of(finding) ?? finding.message, officialMessage: finding.message };
  });
  // As many as there were.
  return { ...outcome, findings: findings as unknown as NonEmpty<Finding> };
}

/** The words of one id. Published rules may stand at another element than ours: then the places are told apart by their order. */
class Words {
  private readonly byPlace: ReadonlyMap<string, string>;
  private readonly inOrder: readonly string[];

  constructor(
    code: string,
    private readonly findings: readonly Finding[],
    fired: readonly FiredTest[],
  ) {
    const firings = fired.filter(({ id }) => id === code).flatMap((test) => test.firings);
    this.findings = findings.filter((finding) => finding.code === code);
    this.byPlace = new Map(firings.map(({ text, location }) => [location?.xpath ?? '', text]));
    this.inOrder = firings.map(({ text }) => text);
  }

  of(finding: Finding): string | undefined {
    const here = finding.location && this.byPlace.get(finding.location.xpath);
    if (here !== undefined) return here;
    const [only, ...others] = new Set(this.inOrder);
    if (others.length === 0) return only;
    return this.inOrder.length === this.findings.length
      ? this.inOrder[this.findings.indexOf(finding)]
      : undefined;
  }
}
