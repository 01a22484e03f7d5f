import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Container } from 'inversify';
import type { AgendaJobs } from '../adapters/agenda/agenda-jobs.ts';
import { KnownCodes } from '../adapters/catalogue/known-codes.ts';
import { createApi } from '../adapters/http/api.ts';
import { ApiDescription } from '../adapters/http/call/api-description.ts';
import { BodyScale } from '../adapters/http/call/body-scale.ts';
import { PinoLog } from '../adapters/pino/pino-log.ts';
import { PoolValidator } from '../adapters/piscina/pool-validator.ts';
import { ReadingPool } from '../adapters/piscina/reading-pool.ts';
import { MetricsServer } from '../adapters/prometheus/metrics-server.ts';
import { PrometheusTelemetry } from '../adapters/prometheus/prometheus-telemetry.ts';
import {
  watchBodies,
  watchCredentials,
  watchInvoices,
  watchLog,
  watchPool,
} from '../adapters/prometheus/watches.ts';
import { ControlledClock } from '../adapters/system/controlled-clock.ts';
import { ProcessInvoice } from '../application/checking/process-invoice.ts';
import { SweepAudit } from '../application/operation/sweep-audit.ts';
import { ReportHealth } from '../application/operation/report-health.ts';
import { WatchExpiry } from '../application/credentials/watch-expiry.ts';
import { WarnOfDeadlines } from '../application/lifecycle/warn-of-deadlines.ts';
import { PullAnswers } from '../application/delivery/pull-answers.ts';
import { BodyReader } from '../application/reading/body-reader.ts';
import { SweepNeglected } from '../application/checking/sweep-neglected.ts';
import { type Addresses, banner, type FirstKeys } from './banner.ts';
import { buildContainer } from './container.ts';
import { mintFirstKeys } from './first-keys.ts';
import { cannotListen, localAddress } from './listening.ts';
import { probes, WATCHED } from './probes.ts';
import { readYaml } from './read-yaml.ts';
import { recurring } from './recurring.ts';
import { type Settings, SettingRefused } from './settings/settings.ts';
import * as t from './tokens.ts';
import { warmUp } from './warm-up.ts';
import { JavaMissing } from '../../validators/xsd/java-helper.ts';
import { tryJava } from '../../validators/xsd/java-schema.ts';

const SWEEP_EVERY_MS = 10_000;
/** Buyers take days, receivers minutes. */
const ANSWERS_EVERY_MS = 60_000;
const ANSWERS_IN_SANDBOX_MS = 1_000;
const EXPIRY_EVERY_MS = 24 * 3_600_000;
/** How long a crash may cost the count of refused calls (never the row that tells of them). */
const COUNTS_EVERY_MS = 5_000;
const AUDIT_EVERY_MS = 60_000;
const WATCH_EVERY_MS = 5_000;
const CODES_EVERY_MS = 2_000;
/** Running jobs and calls get this long to end before the process goes; the rest is for closing. */
const DRAIN_MS = 8_000;
/** The last lines of the log get this long to find their reader. */
const LAST_LINES_MS = 500;

export interface RunningService {
  readonly addresses: Addresses;
  /** What the start prints. */
  readonly banner: string;
  /** Takes no new work, lets running work end or hands it back, closes everything. */
  stop(): Promise<void>;
}

/**
 * Starts what the role asks for.
 * @param build binds the ports; tests try the service on others.
 * @throws SettingRefused, StoreRefused: one sentence naming the setting; whatever was opened is closed again.
 */
export async function startService(
  settings: Settings,
  build: (settings: Settings) => Promise<Container> = buildContainer,
): Promise<RunningService> {
  const container = await build(settings);
  const closers: (() => Promise<unknown>)[] = [
    () => container.get(PinoLog).end(LAST_LINES_MS),
    container.get(t.STORE).close,
  ];
  const stop = async (): Promise<void> => {
    for (const close of closers.reverse()) await close();
  };
  try {
    return { ...(await begin(container, settings, closers)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function begin(
  container: Container,
  settings: Settings,
  closers: (() => Promise<unknown>)[],
): Promise<Pick<RunningService, 'addresses' | 'banner'>> {
  const clock = container.get(ControlledClock);
  if (settings.clockControl) await clock.start();
  closers.push(async () => clock.stop());
  const pool = container.get(PoolValidator);
  const reading = container.get(ReadingPool);
  closers.push(() => Promise.all([pool.close(), reading.close()]));
  await refuseWithoutRules(pool, settings);
  await refuseWithoutJava(settings);
  closers.push(await keepCodes(container));
  const warm = warmUp(pool, container.get(t.DOCUMENTS), settings.poolWarmUp);
  container.bind(t.PROBES).toConstantValue(probes(container));
  closers.push(watchUnasked(container));
  const jobs = container.get(t.SCHEDULER);
  if (settings.role !== 'worker') closers.push(writeCounts(container));
  const calls: (() => Promise<unknown>)[] = [];
  closers.push(() => Promise.all([jobs.drain(DRAIN_MS), ...calls.map((close) => close())]));

  const metrics = await listenForMetrics(container, settings, clock);
  closers.push(() => metrics.server.close());
  const api = settings.role === 'worker' ? undefined : await listenForCalls(container, settings, calls);
  await warm.ready;
  if (settings.role !== 'api') closers.push(await startWork(container, jobs));
  // Last, since they are shown once: a start that fails has made none.
  const firstKeys = await mintFirst(container, settings);

  const addresses = { ...(api && { api }), metrics: metrics.address };
  return { addresses, banner: banner(settings, container.get(t.PROGRAM).version, addresses, firstKeys) };
}

/** What nobody could ask for when it fails is told by the log. @returns stops it. */
function watchUnasked(container: Container): () => Promise<void> {
  const log = container.get(t.LOG);
  const health = new ReportHealth(
    container.get(t.PROBES).filter(({ name }) => WATCHED.has(name)),
    log,
  );
  return recurring(
    WATCH_EVERY_MS,
    () => health.run(),
    (err) => log.error({ err }, 'the watch failed'),
  );
}

/** Without packs nothing could be judged, and every invoice would end as a dead letter; so would some with a damaged one. */
async function refuseWithoutRules(pool: PoolValidator, { rulesDir, ruleEngine }: Settings): Promise<void> {
  const { installed, notForSaxon, problems } = await pool.rulePacks().catch((error: unknown) => {
    throw new SettingRefused('RULES_DIR', `${rulesDir} cannot be read (${codeOf(error)}).`);
  });
  if (problems.length > 0)
    throw new SettingRefused(
      'RULES_DIR',
      `${rulesDir} holds what cannot be used: ${problems.join('; ')}. Run npm run packs -- compile, or remove it.`,
    );
  if (installed === 0)
    throw new SettingRefused('RULES_DIR', `${rulesDir} holds no rule pack; run npm run packs -- compile.`);
  if (notForSaxon > 0)
    throw new SettingRefused(
      ruleEngine === 'saxon' ? 'RULE_ENGINE' : 'CROSS_CHECK',
      `needs SaxonJS, and ${notForSaxon} rule packs are not compiled for it; run npm run packs -- compile --engine saxon.`,
    );
}

/** Found out now, not by the first invoice. */
async function refuseWithoutJava({ xsdEngine }: Settings): Promise<void> {
  if (xsdEngine !== 'java') return;
  await tryJava().catch((error: unknown) => {
    if (error instanceof JavaMissing)
      throw new SettingRefused('XSD_ENGINE', `java cannot be used: ${error.message}.`);
    throw error;
  });
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : String(error);

/** The words of the packs that are installed, read anew when others are. @returns stops it. */
async function keepCodes(container: Container): Promise<() => Promise<void>> {
  const codes = container.get(KnownCodes);
  const log = container.get(t.LOG);
  await codes.refresh();
  return recurring(
    CODES_EVERY_MS,
    () => codes.refresh(),
    (err) => log.error({ err }, 'the catalogue could not be read'),
  );
}

/** @returns stops the sweep. */
async function startWork(container: Container, jobs: AgendaJobs): Promise<() => Promise<void>> {
  const work = container.get(ProcessInvoice);
  const sweep = container.get(SweepNeglected);
  const log = container.get(t.LOG);
  await jobs.start((id, lane) => work.run(id, lane));
  const expiry = container.get(WatchExpiry);
  const audit = container.get(SweepAudit);
  const answers = container.get(PullAnswers);
  const deadlines = container.get(WarnOfDeadlines);
  const stops = [
    recurring(
      isSandbox(container) ? ANSWERS_IN_SANDBOX_MS : ANSWERS_EVERY_MS,
      () => answers.run(),
      (err) => log.error({ err }, 'answers of routes could not be fetched'),
    ),
    recurring(
      SWEEP_EVERY_MS,
      () => sweep.run(),
      (err) => log.error({ err }, 'the sweep failed'),
    ),
    recurring(
      SWEEP_EVERY_MS,
      () => deadlines.run(),
      (err) => log.error({ err }, 'nobody looked for deadlines that are near'),
    ),
    recurring(
      AUDIT_EVERY_MS,
      () => audit.run(),
      (err) => log.error({ err }, 'old rows of the audit log could not be removed'),
    ),
    recurring(
      EXPIRY_EVERY_MS,
      () => expiry.run(),
      (err) => log.error({ err }, 'nobody looked for credentials that are about to expire'),
    ),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

const isSandbox = (container: Container): boolean => container.get(t.SETTINGS).environment === 'sandbox';

/** @returns writes the last ones, when no call comes any more. */
function writeCounts(container: Container): () => Promise<void> {
  const { refuseCall } = container.get(t.USE_CASES);
  const log = container.get(t.LOG);
  const stop = recurring(
    COUNTS_EVERY_MS,
    () => refuseCall.writeCounts(),
    (err) => log.error({ err }, 'refused calls could not be counted'),
  );
  return async () => {
    await stop();
    await refuseCall.writeCounts();
  };
}

function mintFirst(container: Container, settings: Settings): Promise<FirstKeys | undefined> {
  const { clock, ids, digests } = container.get(t.TOOLS);
  const tools = { clock, ids, digests, keys: container.get(t.KEYS) };
  return mintFirstKeys({ ...tools, environment: settings.environment }, settings.operatorKey);
}

async function listenForMetrics(container: Container, settings: Settings, clock: ControlledClock) {
  const { registry } = container.get(PrometheusTelemetry);
  watchInvoices(registry, container.get(t.INVOICES), clock);
  watchPool(registry, container.get(PoolValidator));
  const [scale, reading] = [container.get(BodyScale), container.get(ReadingPool)];
  watchBodies(registry, { heldBytes: () => scale.held, waiting: () => reading.waiting });
  watchLog(registry, container.get(PinoLog));
  const expiry = container.get(WatchExpiry);
  watchCredentials(registry, () => expiry.soon());
  const server = new MetricsServer({
    registry,
    ...(settings.clockControl && { advanceClock: (ms: number) => clock.advance(ms) }),
  });
  const place = { port: settings.metricsPort, host: settings.metricsHost };
  const port = await server.listen(place).catch(cannotListen('METRICS_', place));
  return { server, address: localAddress({ ...place, port }) };
}

async function listenForCalls(
  container: Container,
  settings: Settings,
  closers: (() => Promise<unknown>)[],
): Promise<string> {
  const { version } = container.get(t.PROGRAM);
  const { text, content } = readYaml('openapi.yaml');
  const server = createApi({
    useCases: container.get(t.USE_CASES),
    bodies: new BodyReader(container.get(t.BENCH)),
    scale: container.get(BodyScale),
    ids: container.get(t.IDS),
    digests: container.get(t.DIGESTS),
    log: container.get(t.LOG),
    telemetry: container.get(t.TELEMETRY),
    description: new ApiDescription(text, content),
    settings: { ...settings, version },
  });
  const { port, host } = settings;
  server.listen({ port, host });
  await once(server, 'listening').catch(cannotListen('', { port, host }));
  closers.push(() => closeServer(server));
  return localAddress({ host, port: (server.address() as AddressInfo).port });
}

/** No new connection; calls in work are answered, idle connections end, and whoever still sends or waits is cut off. */
async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const cutOff = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(cutOff);
}
