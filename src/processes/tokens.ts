import type { ServiceIdentifier } from 'inversify';
import type { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import type { AgendaJobs } from '../adapters/agenda/agenda-jobs.ts';
import type { OutboundRecorder } from '../adapters/outbound/recorded-outbound.ts';
import type { PoolValidator } from '../adapters/piscina/pool-validator.ts';
import type { MasterKeys } from '../adapters/sealing/jose-sealer.ts';
import type { RecentDocuments } from '../application/checking/recent-documents.ts';
import type { ChooseCredential } from '../application/credentials/choose-credential.ts';
import type { WatchRoutes } from '../application/operation/watch-routes.ts';
import type { ApiPorts } from '../application/use-cases.ts';
import type { DocumentBuilder } from '../domain/documents/document-builder.ts';
import type { Lane, Task } from '../domain/lifecycle/lanes.ts';
import type { BlindIndex } from '../ports/blind-index.ts';
import type { ContentStore, TextSealer } from '../ports/content-store.ts';
import type { FileReader } from '../ports/file-reader.ts';
import type { TaskRun } from '../ports/jobs.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Printer } from '../ports/printer.ts';
import type { ReportWriter } from '../ports/report-writer.ts';
import type { Sessions } from '../ports/sessions.ts';
import type { Stores } from '../ports/stores.ts';
import type { Tracing } from '../ports/tracing.ts';
import type { Validator } from '../ports/validator.ts';
import type { Words } from '../ports/words.ts';
import type { OpenStore } from './open-store.ts';
import type { Settings } from './settings/settings.ts';

const token = <T>(name: string): ServiceIdentifier<T> => Symbol.for(`ids.${name}`);

/** The stores that constructors take under their own names. */
export const STORES = [
  ...[
    'audit',
    'browserSessions',
    'caps',
    'clientData',
    'clients',
    'collectionCursors',
    'connections',
    'cursorKey',
    'deliveries',
  ],
  ...[
    'feeds',
    'idempotency',
    'invoices',
    'keys',
    'oldPacks',
    'processes',
    'radars',
    'rates',
    'eventFeed',
    'received',
    'receiverRegistrations',
  ],
  ...['refusals', 'registrations', 'reports', 'routeStates', 'sessions', 'shares'],
  ...['signingKeys', 'statuses', 'webhooks'],
] as const satisfies readonly (keyof Stores)[];
type StoreName = (typeof STORES)[number];

/** What constructors take, by name: what use cases of the API ask for, and what the others need beside or beyond that. */
export interface Ports extends Omit<ApiPorts, StoreName>, Pick<Stores, StoreName> {
  readonly auditDays: number;
  readonly calls: OutboundRecorder;
  readonly content: ContentStore & TextSealer & BlindIndex;
  readonly credentials: ChooseCredential;
  readonly documents: DocumentBuilder;
  readonly lanes: readonly Lane[];
  readonly mailer: Mailer | undefined;
  readonly masterKeys: MasterKeys;
  readonly pool: PoolValidator;
  readonly printer: Printer;
  readonly reader: FileReader;
  readonly recent: RecentDocuments;
  readonly recorder: WatchRoutes;
  readonly reportWriter: ReportWriter;
  readonly retryScale: number;
  readonly settings: Settings;
  /** `ANNOUNCE_PACKS` */
  readonly tells: Settings['announcePacks'];
  readonly validator: Validator;
  readonly words: Words;
}

/** Those that are bound; the others are settings and constants. */
export const PORTS = [
  ...STORES,
  ...['answers', 'calls', 'catalogue', 'clock', 'content', 'credentials', 'credentialStore'],
  ...['digests', 'documents', 'examine', 'ids', 'jobs', 'kositReports', 'lanes', 'log', 'mailer', 'mappings'],
  ...['masterKeys', 'outbound', 'packRules', 'packs', 'participants', 'pool', 'printer'],
  ...['probes', 'publishers', 'rails', 'reader', 'readerPool', 'recent', 'recorder'],
  ...['settings', 'signer', 'telemetry', 'validator', 'watchWorkers', 'words'],
] as const satisfies readonly (keyof Ports)[];
export type PortName = (typeof PORTS)[number];

/** Of a port, by the name under which constructors take it. */
export const port = <Name extends PortName>(name: Name): ServiceIdentifier<Ports[Name]> =>
  token(`ports.${name}`);

// What no constructor takes.

/** For work under a lease: it takes the data key that was read with the lease. */
export const CONTENT_OF_RUNS = token<ContentStore & TextSealer & BlindIndex>('ContentOfRuns');
export const CREDENTIAL_CHOICE_OF_RUNS = token<ChooseCredential>('CredentialChoiceOfRuns');
export const RULES = token<RulesFolder>('RulesFolder');
/** The same jobs, with their start and drain. */
export const SCHEDULER = token<AgendaJobs>('Scheduler');
/** Sessions of rails at their routes. */
export const SESSIONS = token<Sessions>('Sessions');
export const STORE = token<OpenStore>('OpenStore');
/** Bound only if spans are written. */
export const TRACING = token<Tracing & { stop(): Promise<void> }>('Tracing');
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
/** The program itself: its version, and the folder of its files. */
export const PROGRAM = token<{ readonly version: string }>('Program');
