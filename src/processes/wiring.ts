import { Translator } from '../domain/words/translator.ts';
import type { Container, ServiceIdentifier } from 'inversify';
import { jsonReportWriter } from '../adapters/http/call/reports.ts';
import { ARCHIVE_PAGES } from '../adapters/http/reference/archive-pages.ts';
import { OpenIdProvider } from '../adapters/openid/openid-provider.ts';
import { fingerprintOf } from '../adapters/sealing/jose-sealer.ts';
import { JoseProofs } from '../adapters/signing/jose-proofs.ts';
import { ControlledClock } from '../adapters/system/controlled-clock.ts';
import { REAL_CLOCK } from '../adapters/system/real-clock.ts';
import { ZipArchives } from '../adapters/zip/zip-archives.ts';
import type { Mailing } from '../application/mailing/address-mail.ts';
import { DeleteClient } from '../application/clients/delete-client.ts';
import { InvoiceFiles } from '../application/content/invoice-files.ts';
import { SentFacts } from '../application/messages/sent-facts.ts';
import { KeepPackCare } from '../application/operation/keep-pack-care.ts';
import { FindNewerPacks } from '../application/operation/find-newer-packs.ts';
import { JudgeStored } from '../application/radar/judge-stored.ts';
import { Pace } from '../application/radar/pace.ts';
import { TellClients } from '../application/radar/tell-clients.ts';
import { TakeCollected } from '../application/received/take-collected.ts';
import { TakeReceivedMessage } from '../application/received/take-received-message.ts';
import { ReportPurchase } from '../application/reports/report-purchase.ts';
import { TakeDerivedReport } from '../application/reports/take-derived-report.ts';
import { TakeReportMessage } from '../application/reports/take-report-message.ts';
import { TakeStatusMessage } from '../application/statuses/take-status-message.ts';
import type { UseCases } from '../application/use-cases.ts';
import { ReceiverLog } from '../application/webhooks/receiver-log.ts';
import { TellDeadDeliveries } from '../application/webhooks/tell-dead-deliveries.ts';
import type { LiveProcess } from '../ports/live-processes.ts';
import { addUseCases, lazily } from './lazily.ts';
import { mailingOf } from './mailing.ts';
import * as t from './tokens.ts';

/** Made of them. */
interface Parts {
  readonly deleteClient: DeleteClient;
  readonly facts: SentFacts;
  readonly files: InvoiceFiles;
  readonly judge: JudgeStored;
  readonly keepPackCare: KeepPackCare;
  readonly mailing: Mailing | undefined;
  readonly newer: FindNewerPacks;
  readonly pace: Pace;
  readonly purchases: ReportPurchase;
  readonly receiverLog: ReceiverLog;
  /** The row of this process. */
  readonly self: Omit<LiveProcess, 'startedAt' | 'seenAt'>;
  readonly takeCollected: TakeCollected;
  readonly takeDerivedReport: TakeDerivedReport;
  readonly takeReceivedMessage: TakeReceivedMessage;
  readonly takeStatusMessage: TakeReportMessage;
  readonly tell: TellClients;
  readonly tellDead: TellDeadDeliveries;
}

/** What every constructor gets: it takes by name what it needs. */
export type Wiring = t.Ports & Parts & UseCases;

const PARTS: { readonly [Name in keyof Parts]: (wiring: Wiring) => Parts[Name] } = {
  deleteClient: (wiring) => new DeleteClient(wiring),
  facts: (wiring) => new SentFacts(wiring),
  files: (wiring) => new InvoiceFiles(wiring.content, wiring.reportWriter, wiring.serviceVersion),
  judge: (wiring) => new JudgeStored(wiring),
  keepPackCare: (wiring) => new KeepPackCare(wiring),
  mailing: mailingOf,
  newer: (wiring) => new FindNewerPacks(wiring.outbound, wiring.settings.packsAllow),
  pace: (wiring) => new Pace(wiring),
  purchases: (wiring) => new ReportPurchase(wiring),
  receiverLog: (wiring) => new ReceiverLog(wiring.log, wiring.clock),
  self: ({ ids, lanes, masterKeys: { current, next }, serviceVersion: version, settings: { role } }) => ({
    id: ids.next('prc'),
    role,
    version,
    lanes: role === 'api' ? [] : lanes,
    masterKeys: [current, next].flatMap((key) => (key ? [fingerprintOf(key)] : [])),
  }),
  takeCollected: (wiring) => new TakeCollected(wiring),
  takeDerivedReport: (wiring) => new TakeDerivedReport(wiring),
  takeReceivedMessage: (wiring) => new TakeReceivedMessage(wiring),
  takeStatusMessage: (wiring) => new TakeReportMessage(wiring, new TakeStatusMessage(wiring)),
  tell: (wiring) => new TellClients(wiring),
  tellDead: (wiring) => new TellDeadDeliveries(wiring),
};

const OF_CALLS = { content: t.port('content'), credentials: t.port('credentials') };
/** Under a lease: they take the data key that was read with the lease. */
const OF_RUNS = { content: t.CONTENT_OF_RUNS, credentials: t.CREDENTIAL_CHOICE_OF_RUNS };

type Others = Omit<t.Ports, t.PortName>;

export const WIRING: ServiceIdentifier<Wiring> = Symbol.for('ids.Wiring');
export const WIRING_OF_RUNS: ServiceIdentifier<Wiring> = Symbol.for('ids.WiringOfRuns');

/** Binds both. A port is got when it is first read: the probes are bound after the first use. */
export function bindWiring(container: Container): void {
  container.bind(WIRING).toDynamicValue(() => wiringOf(container, OF_CALLS));
  container.bind(WIRING_OF_RUNS).toDynamicValue(() => wiringOf(container, OF_RUNS));
}

function wiringOf(container: Container, own: typeof OF_CALLS): Wiring {
  const {
    environment,
    operatorKey,
    refusalsDays,
    auditDays,
    retryScale,
    partySearch,
    announcePacks,
    clockControl,
    signIn,
  } = container.get(t.port('settings'));
  const english = new Translator('en', container.get(t.port('words')).in('en'));
  const others: Others = {
    environment,
    operatorKey,
    refusalsDays,
    auditDays,
    retryScale,
    tells: announcePacks,
    archives: new ZipArchives(),
    proofSigner: new JoseProofs(),
    reportWriter: jsonReportWriter(english),
    pageWriter: ARCHIVE_PAGES,
    english,
    identity: signIn && { ...signIn, provider: new OpenIdProvider(signIn) },
    realClock: REAL_CLOCK,
    serviceVersion: container.get(t.PROGRAM).version,
    buyerIndex: partySearch ? container.get(own.content) : undefined,
    testClock: clockControl ? container.get(ControlledClock) : undefined,
  };
  const wiring = others as Wiring;
  for (const name of t.PORTS) lazily(wiring, name, () => container.get<unknown>(t.port(name)));
  for (const [name, token] of Object.entries<ServiceIdentifier<unknown>>(own))
    lazily(wiring, name, () => container.get(token));
  for (const [name, make] of Object.entries<(wiring: Wiring) => unknown>(PARTS))
    lazily(wiring, name, () => make(wiring));
  return addUseCases(wiring);
}
