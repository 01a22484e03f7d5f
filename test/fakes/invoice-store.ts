import { waitsFor } from '../../src/domain/lifecycle/care-item.ts';
import { foldedCase } from '../../src/domain/vocabulary/text.ts';
import { atRiskAt, nextWarningAt, searchText } from '../../src/domain/lifecycle/watched.ts';
import { randomUUID } from 'node:crypto';
import type { CareItem } from '../../src/domain/lifecycle/care-item.ts';
import type { InvoiceRecord } from '../../src/domain/lifecycle/invoice-record.ts';
import type { Route } from '../../src/domain/vocabulary/route.ts';
import type { Lease } from '../../src/domain/lifecycle/work-record.ts';
import { ENDED_STATES, releasesDocument } from '../../src/domain/lifecycle/states.ts';
import type { StoredEvent } from '../../src/domain/lifecycle/status-event.ts';
import type { AuditLog } from '../../src/ports/audit-log.ts';
import {
  type Attempt,
  type CameIn,
  type InvoicePage,
  type InvoiceQuery,
  type InvoiceRef,
  type InvoiceTally,
  type OrderQuery,
  type QueuedOnRoute,
  type QueueQuery,
  type SentQuery,
  type SeriesCount,
  type SeriesQuery,
  MAX_ATTEMPTS,
} from '../../src/ports/invoice-reads.ts';
import {
  type Intake,
  type InvoiceChange,
  type InvoiceStore,
  type Taken,
} from '../../src/ports/invoice-store.ts';
import type { OutboxEntry } from '../../src/ports/event-feed.ts';
import type { CareQuery } from '../../src/ports/care-list.ts';
import type { IdempotencyStore } from '../../src/ports/idempotency-store.ts';
import { FakeAuditLog } from './audit-log.ts';
import { isDue, isHeld } from './due.ts';
import { FakeIdempotencyStore } from './idempotency-store.ts';
import type { RemovalQuery } from '../../src/ports/removal.ts';
import { FakeRecords } from './records.ts';
import { removeWhere } from './remove-where.ts';
import { FakeSealedRows } from './sealed-rows.ts';

export class FakeInvoiceStore extends FakeRecords<InvoiceRecord> implements InvoiceStore {
  private readonly outboxEntries = new Map<string, OutboxEntry>();
  private eventsWritten = 0;
  /** Removed invoices, which stay in the series. */
  private readonly removed: InvoiceRecord[] = [];
  /** The events of all ledgers, by record. */
  private readonly eventsOfRecord = new Map<string, readonly StoredEvent[]>();

  constructor(
    private readonly audit: AuditLog = new FakeAuditLog(),
    private readonly sealed: FakeSealedRows = new FakeSealedRows(),
    private readonly idempotency: Pick<IdempotencyStore, 'keep' | 'forgetAbout'> = new FakeIdempotencyStore(),
  ) {
    super();
  }

  async takeIn({ record, events, audit, files, answer }: Intake): Promise<Taken> {
    const first = this.all().find((known) => known.intakeKey === record.intakeKey);
    if (first) return { taken: true, invoice: first };
    const holder = this.all().find(
      (known) =>
        known.client === record.client &&
        known.fingerprint === record.fingerprint &&
        !releasesDocument(known.state),
    );
    if (holder) return { taken: false, holder };
    if (this.kept.has(record.id)) throw new Error(`invoice ${record.id} exists`);
    this.kept.set(record.id, record);
    this.keepBeside({ record, events, audit, files });
    if (answer) void this.idempotency.keep(answer.claim, answer.answer);
    return { taken: true, invoice: record };
  }

  async remove({ client, endedBefore }: RemovalQuery, limit: number): Promise<number> {
    const meant = this.all()
      .filter((record) => record.client === client && (!endedBefore || hasEnded(record, endedBefore)))
      .slice(0, limit);
    for (const record of meant) {
      this.removed.push(record);
      this.kept.delete(record.id);
      this.forgetEvents(record.id);
      void this.idempotency.forgetAbout(record.id);
    }
    return meant.length;
  }

  async findSent({
    client,
    route,
    submissionId,
    invoiceNumber,
  }: SentQuery): Promise<readonly InvoiceRecord[]> {
    return this.all()
      .filter((one) => one.client === client && one.route === route && one.submission)
      .filter((one) => submissionId === undefined || one.submission?.id === submissionId)
      .filter((one) => invoiceNumber === undefined || one.invoiceNumber === invoiceNumber)
      .sort((one, other) => Number(other.createdAt) - Number(one.createdAt) || (one.id < other.id ? 1 : -1))
      .slice(0, 20);
  }

  async events(id: string): Promise<readonly StoredEvent[]> {
    return this.eventsOfRecord.get(id) ?? [];
  }

  async eventsOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly StoredEvent[]>> {
    return new Map(await Promise.all(ids.map(async (id) => [id, await this.events(id)] as const)));
  }

  /** Events of a record of this ledger or of another. */
  addEvents(
    { id, client }: { readonly id: string; readonly client: string },
    events: readonly StoredEvent[],
  ): void {
    this.eventsOfRecord.set(id, [...(this.eventsOfRecord.get(id) ?? []), ...events]);
    for (const event of events) {
      const position = String((this.eventsWritten += 1)).padStart(16, '0');
      this.outboxEntries.set(position, { position, invoiceId: id, client, event });
    }
  }

  forgetEvents(id: string): void {
    removeWhere(this.outboxEntries, (_, { invoiceId }) => invoiceId === id);
    this.eventsOfRecord.delete(id);
  }

  async findQueued({ client, route, limit }: QueueQuery, now: Date): Promise<readonly InvoiceRecord[]> {
    return this.all()
      .filter((one) => one.client === client && one.route === route && isQueued(one) && !isHeld(one, now))
      .sort((one, other) => Number(one.dueAt) - Number(other.dueAt))
      .slice(0, limit);
  }

  async queuedOn(route: Route, client: string | undefined): Promise<QueuedOnRoute> {
    const queued = this.all().filter(
      (one) => one.route === route && isQueued(one) && (client === undefined || one.client === client),
    );
    const oldest = Math.min(...queued.map(({ createdAt }) => Number(createdAt)));
    return { invoices: queued.length, ...(queued.length > 0 && { oldestAt: new Date(oldest) }) };
  }

  async leaseQueued(id: string, lease: Lease, now: Date): Promise<InvoiceRecord | undefined> {
    const record = this.kept.get(id);
    return record && isQueued(record) && !isHeld(record, now) ? this.give(record, lease) : undefined;
  }

  /** `limit` counts for each route. */
  override async listNeglected(
    before: Date,
    now: Date,
    limit: number,
    from?: Date,
  ): Promise<readonly string[]> {
    return this.findNeglected(before, now, from)
      .filter(
        ({ route }, position, all) =>
          all.slice(0, position).filter((one) => one.route === route).length < limit,
      )
      .map(({ id }) => id);
  }

  async nearDeadline(now: Date, limit: number): Promise<readonly InvoiceRecord[]> {
    return this.all()
      .filter((record) => Number(nextWarningAt(record) ?? Infinity) <= now.getTime() && !isHeld(record, now))
      .sort((a, b) => Number(nextWarningAt(a)) - Number(nextWarningAt(b)))
      .slice(0, limit);
  }

  async list(query: InvoiceQuery): Promise<InvoicePage> {
    const matching = this.all().filter((record) => matches(record, query));
    const shown = matching.filter(({ state }) => !query.states || query.states.includes(state));
    const sign = query.sort === 'newest' ? -1 : 1;
    shown.sort((a, b) => sign * (Number(a.createdAt) - Number(b.createdAt) || (a.id < b.id ? -1 : 1)));
    const page = Math.min(query.page, Math.max(1, Math.ceil(shown.length / query.pageSize)));
    return {
      invoices: shown.slice((page - 1) * query.pageSize, page * query.pageSize),
      total: shown.length,
      page,
      countsByState: countBy(matching.map(({ state }) => state)),
    };
  }

  async inOrder(query: OrderQuery, after: CameIn | undefined, limit: number) {
    const orderKeyOf = ({ createdAt, id }: CameIn): string => `${createdAt.toISOString()} ${id}`;
    return this.all()
      .filter((record) => matches(record, query) && (!after || orderKeyOf(record) > orderKeyOf(after)))
      .sort((one, other) => (orderKeyOf(one) < orderKeyOf(other) ? -1 : 1))
      .slice(0, limit);
  }

  async attempts(refs: readonly InvoiceRef[]): Promise<readonly (readonly Attempt[])[]> {
    return refs.map(({ client, invoiceRef }) =>
      this.all()
        .filter((record) => record.client === client && record.invoiceRef === invoiceRef)
        .sort((a, b) => Number(a.createdAt) - Number(b.createdAt) || (a.id < b.id ? -1 : 1))
        .slice(-MAX_ATTEMPTS)
        .map(({ id, state, createdAt }) => ({ id, state, createdAt })),
    );
  }

  async series(query: SeriesQuery): Promise<readonly SeriesCount[]> {
    const received = new Map<string, number>();
    const rejected = new Map<string, number>();
    const add = (counts: Map<string, number>, at: Date, route: string) => {
      const date = day(at);
      if (date < query.from || date > query.to) return;
      counts.set(`${date} ${route}`, (counts.get(`${date} ${route}`) ?? 0) + 1);
    };
    for (const record of [...this.all(), ...this.removed]) {
      if (query.client !== undefined && record.client !== query.client) continue;
      if (!query.routes.includes(record.route)) continue;
      add(received, record.createdAt, record.route);
      if (record.state === 'rejected') add(rejected, record.updatedAt, record.route);
    }
    return [...new Set([...received.keys(), ...rejected.keys()])].sort().map((key) => ({
      date: key.slice(0, 10),
      route: key.slice(11) as SeriesCount['route'],
      received: received.get(key) ?? 0,
      rejected: rejected.get(key) ?? 0,
    }));
  }

  async careList({ client, status, limit }: CareQuery): Promise<readonly CareItem[]> {
    return this.all()
      .filter((record) => client === undefined || record.client === client)
      .sort((one, other) => (one.id < other.id ? 1 : -1))
      .flatMap(({ id, client, route, invoiceRef, deadlineAt, care }) =>
        care.map((row) => ({ id, client, route, invoiceRef, ...(deadlineAt && { deadlineAt }), row })),
      )
      .filter(({ row }) => status === 'all' || (row.handledAt !== undefined) === (status === 'handled'))
      .sort((one, other) => Number(other.row.openedAt) - Number(one.row.openedAt))
      .slice(0, limit);
  }

  async tally(now: Date): Promise<InvoiceTally> {
    const records = this.all();
    const waiting = records.filter((record) => isDue(record, now) && !isHeld(record, now));
    const due = waiting.map(({ dueAt }) => Number(dueAt));
    const open = records.flatMap(({ care }) => care).filter(({ handledAt }) => handledAt === undefined);
    const care = countBy(open.map((row) => `${row.code} ${waitsFor(row)}`));
    return {
      byState: countBy(records.map(({ state }) => state)),
      waiting: waiting.length,
      oldestDueAt: due.length > 0 ? new Date(Math.min(...due)) : null,
      openCare: Object.entries(care).map(([key, rows = 0]) => {
        const [code = '', whoActs = ''] = key.split(' ');
        return { code, whoActs, rows };
      }),
      openCareSince:
        open.length > 0 ? new Date(Math.min(...open.map(({ openedAt }) => Number(openedAt)))) : null,
      deadlinesAtRisk: records.filter((record) => isAtRisk(record, now)).length,
    };
  }

  async outboxEnd(): Promise<string> {
    return [...this.outboxEntries.keys()].at(-1) ?? '0'.repeat(16);
  }

  async outbox(after: string | undefined, limit: number, client?: string): Promise<readonly OutboxEntry[]> {
    return [...this.outboxEntries.values()]
      .filter((entry) => entry.position > (after ?? '') && (client === undefined || entry.client === client))
      .slice(0, limit);
  }

  async tidyUp(): Promise<void> {}

  protected override keepBeside({ record, events, audit, files }: InvoiceChange): void {
    this.addEvents(record, events);
    for (const entry of audit) void this.audit.write(entry);
    this.sealed.keep(record.client, files);
  }
}

const isQueued = ({ state, work, dueAt }: InvoiceRecord): boolean =>
  state === 'queued' && work === 'send' && dueAt !== null;

const hasEnded = ({ state, dueAt, lease, care, updatedAt }: InvoiceRecord, before: Date): boolean =>
  ENDED_STATES.includes(state) &&
  dueAt === null &&
  lease === null &&
  care.every(({ handledAt }) => handledAt !== undefined) &&
  updatedAt < before;

const day = (at: Date): string => at.toISOString().slice(0, 10);

const isAtRisk = (record: InvoiceRecord, now: Date): boolean =>
  record.state === 'queued' && (atRiskAt(record) ?? Infinity) <= now;

function matches(record: InvoiceRecord, query: Omit<InvoiceQuery, 'sort' | 'page' | 'pageSize'>): boolean {
  const received = day(record.createdAt);
  return (
    (query.client === undefined || record.client === query.client) &&
    (query.q === undefined || searchText(record).includes(foldedCase(query.q))) &&
    (!query.deadlineBefore ||
      (record.deadlineAt !== undefined && record.deadlineAt < query.deadlineBefore)) &&
    (!query.dueBefore || (record.dueAt !== null && record.dueAt < query.dueBefore)) &&
    (query.routes === undefined || query.routes.includes(record.route)) &&
    (query.receivedFrom === undefined || received >= query.receivedFrom) &&
    (query.receivedTo === undefined || received <= query.receivedTo)
  );
}

function countBy<T extends string>(values: readonly T[]): Partial<Record<T, number>> {
  const counts: Partial<Record<T, number>> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** A lease until the given time under a new token. */
export const leaseUntil = (until: Date): Lease => ({ token: randomUUID(), until });
