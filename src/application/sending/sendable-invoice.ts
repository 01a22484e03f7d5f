import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { RETRY_WAITS_MS } from '../../domain/sending/retry.ts';
import type { Batches } from '../../ports/rail/batches.ts';
import type { DocumentInTransit } from '../../ports/rail/inquiry.ts';
import type { Rail } from '../../ports/rail/rail.ts';
import { move, reschedule } from '../lifecycle/move.ts';
import type { Run } from '../work/record-kind.ts';
import { keepExchange } from './exchanges.ts';
import { invoiceRecorder } from './invoice-outcome.ts';
import { STATUS_INQUIRY } from '../../domain/routes/route-caps.ts';
import type { OutgoingDocument, Sendable } from './sendable.ts';
import type { BatchMembers, InvoiceSendingPorts } from './sending-ports.ts';
import { readInTransit, readingOf, readSentDocument, withReading } from './sent-document.ts';

/** An invoice, as the engine sends it. */
export function sendableInvoice(
  ports: InvoiceSendingPorts,
  membersOf: (run: Run) => BatchMembers<InvoiceRecord>,
): Sendable<InvoiceRecord> {
  return {
    ...invoiceRecorder(ports),
    metricPrefix: '',
    keep: (record, exchanged) => keepExchange(record, exchanged, ports.content),
    carrierOn: (rail) => rail,
    open: (record, rail) => openInvoice(record, rail, ports),
    isRenewedForAccount: true,
    accountWaits: () => RETRY_WAITS_MS,
    mark: (record) => {
      // The work of a worker that finds the mark.
      const marked: InvoiceRecord = { ...record, work: STATUS_INQUIRY, reachedRail: true };
      const now = ports.clock.now();
      return record.state === 'submitting'
        ? reschedule(marked, now, ports)
        : move(marked, 'submitting', ports, { dueAt: now });
    },
    noteReach: (record, before, hasReached) => ({
      ...record,
      reachedRail: before.reachedRail || hasReached,
    }),
    batching: { groupOf, sizeOf, membersOf },
  };
}

export function openInvoice(
  record: InvoiceRecord,
  rail: Rail,
  ports: InvoiceSendingPorts,
): OutgoingDocument<InvoiceRecord> {
  const { id, invoiceNumber, issueDate, documentSha256, legalId, offline, processingRule } = record;
  if (documentSha256 === undefined) throw new Error(`invoice ${id} has no document to be sent`);
  let read: Promise<DocumentInTransit> | undefined;
  const document = () => (read ??= readInTransit(record, ports));
  return {
    about: {
      ...(invoiceNumber !== undefined && { invoiceNumber }),
      ...(issueDate !== undefined && { issueDate }),
      documentSha256,
      legalId,
      ...(processingRule !== undefined && { processingRule }),
      ...(offline && { offline: offline.replaces === undefined ? {} : { replaces: offline.replaces } }),
      document,
    },
    partyIds: async () => (await (read ?? readingOf(record, ports))).addressing.seller.ids,
    bytes: () => readSentDocument(record, ports),
    load: async () => {
      const inTransit = await document();
      return {
        bytes: inTransit.bytes,
        record: await withReading(record, inTransit, ports),
        ...(rail.prepare && { prepare: (inquiry) => rail.prepare!({ ...inquiry, ...inTransit }) }),
        send: (inquiry) => rail.send({ ...inquiry, ...inTransit }),
      };
    },
  };
}

/** An invoice with this many failures is sent alone: if it crashes the process, no other invoice suffers. */
const MAX_TROUBLE = 3;

function groupOf(
  { state, submission, failures, crashes = 0 }: InvoiceRecord,
  batches: Batches,
): string | undefined {
  const { resumeToken, drops, outcomeUnknown } = submission ?? {};
  const isHarmless = failures + crashes < MAX_TROUBLE;
  const isFresh = state === 'queued' && !outcomeUnknown && drops === undefined && isHarmless;
  return isFresh && resumeToken !== undefined ? batches.groupOf(resumeToken) : undefined;
}

const sizeOf = ({ documents, documentSha256 }: InvoiceRecord): number =>
  documents.find(({ sha256 }) => sha256 === documentSha256)?.size ?? 0;
