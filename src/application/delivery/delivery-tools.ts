import type { TextSealer } from '../../ports/content-store.ts';
import type { FileReader } from '../../ports/file-reader.ts';
import type { Caps } from '../../ports/caps.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feed, Feeds } from '../../ports/feeds.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Paperwork } from '../../ports/paperwork.ts';
import type { QueueQuery } from '../../ports/invoice-reads.ts';
import type { OpenedCredential, Rails } from '../../ports/rail.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { InvoiceFiles } from '../content/invoice-files.ts';
import type { Step } from '../lifecycle/move.ts';
import type { LeaseKeeper } from '../work/lease-keeper.ts';

/** What the steps of a delivery stand on. */
export interface DeliveryTools {
  readonly rails: Rails;
  readonly credentials: CredentialChoice;
  readonly reader: Pick<FileReader, 'readFile'>;
  readonly files: InvoiceFiles;
  readonly content: TextSealer;
  /** From where answers come to what is sent. */
  readonly feeds: Pick<Feeds, 'begin'>;
  readonly caps: Caps;
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly paperwork: Pick<Paperwork, 'event'>;
  readonly batchMembers: BatchMembers;
  /** Of the invoice that the run is about. */
  readonly lease: Pick<LeaseKeeper, 'confirm' | 'requireSure'>;
  readonly telemetry: Pick<Telemetry, 'routeCalled' | 'capAsked' | 'batchSent'>;
  /** `RETRY_SCALE`. */
  readonly retryScale: number;
}

/** Invoices that go along with the one that a run is about, each under a lease of its own. Those that are left are handed back with the run's end. */
export interface BatchMembers {
  /** Those that wait for the same route and that no worker holds. */
  findWaiting(query: QueueQuery): Promise<readonly InvoiceRecord[]>;
  /** @returns as they are now; without those that somebody else has taken meanwhile. */
  take(found: readonly InvoiceRecord[]): Promise<readonly InvoiceRecord[]>;
  /** The next step of each that was taken. @returns without those that somebody has changed meanwhile. */
  commit(steps: readonly Step[]): Promise<readonly InvoiceRecord[]>;
  /** @throws LeaseLost unless each that is held is surely ours, as the store and a monotonic clock say. */
  confirm(): Promise<void>;
  /** @throws LeaseLost unless each that is held is surely ours by the clocks. */
  requireSure(): void;
  /** Hands them back as they are. */
  leave(records: readonly InvoiceRecord[]): Promise<void>;
}

/** What becomes of an answer stands on these; it makes no call. */
export type AnswerTools = Pick<
  DeliveryTools,
  'rails' | 'files' | 'catalogue' | 'clock' | 'ids' | 'paperwork' | 'retryScale'
>;

/** Which credential logs us in for an invoice (decisions, "choice"). */
export interface CredentialChoice {
  /** @param sellerIds of the document. @throws CallFailed `no-master-key` */
  choose(client: string, route: Route, sellerIds: readonly string[]): Promise<OpenedCredential | undefined>;
  /** All that a client has now. @throws CallFailed `no-master-key` */
  live(client: string, route: Route): Promise<readonly OpenedCredential[]>;
  /** One that was chosen before; undefined when it was revoked or has expired. @throws CallFailed `no-master-key` */
  open(chosen: Feed): Promise<OpenedCredential | undefined>;
}
