import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Container } from 'inversify';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { BatchShare } from '../adapters/http/call/batch-share.ts';
import { BodyBudget } from '../adapters/http/call/body-budget.ts';
import { PinoLog } from '../adapters/pino/pino-log.ts';
import { PoolValidator } from '../adapters/piscina/pool-validator.ts';
import { PrintPool } from '../adapters/piscina/print-pool.ts';
import { ReadingPool } from '../adapters/piscina/reading-pool.ts';
import { AnswersInTurn } from '../adapters/http/call/answers-in-turn.ts';
import { MetricsServer } from '../adapters/prometheus/metrics-server.ts';
import { PrometheusTelemetry } from '../adapters/prometheus/prometheus-telemetry.ts';
import { watchCredentials, watchEndings, watchSigners } from '../adapters/prometheus/watch-credentials.ts';
import { watchInvoices } from '../adapters/prometheus/watch-invoices.ts';
import {
  watchBodies,
  watchDeliveries,
  watchLanes,
  watchLog,
  watchPool,
  watchReceived,
  watchStore,
} from '../adapters/prometheus/watches.ts';
import { ControlledClock } from '../adapters/system/controlled-clock.ts';
import { WatchEndings } from '../application/credentials/watch-endings.ts';
import { WatchSigners } from '../application/credentials/watch-signers.ts';
import { WatchExpiry } from '../application/credentials/watch-expiry.ts';
import { WatchWorkers } from '../application/operation/watch-workers.ts';
import { BodyReader } from '../application/reading/body-reader.ts';
import type { AgentTools } from '../ports/agent-tools.ts';
import { requireJava, requireRules } from './require-rules.ts';
import { type Addresses, banner, type FirstKeys } from './banner.ts';
import { mintFirstKeys } from './first-keys.ts';
import { cannotListen, localAddress } from './listening.ts';
import { probes } from './probes.ts';
import { readYaml } from './read-yaml.ts';
import { giveSigns, keepCodes, startWork, watchPacks, watchUnasked, writeCounts } from './recurring-work.ts';
import type { Settings } from './settings/settings.ts';
import * as t from './tokens.ts';
import { WIRING } from './wiring.ts';
import { tracingIn } from './bind-tracing.ts';
import { tryThreads, warmUp } from './warm-up.ts';

/** Running jobs and calls get this long to end before the process ends; the rest is for closing. */
const DRAIN_MS = 8_000;
/** The last lines of the log get this long to reach their reader. */
const LAST_LINES_MS = 500;

export interface RunningService {
  readonly addresses: Addresses;
  /** The output of the start. */
  readonly banner: string;
  /** Takes no new work, lets running work end or releases it, closes everything. */
  stop(): Promise<void>;
}

/**
 * Starts the parts of the role.
 * @param build binds the ports.
 * @param endLost gets one sentence once the disk of the store has failed: a process that starts again reads what the disk holds.
 * @throws SettingRefused, StoreRefused: one sentence naming the setting; everything that was opened is closed again.
 */
export async function startService(
  build: () => Promise<Container>,
  endLost: (sentence: string) => void = () => undefined,
): Promise<RunningService> {
  const container = await build();
  container.get(t.STORE).whenLost?.(endLost);
  const closers: (() => Promise<unknown>)[] = [
    () => container.get(PinoLog).end(LAST_LINES_MS),
    async () => container.get(t.port('log')).info({}, 'stopped'),
    async () => tracingIn(container)?.stop(),
    container.get(t.STORE).close,
  ];
  const stop = async (): Promise<void> => {
    container.get(t.port('log')).info({ within_ms: DRAIN_MS }, 'draining');
    for (const close of closers.reverse()) await close();
  };
  try {
    return { ...(await begin(container, closers)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function begin(
  container: Container,
  closers: (() => Promise<unknown>)[],
): Promise<Pick<RunningService, 'addresses' | 'banner'>> {
  const settings = container.get(t.port('settings'));
  const clock = container.get(ControlledClock);
  if (settings.clockControl) await clock.start();
  closers.push(async () => clock.stop());
  const pool = container.get(PoolValidator);
  const reading = container.get(ReadingPool);
  closers.push(() => Promise.all([pool.close(), reading.close(), container.get(PrintPool).close()]));
  // Before anything is known about the packs: the threads would wait for it.
  const tried = tryThreads(pool, container.get(t.port('documents')));
  await requireRules(pool, settings);
  await requireJava(settings);
  closers.push(await keepCodes(container));
  closers.push(watchPacks(container));
  container.bind(t.port('probes')).toConstantValue(probes(container));
  closers.push(watchUnasked(container));
  closers.push(giveSigns(container));
  const jobs = container.get(t.SCHEDULER);
  if (settings.role !== 'worker') closers.push(writeCounts(container));
  const calls: (() => Promise<unknown>)[] = [];
  closers.push(() => Promise.all([jobs.drain(DRAIN_MS), ...calls.map((close) => close())]));

  const metrics = await listenForMetrics(container, settings, clock);
  closers.push(() => metrics.server.close());
  const api = settings.role === 'worker' ? undefined : await listenForCalls(container, settings, calls);
  await tried;
  void warmUp(pool, container.get(t.port('documents')), settings.poolWarmUp);
  if (settings.role !== 'api') closers.push(await startWork(container));
  // Last, since they are shown once: a start that fails makes none.
  const firstKeys = await mintFirst(container, settings);

  const addresses = { ...(api && { api }), metrics: metrics.address };
  logStart(container, settings, addresses);
  return { addresses, banner: banner(settings, container.get(t.PROGRAM).version, addresses, firstKeys) };
}

function logStart(container: Container, settings: Settings, addresses: Addresses): void {
  const { environment, store, masterKey } = settings;
  const { version } = container.get(t.PROGRAM);
  container.get(t.port('log')).info({ version, environment, store: store.kind, ...addresses }, 'started');
  const { lacks } = container.get(t.STORE).stores.check;
  if (lacks !== undefined)
    container
      .get(t.port('log'))
      .warn({ lacks }, 'the store works without this (docs/operations.md, MongoDB)');
  if (masterKey.from === 'nowhere')
    container
      .get(t.port('log'))
      .warn({}, 'the master key is missing: what needs it is answered 503 no-master-key');
}

function mintFirst(container: Container, settings: Settings): Promise<FirstKeys | undefined> {
  const { clock, ids, digests } = container.get(WIRING);
  const ports = { clock, ids, digests, keys: container.get(t.port('keys')) };
  return mintFirstKeys({ ...ports, environment: settings.environment }, settings.operatorKey);
}

async function listenForMetrics(container: Container, settings: Settings, clock: ControlledClock) {
  const { registry } = container.get(PrometheusTelemetry);
  const others = (['reports', 'oldPacks', 'receiverRegistrations', 'connections'] as const).map((name) =>
    container.get(t.port(name)),
  );
  watchInvoices(registry, container.get(t.port('invoices')), others, clock);
  watchStore(registry, container.get(t.STORE).stores.check, clock);
  watchDeliveries(registry, container.get(t.port('deliveries')), clock);
  watchReceived(registry, container.get(t.port('received')), clock);
  watchPool(registry, container.get(PoolValidator));
  const [bodyBudget, reading] = [container.get(BodyBudget), container.get(ReadingPool)];
  watchBodies(registry, { heldBytes: () => bodyBudget.bytes, waiting: () => reading.waiting });
  watchLog(registry, container.get(PinoLog));
  watchLanes(registry, container.get(WatchWorkers));
  const expiry = container.get(WatchExpiry);
  watchCredentials(registry, () => expiry.soon(), clock);
  const endings = container.get(WatchEndings);
  watchEndings(registry, () => endings.present());
  const signers = container.get(WatchSigners);
  watchSigners(registry, () => signers.present());
  const server = new MetricsServer({
    registry,
    attach: (internal, answer) => new AnswersInTurn(internal, answer),
    ...(settings.clockControl && { advanceClock: (ms: number) => clock.advance(ms) }),
  });
  const address = { port: settings.metricsPort, host: settings.metricsHost };
  const port = await server.listen(address).catch(cannotListen('METRICS_', address));
  return { server, address: localAddress({ ...address, port }) };
}

async function listenForCalls(
  container: Container,
  settings: Settings,
  closers: (() => Promise<unknown>)[],
): Promise<string> {
  // A worker never needs them.
  const [{ createApi }, { ApiDescription }] = await Promise.all([
    import('../adapters/http/api.ts'),
    import('../adapters/http/call/api-description.ts'),
  ]);
  const { version } = container.get(t.PROGRAM);
  const { text, content } = readYaml('openapi.yaml');
  const server = createApi({
    useCases: container.get(WIRING),
    bodies: new BodyReader(container.get(t.port('readerPool'))),
    bodyBudget: container.get(BodyBudget),
    share: container.get(BatchShare),
    agents: agentTools(container, settings, version),
    ids: container.get(t.port('ids')),
    digests: container.get(t.port('digests')),
    log: container.get(t.port('log')),
    telemetry: container.get(t.port('telemetry')),
    tracing: tracingIn(container),
    description: new ApiDescription(text, content),
    words: container.get(t.port('words')),
    settings: { ...settings, version, projectFolder: projectFolder() },
  });
  const { port, host } = settings;
  server.listen({ port, host });
  await once(server, 'listening').catch(cannotListen('', { port, host }));
  closers.push(() => closeServer(server));
  return localAddress({ host, port: (server.address() as AddressInfo).port });
}

/** The library of the protocol is loaded with the first message. */
function agentTools(
  container: Container,
  { environment, mcpSend: hasSending }: Settings,
  version: string,
): AgentTools {
  const log = container.get(t.port('log'));
  const report = (error: unknown): void => log.error({ error }, 'a tool of an agent failed');
  return {
    answer: async (message, caller) => {
      const { HttpTools } = await import('../agents/http-tools.ts');
      return new HttpTools({ environment, version, hasSending, report }).answer(message, caller);
    },
  };
}

/** No new connections; calls under way are answered, idle connections end, and callers that still send or wait are cut off. */
async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const cutOff = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(cutOff);
}
