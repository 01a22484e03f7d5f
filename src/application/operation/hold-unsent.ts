import { handleRows, ofCodes } from '../../domain/lifecycle/care-rows.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import type { CareRow, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import { isHeldAfterRestore, RESTORED } from '../../domain/lifecycle/wait.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { RouteProfile } from '../../domain/routes/profile.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { CameIn } from '../../ports/invoice-reads.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { ReportWriter } from '../../ports/report-writer.ts';
import { careRows } from '../care/care.ts';
import { mergeCareRows, moveThrough, rescheduleSilently, type Step } from '../lifecycle/move.ts';

/** Invoices that their route did not hold at the time of a backup. They may have been sent since; the store cannot tell. */
const NOT_YET_SENT: readonly InvoiceState[] = ['received', 'queued', 'validated', 'submitting'];

const PAGE_SIZE = 200;

interface Ports {
  readonly invoices: Pick<InvoiceStore, 'list' | 'inOrder' | 'find' | 'commit'>;
  readonly clients: Pick<ClientStore, 'find'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly reportWriter: Pick<ReportWriter, 'event'>;
  readonly routes: (route: Route) => Pick<RouteProfile, 'hasRail' | 'mailing'>;
}

/** The held invoices to change: one, those of a route, or all. */
export interface Chosen {
  readonly id?: string;
  readonly route?: Route;
}

/**
 * After a restore no invoice is sent until an operator has checked whether its route holds it: the lost store may have sent it
 * after the backup, and a second send could deliver it twice.
 */
export class HoldUnsent {
  constructor(private readonly ports: Ports) {}

  /**
   * @param takenAt of the backup.
   * @returns how many this call holds, without those that were held before.
   */
  async hold(takenAt: Date): Promise<number> {
    const { clock } = this.ports;
    return this.changeEach({}, async (record) => {
      if (record.dueAt === null || !(await this.mayHaveBeenSent(record))) return undefined;
      const care = mergeCareRows(record.care, careRows([restoredFinding(takenAt)], clock.now()));
      return rescheduleSilently({ ...record, care }, null);
    });
  }

  /** For invoices that the route does not hold: they go on from their state. @returns how many. */
  release(chosen: Chosen): Promise<number> {
    const now = this.ports.clock.now();
    return this.changeEach(chosen, (record) =>
      isHeldAfterRestore(record)
        ? rescheduleSilently({ ...record, care: markHandled(record.care, now) }, now)
        : undefined,
    );
  }

  /** For invoices that the route holds: they end here, and their documents are not taken in again. @returns how many. */
  giveUp(chosen: Chosen): Promise<number> {
    const now = this.ports.clock.now();
    return this.changeEach(chosen, (record) => {
      if (!isHeldAfterRestore(record)) return undefined;
      // Its document can be picked up all the time.
      if (record.state === 'ready')
        return rescheduleSilently({ ...record, care: markHandled(record.care, now) }, null);
      const from = { ...record, reachedRail: true, care: markHandled(record.care, now) };
      const states = WAY_TO_DEAD_LETTER[record.state] ?? [];
      const step = moveThrough(from, states, this.ports, { dueAt: null, errors: [SENT_BEFORE] });
      return { ...step, record: { ...step.record, care: markHandled(step.record.care, now) } };
    });
  }

  /** Over its route, or by mail: whether a client mails its documents is sealed, so each that has settings may do so. */
  private async mayHaveBeenSent(record: InvoiceRecord): Promise<boolean> {
    const { hasRail, mailing } = this.ports.routes(record.route);
    if (hasRail || !mailing) return hasRail;
    if (record.state === 'ready') return record.sealedAddressee !== undefined;
    return (await this.ports.clients.find(record.client))?.sealedSettings !== undefined;
  }

  private async changeEach(
    chosen: Chosen,
    change: (record: InvoiceRecord) => Step | undefined | Promise<Step | undefined>,
  ): Promise<number> {
    let count = 0;
    for (const id of await this.idsOf(chosen)) if (await this.commitChange(id, change)) count += 1;
    return count;
  }

  /** The whole list is read before any change: a change may move an invoice to another page. */
  private async idsOf({ id, route }: Chosen): Promise<readonly string[]> {
    if (id !== undefined) return [id];
    const ids: string[] = [];
    const query = { states: NOT_YET_SENT, ...(route !== undefined && { routes: [route] }) };
    for (let page = 1; ; page += 1) {
      const { invoices, total } = await this.ports.invoices.list({
        ...query,
        sort: 'oldest',
        page,
        pageSize: PAGE_SIZE,
      });
      ids.push(...invoices.map((invoice) => invoice.id));
      if (page * PAGE_SIZE >= total) return [...ids, ...(await this.mailedOn(route))];
    }
  }

  /** Documents that are ready are kept for years, and few have a mail to wait for: they are read in the order of the store, not by page. */
  private async mailedOn(chosen: Route | undefined): Promise<readonly string[]> {
    const { invoices, routes } = this.ports;
    const ids: string[] = [];
    for (let after: CameIn | undefined; ;) {
      const read = await invoices.inOrder({}, after, PAGE_SIZE);
      const mailed = read.filter(
        ({ state, route, sealedAddressee }) =>
          state === 'ready' &&
          sealedAddressee !== undefined &&
          (chosen ?? route) === route &&
          routes(route).mailing,
      );
      ids.push(...mailed.map(({ id }) => id));
      after = read.at(-1);
      if (read.length < PAGE_SIZE) return ids;
    }
  }

  private async commitChange(
    id: string,
    change: (record: InvoiceRecord) => Step | undefined | Promise<Step | undefined>,
  ): Promise<boolean> {
    const record = await this.ports.invoices.find(id);
    const step = record && (await change(record));
    if (!step) return false;
    const audit = [this.auditOf(step.record, record)];
    if ((await this.ports.invoices.commit({ ...step, audit })) === 'conflict')
      throw new Error(`invoice ${id} is being worked on; stop the service and repeat the command`);
    return true;
  }

  private auditOf(record: InvoiceRecord, before: InvoiceRecord): AuditEntry {
    const action = isHeldAfterRestore(record)
      ? 'invoice_held'
      : record.dueAt
        ? 'invoice_released'
        : 'invoice_given_up';
    return {
      at: this.ports.clock.now(),
      action,
      actor: 'system',
      client: record.client,
      subject: record.id,
      details: { state: before.state },
    };
  }
}

const WAY_TO_DEAD_LETTER: Readonly<Partial<Record<InvoiceState, readonly InvoiceState[]>>> = {
  received: ['queued', 'dead_letter'],
  queued: ['dead_letter'],
  validated: ['queued', 'dead_letter'],
  submitting: ['dead_letter'],
};

const markHandled = (care: readonly CareRow[], at: Date): readonly CareRow[] =>
  handleRows(care, at, ofCodes([RESTORED]));

const restoredFinding = (takenAt: Date): Finding => ({
  code: RESTORED,
  severity: 'error',
  source: 'service',
  message: say('calls.store-was-restored-from-backup-of-invoice-may', { time: takenAt.toISOString() }),
  fixHint: say('calls.operator-looks-whether-route-holds-invoice-then-releases'),
  whoFixes: 'us',
});

const SENT_BEFORE: Finding = {
  code: RESTORED,
  severity: 'error',
  source: 'service',
  message: say('calls.route-holds-invoice-it-was-sent-before-store'),
  fixHint: say('calls.nothing-is-sent-again-route-shows-state-of'),
  whoFixes: 'us',
};
