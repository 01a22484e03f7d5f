import type { Container, ServiceIdentifier } from 'inversify';
import { RecentDocuments } from '../application/checking/recent-documents.ts';
import { SendingWarnings } from '../application/checking/sending-warnings.ts';
import { FindDefaults } from '../application/clients/client-defaults.ts';
import { ChooseRoute } from '../application/intake/choose-route.ts';
import { LookUpBuyer } from '../application/intake/look-up-buyer.ts';
import { FindDoubts } from '../application/doubts/find-doubts.ts';
import {
  exportRefusal,
  receiverOnRoute,
  submissionFingerprint,
} from '../application/intake/offered-document.ts';
import { TakeIn } from '../application/intake/take-in.ts';
import { UsualTotals } from '../application/doubts/usual-totals.ts';
import { TakeReceived } from '../application/received/take-received.ts';
import { type ApiPorts, USE_CASES as api, type UseCases } from '../application/use-cases.ts';
import { bind } from './bind.ts';
import { engineOf } from './program.ts';
import * as t from './tokens.ts';

const token = <T>(name: string): ServiceIdentifier<T> => Symbol.for(`ids.${name}`);

/** Two classes serve sent and received invoices and reports: the further objects of each have tokens of their own. */
const TOKENS: { readonly [Name in keyof UseCases]: ServiceIdentifier<UseCases[Name]> } = {
  ...api,
  listReceivedEvents: token('ListReceivedEvents'),
  readReceivedDocument: token('ReadReceivedDocument'),
  listReportEvents: token('ListReportEvents'),
  readReportDocument: token('ReadReportDocument'),
};

/** Use cases and parts of them that take the ports and nothing else. */
const ON_PORTS: readonly (new (ports: ApiPorts) => unknown)[] = [
  ...[api.exportInvoices, api.exportDataset, api.setProfile, api.authenticate, api.admitCall, api.refuseCall],
  ...[
    api.viewReceived,
    api.testWebhook,
    api.replayDeliveries,
    api.viewInvoice,
    api.createStatus,
    api.signing,
  ],
  ...[api.cancelInvoice, api.handleCallback, api.markHandled, api.mintKey, api.revokeKey, api.chooseMapping],
  ...[api.reopenCare, api.noteOnCare, api.readCalendar, api.moveClock, api.recheckInvoice],
  ...[api.makeCollectiveNumber, api.listStatuses, api.keepRefusal, api.readRefusals],
  ...[api.startRadar, api.readRadars],
  ...[api.reportPayment, LookUpBuyer, TakeIn, TakeReceived, FindDefaults, UsualTotals],
];

const PORTS = { ports: t.API_PORTS } as const;

/** Binds the use cases that the API calls; `API_PORTS` is bound already. */
export function bindUseCases(container: Container): void {
  for (const UseCase of ON_PORTS) bind(container, UseCase, PORTS, ({ ports }) => new UseCase(ports));
  bind(
    container,
    FindDoubts,
    { ...PORTS, usualTotals: UsualTotals },
    ({ ports, usualTotals }) => new FindDoubts({ ...ports, usualTotals }),
  );
  bindIntake(container);
  bindChecks(container);
  bindLists(container);
  bindRest(container);
  bind(container, t.USE_CASES, TOKENS, (useCases) => useCases);
}

const DOUBTS = { findDoubts: FindDoubts, usualTotals: UsualTotals } as const;

function bindIntake(container: Container): void {
  container.bind(RecentDocuments).toConstantValue(new RecentDocuments());
  const parts = { ...PORTS, takeIn: TakeIn };
  bind(
    container,
    ChooseRoute,
    { ...PORTS, lookUpBuyer: LookUpBuyer },
    ({ ports: { credentials, clock }, lookUpBuyer }) => new ChooseRoute(credentials, clock, lookUpBuyer),
  );
  bind(
    container,
    api.submitInvoice,
    {
      ...{ ...parts, ...DOUBTS, router: ChooseRoute },
      ...{ chooseMapping: api.chooseMapping, findDefaults: FindDefaults, recent: RecentDocuments },
    },
    ({ ports, ...own }) => new api.submitInvoice({ ...ports, ...own }),
  );
  bind(
    container,
    api.submitFile,
    { ...parts, ...DOUBTS },
    ({ ports, ...own }) => new api.submitFile({ ...ports, ...own }),
  );
  bind(
    container,
    api.receiveInvoice,
    { ...PORTS, takeReceived: TakeReceived },
    ({ ports, takeReceived }) => new api.receiveInvoice({ ...ports, takeReceived }),
  );
  bind(
    container,
    api.stateSales,
    { ...PORTS, findDefaults: FindDefaults, findDoubts: FindDoubts },
    ({ ports, ...own }) => new api.stateSales({ ...ports, ...own }),
  );
  bind(container, api.admitClient, PORTS, ({ ports }) => new api.admitClient(ports.clients));
  bind(container, api.findLanguage, PORTS, ({ ports }) => new api.findLanguage(ports.clients));
  bind(
    container,
    api.answerOnce,
    { ...PORTS, admitClient: api.admitClient },
    ({ ports, admitClient }) => new api.answerOnce({ ...ports, admitClient }),
  );
}

function bindChecks(container: Container): void {
  bind(
    container,
    SendingWarnings,
    { ...PORTS, lookUp: LookUpBuyer },
    ({ ports, lookUp }) => new SendingWarnings({ ...ports, lookUp }),
  );
  const client = {
    admitClient: api.admitClient,
    chooseMapping: api.chooseMapping,
    findDefaults: FindDefaults,
    findDoubts: FindDoubts,
  };
  bind(
    container,
    api.validateInvoice,
    { ...PORTS, sending: SendingWarnings, router: ChooseRoute, ...client },
    ({ ports, sending, router, ...own }) => {
      const { examine, digests, catalogue, clock } = ports;
      const clientTools = {
        ...own,
        receiverOf: receiverOnRoute({ ...ports, router }),
        refusalOf: exportRefusal(ports),
        fingerprintOf: submissionFingerprint(ports),
      };
      return new api.validateInvoice(examine, digests, catalogue, clock, clientTools, sending);
    },
  );
  bind(
    container,
    api.validateFile,
    { ...PORTS, sending: SendingWarnings, findDoubts: FindDoubts },
    ({ ports: { examine, digests, catalogue, clock }, sending, findDoubts }) =>
      new api.validateFile(examine, digests, sending, findDoubts, catalogue, clock),
  );
  bind(
    container,
    api.reportFile,
    PORTS,
    ({ ports: { reader, kositReports, clock, digests, serviceVersion } }) =>
      new api.reportFile(reader, kositReports, clock, digests, engineOf(serviceVersion)),
  );
  bind(
    container,
    api.lookUpParticipant,
    { lookUpBuyer: LookUpBuyer },
    ({ lookUpBuyer }) => new api.lookUpParticipant(lookUpBuyer),
  );
}

/** Lists and single records, of the stores that hold them. */
function bindLists(container: Container): void {
  const on = <T>(to: ServiceIdentifier<T>, make: (ports: ApiPorts) => T): void =>
    bind(container, to, PORTS, ({ ports }) => make(ports));
  on(api.readProfile, ({ clients }) => new api.readProfile(clients));
  on(api.listClients, ({ clients }) => new api.listClients(clients));
  on(api.findInvoice, (ports) => new api.findInvoice(ports.invoices, ports));
  on(api.listInvoices, ({ invoices, buyerIndex }) => new api.listInvoices(invoices, buyerIndex));
  on(api.readActivity, ({ invoices, clock }) => new api.readActivity(invoices, clock));
  on(api.invoiceSeries, ({ invoices, clock }) => new api.invoiceSeries(invoices, clock));
  on(api.listAttempts, ({ invoices, content }) => new api.listAttempts(invoices, content));
  on(api.listEvents, ({ invoices }) => new api.listEvents(invoices, invoices));
  on(api.readEventFeed, (ports) => new api.readEventFeed(ports));
  on(api.readEvent, ({ invoices }) => new api.readEvent(invoices));
  on(api.readDocument, ({ invoices, content }) => new api.readDocument(invoices, content));
  on(api.listReceived, ({ received }) => new api.listReceived(received));
  on(TOKENS.listReceivedEvents, ({ received, invoices }) => new api.listEvents(received, invoices));
  on(TOKENS.readReceivedDocument, ({ received, content }) => new api.readDocument(received, content));
  on(TOKENS.listReportEvents, ({ reports, invoices }) => new api.listEvents(reports, invoices));
  on(TOKENS.readReportDocument, ({ reports, content }) => new api.readDocument(reports, content));
  on(api.listReports, ({ reports }) => new api.listReports(reports));
  on(
    api.listCare,
    ({ invoices, received, reports, oldPacks, clock, content }) =>
      new api.listCare([invoices, received, reports, oldPacks], clock, content),
  );
  on(api.readEvidence, (ports) => new api.readEvidence(ports, ports.content));
  on(api.lookUpCode, ({ catalogue }) => new api.lookUpCode(catalogue));
  on(api.searchCodes, ({ catalogue }) => new api.searchCodes(catalogue));
  on(api.listKeys, ({ keys }) => new api.listKeys(keys));
  on(api.readOwnKey, ({ keys }) => new api.readOwnKey(keys));
  on(api.listWorkers, ({ watchWorkers }) => new api.listWorkers(watchWorkers));
  on(api.listRoutes, ({ routeStates, invoices }) => new api.listRoutes(routeStates, invoices));
  on(api.listPacks, ({ packs, clock }) => new api.listPacks(packs, clock));
  on(
    api.measurePackAges,
    ({ packs, publishers, clock }) => new api.measurePackAges(packs, publishers, clock),
  );
  on(api.readPackRules, ({ packRules }) => new api.readPackRules(packRules));
  on(api.readAudit, (ports) => new api.readAudit(ports));
  on(api.reportHealth, ({ probes, log }) => new api.reportHealth(probes, log));
  on(api.showWebhook, ({ webhooks }) => new api.showWebhook(webhooks));
  on(api.readDelivery, ({ deliveries, digests }) => new api.readDelivery(deliveries, digests));
  on(api.listDeliveries, ({ deliveries }) => new api.listDeliveries(deliveries));
}

/** Use cases that take a port under another name, or the signing of proofs. */
function bindRest(container: Container): void {
  bind(
    container,
    api.setWebhook,
    PORTS,
    ({ ports }) => new api.setWebhook({ ...ports, feed: ports.invoices }),
  );
  for (const UseCase of [api.storeCredential, api.changeCredential])
    bind(
      container,
      UseCase as ServiceIdentifier<unknown>,
      PORTS,
      ({ ports }) => new UseCase({ ...ports, credentials: ports.credentialStore }),
    );
  bind(
    container,
    api.groupCare,
    { ...PORTS, markHandled: api.markHandled, reopenCare: api.reopenCare },
    ({ ports: { invoices, received, reports, oldPacks }, markHandled, reopenCare }) =>
      new api.groupCare([invoices, received, reports, oldPacks], markHandled, reopenCare),
  );
  bind(
    container,
    api.proveInvoice,
    { ...PORTS, signing: api.signing },
    ({ ports, signing }) => new api.proveInvoice({ ...ports, signing }),
  );
  bind(
    container,
    api.exportEvidence,
    { ...PORTS, proofs: api.proveInvoice },
    ({ ports, proofs }) => new api.exportEvidence({ ...ports, proofs }),
  );
  bind(
    container,
    api.viewRefusal,
    { ...PORTS, refusals: api.readRefusals },
    ({ ports, refusals }) => new api.viewRefusal({ ...ports, refusals }),
  );
  bind(
    container,
    api.shareDocument,
    { ...PORTS, admitCall: api.admitCall },
    ({ ports, admitCall }) => new api.shareDocument({ ...ports, admitCall }),
  );
  const { shareDocument, findInvoice, viewInvoice, readDocument, readRefusals, viewRefusal } = TOKENS;
  const shared = { shareDocument, findInvoice, viewInvoice, readDocument, readRefusals, viewRefusal };
  bind(
    container,
    api.openShare,
    { ...PORTS, ...shared },
    ({ ports, ...own }) => new api.openShare({ ...ports, ...own }),
  );
}
