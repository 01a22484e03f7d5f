import { LEASE_MS } from '../../domain/lifecycle/due.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { advance, countInvoice, isCounted, type Radar, type RadarPart } from '../../domain/radar/radar.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import type { Log } from '../../ports/log.ts';
import type { RadarStore } from '../../ports/radar-store.ts';
import type { JudgeStored } from './judge-stored.ts';
import type { Pace } from './pace.ts';
import type { TellClients } from './tell-clients.ts';

export interface RadarTools {
  readonly radars: RadarStore;
  readonly invoices: Pick<InvoiceReads, 'inOrder'>;
  readonly judge: Pick<JudgeStored, 'run'>;
  readonly pace: Pick<Pace, 'run'>;
  readonly tell: Pick<TellClients, 'run'>;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info'>;
  readonly monotonicMs?: () => number;
}

/** Invoices of one commit: a process that dies has judged so many in vain. */
const AT_ONCE = 20;
/** After this time a run ends, so that the process can stop between two. */
const RUN_MS = 800;

/**
 * Judges the invoices of a running radar, from the one after its cursor on. A process may die between any two steps: what was counted is
 * in the store, and the invoices after it are judged again.
 */
export class RunRadars {
  constructor(private readonly tools: RadarTools) {}

  /** @returns whether a radar is running. */
  async run(): Promise<boolean> {
    const { radars, ids, clock, monotonicMs = () => performance.now() } = this.tools;
    const token = ids.next('lse');
    const now = clock.now();
    const radar = await radars.take({ token, until: new Date(now.getTime() + LEASE_MS) }, now);
    if (!radar) return false;
    const end = monotonicMs() + RUN_MS;
    const isOver = (): boolean => monotonicMs() >= end;
    try {
      let current: Radar | undefined = radar;
      while (current?.state === 'running' && !isOver())
        current = await this.judgeSome(current, token, isOver);
    } finally {
      await radars.release(radar.id, token);
    }
    return true;
  }

  /** @returns the radar as it is stored; undefined if another worker has it, or it is gone. */
  private async judgeSome(radar: Radar, token: string, isOver: () => boolean): Promise<Radar | undefined> {
    const { radars, judge, pace, clock, log } = this.tools;
    const invoices = await this.nextOf(radar);
    const untold = invoices.length === 0 ? await this.nextUntold(radar) : undefined;
    if (untold) return this.tellNext(radar, untold, token);
    const clients = [...new Set(invoices.map(({ client }) => client))];
    const held = new Map(
      (await radars.parts({ radarId: radar.id, clients })).map((part) => [part.client, part]),
    );
    const parts = new Map(held);
    let counted = 0;
    for (const invoice of invoices) {
      if (counted > 0 && isOver()) break;
      const part = parts.get(invoice.client);
      if (!part || !isCounted(part, invoice)) {
        const found = await pace.run(() => judge.run(invoice, radar));
        parts.set(invoice.client, countInvoice(part, radar.id, invoice, found));
      }
      counted += 1;
    }
    const changed = [...parts.values()].flatMap((part): RadarPart[] => {
      const before = held.get(part.client);
      return part === before ? [] : [{ ...part, version: (before?.version ?? 0) + 1 }];
    });
    const next = advance(radar, counted, invoices[counted - 1], clock.now());
    if ((await radars.commit(next, changed, token)) === 'conflict') return undefined;
    if (next.progress !== radar.progress)
      log.info({ radar: next.id, state: next.state, counted: next.counted, of: next.total }, 'radar');
    return next;
  }

  /** All invoices are counted; the radar ends once each client is told. */
  private async nextUntold({ id, tells }: Radar): Promise<RadarPart | undefined> {
    if (tells === undefined) return undefined;
    return (await this.tools.radars.parts({ radarId: id })).find(({ toldAt }) => toldAt === undefined);
  }

  // Told first and noted afterwards: a crash in between tells the client again, in the same words.
  private async tellNext(radar: Radar, part: RadarPart, token: string): Promise<Radar | undefined> {
    const { radars, tell, clock } = this.tools;
    await tell.run(radar, part);
    const noted = { ...part, version: part.version + 1, toldAt: clock.now() };
    const next = { ...radar, updatedAt: clock.now() };
    return (await radars.commit(next, [noted], token)) === 'conflict' ? undefined : next;
  }

  private async nextOf(radar: Radar): Promise<readonly InvoiceRecord[]> {
    const { client, since, cursorAt, cursorId, createdAt } = radar;
    const query = {
      ...(client !== undefined && { client }),
      ...(since !== undefined && { receivedFrom: since }),
    };
    const after = cursorAt && cursorId !== undefined ? { createdAt: cursorAt, id: cursorId } : undefined;
    const found = await this.tools.invoices.inOrder(query, after, AT_ONCE);
    return found.filter((invoice) => invoice.createdAt <= createdAt);
  }
}
