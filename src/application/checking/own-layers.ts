import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { InvoiceSummary } from '../../domain/vocabulary/invoice-summary.ts';
import type { InvoiceTotal } from '../../domain/checks/pre-check/usual-total.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { Finding, NonEmpty } from 'en16931-rules/vocabulary/finding.ts';
import type { Layer, Outcome } from 'en16931-rules/vocabulary/layer.ts';
import {
  type ExaminedDocument,
  type OwnStep,
  pastLimitIn,
  type Progress,
  type Source,
  type Subject,
} from './subject.ts';

export interface OwnLayers {
  readonly layers: readonly Layer[];
  /** Present if all steps that stop have passed. */
  readonly document?: ExaminedDocument;
  readonly total?: InvoiceTotal | undefined;
  /** As far as the document can be read. */
  readonly summary?: InvoiceSummary;
  /** Members past the limits of the canonical form: no step has run. */
  readonly pastLimit?: NonEmpty<Finding>;
}

const pastLimitOf = ({ source }: Subject): NonEmpty<Finding> | undefined =>
  source.form === 'canonical' ? pastLimitIn(source) : undefined;

/**
 * Runs all steps in order, each a layer. After a step that refuses, only steps of the intake run, and only those with findings are listed.
 */
export async function ownLayers<S extends Source>(
  steps: readonly OwnStep<S>[],
  subject: Subject<S>,
): Promise<OwnLayers> {
  const pastLimit = pastLimitOf(subject);
  if (pastLimit) return { layers: [], pastLimit };
  const layers: Layer[] = [];
  let progress: Progress = {};
  let isStopped = false;
  for (const step of steps) {
    if ((isStopped && !step.atOnce) || step.when?.(subject) === false) continue;
    const started = performance.now();
    const taken = await step.take(subject, progress);
    const isListed = !isStopped && !step.isQuiet?.(subject);
    if (isListed || taken.outcome.findings.length > 0)
      layers.push(layerOf(step, taken.outcome, performance.now() - started));
    isStopped ||= step.stops && taken.outcome.outcome !== 'valid';
    progress = taken.progress;
  }
  const { document, total, summary } = progress;
  return { layers, ...(summary && { summary }), ...(!isStopped && document && { document, total }) };
}

/**
 * Runs the steps that a caller can wait for, as far as each can run.
 * @throws CallFailed `busy` if one cannot run now.
 */
export async function findingsAtOnce<S extends Source>(
  steps: readonly OwnStep<S>[],
  subject: Subject<S>,
): Promise<{ readonly findings: readonly Finding[]; readonly progress: Progress }> {
  const pastLimit = pastLimitOf(subject);
  if (pastLimit) return { findings: pastLimit, progress: {} };
  const findings: Finding[] = [];
  let progress: Progress = {};
  for (const step of steps.filter(({ atOnce, when }) => atOnce && when?.(subject) !== false)) {
    const taken = await step.take(subject, progress);
    if (taken.outcome.outcome === 'not_run') throw busy(taken.outcome.reason);
    findings.push(...taken.outcome.findings);
    progress = taken.progress;
  }
  return { findings, progress };
}

const busy = (detail: Text): CallFailed => new CallFailed({ kind: 'busy', retryAfterSeconds: 1, detail });

const layerOf = (
  { layer, source }: Pick<OwnStep<Source>, 'layer' | 'source'>,
  outcome: Outcome,
  ms: number,
): Layer => ({
  layer,
  source,
  pack: null,
  durationMs: Math.round(ms * 1000) / 1000,
  ...outcome,
});
