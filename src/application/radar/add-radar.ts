import { DAY_MS } from '../../domain/lifecycle/day-counts.ts';
import { type Radar, RADAR_DAYS, radarTask } from '../../domain/radar/radar.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { RadarStore } from '../../ports/radar-store.ts';

export interface NewRadarPorts {
  readonly radars: Pick<RadarStore, 'add'>;
  readonly invoices: Pick<InvoiceReads, 'list'>;
  readonly clients: Pick<ClientStore, 'find'>;
  readonly audit: Pick<AuditLog, 'write'>;
  readonly jobs: Jobs;
  readonly clock: Clock;
}

type NewRadar = Pick<Radar, 'id' | 'client' | 'pack' | 'day' | 'before' | 'since' | 'madeBy' | 'tells'>;

/** Stores a radar that a worker then runs; one of the same id stays as it is. */
export async function addRadar(
  requestedRadar: NewRadar,
  { radars, invoices, clients, jobs, clock, audit }: NewRadarPorts,
  requestId?: string,
): Promise<Radar> {
  const { client, since } = requestedRadar;
  const { total } = await invoices.list({
    ...(client !== undefined && { client }),
    ...(since !== undefined && { receivedFrom: since }),
    sort: 'oldest',
    page: 1,
    pageSize: 25,
  });
  const record = client === undefined ? undefined : await clients.find(client);
  const days = Math.min(RADAR_DAYS, record?.retentionDays ?? RADAR_DAYS);
  const now = clock.now();
  const radar: Radar = {
    ...requestedRadar,
    state: 'running',
    total,
    counted: 0,
    progress: [{ at: now, counted: 0 }],
    work: 'judge',
    version: 1,
    failures: 0,
    dueAt: now,
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + days * DAY_MS),
  };
  await audit.write({
    at: now,
    action: 'radar_started',
    actor: radar.madeBy,
    subject: radar.id,
    ...(requestId !== undefined && { requestId }),
    ...(client !== undefined && { client }),
    details: { day: radar.day, invoices: total },
  });
  await radars.add(radar);
  // A crash here leaves a radar that is due without a job; the sweep schedules one.
  await jobs.schedule(radarTask(radar), now);
  return radar;
}
