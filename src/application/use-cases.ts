import type { Environment } from '../domain/vocabulary/route.ts';
import type { Archives } from '../ports/archives.ts';
import type { AuditLog } from '../ports/audit-log.ts';
import type { BlindIndex } from '../ports/blind-index.ts';
import type { SearchableCatalogue } from '../ports/catalogue.ts';
import type { Mappings } from '../domain/mapping/mappings.ts';
import type { CursorKey } from '../ports/cursor-key.ts';
import type { ClientStore } from '../ports/client-store.ts';
import type { Clock, TestClock } from '../ports/clock.ts';
import type { ContentStore, TextSealer } from '../ports/content-store.ts';
import type { CredentialStore } from '../ports/credential-store.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { Digests } from '../ports/digests.ts';
import type { FileReader } from '../ports/file-reader.ts';
import type { KositReports } from '../ports/kosit-reports.ts';
import type { IdempotencyStore } from '../ports/idempotency-store.ts';
import type { Ids } from '../ports/ids.ts';
import type { InvoiceStore } from '../ports/invoice-store.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { KeyStore } from '../ports/key-store.ts';
import type { Log } from '../ports/log.ts';
import type { Outbound } from '../ports/outbound.ts';
import type { Participants } from '../ports/participants.ts';
import type { ReportWriter } from '../ports/report-writer.ts';
import type { Printer } from '../ports/printer.ts';
import type { Probe } from '../ports/probe.ts';
import type { ProofSigner } from '../ports/proof-signer.ts';
import type { Rails } from '../ports/rail/rail.ts';
import type { ReceivedStore } from '../ports/received-store.ts';
import type { RateCounters } from '../ports/rate-counters.ts';
import type { PackRules } from '../ports/pack-rules.ts';
import type { Publisher } from '../domain/checks/layers/pack-age.ts';
import type { RulePacks } from '../ports/rule-packs.ts';
import type { RadarStore } from '../ports/radar-store.ts';
import type { RefusalStore } from '../ports/refusal-store.ts';
import type { ShareStore } from '../ports/share-store.ts';
import type { SessionRows } from '../ports/session-rows.ts';
import type { OldPacks } from '../ports/old-packs.ts';
import type { RouteStates } from '../ports/route-states.ts';
import type { Registrations } from '../ports/registrations.ts';
import type { ReportStore } from '../ports/report-store.ts';
import type { StatusStore } from '../ports/status-store.ts';
import type { SigningKeys } from '../ports/signing-keys.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { ReaderPool } from '../ports/reader-pool.ts';
import { AdmitCall } from './access/admit-call.ts';
import { AnswerOnce } from './access/answer-once.ts';
import { Authenticate } from './access/authenticate.ts';
import { ListKeys } from './access/list-keys.ts';
import { MintKey } from './access/mint-key.ts';
import { ReadOwnKey } from './access/read-own-key.ts';
import { RefuseCall } from './access/refuse-call.ts';
import { RevokeKey } from './access/revoke-key.ts';
import { GroupCare } from './care/group-care.ts';
import { ListCare } from './care/list-care.ts';
import { MarkHandled } from './care/mark-handled.ts';
import { NoteOnCare } from './care/note-on-care.ts';
import { ReadEvidence } from './care/read-evidence.ts';
import { ReopenCare } from './care/reopen-care.ts';
import { LookUpCode } from './catalogue/look-up-code.ts';
import { SearchCodes } from './catalogue/search-codes.ts';
import type { ExamineDocument } from './checking/examine-document.ts';
import type { ReadingWork } from './checking/reading-work.ts';
import { RecheckInvoice } from './checking/recheck-invoice.ts';
import { ReportFile } from './checking/report-file.ts';
import { ValidateFile } from './checking/validate-file.ts';
import { ValidateInvoice } from './checking/validate-invoice.ts';
import type { ChooseCredential } from './credentials/choose-credential.ts';
import { ChangeCredential } from './credentials/change-credential.ts';
import { StoreCredential } from './credentials/store-credential.ts';
import { ReadRadars } from './radar/read-radars.ts';
import { StartRadar } from './radar/start-radar.ts';
import { LookUpParticipant } from './intake/look-up-participant.ts';
import { SubmitFile } from './intake/submit-file.ts';
import { SubmitInvoice } from './intake/submit-invoice.ts';
import { HandleCallback } from './messages/handle-callback.ts';
import type { PullAnswers } from './messages/pull-answers.ts';
import { CancelInvoice } from './lifecycle/cancel-invoice.ts';
import { ExportDataset } from './exports/export-dataset.ts';
import { ExportInvoices } from './exports/export-invoices.ts';
import { AdmitClient } from './clients/admit-client.ts';
import { FindLanguage } from './clients/find-language.ts';
import { ReadProfile } from './access/read-profile.ts';
import { ListClients } from './clients/list-clients.ts';
import { SetProfile } from './clients/set-profile.ts';
import { ChooseMapping } from './mapping/choose-mapping.ts';
import { ListWorkers } from './operation/list-workers.ts';
import type { WatchWorkers } from './operation/watch-workers.ts';
import { MoveClock } from './operation/move-clock.ts';
import { ListRoutes } from './operation/list-routes.ts';
import { ListPacks } from './operation/list-packs.ts';
import { MeasurePackAges } from './operation/measure-pack-ages.ts';
import { ReadPackRules } from './operation/read-pack-rules.ts';
import { ReadCalendar } from './operation/read-calendar.ts';
import { ReadAudit } from './operation/read-audit.ts';
import { ReportHealth } from './operation/report-health.ts';
import { ProveInvoice } from './proof/prove-invoice.ts';
import { Signing } from './proof/signing.ts';
import { ListReceived } from './received/list-received.ts';
import { MakeCollectiveNumber } from './received/make-collective-number.ts';
import { ReceiveInvoice } from './received/receive-invoice.ts';
import { ViewReceived } from './received/view-received.ts';
import { ExportEvidence } from './reports/export-evidence.ts';
import { ListReports } from './reports/list-reports.ts';
import { ReportPayment } from './statuses/report-payment.ts';
import { StateSales } from './reports/state-sales.ts';
import { CreateStatus } from './statuses/create-status.ts';
import { ListStatuses } from './statuses/list-statuses.ts';
import { FindInvoice } from './tracking/find-invoice.ts';
import { ReadActivity } from './tracking/read-activity.ts';
import { InvoiceSeries } from './tracking/invoice-series.ts';
import { ReadEvent } from './events/read-event.ts';
import { ReadEventFeed } from './events/read-event-feed.ts';
import { ListDeliveries } from './webhooks/list-deliveries.ts';
import { ReadDelivery } from './webhooks/read-delivery.ts';
import { ReplayDeliveries } from './webhooks/replay-deliveries.ts';
import { SetWebhook } from './webhooks/set-webhook.ts';
import { ShowWebhook } from './webhooks/show-webhook.ts';
import { TestWebhook } from './webhooks/test-webhook.ts';
import type { DeliverySigner } from '../ports/delivery-signer.ts';
import type { DeliveryStore, WebhookStore } from '../ports/webhook-store.ts';
import { KeepRefusal } from './refused/keep-refusal.ts';
import { ReadRefusals } from './refused/read-refusals.ts';
import { ViewRefusal } from './refused/view-refusal.ts';
import { OpenShare } from './sharing/open-share.ts';
import { ShareDocument } from './sharing/share-document.ts';
import { ListAttempts } from './tracking/list-attempts.ts';
import { ListEvents } from './tracking/list-events.ts';
import { ListInvoices } from './tracking/list-invoices.ts';
import { ViewInvoice } from './tracking/view-invoice.ts';
import { ReadDocument } from './tracking/read-document.ts';

/** The ports that the use cases of the API need. */
export interface ApiPorts {
  readonly answers: Pick<PullAnswers, 'runFor' | 'takePushed'>;
  readonly archives: Archives;
  readonly audit: AuditLog;
  readonly readerPool: ReaderPool<ReadingWork>;
  readonly catalogue: SearchableCatalogue;
  readonly clients: ClientStore;
  readonly cursorKey: CursorKey;
  readonly clock: Clock;
  /** Undefined if this clock does not move. */
  readonly testClock?: TestClock | undefined;
  readonly content: ContentStore & TextSealer;
  /** The credentials that the router sees. */
  readonly credentials: Credentials & Pick<ChooseCredential, 'live' | 'choose' | 'chooseSigner'>;
  readonly credentialStore: CredentialStore;
  readonly digests: Digests;
  readonly environment: Environment;
  readonly examine: ExamineDocument;
  readonly idempotency: IdempotencyStore;
  readonly ids: Ids;
  readonly invoices: InvoiceStore;
  readonly jobs: Jobs;
  readonly keys: KeyStore;
  readonly reportWriter: ReportWriter;
  readonly participants: Participants;
  readonly log: Log;
  readonly mappings: Mappings;
  readonly operatorKey?: string | undefined;
  readonly printer: Printer;
  readonly outbound: Outbound;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly signer: DeliverySigner;
  /** Signatures of webhook deliveries carry real time. */
  readonly realClock: Clock;
  readonly probes: readonly Probe[];
  readonly packs: RulePacks;
  readonly publishers: readonly Publisher[];
  readonly packRules: PackRules;
  readonly watchWorkers: Pick<WatchWorkers, 'live' | 'lanes'>;
  readonly rails: Rails;
  readonly rates: RateCounters;
  readonly reader: FileReader;
  readonly kositReports: KositReports;
  readonly received: ReceivedStore;
  readonly registrations: Registrations;
  /** Undefined for `PARTY_SEARCH=off`. */
  readonly buyerIndex?: BlindIndex | undefined;
  readonly refusals: RefusalStore;
  /** `REFUSALS_DAYS`. */
  readonly refusalsDays: number;
  readonly radars: RadarStore;
  readonly shares: ShareStore;
  readonly routeStates: RouteStates;
  readonly oldPacks: OldPacks;
  readonly sessions: SessionRows;
  readonly telemetry: Telemetry;
  readonly statuses: StatusStore;
  readonly reports: ReportStore;
  readonly signingKeys: SigningKeys;
  readonly proofSigner: ProofSigner;
  readonly serviceVersion: string;
}

/** The use cases that the API calls. */
export const USE_CASES = {
  admitClient: AdmitClient,
  findLanguage: FindLanguage,
  chooseMapping: ChooseMapping,
  listClients: ListClients,
  exportInvoices: ExportInvoices,
  exportDataset: ExportDataset,
  exportEvidence: ExportEvidence,
  readProfile: ReadProfile,
  setProfile: SetProfile,
  authenticate: Authenticate,
  admitCall: AdmitCall,
  refuseCall: RefuseCall,
  answerOnce: AnswerOnce,
  submitInvoice: SubmitInvoice,
  submitFile: SubmitFile,
  validateInvoice: ValidateInvoice,
  validateFile: ValidateFile,
  reportFile: ReportFile,
  recheckInvoice: RecheckInvoice,
  findInvoice: FindInvoice,
  listInvoices: ListInvoices,
  invoiceSeries: InvoiceSeries,
  readActivity: ReadActivity,
  keepRefusal: KeepRefusal,
  readRefusals: ReadRefusals,
  viewRefusal: ViewRefusal,
  shareDocument: ShareDocument,
  openShare: OpenShare,
  listAttempts: ListAttempts,
  listEvents: ListEvents,
  receiveInvoice: ReceiveInvoice,
  listReceived: ListReceived,
  listReceivedEvents: ListEvents,
  readReceivedDocument: ReadDocument,
  viewReceived: ViewReceived,
  makeCollectiveNumber: MakeCollectiveNumber,
  setWebhook: SetWebhook,
  showWebhook: ShowWebhook,
  testWebhook: TestWebhook,
  listDeliveries: ListDeliveries,
  readDelivery: ReadDelivery,
  replayDeliveries: ReplayDeliveries,
  readEventFeed: ReadEventFeed,
  readEvent: ReadEvent,
  readDocument: ReadDocument,
  viewInvoice: ViewInvoice,
  createStatus: CreateStatus,
  listStatuses: ListStatuses,
  stateSales: StateSales,
  reportPayment: ReportPayment,
  listReports: ListReports,
  listReportEvents: ListEvents,
  readReportDocument: ReadDocument,
  signing: Signing,
  proveInvoice: ProveInvoice,
  cancelInvoice: CancelInvoice,
  handleCallback: HandleCallback,
  listCare: ListCare,
  markHandled: MarkHandled,
  reopenCare: ReopenCare,
  noteOnCare: NoteOnCare,
  groupCare: GroupCare,
  readEvidence: ReadEvidence,
  lookUpParticipant: LookUpParticipant,
  lookUpCode: LookUpCode,
  searchCodes: SearchCodes,
  storeCredential: StoreCredential,
  changeCredential: ChangeCredential,
  mintKey: MintKey,
  listKeys: ListKeys,
  readOwnKey: ReadOwnKey,
  revokeKey: RevokeKey,
  listWorkers: ListWorkers,
  listRoutes: ListRoutes,
  moveClock: MoveClock,
  listPacks: ListPacks,
  measurePackAges: MeasurePackAges,
  readPackRules: ReadPackRules,
  startRadar: StartRadar,
  readRadars: ReadRadars,
  readAudit: ReadAudit,
  readCalendar: ReadCalendar,
  reportHealth: ReportHealth,
} as const;

export type UseCases = {
  readonly [Name in keyof typeof USE_CASES]: InstanceType<(typeof USE_CASES)[Name]>;
};
