import type { Container } from 'inversify';
import { BatchShare } from '../adapters/http/call/batch-share.ts';
import { KnownCodes } from '../adapters/catalogue/known-codes.ts';
import { ApplyRetention } from '../application/clients/apply-retention.ts';
import { WatchEndings } from '../application/credentials/watch-endings.ts';
import { WatchSigners } from '../application/credentials/watch-signers.ts';
import { WatchExpiry } from '../application/credentials/watch-expiry.ts';
import { EnqueueDeliveries } from '../application/webhooks/enqueue-deliveries.ts';
import { PullAnswers } from '../application/messages/pull-answers.ts';
import { CollectReceived } from '../application/received/collect-received.ts';
import { AnnouncePacks } from '../application/radar/announce-packs.ts';
import { EndLostExports } from '../application/exports/end-lost-exports.ts';
import { WarnOfDeadlines } from '../application/lifecycle/warn-of-deadlines.ts';
import { WarnOfReports } from '../application/reports/warn-of-reports.ts';
import { ReportHealth } from '../application/operation/report-health.ts';
import { RenewProcess } from '../application/operation/renew-process.ts';
import { ForgetExpired } from '../application/operation/forget-expired.ts';
import { AdvanceConnections } from '../application/connections/advance-connection.ts';
import { AdvanceRegistrations } from '../application/registrations/advance-registration.ts';
import { SweepAudit } from '../application/operation/sweep-audit.ts';
import { KeepPackCare } from '../application/operation/keep-pack-care.ts';
import { WatchNewerPacks } from '../application/operation/watch-newer-packs.ts';
import { WatchPacks } from '../application/operation/watch-packs.ts';
import { isForChecks, type Task } from '../domain/lifecycle/lanes.ts';
import type { Environment } from '../domain/vocabulary/route.ts';
import { WatchWorkers } from '../application/operation/watch-workers.ts';
import { WATCHED } from './probes.ts';
import { runRegularly } from './run-regularly.ts';
import * as t from './tokens.ts';
import { WIRING, type Wiring } from './wiring.ts';
import { tracingIn } from './bind-tracing.ts';

/** Each kind of record costs a process without work some three looks: seldom enough that it is quiet, often beside the grace of 30 s. */
const SWEEP_EVERY_MS = 15_000;
/** Buyers take days, receivers minutes. */
const ANSWERS_EVERY_MS = { sandbox: 1_000, production: 60_000 };
/** How long an event may wait before its delivery to a webhook begins. */
const EVENTS_EVERY_MS = 500;
/** Each network states how often it may be asked. */
const COLLECT_EVERY_MS = { sandbox: 1_000, production: 30_000 };
const EXPIRY_EVERY_MS = 24 * 3_600_000;
/** If the clock can be moved, a test waits for it. */
const PACK_CARE_EVERY_MS = { sandbox: 1_000, production: 60_000 };
const NEWER_PACKS_EVERY_MS = 24 * 3_600_000;
/** A crash loses at most this much of the count of refused calls (never their row). */
const COUNTS_EVERY_MS = 5_000;
const AUDIT_EVERY_MS = 60_000;
/** If the clock can be moved, a test waits for it. */
const RETENTION_EVERY_MS = { sandbox: 10_000, production: 3_600_000 };
/** Providers take seconds, DNS up to hours. */
const REGISTRATIONS_EVERY_MS = { sandbox: 10_000, production: 60_000 };
const WATCH_EVERY_MS = 5_000;
const SIGN_EVERY_MS = 10_000;
const CODES_EVERY_MS = 2_000;

interface Recurring {
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
  /** The log line of a failure; the work is tried again at its next run. */
  readonly failed: string;
}

type UseCase = new (wiring: Wiring) => { run(): Promise<unknown> };
type Interval = number | Readonly<Record<Environment, number>>;

/** The work of a worker besides its jobs: what runs, how often, and the log line of a failure. */
const WORK: readonly (readonly [useCase: UseCase, everyMs: Interval, failed: string])[] = [
  [PullAnswers, ANSWERS_EVERY_MS, 'answers of routes could not be fetched'],
  [CollectReceived, COLLECT_EVERY_MS, 'received invoices were not collected'],
  [EnqueueDeliveries, EVENTS_EVERY_MS, 'new events did not become webhook deliveries'],
  [AnnouncePacks, SWEEP_EVERY_MS, 'coming rule packs could not be announced'],
  [WarnOfDeadlines, SWEEP_EVERY_MS, 'deadlines that are near were not looked for'],
  [WarnOfReports, SWEEP_EVERY_MS, 'tax reports whose deadline is near were not looked for'],
  [SweepAudit, AUDIT_EVERY_MS, 'old rows of the audit log could not be removed'],
  [ForgetExpired, AUDIT_EVERY_MS, 'what has expired could not be removed'],
  [EndLostExports, SWEEP_EVERY_MS, 'exports whose process has ended could not be recorded'],
  [ApplyRetention, RETENTION_EVERY_MS, 'the retention of clients could not be applied'],
  [KeepPackCare, PACK_CARE_EVERY_MS, 'care rows of old rule packs could not be kept'],
  [WatchNewerPacks, NEWER_PACKS_EVERY_MS, 'registries were not asked for newer rule packs'],
  [AdvanceRegistrations, REGISTRATIONS_EVERY_MS, 'registrations of receivers were not brought on'],
  [AdvanceConnections, REGISTRATIONS_EVERY_MS, 'connections of companies were not brought on'],
  [WatchExpiry, EXPIRY_EVERY_MS, 'credentials that are about to expire were not looked for'],
  [WatchEndings, EXPIRY_EVERY_MS, 'credentials that end by law were not looked for'],
  [WatchSigners, EXPIRY_EVERY_MS, 'the routes were not asked whether signing credentials hold'],
];

/** They are made once: what one has found is shown by others. */
export const RECURRING: readonly (new (wiring: Wiring) => unknown)[] = [
  ...WORK.map(([useCase]) => useCase),
  ...[RenewProcess, WatchPacks, WatchWorkers],
];

const workOf = (container: Container): readonly Recurring[] => [
  ...WORK.map(([useCase, everyMs, failed]) => ({
    everyMs: typeof everyMs === 'number' ? everyMs : everyMs[container.get(t.port('settings')).environment],
    run: () => container.get(useCase).run(),
    failed,
  })),
  ...container
    .get(t.WORKERS)
    .flatMap(({ sweep }) =>
      sweep ? [{ everyMs: SWEEP_EVERY_MS, run: sweep, failed: 'the sweep failed' }] : [],
    ),
];

/** Starts jobs and recurring work. @returns stops the recurring work. */
export async function startWork(container: Container): Promise<() => Promise<void>> {
  const workers = new Map(container.get(t.WORKERS).map((worker) => [worker.kind, worker]));
  const tracing = tracingIn(container);
  const share = container.get(BatchShare);
  await container.get(t.SCHEDULER).start(async (task, taskRun) => {
    const worker = workers.get(task.kind);
    if (!worker) throw new Error(`no worker knows records of the kind ${task.kind}`);
    const check = (leave: () => void): Promise<unknown> => {
      const goOnAs = (next: Task): boolean => {
        const goesOn = taskRun.goOnAs(next);
        if (goesOn) leave();
        return goesOn;
      };
      return worker.run(task, { ...taskRun, goOnAs });
    };
    const run = (): Promise<unknown> =>
      isForChecks(task.lane) ? share.check(task.client, check) : worker.run(task, taskRun);
    await (tracing ? tracing.continueTrace(task.traceParent, run) : run());
  });
  const stops = workOf(container).map((each) => repeat(container, each));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** No caller waits for it, so the log reports a failure. @returns stops it. */
export function watchUnasked(container: Container): () => Promise<void> {
  const watched = container.get(t.port('probes')).filter(({ name }) => WATCHED.has(name));
  const health = new ReportHealth({ probes: watched, log: container.get(t.port('log')) });
  return repeat(container, { everyMs: WATCH_EVERY_MS, run: () => health.run(), failed: 'the watch failed' });
}

/** Gives signs of life, and looks whether others do, too. @returns stops both, and removes the row of this process. */
export function giveSigns(container: Container): () => Promise<void> {
  const sign = container.get(RenewProcess);
  const stops = [
    repeat(container, {
      everyMs: SIGN_EVERY_MS,
      run: () => sign.run(),
      failed: 'the sign of life of this process could not be stored',
    }),
    repeat(container, {
      everyMs: SIGN_EVERY_MS,
      run: () => container.get(WatchWorkers).run(),
      failed: 'due work without a worker was not looked for',
    }),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
    // It is missed after a minute, too.
    await sign.leave().catch(() => undefined);
  };
}

/** Keeps the explanations of the installed packs, and reads them again after a change. @returns stops it. */
export async function keepCodes(container: Container): Promise<() => Promise<void>> {
  const codes = container.get(KnownCodes);
  await codes.refresh();
  return repeat(container, {
    everyMs: CODES_EVERY_MS,
    run: () => codes.refresh(),
    failed: 'the catalogue could not be read',
  });
}

/** Logs changes of the rule packs. @returns stops it. */
export function watchPacks(container: Container): () => Promise<void> {
  return repeat(container, {
    everyMs: WATCH_EVERY_MS,
    run: () => container.get(WatchPacks).run(),
    failed: 'changes of rule packs were not looked for',
  });
}

/** @returns writes the last counts, after the last call. */
export function writeCounts(container: Container): () => Promise<void> {
  const { denyCall } = container.get(WIRING);
  const stop = repeat(container, {
    everyMs: COUNTS_EVERY_MS,
    run: () => denyCall.writeCounts(),
    failed: 'refused calls could not be counted',
  });
  return async () => {
    await stop();
    await denyCall.writeCounts();
  };
}

function repeat(container: Container, { everyMs, run, failed }: Recurring): () => Promise<void> {
  const log = container.get(t.port('log'));
  return runRegularly(everyMs, run, (err) => log.error({ err }, failed));
}
