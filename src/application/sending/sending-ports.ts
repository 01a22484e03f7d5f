import type { TextSealer } from '../../ports/content-store.ts';
import type { Caps } from '../../ports/caps.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feed, Feeds } from '../../ports/feeds.ts';
import type { FileReader } from '../../ports/file-reader.ts';
import type { Ids } from '../../ports/ids.ts';
import type { ReportWriter } from '../../ports/report-writer.ts';
import type { InvoiceReads, QueueQuery } from '../../ports/invoice-reads.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { Rails } from '../../ports/rail/rail.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { InvoiceFiles } from '../content/invoice-files.ts';
import type { WatchRoutes } from '../operation/watch-routes.ts';
import type { WorkStep } from '../work/record-kind.ts';

/** What the engine takes to apply an answer; it makes no call. */
export interface ProgressPorts {
  readonly rails: Rails;
  readonly clock: Clock;
  /** `RETRY_SCALE`. */
  readonly retryScale: number;
}

/** What the engine takes to make a call. */
export interface SendingPorts extends ProgressPorts {
  readonly credentials: CredentialChoice;
  readonly content: TextSealer;
  /** Where answers to sent documents come from. */
  readonly feeds: Pick<Feeds, 'begin'>;
  readonly caps: Caps;
  readonly telemetry: Pick<Telemetry, 'routeCalled' | 'capAsked' | 'batchSent'>;
  readonly recorder: Pick<WatchRoutes, 'collect'>;
}

/** What applying an answer to an invoice takes. */
export interface AnswerPorts extends ProgressPorts {
  readonly invoices: Pick<InvoiceReads, 'findSent'>;
  readonly files: InvoiceFiles;
  readonly catalogue: Catalogue;
  readonly ids: Ids;
  readonly reportWriter: Pick<ReportWriter, 'event'>;
}

/** What sending an invoice takes. */
export interface InvoiceSendingPorts extends AnswerPorts, SendingPorts {
  readonly reader: Pick<FileReader, 'readFile'>;
}

/** Batch members of the run's record, each under a lease of its own. The end of the run releases those that are left. */
export interface BatchMembers<R> {
  /** Records that wait for the same route and have no lease. */
  findWaiting(query: QueueQuery): Promise<readonly R[]>;
  /** How many wait for the same route, roughly. */
  countWaiting(query: Pick<QueueQuery, 'client' | 'route'>): Promise<number>;
  /** @returns the leased members in their present version, without those that another worker has taken meanwhile. */
  take(records: readonly R[]): Promise<readonly R[]>;
  /**
   * Stores the next step of each member.
   * @returns without those that another process has changed meanwhile.
   */
  commit(steps: readonly WorkStep<R>[]): Promise<readonly R[]>;
  /** @throws LeaseLost if a member may have another holder, by the store or by the monotonic clock. */
  confirm(): Promise<void>;
  /** @throws LeaseLost if a member may have another holder, by the clocks alone. */
  requireSure(): void;
  /** Releases members unchanged. */
  leave(records: readonly R[]): Promise<void>;
}

/** Chooses the credential that logs in for a document (decisions, "choice"). */
export interface CredentialChoice {
  /** @param sellerIds of the document. @throws CallFailed `no-master-key` */
  choose(client: string, route: Route, sellerIds: readonly string[]): Promise<OpenedCredential | undefined>;
  /** The credential that signs the codes of an offline invoice. @throws CallFailed `no-master-key` */
  chooseSigner(
    client: string,
    route: Route,
    sellerIds: readonly string[],
  ): Promise<OpenedCredential | undefined>;
  /** All credentials that log in for a client now. @throws CallFailed `no-master-key` */
  live(client: string, route: Route): Promise<readonly OpenedCredential[]>;
  /** The credential of an earlier choice; undefined if it was revoked or has expired. @throws CallFailed `no-master-key` */
  open(chosen: Feed): Promise<OpenedCredential | undefined>;
}

/** What the choice depends on. */
export interface CredentialVersions {
  /** Another text once another credential may be chosen, or has another value. It opens none. */
  versionOf(client: string, route: Route): Promise<string>;
}
