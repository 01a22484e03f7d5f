import type { StatedDefaults } from '../../domain/invoice/completions/completion.ts';
import { type ReportedSale } from '../../domain/reports/reported-sale.ts';
import { reportId, type ReportKey, reportTask, type TaxReport } from '../../domain/reports/tax-report.ts';
import { profileOf } from '../../domain/routes/all.ts';
import type { ReportEntry, ReportPart, StatedSale } from '../../domain/vocabulary/stated-sale.ts';
import type { Environment, Route } from '../../domain/vocabulary/route.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { Digests } from '../../ports/digests.ts';
import type { ReportStore } from '../../ports/report-store.ts';
import { careRows } from '../care/care.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';
import { scheduleStored, type SchedulingPorts } from '../work/schedule-stored.ts';
import { lostFinding } from './hold-restored.ts';

export interface SalePorts extends SchedulingPorts {
  readonly reports: Pick<ReportStore, 'takeSale' | 'find' | 'commit' | 'restoredAt'>;
  readonly content: TextSealer;
  readonly digests: Digests;
  readonly clock: Clock;
  readonly environment: Environment;
}

export interface SaleToTake {
  readonly client: string;
  readonly route: Route;
  /** Of the client's record: the regime decides the period. */
  readonly defaults: StatedDefaults | undefined;
  readonly sale: StatedSale;
  /** Makes the id: the same statement is taken once. */
  readonly origin: string;
  readonly invoiceId?: string;
  /** What it replaces, by part. */
  readonly replaces?: Partial<Record<ReportPart, Replaced>>;
  /** It counts once this sale is withdrawn. */
  readonly standsInFor?: string;
  /** In which it goes, whatever the regime is now. */
  readonly report?: TaxReport;
  /** The platform derives the report. */
  readonly isDerived?: boolean;
  readonly audit: Pick<AuditEntry, 'actor'> & { readonly requestId?: string };
}

/** A sale that no longer counts. The one in its place goes into the same report, whatever the regime is now. */
export interface Replaced {
  readonly id: string;
  readonly report: TaxReport;
}

/** One sale for each part that it has entries of: its sale and its payments go into different reports. */
export async function takeSale(
  order: SaleToTake,
  ports: SalePorts,
): Promise<readonly ReportedSale[] | 'replaced'> {
  const taken: ReportedSale[] = [];
  for (const part of new Set(order.sale.entries.map((entry) => entry.part))) {
    const entries = order.sale.entries.filter((entry) => entry.part === part);
    const one = await takePart(order, part, entries, ports);
    if (one === 'replaced') return one;
    taken.push(one);
  }
  return taken;
}

export const saleId = (origin: string, part: ReportPart, digests: Digests): string =>
  `sal_${digests.sha256(`${part} ${origin}`).slice(0, 32)}`;

async function takePart(
  order: SaleToTake,
  part: ReportPart,
  entries: readonly ReportEntry[],
  ports: SalePorts,
): Promise<ReportedSale | 'replaced'> {
  const { client, sale, origin, invoiceId, standsInFor, audit } = order;
  const replaced = order.replaces?.[part];
  const { clock, content, digests, reports } = ports;
  const day = entries[0]!.day;
  const known = replaced?.report ?? order.report;
  const report = known ?? (await beginReport(newReport(order, part, day, ports), ports));
  const id = saleId(origin, part, digests);
  const now = clock.now();
  const stated: ReportedSale = {
    id,
    client,
    reportId: report.id,
    day,
    createdAt: now,
    ...(invoiceId !== undefined && { invoiceId }),
    ...(replaced && { replaces: replaced.id }),
    ...(standsInFor !== undefined && { standsInFor }),
    sealedSale: await content.sealText(client, JSON.stringify({ ...sale, entries } satisfies StatedSale)),
  };
  const stored = await reports.takeSale({
    sale: stated,
    report,
    audit: { ...audit, at: now, action: 'sale_stated', client, subject: id, details: { report: report.id } },
  });
  if (stored !== 'replaced') await wake(stored.reportId, ports);
  return stored;
}

/** The report of a sale, as it begins. A sale after the sending time is sent at once. */
export function newReport(
  { client, route, defaults, sale: { declarant }, isDerived = false }: SaleToTake,
  part: ReportPart,
  day: string,
  { clock, digests, environment }: SalePorts,
): TaxReport {
  const { reports } = profileOf(route);
  const period = reports?.periodOf(defaults, part, day);
  if (!reports || !period) throw new Error('a sale is reported without a regime');
  const key: ReportKey = {
    client,
    route,
    declarant: declarant.id,
    part,
    firstDay: period.first,
    lastDay: period.last,
    ...(isDerived && { isDerived }),
  };
  const { sendAt, deadlineAt } = reports.timesOf(defaults, part, period);
  const id = reportId(key, digests);
  const now = clock.now();
  return {
    ...key,
    id,
    invoiceRef: id,
    environment,
    state: 'queued',
    work: 'check',
    version: 1,
    sendAt,
    deadlineAt,
    documentsMade: 0,
    mayBeHeld: false,
    legalId: null,
    errors: [],
    documents: [],
    care: [],
    lastSequence: 0,
    failures: 0,
    lease: null,
    // A report of the platform waits for it.
    dueAt: isDerived ? null : sendAt > now ? sendAt : now,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * A report whose time had come before the store was restored may have been sent by the lost store, from sales that the backup does not have.
 * It waits for the operator, as the reports of the backup do (`HoldRestoredReports`).
 */
async function beginReport(report: TaxReport, { reports, clock }: SalePorts): Promise<TaxReport> {
  const now = clock.now();
  const restoredAt = report.isDerived || report.sendAt > now ? undefined : await reports.restoredAt();
  if (!restoredAt || report.sendAt > restoredAt) return report;
  return { ...report, heldSince: now, dueAt: null, care: careRows([lostFinding(restoredAt)], now) };
}

/**
 * Has a report look at its sales again. A report that no worker has and that waits for its time needs nothing: its worker reads the sales
 * under a lease that begins later. Any other commit of a worker is refused by the new version, so none ends without this sale.
 */
export async function wake(id: string, ports: SalePorts): Promise<void> {
  const { reports, clock } = ports;
  const due = await repeatOnConflict(async () => {
    const report = await reports.find(id);
    // A held report reads its sales once the operator has released it.
    if (!report || report.heldSince) return null;
    const isCollecting = report.state === 'queued' && report.work === 'check';
    if (isCollecting && !report.lease) return report;
    const isIdle = report.dueAt === null;
    const next = { ...report, version: report.version + 1, ...(isIdle && { dueAt: clock.now() }) };
    const answer = await reports.commit({ record: next, events: [], audit: [], files: [] });
    return answer === 'committed' ? next : undefined;
  });
  if (!due) return;
  scheduleStored(ports, reportTask(due), due.dueAt, { report_id: id });
}
