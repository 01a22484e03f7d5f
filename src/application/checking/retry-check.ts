import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { nextTry } from '../../domain/sending/retry.ts';
import type { InvoiceFiles } from '../content/invoice-files.ts';
import { move, type EventPorts, type Step, reschedule, rescheduleSilently } from '../lifecycle/move.ts';
import { hasMissingPack, PACK_WAIT_MS, withMissingPack } from './missing-pack.ts';

interface Ports extends EventPorts {
  readonly files: Pick<InvoiceFiles, 'sealRefused'>;
  /** `RETRY_SCALE`. */
  readonly retryScale: number;
}

/** Why the official checks did not run, and the layers that did. */
interface NotRun {
  readonly finding: Finding;
  readonly layers: readonly Layer[];
}

/** The pack was installed at the intake, and may be again: the document waits without an end. */
export function waitForPack(record: InvoiceRecord, missing: Finding, ports: Ports): Step {
  const now = ports.clock.now();
  const next = new Date(now.getTime() + PACK_WAIT_MS * ports.retryScale);
  const waiting = withMissingPack(record, missing, now);
  return hasMissingPack(record) ? rescheduleSilently(waiting, next) : reschedule(waiting, next, ports);
}

/** Checks that did not run are repeated on the schedule of part 8; the sixth time in a row ends in a dead letter. */
export async function retryCheck(
  record: InvoiceRecord,
  { finding, layers }: NotRun,
  ports: Ports,
): Promise<Step> {
  const failed = { ...record, failures: record.failures + 1 };
  const next = nextTry(failed.failures, ports.clock.now(), ports.retryScale);
  if (next !== 'give-up')
    return {
      ...reschedule(failed, next.at, ports),
      failure: { code: finding.code, owner: finding.whoFixes },
    };
  const { documents, files } = await ports.files.sealRefused(record, undefined, layers);
  const ended = move({ ...failed, documents }, 'dead_letter', ports, { dueAt: null, errors: [finding] });
  return { ...ended, files };
}
