import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import {
  advance,
  countInvoice,
  getOn,
  isCounted,
  type LeasedRadar,
  RADAR,
  type Radar,
  type RadarPart,
  radarTask,
} from '../../domain/radar/radar.ts';
import type { Clock } from '../../ports/clock.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import type { Log } from '../../ports/log.ts';
import type { RadarStore } from '../../ports/radar-store.ts';
import { LeaseLost } from '../work/lease-keeper.ts';
import type { RecordKind, Run, WorkStep } from '../work/record-kind.ts';
import type { JudgeStored } from './judge-stored.ts';
import type { Pace } from './pace.ts';
import type { TellClients } from './tell-clients.ts';

export interface RadarPorts {
  readonly radars: Pick<RadarStore, 'work' | 'parts' | 'replaceParts'>;
  readonly invoices: Pick<InvoiceReads, 'inOrder'>;
  readonly judge: Pick<JudgeStored, 'run'>;
  readonly pace: Pick<Pace, 'run'>;
  readonly tell: Pick<TellClients, 'run'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info'>;
  readonly monotonicMs?: () => number;
}

/** Invoices of one step: if its process dies, so many are judged again. */
const AT_ONCE = 20;
/** A step ends after this time, so that the process can stop between two. */
const STEP_MS = 800;
/** What a stopping process leaves is due a moment later: another process takes it. */
const PUT_OFF_MS = 1_000;

/**
 * Judges the invoices of a radar, some with each step, from the one after its cursor on. A process may die between any two lines: what was
 * counted is in the parts, each with a cursor of its own, and the invoices after it are judged again.
 */
export const radarRuns = (ports: RadarPorts): RecordKind<LeasedRadar> => {
  const putOff = (radar: LeasedRadar, dueAt: Date): WorkStep<LeasedRadar> =>
    stepTo({ ...radar, dueAt, version: radar.version + 1, updatedAt: ports.clock.now() });
  const later = (radar: LeasedRadar): WorkStep<LeasedRadar> =>
    putOff(radar, new Date(ports.clock.now().getTime() + PUT_OFF_MS));
  return {
    name: RADAR,
    noun: 'a radar',
    store: ports.radars.work,
    steps: {
      'running judge': (radar, run) => (run.stopping?.aborted ? later(radar) : judgeSome(radar, run, ports)),
    },
    taskOf: radarTask,
    reschedule: putOff,
    mayGiveUp: () => false,
    giveUp: later,
    isDeadLetter: () => false,
    logFields: ({ id }) => ({ radar: id }),
    report: (before, { id, state, counted, total, progress }) => {
      if (progress !== before.progress) ports.log.info({ radar: id, state, counted, of: total }, 'radar');
    },
  };
};

const stepTo = (record: LeasedRadar): WorkStep<LeasedRadar> => ({ record, events: [], files: [] });

async function judgeSome(radar: LeasedRadar, run: Run, ports: RadarPorts): Promise<WorkStep<LeasedRadar>> {
  const { radars, judge, pace, clock, monotonicMs = () => performance.now() } = ports;
  const end = monotonicMs() + STEP_MS;
  const invoices = await nextOf(radar, ports);
  const untold = invoices.length === 0 ? await nextUntold(radar, ports) : undefined;
  if (untold) return tellNext(radar, untold, run, ports);
  const clients = [...new Set(invoices.map(({ client }) => client))];
  const stored = new Map(
    (await radars.parts({ radarId: radar.id, clients })).map((part) => [part.client, part]),
  );
  const parts = new Map(stored);
  let counted = 0;
  for (const invoice of invoices) {
    if (counted > 0 && monotonicMs() >= end) break;
    const part = parts.get(invoice.client);
    if (!part || !isCounted(part, invoice)) {
      const verdict = await pace.run(() => judge.run(invoice, radar));
      parts.set(invoice.client, countInvoice(part, radar.id, invoice, verdict));
    }
    counted += 1;
  }
  const changed = [...parts.values()].filter((part) => part !== stored.get(part.client));
  await storeParts(radar, changed, run, ports);
  return stepTo(advance(radar, counted, invoices[counted - 1], clock.now()));
}

/** @param parts with the version that was read; a new one has version 0. @throws LeaseLost if another worker is at the radar. */
async function storeParts(
  { id }: Radar,
  parts: readonly RadarPart[],
  { lease }: Run,
  { radars }: RadarPorts,
): Promise<void> {
  if (parts.length === 0) return;
  await lease.confirm();
  const next = parts.map((part) => ({ ...part, version: part.version + 1 }));
  if (!(await radars.replaceParts(next))) throw new LeaseLost(id);
}

/** All invoices are counted; the radar ends once each client is told. */
async function nextUntold({ id, tells }: Radar, { radars }: RadarPorts): Promise<RadarPart | undefined> {
  if (tells === undefined) return undefined;
  return (await radars.parts({ radarId: id })).find(({ toldAt }) => toldAt === undefined);
}

// Told first and noted afterwards: a crash in between tells the client again, in the same words.
async function tellNext(
  radar: LeasedRadar,
  part: RadarPart,
  run: Run,
  ports: RadarPorts,
): Promise<WorkStep<LeasedRadar>> {
  await ports.tell.run(radar, part);
  await storeParts(radar, [{ ...part, toldAt: ports.clock.now() }], run, ports);
  return stepTo(getOn(radar, ports.clock.now()));
}

async function nextOf(radar: Radar, { invoices }: RadarPorts): Promise<readonly InvoiceRecord[]> {
  const { client, since, cursorAt, cursorId, createdAt } = radar;
  const query = {
    ...(client !== undefined && { client }),
    ...(since !== undefined && { receivedFrom: since }),
  };
  const after = cursorAt && cursorId !== undefined ? { createdAt: cursorAt, id: cursorId } : undefined;
  const next = await invoices.inOrder(query, after, AT_ONCE);
  return next.filter((invoice) => invoice.createdAt <= createdAt);
}
