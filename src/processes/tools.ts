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
export type Tools = t.Ports & Parts & UseCases;

const PARTS: { readonly [Name in keyof Parts]: (tools: Tools) => Parts[Name] } = {
  deleteClient: (tools) => new DeleteClient(tools),
  facts: (tools) => new SentFacts(tools),
  files: (tools) => new InvoiceFiles(tools.content, tools.reportWriter, tools.serviceVersion),
  judge: (tools) => new JudgeStored(tools),
  keepPackCare: (tools) => new KeepPackCare(tools),
  mailing: mailingOf,
  newer: (tools) => new FindNewerPacks(tools.outbound, tools.settings.packsAllow),
  pace: (tools) => new Pace(tools),
  purchases: (tools) => new ReportPurchase(tools),
  receiverLog: (tools) => new ReceiverLog(tools.log, tools.clock),
  self: ({ ids, lanes, masterKeys: { current, next }, serviceVersion: version, settings: { role } }) => ({
    id: ids.next('prc'),
    role,
    version,
    lanes: role === 'api' ? [] : lanes,
    masterKeys: [current, next].flatMap((key) => (key ? [fingerprintOf(key)] : [])),
  }),
  takeCollected: (tools) => new TakeCollected(tools),
  takeDerivedReport: (tools) => new TakeDerivedReport(tools),
  takeReceivedMessage: (tools) => new TakeReceivedMessage(tools),
  takeStatusMessage: (tools) => new TakeReportMessage(tools, new TakeStatusMessage(tools)),
  tell: (tools) => new TellClients(tools),
  tellDead: (tools) => new TellDeadDeliveries(tools),
};

const OF_CALLS = { content: t.port('content'), credentials: t.port('credentials') };
/** Under a lease: they take the data key that was read with the lease. */
const OF_RUNS = { content: t.CONTENT_OF_RUNS, credentials: t.CREDENTIAL_CHOICE_OF_RUNS };

type Others = Omit<t.Ports, t.PortName>;

export const TOOLS: ServiceIdentifier<Tools> = Symbol.for('ids.Tools');
export const TOOLS_OF_RUNS: ServiceIdentifier<Tools> = Symbol.for('ids.ToolsOfRuns');

/** Binds both. A port is got when it is first read: the probes are bound after the first use. */
export function bindTools(container: Container): void {
  container.bind(TOOLS).toDynamicValue(() => toolsOf(container, OF_CALLS));
  container.bind(TOOLS_OF_RUNS).toDynamicValue(() => toolsOf(container, OF_RUNS));
}

function toolsOf(container: Container, own: typeof OF_CALLS): Tools {
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
  const tools = others as Tools;
  for (const name of t.PORTS) lazily(tools, name, () => container.get<unknown>(t.port(name)));
  for (const [name, token] of Object.entries<ServiceIdentifier<unknown>>(own))
    lazily(tools, name, () => container.get(token));
  for (const [name, make] of Object.entries<(tools: Tools) => unknown>(PARTS))
    lazily(tools, name, () => make(tools));
  return addUseCases(tools);
}
