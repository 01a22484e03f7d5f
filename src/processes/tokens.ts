import type { ServiceIdentifier } from 'inversify';
import type { AgendaJobs } from '../adapters/agenda/agenda-jobs.ts';
import type { MasterKeys } from '../adapters/sealing/jose-sealer.ts';
import type { ExamineDocument } from '../application/checking/examine-document.ts';
import type { ReadingWork } from '../application/checking/reading-work.ts';
import type { ChooseCredential } from '../application/credentials/choose-credential.ts';
import type { DocumentBuilder } from '../domain/documents/document-builder.ts';
import type { WatchRoutes } from '../application/operation/watch-routes.ts';
import type { ApiPorts, UseCases } from '../application/use-cases.ts';
import type { AuditLog } from '../ports/audit-log.ts';
import type { SearchableCatalogue } from '../ports/catalogue.ts';
import type { Mappings } from '../domain/mapping/mappings.ts';
import type { ClientStore } from '../ports/client-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { BlindIndex } from '../ports/blind-index.ts';
import type { ContentStore, TextSealer } from '../ports/content-store.ts';
import type { CollectionCursors } from '../ports/collection-cursors.ts';
import type { CredentialStore } from '../ports/credential-store.ts';
import type { Digests } from '../ports/digests.ts';
import type { Feeds } from '../ports/feeds.ts';
import type { FileReader } from '../ports/file-reader.ts';
import type { KositReports } from '../ports/kosit-reports.ts';
import type { IdempotencyStore } from '../ports/idempotency-store.ts';
import type { Ids } from '../ports/ids.ts';
import type { InvoiceStore } from '../ports/invoice-store.ts';
import type { Jobs, TaskRun } from '../ports/jobs.ts';
import type { Lane, Task } from '../domain/lifecycle/lanes.ts';
import type { KeyStore } from '../ports/key-store.ts';
import type { Log } from '../ports/log.ts';
import type { Printer } from '../ports/printer.ts';
import type { Participants } from '../ports/participants.ts';
import type { ReportWriter } from '../ports/report-writer.ts';
import type { DeliverySigner } from '../ports/delivery-signer.ts';
import type { Outbound } from '../ports/outbound.ts';
import type { DeliveryStore, WebhookStore } from '../ports/webhook-store.ts';
import type { Probe } from '../ports/probe.ts';
import type { Caps } from '../ports/caps.ts';
import type { Rails } from '../ports/rail/rail.ts';
import type { ReceivedStore } from '../ports/received-store.ts';
import type { RateCounters } from '../ports/rate-counters.ts';
import type { Sessions } from '../ports/sessions.ts';
import type { Publisher } from '../domain/checks/layers/pack-age.ts';
import type { PackRules } from '../ports/pack-rules.ts';
import type { RulePacks } from '../ports/rule-packs.ts';
import type { Registrations } from '../ports/registrations.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { Tracing } from '../ports/tracing.ts';
import type { Validator } from '../ports/validator.ts';
import type { ReaderPool } from '../ports/reader-pool.ts';
import type { RulesFolder } from '../../validators/packs/rules-folder.ts';
import type { OpenStore } from './open-store.ts';
import type { Settings } from './settings/settings.ts';
import type { Words } from '../ports/words.ts';

const token = <T>(name: string): ServiceIdentifier<T> => Symbol.for(`ids.${name}`);

/** The contents of the container, by port. */
export const SETTINGS = token<Settings>('Settings');
export const AUDIT_LOG = token<AuditLog>('AuditLog');
export const CATALOGUE = token<SearchableCatalogue>('Catalogue');
export const WORDS = token<Words>('Words');
export const CLIENTS = token<ClientStore>('ClientStore');
/** Of this process. */
export const MASTER_KEYS = token<MasterKeys>('MasterKeys');
export const MAPPINGS = token<Mappings>('Mappings');
export const CLOCK = token<Clock>('Clock');
export const CONTENT = token<ContentStore & TextSealer & BlindIndex>('ContentStore');
/** For work under a lease: it takes the data key that was read with the lease. */
export const CONTENT_OF_RUNS = token<ContentStore & TextSealer & BlindIndex>('ContentOfRuns');
export const CREDENTIAL_CHOICE = token<ChooseCredential>('CredentialChoice');
export const CREDENTIAL_CHOICE_OF_RUNS = token<ChooseCredential>('CredentialChoiceOfRuns');
export const CREDENTIAL_STORE = token<CredentialStore>('CredentialStore');
export const DOCUMENTS = token<DocumentBuilder>('DocumentBuilder');
export const DIGESTS = token<Digests>('Digests');
export const EXAMINE = token<ExamineDocument>('ExamineDocument');
export const FEEDS = token<Feeds>('Feeds');
export const IDEMPOTENCY = token<IdempotencyStore>('IdempotencyStore');
export const IDS = token<Ids>('Ids');
export const INVOICES = token<InvoiceStore>('InvoiceStore');
export const JOBS = token<Jobs>('Jobs');
export const KEYS = token<KeyStore>('KeyStore');
export const LOG = token<Log>('Log');
export const PARTICIPANTS = token<Participants>('Participants');
export const CAPS = token<Caps>('Caps');
export const PRINTER = token<Printer>('Printer');
export const RAILS = token<Rails>('Rails');
export const WATCH_ROUTES = token<WatchRoutes>('WatchRoutes');
export const RATE_COUNTERS = token<RateCounters>('RateCounters');
export const COLLECTION_CURSORS = token<CollectionCursors>('CollectionCursors');
export const RECEIVED = token<ReceivedStore>('ReceivedStore');
export const REGISTRATIONS = token<Registrations>('Registrations');
export const READER_POOL = token<ReaderPool<ReadingWork>>('ReaderPool');
export const RULES = token<RulesFolder>('RulesFolder');
export const PACKS = token<RulePacks>('RulePacks');
export const PUBLISHERS = token<readonly Publisher[]>('Publishers');
export const PACK_RULES = token<PackRules>('PackRules');
/** The same jobs, with their start and drain. */
/** Every lane that has work. */
export const LANES = token<readonly Lane[]>('Lanes');
export const SCHEDULER = token<AgendaJobs>('Scheduler');
/** Sessions of rails at their routes. */
export const SESSIONS = token<Sessions>('Sessions');
export const STORE = token<OpenStore>('OpenStore');
export const TELEMETRY = token<Telemetry>('Telemetry');
/** Bound only if spans are written. */
export const TRACING = token<Tracing & { stop(): Promise<void> }>('Tracing');
export const WEBHOOKS = token<WebhookStore>('WebhookStore');
export const DELIVERIES = token<DeliveryStore>('DeliveryStore');
export const OUTBOUND = token<Outbound>('Outbound');
export const SIGNER = token<DeliverySigner>('DeliverySigner');
export const FILE_READER = token<FileReader>('FileReader');
export const KOSIT_REPORTS = token<KositReports>('KositReports');
/** A kind of task with its worker. */
export interface Worker {
  /** Name of the kind in tasks. */
  readonly kind: string;
  run(task: Task, run?: TaskRun): Promise<unknown>;
  /** Schedules lost tasks; left out if another worker does. */
  sweep?(): Promise<unknown>;
}
/** One for each kind of record that waits, and one for the receivers of webhooks. */
export const WORKERS = token<readonly Worker[]>('Workers');
export const VALIDATOR = token<Validator>('Validator');
export const PROBES = token<readonly Probe[]>('Probes');
export const API_PORTS = token<ApiPorts>('ApiPorts');
export const USE_CASES = token<UseCases>('UseCases');
/** The program itself: its version, and the folder of its files. */
export const PROGRAM = token<{ readonly version: string }>('Program');

/** The tools of most use cases. */
export interface Tools {
  readonly clients: ClientStore;
  readonly mappings: Mappings;
  readonly invoices: InvoiceStore;
  readonly received: ReceivedStore;
  readonly content: ContentStore & TextSealer & BlindIndex;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly digests: Digests;
  readonly telemetry: Telemetry;
  readonly reportWriter: ReportWriter;
}
export const TOOLS = token<Tools>('Tools');
/** The same, with `CONTENT_OF_RUNS`. */
export const TOOLS_OF_RUNS = token<Tools>('ToolsOfRuns');
