import type { ExamineDocument } from '../../../src/application/checking/examine-document.ts';
import type { ChooseCredential } from '../../../src/application/credentials/choose-credential.ts';
import type { Question } from '../../../src/domain/sending/outcomes.ts';
import type { Caps } from '../../../src/ports/caps.ts';
import type { ContentStore } from '../../../src/ports/content-store.ts';
import type { Feeds } from '../../../src/ports/feeds.ts';
import type { IdempotencyStore } from '../../../src/ports/idempotency-store.ts';
import type { InvoiceStore } from '../../../src/ports/invoice-store.ts';
import type { Jobs } from '../../../src/ports/jobs.ts';
import type { Outbound } from '../../../src/ports/outbound.ts';
import type { Batches, OpenBatch } from '../../../src/ports/rail/batches.ts';
import type { Rail } from '../../../src/ports/rail/rail.ts';
import type { ReportFlows } from '../../../src/ports/rail/report-flows.ts';
import type { StatusMessages } from '../../../src/ports/rail/status-messages.ts';
import type { ReceivedStore } from '../../../src/ports/received-store.ts';
import type { ReportStore } from '../../../src/ports/report-store.ts';
import type { SessionRows } from '../../../src/ports/session-rows.ts';
import type { StatusStore } from '../../../src/ports/status-store.ts';

/** The parts of the service that a delivery writes to and calls. */
export interface Ports {
  readonly idempotency: IdempotencyStore;
  readonly content: ContentStore;
  readonly invoices: InvoiceStore;
  readonly jobs: Jobs;
  readonly examine: Pick<ExamineDocument, 'run'>;
  readonly credentials: ChooseCredential;
  readonly feeds: Feeds;
  readonly sessions: SessionRows;
  readonly caps: Caps;
  readonly rail: Rail;
  readonly batches: Batches;
  readonly batch: OpenBatch;
  readonly outbound: Outbound;
  readonly received: ReceivedStore;
  readonly statuses: StatusStore;
  readonly statusMessages: StatusMessages;
  readonly reports: ReportStore;
  readonly reportFlows: ReportFlows;
}

/** The last question of a run to the route. */
export type Asked = Question | 'open-batch' | 'batch';

/** Tells two calls of one method apart. */
export interface Trail {
  /** A worker's run over an invoice. */
  readonly run?: { readonly id: string; readonly asked?: Asked };
  /** Ids that a sweep has found and not yet scheduled. */
  readonly neglected: ReadonlySet<string>;
}

/** Where in a call the process ends: before it, during it, or after it. */
export type Moment = 'before' | 'during' | 'after';

/** Which kind of process reaches a point: one that answers calls, or one that works. */
export type Part = 'api' | 'worker';

/** A durable write or a call of the delivery. */
export interface Point {
  readonly name: string;
  readonly part: Part;
  readonly moments: readonly Moment[];
  readonly port: keyof Ports;
  readonly method: string;
  is(args: readonly unknown[], trail: Trail): boolean;
}

type Methods<P> = {
  [K in keyof P]-?: NonNullable<P[K]> extends (...args: never[]) => Promise<unknown> ? K : never;
}[keyof P] &
  string;
export type Args<P, M extends keyof P> = NonNullable<P[M]> extends (...args: infer A) => unknown ? A : never;
export type When<A extends readonly unknown[]> = (trail: Trail, ...args: A) => boolean;

const pointOf =
  (part: Part, moments: readonly Moment[]) =>
  <K extends keyof Ports, M extends Methods<Ports[K]>>(
    name: string,
    port: K,
    method: M,
    when: When<Args<Ports[K], M>> = () => true,
  ): Point => ({
    name,
    part,
    moments,
    port,
    method,
    is: (args, trail) => when(trail, ...(args as Args<Ports[K], M>)),
  });

/** Points while a call is answered, and points while work is done. */
export const inCall = pointOf('api', ['before', 'after']);
export const inWork = pointOf('worker', ['before', 'after']);
/** Calls that take time elsewhere: in another system, or a thread. */
export const elsewhere = pointOf('worker', ['before', 'during', 'after']);
/** Calls whose beginning and end have their own points. */
export const inside = pointOf('worker', ['during']);

export const inRun: When<readonly unknown[]> = ({ run }) => run !== undefined;
export type Change = Args<InvoiceStore, 'commit'>[0];
export const isMark = ({ record }: Change): boolean => record.submission?.isCalling === true;
export const answerTo =
  (question: Asked): When<[Change]> =>
  ({ run }, change) =>
    run?.asked === question && !isMark(change);
