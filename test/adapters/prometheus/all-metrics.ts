import { PrometheusTelemetry } from '../../../src/adapters/prometheus/prometheus-telemetry.ts';
import {
  watchCredentials,
  watchEndings,
  watchSigners,
} from '../../../src/adapters/prometheus/watch-credentials.ts';
import { watchInvoices } from '../../../src/adapters/prometheus/watch-invoices.ts';
import {
  watchBodies,
  watchDeliveries,
  watchLanes,
  watchLog,
  watchPool,
  watchReceived,
  watchStore,
} from '../../../src/adapters/prometheus/watches.ts';
import type { CareItem } from '../../../src/domain/lifecycle/care-item.ts';
import type { InvoiceTally } from '../../../src/ports/invoice-reads.ts';
import type { PoolStats } from '../../../src/ports/pool-watch.ts';
import { FakeClock } from '../../fakes/clock.ts';

const clock = new FakeClock();

export const TALLY: InvoiceTally = {
  byState: { queued: 3, ready: 5 },
  waiting: 2,
  oldestDueAt: new Date(clock.now().getTime() - 90_000),
  openCare: [{ code: 'BR-01', whoActs: 'erp', rows: 4 }],
  openCareSince: new Date(clock.now().getTime() - 7_200_000),
  openCareByAge: [4, 0, 0, 0],
  deadlinesAtRisk: 1,
};

/** An old rule pack: of no client, with a row for the operator. */
const OF_A_PACK: CareItem = {
  id: 'pack_en16931-1.3.15',
  invoiceRef: 'en16931 1.3.15',
  row: { code: 'EI-PACK-OLD', whoActs: 'us', openedAt: new Date(clock.now().getTime() - 2 * 86_400_000) },
};

const POOL: PoolStats = {
  threads: 2,
  busyThreads: 1,
  waiting: 4,
  waitingLimit: 16,
  arrivals: 0,
  failures: { refused: 7, died: 0, 'timed-out': 1, 'out-of-memory': 0 },
};

export function watched(tally: () => Promise<InvoiceTally> = async () => TALLY): PrometheusTelemetry {
  const telemetry = new PrometheusTelemetry();
  watchInvoices(telemetry.registry, { tally }, [{ careList: async () => [OF_A_PACK] }], clock);
  watchPool(telemetry.registry, { stats: () => POOL });
  watchBodies(telemetry.registry, { heldBytes: () => 5_000_000, waiting: () => 2 });
  const deliveries = { pending: 3, oldestPendingAt: new Date('2026-03-02T08:58:30Z'), dead: 1 };
  watchDeliveries(telemetry.registry, { tally: async () => deliveries }, clock);
  const received = { byState: { received: 2 }, openCare: 1 };
  watchReceived(telemetry.registry, { tally: async () => received }, clock);
  const expiring = [
    { route: 'PEPPOL', expiresOn: '2026-03-20' },
    { route: 'PEPPOL', expiresOn: '2026-03-04' },
  ] as const;
  watchCredentials(telemetry.registry, async () => expiring, clock);
  const disk = { sizeBytes: 80_000_000, freeBytes: 20_000_000 };
  const backedUpAt = new Date(clock.now().getTime() - 3_600_000);
  watchStore(telemetry.registry, { disk: async () => disk, backedUpAt: async () => backedUpAt }, clock);
  const token = { route: 'PL-KSEF', kind: 'ksef-token', daysLeft: 37, without: [{}, {}] } as const;
  watchEndings(telemetry.registry, async () => [token]);
  const signers = { route: 'PL-KSEF', kind: 'ksef-offline-certificate', failing: [0] } as const;
  watchSigners(telemetry.registry, async () => [signers]);
  watchLog(telemetry.registry, { stats: () => ({ dropped: 7, isWritten: false }) });
  const lanes = [
    { lane: 'check', workers: 2 },
    { lane: 'PEPPOL', workers: 0 },
    { lane: 'PL-KSEF', workers: 1 },
  ];
  watchLanes(telemetry.registry, { lanes: async () => lanes });
  return telemetry;
}

/** Reports one sample of everything, so that each metric has a series. */
export function reportAll(telemetry = watched()): PrometheusTelemetry {
  telemetry.countAnswer('submitInvoice', 202, 0.01);
  telemetry.callDenied('unauthorized', true);
  telemetry.layersRan([
    {
      layer: 'en16931',
      source: 'EN16931',
      pack: { id: 'en16931', version: '1.3.16', origin: 'built-in' },
      outcome: 'valid',
      findings: [],
      durationMs: 2,
    },
    {
      layer: 'xrechnung',
      source: 'XRechnung',
      pack: null,
      outcome: 'not_run',
      code: 'KOSIT-RUN',
      reason: 'out of memory',
      findings: [],
      durationMs: 1,
    },
  ]);
  telemetry.invoiceMoved('DE-XRECHNUNG', 'ready');
  telemetry.careOpened('BR-01', 'erp');
  telemetry.jobEnded('done', 0.2);
  telemetry.routeCalled('PL-KSEF', 'send', 'ok', 0.3);
  telemetry.deadlineNears('PL-KSEF', 0.5);
  telemetry.capAsked('PL-KSEF', 'send', true);
  telemetry.batchSent('PL-KSEF', 2);
  telemetry.countCallback('FR-PA', 'dropped');
  telemetry.countCallback('PL-KSEF', 'verified');
  telemetry.messageProcessed('PEPPOL', 'taken');
  telemetry.messageProcessed('PL-KSEF', 'taken');
  telemetry.enginesDiffered('en16931');
  telemetry.packsInForce([{ layer: 'en16931', pack: 'en16931 1.3.15 built-in' }]);
  telemetry.packsInForce([{ layer: 'en16931', pack: 'en16931 1.3.16 built-in' }]);
  telemetry.packsComing([{ layer: 'en16931', pack: 'en16931 1.3.17 official', days: 40 }]);
  telemetry.packsAge([
    { publisher: 'CEN/TC 434', pack: 'en16931 1.3.15 built-in', ageDays: 400, maxAgeDays: 262 },
  ]);
  telemetry.packsAge([
    { publisher: 'CEN/TC 434', pack: 'en16931 1.3.16 built-in', ageDays: 300, maxAgeDays: 264 },
  ]);
  telemetry.packChanged('en16931');
  telemetry.webhookCalled('http-5xx', 0.1);
  telemetry.noticeSent('logged');
  return telemetry;
}
