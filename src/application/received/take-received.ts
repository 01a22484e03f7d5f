import { saysPdf } from 'en16931-rules/vocabulary/pdf-header.ts';
import { type ReceivedRecord, receivedTask } from '../../domain/lifecycle/received-record.ts';
import { searchWordsOf } from '../../domain/lifecycle/summary-search.ts';
import type { InvoiceSummary } from '../../domain/vocabulary/invoice-summary.ts';
import type { Environment, Route } from '../../domain/vocabulary/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { HeldClaim, KeptAnswer } from '../../ports/idempotency-store.ts';
import type { Ids } from '../../ports/ids.ts';
import type { ReportWriter } from '../../ports/report-writer.ts';
import type { ReceivedStore, TakenReceived } from '../../ports/received-store.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { sealWithSummary, type SealingPorts } from '../content/seal-with-summary.ts';
import { scheduleStored, type SchedulingPorts } from '../work/schedule-stored.ts';
import { receivedEvent } from './received-event.ts';

/** A document that a route delivered to a client. */
export interface DeliveredDocument {
  readonly client: string;
  readonly route: Route;
  readonly railId?: string | undefined;
  readonly bytes: Uint8Array;
  /** BT-1, if the file could be read. */
  readonly number: string | null;
  /** If the file could be read. */
  readonly summary?: InvoiceSummary | undefined;
  /** Tells a repeated intake from a duplicate. */
  readonly intakeKey: string;
}

/** How the answer to a call is kept with what it is about. */
export interface Answering {
  readonly claim: HeldClaim;
  readonly answer: (received: ReceivedRecord) => KeptAnswer;
}

interface Ports extends SealingPorts, SchedulingPorts {
  readonly received: Pick<ReceivedStore, 'takeIn'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly reportWriter: Pick<ReportWriter, 'event'>;
  readonly telemetry: Pick<Telemetry, 'countReceivedMove'>;
  readonly environment: Environment;
}

/** Takes in every received invoice: seals the file, stores it with its event, queues its check. */
export class TakeReceived {
  constructor(private readonly ports: Ports) {}

  /** Safe to repeat under the same intake key after a crash at any point. @throws CallFailed `no-master-key`, `busy` */
  async run(
    document: DeliveredDocument,
    answering?: Answering,
  ): Promise<TakenReceived & { readonly answer?: KeptAnswer }> {
    const { received, telemetry } = this.ports;
    const { client, bytes, summary } = document;
    const sealed = await sealWithSummary(this.ports, client, bytes, summary);
    const { sealedText, hashes = [], ...file } = sealed;
    const record = {
      ...this.record(document, file.sha256),
      ...(summary?.issueDate !== undefined && { issueDate: summary.issueDate }),
      ...(sealedText !== undefined && { sealedSummary: sealedText }),
      ...searchWordsOf(hashes),
    };
    const answer = answering?.answer(record);
    const taken = await received.takeIn({
      record,
      events: [receivedEvent(record, this.ports)],
      files: [file],
      ...(answering && answer && { answer: { claim: answering.claim, answer } }),
    });
    if (taken.outcome !== 'taken') return taken;
    const { id, dueAt } = taken.received;
    scheduleStored(this.ports, receivedTask(taken.received), dueAt, { invoice_id: id });
    if (id !== record.id) return taken;
    telemetry.countReceivedMove(record.route, 'received');
    return { ...taken, ...(answer && { answer }) };
  }

  private record(
    { client, route, railId, bytes, number, intakeKey }: DeliveredDocument,
    sha256: string,
  ): ReceivedRecord {
    const { clock, ids, environment } = this.ports;
    const now = clock.now();
    const id = ids.next('rcv');
    return {
      id,
      client,
      environment,
      route,
      state: 'received',
      version: 1,
      invoiceRef: number ?? railId ?? id,
      ...(number !== null && { invoiceNumber: number }),
      ...(railId !== undefined && { railId }),
      documentSha256: sha256,
      intakeKey,
      errors: [],
      documents: [{ kind: saysPdf(bytes) ? RECEIVED_PDF : RECEIVED_XML, sha256, size: bytes.length }],
      care: [],
      lastSequence: 1,
      failures: 0,
      dueAt: now,
      work: 'check',
      lease: null,
      createdAt: now,
      updatedAt: now,
    };
  }
}

/** The file as the route delivered it (contract 2.4); only what is collected may be a PDF with the invoice in it. */
const RECEIVED_XML = 'received-xml';
const RECEIVED_PDF = 'received-pdf';
