import type { TextSealer } from '../../ports/content-store.ts';
import type { FileReader } from '../../ports/file-reader.ts';
import type { Caps } from '../../ports/caps.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feed, Feeds } from '../../ports/feeds.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Paperwork } from '../../ports/paperwork.ts';
import type { QueueQuery } from '../../ports/invoice-reads.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { Rails } from '../../ports/rail/rail.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { InvoiceFiles } from '../content/invoice-files.ts';
import type { Step } from '../lifecycle/move.ts';
import type { LeaseKeeper } from '../work/lease-keeper.ts';

/** What the steps of a delivery use. */
export interface DeliveryTools {
  readonly rails: Rails;
  readonly credentials: CredentialChoice;
  readonly reader: Pick<FileReader, 'readFile'>;
  readonly files: InvoiceFiles;
  readonly content: TextSealer;
  /** Where answers to sent invoices come from. */
  readonly feeds: Pick<Feeds, 'begin'>;
  readonly caps: Caps;
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly paperwork: Pick<Paperwork, 'event'>;
  readonly batchMembers: BatchMembers;
  /** The invoice of the run. */
  readonly lease: Pick<LeaseKeeper, 'confirm' | 'requireSure'>;
  readonly telemetry: Pick<Telemetry, 'routeCalled' | 'capAsked' | 'batchSent'>;
  /** `RETRY_SCALE`. */
  readonly retryScale: number;
}

/** Batch members of the run's invoice, each under a lease of its own. The end of the run releases those that are left. */
export interface BatchMembers {
  /** Invoices that wait for the same route and have no lease. */
  findWaiting(query: QueueQuery): Promise<readonly InvoiceRecord[]>;
  /** @returns the leased members in their present version, without those that another worker has taken meanwhile. */
  take(found: readonly InvoiceRecord[]): Promise<readonly InvoiceRecord[]>;
  /**
   * Stores the next step of each member.
   * @returns without those that another process has changed meanwhile.
   */
  commit(steps: readonly Step[]): Promise<readonly InvoiceRecord[]>;
  /** @throws LeaseLost if a member may have another holder, by the store or by the monotonic clock. */
  confirm(): Promise<void>;
  /** @throws LeaseLost if a member may have another holder, by the clocks alone. */
  requireSure(): void;
  /** Releases members unchanged. */
  leave(records: readonly InvoiceRecord[]): Promise<void>;
}

/** What applying an answer uses; it makes no call. */
export type AnswerTools = Pick<
  DeliveryTools,
  'rails' | 'files' | 'catalogue' | 'clock' | 'ids' | 'paperwork' | 'retryScale'
>;

/** Chooses the credential that logs in for an invoice (decisions, "choice"). */
export interface CredentialChoice {
  /** @param sellerIds of the document. @throws CallFailed `no-master-key` */
  choose(client: string, route: Route, sellerIds: readonly string[]): Promise<OpenedCredential | undefined>;
  /** All credentials that a client has now. @throws CallFailed `no-master-key` */
  live(client: string, route: Route): Promise<readonly OpenedCredential[]>;
  /** The credential of an earlier choice; undefined if it was revoked or has expired. @throws CallFailed `no-master-key` */
  open(chosen: Feed): Promise<OpenedCredential | undefined>;
}
