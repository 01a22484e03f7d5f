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
import { NodeDigests } from '../adapters/system/node-digests.ts';
import { TimedIds } from '../adapters/system/timed-ids.ts';
import { WatchRoutes } from '../application/operation/watch-routes.ts';
import { KeptSessions } from '../application/sending/kept-sessions.ts';
import { SealedContent } from '../application/content/sealed-content.ts';
import { DocumentBuilder } from '../domain/documents/document-builder.ts';
import { profileOf } from '../domain/routes/all.ts';
import { factForms } from '../domain/documents/document-facts.ts';
import { Syntaxes } from '../domain/documents/syntaxes.ts';
import { bindApplication } from './bind-application.ts';
import { readMappings } from './read-mappings.ts';
import { lanesOf, webhookLocks } from './lanes.ts';
import { railsOf } from './rails.ts';
import { participantsOf } from './participants.ts';
import { RecentParticipants } from '../adapters/peppol-lookup/recent-participants.ts';
import { readMasterKeys } from './master-key.ts';
import { openStore } from './open-store.ts';
import type { Settings } from './settings/settings.ts';
import * as t from './tokens.ts';
import { bindTracing, traceIn } from './tracing.ts';
import { readSyntaxTables } from './syntaxes.ts';
import { serviceVersion } from './program.ts';
import { InstalledPackRules } from '../adapters/packs/installed-rules.ts';
import { publishers } from '../../validators/packs/publishers.ts';
import { RulesFolder } from '../../validators/packs/rules-folder.ts';
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

/** Opens the store and binds everything to it. Nothing listens and nothing works yet. */
export async function buildContainer(
  settings: Settings,
  { jobLockMs = JOB_LOCK_MS, threads }: Given = {},
): Promise<Container> {
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(t.SETTINGS).toConstantValue(settings);
  container.bind(t.PROGRAM).toConstantValue({ version: serviceVersion() });
  const { role, logLevel, logFormat } = settings;
  const base = { service: 'ids', role, pid: process.pid };
  container.bind(PinoLog).toConstantValue(new PinoLog(logLevel, base, await readableLines(logFormat)));
  container.bind(t.LOG).toService(PinoLog);
  await bindTracing(container, settings);
  const traced = traceIn(container);
  container.bind(t.IDS).toConstantValue(new TimedIds());
  const tables = readSyntaxTables();
  const syntaxes = new Syntaxes(tables);
  container.bind(t.DOCUMENTS).toConstantValue(new DocumentBuilder(syntaxes, profileOf));
  container.bind(t.MAPPINGS).toConstantValue(readMappings(settings.mappingsDir));
  container.bind(t.DIGESTS).toConstantValue(new NodeDigests());
  await bindStore(container, settings);
  container.bind(OutboundRecorder).toResolvedValue((clock) => new OutboundRecorder(clock), [t.CLOCK]);
  container
    .bind(t.WATCH_ROUTES)
    .toResolvedValue(
      (recorder, { stores }) => new WatchRoutes(recorder, stores.routeStates),
      [OutboundRecorder, t.STORE],
    );
  const participants = traced.participants(participantsOf(settings, traced.outbound));
  container.bind(t.RAILS).toResolvedValue(
    (sessions, caps, clock, log, recorder) =>
      railsOf(
        settings,
        {
          ...{ sessions, caps, clock, log, realClock: REAL_CLOCK },
          participants: new RecentParticipants(participants, REAL_CLOCK),
        },
        (outbound) => recorder.record(traced.outbound(outbound)),
      ),
    [t.SESSIONS, t.CAPS, t.CLOCK, t.LOG, OutboundRecorder],
  );
  container.bind(t.PARTICIPANTS).toConstantValue(participants);
  await bindJobs(container, settings, jobLockMs);
  const rules = new RulesFolder(settings.rulesDir);
  container.bind(t.RULES).toConstantValue(rules);
  container.bind(t.PACKS).toConstantValue({ entries: async () => (await rules.read()).entries });
  container.bind(t.PUBLISHERS).toConstantValue(publishers());
  container.bind(t.PACK_RULES).toConstantValue(new InstalledPackRules(rules));
  const codes = new KnownCodes(rules);
  container.bind(KnownCodes).toConstantValue(codes);
  container.bind(t.CATALOGUE).toConstantValue(codes);
  container.bind(t.WORDS).toConstantValue(new WordFiles());
  container.bind(ReadingPool).toResolvedValue((log) => new ReadingPool(tables, log), [t.LOG]);
  const { poolThreads } = settings;
  container.bind(PrintPool).toResolvedValue((log) => new PrintPool(poolThreads, tables, log), [t.LOG]);
  container.bind(t.PRINTER).toService(PrintPool);
  bindAdapters(container, settings, syntaxes, threads);
  bindApplication(container);
  return container;
}

async function bindStore(container: Container, settings: Settings): Promise<void> {
  // Before the master key, which the sandbox makes beside it: if the folder is not writable, the store reports that.
  const store = await openStore(settings.store, settings.environment);
  const { stores } = store;
  const masterKeys = await readMasterKeys(settings, () => stores.sealed.knowsMasterKey());
  container.bind(t.MASTER_KEYS).toConstantValue(masterKeys);
  container.bind(t.STORE).toConstantValue(store);
  container.bind(t.INVOICES).toConstantValue(stores.invoices);
  container.bind(t.COLLECTION_CURSORS).toConstantValue(stores.collectionCursors);
  container.bind(t.RECEIVED).toConstantValue(stores.received);
  container.bind(t.CLIENTS).toConstantValue(stores.clients);
  container.bind(t.CREDENTIAL_STORE).toConstantValue(stores.credentials);
  container.bind(t.FEEDS).toConstantValue(stores.feeds);
  container.bind(t.KEYS).toConstantValue(stores.keys);
  container.bind(t.IDEMPOTENCY).toConstantValue(stores.idempotency);
  container.bind(t.CAPS).toConstantValue(stores.caps);
  container.bind(t.RATE_COUNTERS).toConstantValue(stores.rates);
  container.bind(t.REGISTRATIONS).toConstantValue(stores.registrations);
  container.bind(t.WEBHOOKS).toConstantValue(stores.webhooks);
  container.bind(t.DELIVERIES).toConstantValue(stores.deliveries);
  container.bind(t.AUDIT_LOG).toConstantValue(stores.audit);
  const clock = new ControlledClock(stores.clock);
  container.bind(ControlledClock).toConstantValue(clock);
  container.bind(t.CLOCK).toConstantValue(clock);
  const sealer = await sealerOf(stores.sealed, masterKeys);
  container
    .bind(t.CONTENT)
    .toResolvedValue((digests) => new SealedContent(stores.sealed, sealer, digests), [t.DIGESTS]);
  container
    .bind(t.CONTENT_OF_RUNS)
    .toResolvedValue(
      (digests) => new SealedContent(stores.sealed, sealer, digests, stores.leasedKeys),
      [t.DIGESTS],
    );
  container.bind(t.SESSIONS).toResolvedValue(
    // The credential of a session is opened before it.
    (content, digests) => new KeptSessions({ rows: stores.sessions, content, digests, clock }),
    [t.CONTENT_OF_RUNS, t.DIGESTS],
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
  container.bind(t.TELEMETRY).toService(PrometheusTelemetry);
  container
    .bind(PoolValidator)
    .toResolvedValue(
      (clock, log, telemetry, rules) =>
        new PoolValidator(settings, { clock, log, telemetry, rules, forms, threads }),
      [t.CLOCK, t.LOG, t.TELEMETRY, t.RULES],
    );
  const outbound = new OutboundClient({
    privateWebhooks: settings.webhookAllowPrivate,
    ...(settings.outboundAllow !== undefined && { allow: settings.outboundAllow }),
  });
  container.bind(t.OUTBOUND).toConstantValue(traced.outbound(outbound));
  container.bind(t.SIGNER).toConstantValue(new NodeDeliverySigner());
  container.bind(t.VALIDATOR).toResolvedValue(traced.validator, [PoolValidator]);
  container.bind(t.FILE_READER).toResolvedValue(traced.validator, [PoolValidator]);
  container.bind(BodyBudget).toResolvedValue(() => new BodyBudget());
  container.bind(BatchShare).toResolvedValue(() => new BatchShare(() => new Gate(1, 0)));
  container.bind(t.KOSIT_REPORTS).toService(PoolValidator);
  container.bind(t.READER_POOL).toService(ReadingPool);
}

async function bindJobs(container: Container, { poolThreads }: Settings, lockMs: number): Promise<void> {
  const clock = container.get(ControlledClock);
  const log = container.get(t.LOG);
  const offsetMs = (): number => clock.offsetMs;
  const lanes = lanesOf(poolThreads);
  container.bind(t.LANES).toConstantValue(Object.keys(lanes.concurrency));
  const jobs = await AgendaJobs.open('ids', container.get(t.STORE).jobs(offsetMs), {
    ...lanes,
    pollMs: JOB_POLL_MS,
    lockMs,
    lockMsIn: webhookLocks(Math.min(lockMs, RECEIVER_LOCK_MS)),
    offsetMs,
    onError: (error, id) => {
      // The run of a record counts its own failure.
      if (!id) container.get(t.TELEMETRY).jobEnded('failed', 0);
      log.error({ ...(id && { invoice_id: id }), err: error }, 'a job failed');
    },
  });
  container.bind(t.SCHEDULER).toConstantValue(jobs);
  container.bind(t.JOBS).toConstantValue(traceIn(container).jobs(jobs));
}
