import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { Container } from 'inversify';
import { AgendaJobs } from '../adapters/agenda/agenda-jobs.ts';
import { KnownCodes } from '../adapters/catalogue/known-codes.ts';
import { OutboundClient } from '../adapters/outbound/outbound-client.ts';
import { OutboundRecorder } from '../adapters/outbound/recorded-outbound.ts';
import { NodeDeliverySigner } from '../adapters/system/node-delivery-signer.ts';
import { PinoLog } from '../adapters/pino/pino-log.ts';
import { BatchShare } from '../adapters/http/call/batch-share.ts';
import { readableLines } from '../adapters/pino/readable-lines.ts';
import { BodyBudget } from '../adapters/http/call/body-budget.ts';
import { Gate } from '../adapters/piscina/gate.ts';
import { PoolValidator } from '../adapters/piscina/pool-validator.ts';
import { PrintPool } from '../adapters/piscina/print-pool.ts';
import { ReadingPool } from '../adapters/piscina/reading-pool.ts';
import type { Threads } from '../adapters/piscina/threads.ts';
import { PrometheusTelemetry } from '../adapters/prometheus/prometheus-telemetry.ts';
import { sealerOf } from '../adapters/sealing/jose-sealer.ts';
import { ControlledClock } from '../adapters/system/controlled-clock.ts';
import { REAL_CLOCK } from '../adapters/system/real-clock.ts';
import { RecentDocuments } from '../application/checking/recent-documents.ts';
import { NodeDigests } from '../adapters/system/node-digests.ts';
import { TimedIds } from '../adapters/system/timed-ids.ts';
import { WatchRoutes } from '../application/operation/watch-routes.ts';
import { KeptSessions } from '../application/sending/kept-sessions.ts';
import { SealedContent } from '../application/content/sealed-content.ts';
import { rememberPages } from '../application/stores/remembered-pages.ts';
import { DocumentBuilder } from '../domain/documents/document-builder.ts';
import { profileOf } from '../domain/routes/all.ts';
import { factForms } from '../domain/documents/document-facts.ts';
import { Syntaxes } from '../domain/documents/syntaxes.ts';
import { Translator } from '../domain/words/translator.ts';
import { bindApplication } from './bind-application.ts';
import { mailerOf } from './mailer.ts';
import { readMappings } from './read-mappings.ts';
import { lanesOf, webhookLocks } from './lanes.ts';
import { railsOf } from './rails.ts';
import { participantsOf } from './participants.ts';
import { RecentParticipants } from '../adapters/peppol-lookup/recent-participants.ts';
import { readMasterKeys } from './master-key.ts';
import { openStore } from './open-store.ts';
import type { Settings } from './settings/settings.ts';
import * as t from './tokens.ts';
import { bindTracing, traceIn } from './bind-tracing.ts';
import { readSyntaxTables } from './read-syntaxes.ts';
import { serviceVersion } from './service-version.ts';
import { InstalledPackRules } from '../adapters/packs/installed-rules.ts';
import { publishers } from 'en16931-rules/packs/publishers.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import { WordFiles } from './read-words.ts';

/** How often the store is asked for due jobs; a job of this process starts at once. */
const JOB_POLL_MS = 500;
/** How long a dead process keeps its job; longer than a heartbeat, see `LEASE_MS` in due.ts. */
const JOB_LOCK_MS = 60_000;
/**
 * How long a dead process keeps the job of a receiver: it stands for all deliveries to that receiver, also for later events. One renewal
 * and the difference of two clocks fit in. Two turns of one receiver at once do no harm, because each delivery has its lease.
 */
const RECEIVER_LOCK_MS = 20_000;

interface Given {
  /** Shorter in tests that do not wait for the jobs of a dead process. */
  readonly jobLockMs?: number;
  /** Those of the validators, if they have started. */
  readonly threads?: Threads;
}

async function openLog({ role, logLevel, logFormat }: Settings, words: WordFiles): Promise<PinoLog> {
  const word = (text: Text): string => new Translator('en', words.in('en')).text(text);
  const base = { service: 'ids', role, pid: process.pid };
  return new PinoLog(logLevel, base, { word, readable: await readableLines(logFormat) });
}

/** Opens the store and binds everything to it. Nothing listens and nothing works yet. */
export async function buildContainer(
  settings: Settings,
  { jobLockMs = JOB_LOCK_MS, threads }: Given = {},
): Promise<Container> {
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(t.PROGRAM).toConstantValue({ version: serviceVersion() });
  const words = new WordFiles();
  container.bind(PinoLog).toConstantValue(await openLog(settings, words));
  container.bind(t.port('log')).toService(PinoLog);
  await bindTracing(container, settings);
  const traced = traceIn(container);
  const tables = readSyntaxTables();
  const syntaxes = new Syntaxes(tables);
  const rules = new RulesFolder(settings.rulesDir);
  container.bind(t.RULES).toConstantValue(rules);
  const catalogue = new KnownCodes(rules);
  container.bind(KnownCodes).toConstantValue(catalogue);
  const participants = traced.participants(participantsOf(settings, traced.outbound));
  bindPorts(container, {
    settings,
    catalogue,
    participants,
    ids: new TimedIds(),
    digests: new NodeDigests(),
    documents: new DocumentBuilder(syntaxes, profileOf),
    mappings: readMappings(settings.mappingsDir),
    packs: { entries: async () => (await rules.read()).entries },
    publishers: publishers(),
    packRules: new InstalledPackRules(rules),
    signer: new NodeDeliverySigner(),
    words,
    mailer: mailerOf(settings, traced),
    recent: new RecentDocuments(),
  });
  await bindStore(container, settings);
  container.bind(OutboundRecorder).toResolvedValue((clock) => new OutboundRecorder(clock), [t.port('clock')]);
  container
    .bind(t.port('recorder'))
    .toResolvedValue(
      (recorder, { stores }) => new WatchRoutes(recorder, stores.routeStates),
      [OutboundRecorder, t.STORE],
    );
  container.bind(t.port('rails')).toResolvedValue(
    (sessions, caps, clock, log, recorder) =>
      railsOf(
        settings,
        {
          sessions,
          caps,
          clock,
          log,
          realClock: REAL_CLOCK,
          participants: new RecentParticipants(participants, REAL_CLOCK),
        },
        (outbound) => recorder.record(traced.outbound(outbound)),
      ),
    [t.SESSIONS, t.port('caps'), t.port('clock'), t.port('log'), OutboundRecorder],
  );
  await bindJobs(container, settings, jobLockMs);
  container.bind(ReadingPool).toResolvedValue((log) => new ReadingPool(tables, log), [t.port('log')]);
  const { poolThreads } = settings;
  container
    .bind(PrintPool)
    .toResolvedValue((log) => new PrintPool(poolThreads, tables, log), [t.port('log')]);
  container.bind(t.port('printer')).toService(PrintPool);
  bindAdapters(container, settings, syntaxes, threads);
  bindApplication(container);
  return container;
}

const bindPorts = (container: Container, ports: Partial<Pick<t.Ports, t.PortName>>): void => {
  for (const [name, of] of Object.entries(ports))
    container.bind<unknown>(t.port(name as t.PortName)).toConstantValue(of);
};

async function bindStore(container: Container, settings: Settings): Promise<void> {
  // Before the master key, which the sandbox makes beside it: if the folder is not writable, the store reports that.
  const store = await openStore(settings.store, settings.environment);
  const stores = rememberPages(store.stores);
  const masterKeys = await readMasterKeys(settings, () => stores.sealed.knowsMasterKey());
  container.bind(t.STORE).toConstantValue(store);
  for (const name of t.STORES) container.bind<unknown>(t.port(name)).toConstantValue(stores[name]);
  const clock = new ControlledClock(stores.clock);
  container.bind(ControlledClock).toConstantValue(clock);
  bindPorts(container, { clock, masterKeys, credentialStore: stores.credentials });
  const sealer = await sealerOf(stores.sealed, masterKeys);
  container
    .bind(t.port('content'))
    .toResolvedValue((digests) => new SealedContent(stores.sealed, sealer, digests), [t.port('digests')]);
  container
    .bind(t.CONTENT_OF_RUNS)
    .toResolvedValue(
      (digests) => new SealedContent(stores.sealed, sealer, digests, stores.leasedKeys),
      [t.port('digests')],
    );
  container.bind(t.SESSIONS).toResolvedValue(
    // The credential of a session is opened before it.
    (content, digests) => new KeptSessions({ rows: stores.sessions, content, digests, clock }),
    [t.CONTENT_OF_RUNS, t.port('digests')],
  );
}

function bindAdapters(
  container: Container,
  settings: Settings,
  syntaxes: Syntaxes,
  threads: Threads | undefined,
): void {
  const forms = factForms(syntaxes);
  const traced = traceIn(container);
  container.bind(PrometheusTelemetry).toResolvedValue(() => new PrometheusTelemetry());
  container.bind(t.port('telemetry')).toService(PrometheusTelemetry);
  container
    .bind(PoolValidator)
    .toResolvedValue(
      (clock, log, telemetry, rules) =>
        new PoolValidator(settings, { clock, log, telemetry, rules, forms, threads }),
      [t.port('clock'), t.port('log'), t.port('telemetry'), t.RULES],
    );
  const outbound = new OutboundClient({
    privateWebhooks: settings.webhookAllowPrivate,
    ...(settings.outboundAllow !== undefined && { allow: settings.outboundAllow }),
  });
  container.bind(t.port('outbound')).toConstantValue(traced.outbound(outbound));
  container.bind(t.port('validator')).toResolvedValue(traced.validator, [PoolValidator]);
  container.bind(t.port('reader')).toResolvedValue(traced.validator, [PoolValidator]);
  container.bind(BodyBudget).toResolvedValue(() => new BodyBudget());
  container.bind(BatchShare).toResolvedValue(() => new BatchShare(() => new Gate(1, 0)));
  container.bind(t.port('readerPool')).toService(ReadingPool);
}

async function bindJobs(container: Container, { poolThreads }: Settings, lockMs: number): Promise<void> {
  const clock = container.get(ControlledClock);
  const log = container.get(t.port('log'));
  const offsetMs = (): number => clock.offsetMs;
  const lanes = lanesOf(poolThreads);
  container.bind(t.port('lanes')).toConstantValue(Object.keys(lanes.concurrency));
  const jobs = await AgendaJobs.open('ids', container.get(t.STORE).jobs(offsetMs), {
    ...lanes,
    pollMs: JOB_POLL_MS,
    lockMs,
    lockMsIn: webhookLocks(Math.min(lockMs, RECEIVER_LOCK_MS)),
    offsetMs,
    onError: (error, id) => {
      // The run of a record counts its own failure.
      if (!id) container.get(t.port('telemetry')).jobEnded('failed', 0);
      log.error({ ...(id && { invoice_id: id }), err: error }, 'a job failed');
    },
  });
  container.bind(t.SCHEDULER).toConstantValue(jobs);
  container.bind(t.port('jobs')).toConstantValue(traceIn(container).jobs(jobs));
}
