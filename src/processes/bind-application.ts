import { PoolValidator } from '../adapters/piscina/pool-validator.ts';
import { InvoiceFiles } from '../application/content/invoice-files.ts';
import { JudgeStored } from '../application/radar/judge-stored.ts';
import { AnnouncePacks } from '../application/radar/announce-packs.ts';
import { Pace } from '../application/radar/pace.ts';
import { TellClients } from '../application/radar/tell-clients.ts';
import { RunRadars } from '../application/radar/run-radars.ts';
import { fingerprintOf } from '../adapters/sealing/jose-sealer.ts';
import { RenewProcess } from '../application/operation/renew-process.ts';
import { WatchWorkers } from '../application/operation/watch-workers.ts';
import { taskOf } from '../domain/lifecycle/lanes.ts';
import { receivedTask } from '../domain/lifecycle/received-record.ts';
import { ZipArchives } from '../adapters/zip/zip-archives.ts';
import type { Container } from 'inversify';
import { JoseProofs } from '../adapters/signing/jose-proofs.ts';
import { ControlledClock } from '../adapters/system/controlled-clock.ts';
import { REAL_CLOCK } from '../adapters/system/real-clock.ts';
import { JSON_REPORT_WRITER } from '../adapters/http/call/reports.ts';
import { ExamineDocument } from '../application/checking/examine-document.ts';
import { ChooseCredential } from '../application/credentials/choose-credential.ts';
import { ApplyRetention } from '../application/clients/apply-retention.ts';
import { DeleteClient } from '../application/clients/delete-client.ts';
import { WatchEndings } from '../application/credentials/watch-endings.ts';
import { WatchSigners } from '../application/credentials/watch-signers.ts';
import { WatchExpiry } from '../application/credentials/watch-expiry.ts';
import { PullAnswers } from '../application/messages/pull-answers.ts';
import { WarnOfReports } from '../application/reports/warn-of-reports.ts';
import { WarnOfDeadlines } from '../application/lifecycle/warn-of-deadlines.ts';
import { EndLostExports } from '../application/exports/end-lost-exports.ts';
import { ForgetRefusals } from '../application/refused/forget-refusals.ts';
import { SweepAudit } from '../application/operation/sweep-audit.ts';
import { FindNewerPacks } from '../application/operation/find-newer-packs.ts';
import { KeepPackCare } from '../application/operation/keep-pack-care.ts';
import { MeasurePackAges } from '../application/operation/measure-pack-ages.ts';
import { WatchNewerPacks } from '../application/operation/watch-newer-packs.ts';
import { WatchPacks } from '../application/operation/watch-packs.ts';
import type { Route } from '../domain/vocabulary/route.ts';
import { bind } from './bind.ts';
import { builtInCredential } from './rails.ts';
import { mailerOf } from './mailer.ts';
import * as t from './tokens.ts';
import { traceIn } from './tracing.ts';
import { bindUseCases } from './bind-use-cases.ts';
import { bindWorkers, WEBHOOK_PORTS } from './bind-workers.ts';

/** Binds the use cases to the ports that they need. */
export function bindApplication(container: Container): void {
  bind(container, t.TOOLS, TOOLS, (tools) => ({ ...tools, reportWriter: JSON_REPORT_WRITER }));
  const ofRuns = { ...TOOLS, content: t.CONTENT_OF_RUNS };
  bind(container, t.TOOLS_OF_RUNS, ofRuns, (tools) => ({ ...tools, reportWriter: JSON_REPORT_WRITER }));
  bind(container, t.EXAMINE, EXAMINATION, ({ settings: { environment }, ...tools }) => {
    return new ExamineDocument({ ...tools, environment });
  });
  bindCredentialChoice(container, t.CREDENTIAL_CHOICE, t.CONTENT);
  bindCredentialChoice(container, t.CREDENTIAL_CHOICE_OF_RUNS, t.CONTENT_OF_RUNS);
  bindWorkers(container);
  bindUpkeep(container);
  bindApi(container);
}

function bindCredentialChoice(
  container: Container,
  choice: typeof t.CREDENTIAL_CHOICE,
  content: typeof t.CONTENT,
): void {
  const from = {
    credentials: t.CREDENTIAL_STORE,
    content,
    clock: t.CLOCK,
    rails: t.RAILS,
    settings: t.SETTINGS,
  };
  bind(container, choice, from, ({ settings, ...tools }) => {
    const builtIn = (client: string, route: Route) => builtInCredential(client, route, settings);
    return new ChooseCredential({ ...tools, builtIn });
  });
}

const TOOLS = {
  clients: t.CLIENTS,
  mappings: t.MAPPINGS,
  invoices: t.INVOICES,
  received: t.RECEIVED,
  content: t.CONTENT,
  jobs: t.JOBS,
  clock: t.CLOCK,
  ids: t.IDS,
  digests: t.DIGESTS,
  telemetry: t.TELEMETRY,
} as const;

const EXAMINATION = {
  documents: t.DOCUMENTS,
  validator: t.VALIDATOR,
  readerPool: t.READER_POOL,
  invoices: t.INVOICES,
  reader: t.FILE_READER,
  printer: t.PRINTER,
  digests: t.DIGESTS,
  catalogue: t.CATALOGUE,
  settings: t.SETTINGS,
  log: t.LOG,
  telemetry: t.TELEMETRY,
} as const;

/** Binds recurring work that no record waits for. */
function bindUpkeep(container: Container): void {
  bind(
    container,
    WatchExpiry,
    { credentials: t.CREDENTIAL_STORE, clock: t.CLOCK, log: t.LOG },
    ({ credentials, clock, log }) => new WatchExpiry(credentials, clock, log),
  );
  bind(
    container,
    WatchEndings,
    {
      credentials: t.CREDENTIAL_STORE,
      invoices: t.INVOICES,
      telemetry: t.TELEMETRY,
      clock: t.CLOCK,
      log: t.LOG,
    },
    (tools) => new WatchEndings(tools),
  );
  bind(
    container,
    WatchSigners,
    {
      credentials: t.CREDENTIAL_STORE,
      choice: t.CREDENTIAL_CHOICE,
      rails: t.RAILS,
      invoices: t.INVOICES,
      telemetry: t.TELEMETRY,
      clock: t.CLOCK,
      log: t.LOG,
    },
    (tools) => new WatchSigners(tools),
  );
  bind(
    container,
    WatchPacks,
    { packs: t.PACKS, publishers: t.PUBLISHERS, clock: t.CLOCK, log: t.LOG, telemetry: t.TELEMETRY },
    (own) => new WatchPacks(own),
  );
  bind(
    container,
    KeepPackCare,
    {
      ...{ packs: t.PACKS, publishers: t.PUBLISHERS, clock: t.CLOCK },
      ...{ store: t.STORE, telemetry: t.TELEMETRY },
    },
    ({ packs, publishers, clock, store, telemetry }) => {
      const ages = new MeasurePackAges(packs, publishers, clock);
      return new KeepPackCare({ ages, oldPacks: store.stores.oldPacks, telemetry, clock });
    },
  );
  bind(
    container,
    WatchNewerPacks,
    {
      ...{ packs: t.PACKS, publishers: t.PUBLISHERS, clock: t.CLOCK, log: t.LOG },
      ...{ outbound: t.OUTBOUND, settings: t.SETTINGS, care: KeepPackCare },
    },
    ({ packs, publishers, clock, log, outbound, settings, care }) =>
      new WatchNewerPacks({
        ages: new MeasurePackAges(packs, publishers, clock),
        care,
        newer: new FindNewerPacks(outbound, settings.packsAllow),
        log,
      }),
  );
  bind(
    container,
    WarnOfDeadlines,
    { tools: t.TOOLS, log: t.LOG },
    ({ tools, log }) => new WarnOfDeadlines({ ...tools, log }),
  );
  bind(
    container,
    WarnOfReports,
    { store: t.STORE, clock: t.CLOCK, log: t.LOG },
    ({ store: { stores }, ...own }) => new WarnOfReports({ ...own, reports: stores.reports }),
  );
  bind(container, ApplyRetention, { store: t.STORE, clock: t.CLOCK }, ({ store: { stores }, clock }) => {
    const own = { ...stores, clock };
    return new ApplyRetention({ ...own, deleteClient: new DeleteClient(own) });
  });
  bind(
    container,
    ForgetRefusals,
    { store: t.STORE, clock: t.CLOCK },
    ({ store: { stores }, clock }) => new ForgetRefusals(stores, clock),
  );
  const ofRadars = {
    ...{ tools: t.TOOLS, examine: t.EXAMINE, pool: PoolValidator, store: t.STORE, program: t.PROGRAM },
    ...{ log: t.LOG, settings: t.SETTINGS, words: t.WORDS, catalogue: t.CATALOGUE },
  };
  bind(container, RunRadars, ofRadars, (ports) => {
    const { tools, examine, pool, store, program, log, settings, words, catalogue } = ports;
    const files = new InvoiceFiles(tools.content, tools.reportWriter, program.version);
    const judge = new JudgeStored({ ...tools, examine, files, log });
    const mailer = mailerOf(settings, traceIn(container));
    const tell = new TellClients({ ...tools, words, catalogue, mailer, log });
    return new RunRadars({
      ...tools,
      radars: store.stores.radars,
      judge,
      tell,
      pace: new Pace({ pool }),
      log,
    });
  });
  const ofPacks = {
    ...{ tools: t.TOOLS, store: t.STORE, packs: t.PACKS, audit: t.AUDIT_LOG },
    ...{ settings: t.SETTINGS, log: t.LOG },
  };
  bind(container, AnnouncePacks, ofPacks, ({ tools, store, settings, ...ports }) => {
    const own = { ...tools, ...ports, radars: store.stores.radars, tells: settings.announcePacks };
    return new AnnouncePacks(own);
  });
  bind(
    container,
    SweepAudit,
    { audit: t.AUDIT_LOG, clock: t.CLOCK, settings: t.SETTINGS },
    ({ audit, clock, settings }) => new SweepAudit(audit, clock, settings.auditDays),
  );
  bind(
    container,
    WatchWorkers,
    { tools: t.TOOLS, received: t.RECEIVED, store: t.STORE, lanes: t.LANES, log: t.LOG },
    ({ tools, received, store, lanes, log }) =>
      new WatchWorkers(
        { invoices: { store: tools.invoices, taskOf }, received: { store: received, taskOf: receivedTask } },
        { ...tools, processes: store.stores.processes, lanes, realClock: REAL_CLOCK, log },
      ),
  );
  bind(
    container,
    RenewProcess,
    {
      ids: t.IDS,
      store: t.STORE,
      lanes: t.LANES,
      settings: t.SETTINGS,
      program: t.PROGRAM,
      keys: t.MASTER_KEYS,
    },
    ({ ids, store, lanes, settings: { role }, program: { version }, keys: { current, next } }) =>
      new RenewProcess(store.stores.processes, REAL_CLOCK, {
        id: ids.next('prc'),
        role,
        lanes: role === 'api' ? [] : lanes,
        version,
        masterKeys: [current, next].flatMap((key) => (key ? [fingerprintOf(key)] : [])),
      }),
  );
  bind(
    container,
    EndLostExports,
    { audit: t.AUDIT_LOG, clock: t.CLOCK },
    ({ audit, clock }) => new EndLostExports(audit, clock, REAL_CLOCK),
  );
}

/** The ports of the API besides the common tools. */
const API = {
  ...WEBHOOK_PORTS,
  tools: t.TOOLS,
  settings: t.SETTINGS,
  credentials: t.CREDENTIAL_CHOICE,
  credentialStore: t.CREDENTIAL_STORE,
  keys: t.KEYS,
  audit: t.AUDIT_LOG,
  idempotency: t.IDEMPOTENCY,
  rates: t.RATE_COUNTERS,
  readerPool: t.READER_POOL,
  examine: t.EXAMINE,
  reader: t.FILE_READER,
  kositReports: t.KOSIT_REPORTS,
  printer: t.PRINTER,
  catalogue: t.CATALOGUE,
  packs: t.PACKS,
  publishers: t.PUBLISHERS,
  packRules: t.PACK_RULES,
  watchWorkers: WatchWorkers,
  participants: t.PARTICIPANTS,
  registrations: t.REGISTRATIONS,
  probes: t.PROBES,
  log: t.LOG,
  rails: t.RAILS,
  program: t.PROGRAM,
  store: t.STORE,
  answers: PullAnswers,
  controlled: ControlledClock,
} as const;

function bindApi(container: Container): void {
  bind(container, t.API_PORTS, API, ({ tools, settings, program, store, controlled, ...own }) => {
    const { signingKeys, statuses, reports, routeStates, sessions, refusals, shares, radars } = store.stores;
    const { oldPacks, cursorKey } = store.stores;
    const { environment, operatorKey, refusalsDays, clockControl } = settings;
    const buyerIndex = settings.partySearch ? tools.content : undefined;
    return {
      ...{ ...tools, ...own, signingKeys, statuses, reports, routeStates, sessions },
      ...{ refusals, refusalsDays, shares, radars, oldPacks, cursorKey },
      ...{ buyerIndex },
      ...{ archives: new ZipArchives(), proofSigner: new JoseProofs(), realClock: REAL_CLOCK },
      ...{ environment, operatorKey, serviceVersion: program.version },
      testClock: clockControl ? controlled : undefined,
    };
  });
  bindUseCases(container);
}
