import type { Finding } from '../../domain/findings/finding.ts';
import type { Layer } from '../../domain/findings/layer.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { MOST_FAILURES, nextAttempt, shareOf } from '../../domain/lifecycle/retry.ts';
import { mayMove } from '../../domain/lifecycle/states.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Paperwork } from '../../ports/paperwork.ts';
import { faultFinding } from '../care/care.ts';
import type { InvoiceFiles } from '../content/invoice-files.ts';
import { move, type Step, reschedule } from '../lifecycle/move.ts';

interface Tools {
  readonly files: Pick<InvoiceFiles, 'sealRefused'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly paperwork: Pick<Paperwork, 'event'>;
  /** `RETRY_SCALE`. */
  readonly retryScale: number;
}

/** Why a run came to nothing. */
export interface Cause {
  readonly finding: Finding;
  /** What was checked before; goes into the report of a dead letter. */
  readonly layers?: readonly Layer[];
}

/** A run that came to nothing is repeated on the schedule of part 8; the sixth in a row ends in a dead letter. */
export async function retryCheck(record: InvoiceRecord, cause: Cause, tools: Tools): Promise<Step> {
  const failed = { ...record, failures: record.failures + 1 };
  const next = nextAttempt(countedFailures(failed), tools.clock.now(), tools.retryScale);
  return next === 'give-up' ? giveUp(failed, cause, tools) : reschedule(failed, next, tools);
}

export const isGivenUp = (record: InvoiceRecord): boolean => countedFailures(record) >= MOST_FAILURES;

/** What a route holds is no dead letter, whatever fails on our side: then the longest wait is repeated. */
const countedFailures = ({ state, failures }: InvoiceRecord): number =>
  state === 'validated' || mayMove(state, 'dead_letter') ? failures : Math.min(failures, MOST_FAILURES - 1);

export async function giveUp(record: InvoiceRecord, { finding, layers }: Cause, tools: Tools): Promise<Step> {
  // No move leads from here to a dead letter: it gives up in the queue.
  if (!mayMove(record.state, 'dead_letter'))
    return move(record, 'queued', tools, { dueAt: tools.clock.now() });
  const { documents, files } = layers
    ? await tools.files.sealRefused(record, undefined, layers)
    : { documents: record.documents, files: [] };
  return {
    ...move({ ...record, documents }, 'dead_letter', tools, { dueAt: null, errors: [finding] }),
    files,
  };
}

/** The record with the runs that ended with their process counted as failures: all that is left of them is a lease. */
export function countCrashes(record: InvoiceRecord): InvoiceRecord {
  const died = (record.lease?.holders ?? 1) - 1;
  return { ...record, failures: record.failures + died };
}

/**
 * After the first of them the invoice is taken up at once: a process that ends is seldom its fault. From the second on it
 * waits as after any failure, but each invoice for a time of its own: those that merely lay beside the one that kills do not
 * meet it again.
 * @param record as `withDeaths` gives it.
 */
export function waitAfterCrash(before: InvoiceRecord, record: InvoiceRecord, tools: Tools): Step | undefined {
  const { failures } = record;
  if (failures === before.failures || failures < 2) return undefined;
  const next = nextAttempt(countedFailures(record), tools.clock.now(), tools.retryScale, shareOf(record.id));
  return next === 'give-up' ? undefined : reschedule(record, next, tools);
}

export const retryAfterFault = (record: InvoiceRecord, error: unknown, tools: Tools): Promise<Step> =>
  retryCheck(record, { finding: faultFinding(error) }, tools);
