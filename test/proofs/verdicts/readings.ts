import { english } from '../../support/words.ts';
import type { FiredTest, RuleRun } from 'en16931-rules/engine/result.ts';
import type { XsdRun } from 'en16931-rules/xsd/findings.ts';
import { idInText } from '../../support/id-in-text.ts';
import type { Verdict } from './compare.ts';

const UNREACHED = 'no rule is reached';

export const distinct = (lines: Iterable<string>): Verdict => [...new Set(lines)];

/** Ids of severity `fatal`, each once. A run without a verdict is one finding, and so is one in which no rule met the document. */
export function fatalIds(run: RuleRun): Verdict {
  if (run.kind !== 'verdict') return [run.kind];
  if (!run.reached) return [UNREACHED];
  return distinct(
    run.fired.filter(isFatal).map(({ id, firings: [first] }) => id ?? idInText(first?.text ?? '')),
  );
}

/** Each test that fired, with severity and count: `BR-63 fatal ×2`. A run without a verdict is one finding. */
export const firedTests = (run: RuleRun): Verdict =>
  run.kind === 'verdict'
    ? run.fired.map(({ id, flag, count }) => `${id ?? '-'} ${flag ?? '-'} ×${count}`).sort()
    : [run.kind];

/**
 * Each test that fired, with severity, count, texts and locations. If a test fires more often than is reported, engines report the
 * first ones in different orders: then the count alone. The codes of errors may differ.
 */
export const firings = (run: RuleRun): Verdict =>
  run.kind === 'verdict' ? [...(run.reached ? [] : [UNREACHED]), ...run.fired.map(firing)] : [run.kind];

const firing = ({ id, flag, role, count, firings }: FiredTest): string =>
  [
    id ?? '-',
    flag ?? '-',
    role ?? '-',
    `×${count}`,
    ...(count > firings.length ? [] : firings).map(
      ({ text, location }) => `${location?.xpath ?? '?'} "${text}"`,
    ),
  ].join(' ');

/**
 * The messages of a schema.
 * @throws Error without a verdict: it must not pass for a refusal.
 */
export function schemaFindings(run: XsdRun): Verdict {
  if (run.kind === 'verdict') return run.findings.map(({ message }) => english(message));
  throw new Error(`the schema has no verdict: ${run.reason}`);
}

/** A rule without a severity is fatal. */
const isFatal = ({ flag = 'fatal' }: FiredTest): boolean => /^(fatal|error)$/.test(flag);
