import type { CareItem } from '../../src/domain/lifecycle/care-item.ts';
import { instantsAt } from '../../src/domain/lifecycle/due.ts';
import {
  type ReceivedRecord,
  nameByRailId,
  receivedNames,
} from '../../src/domain/lifecycle/received-record.ts';
import { searchText } from '../../src/domain/lifecycle/watched.ts';
import type { Lease } from '../../src/domain/lifecycle/work-record.ts';
import { foldedCase } from '../../src/domain/vocabulary/text.ts';
import type { Route } from '../../src/domain/vocabulary/route.ts';
import type { CareQuery } from '../../src/ports/care-list.ts';
import type { AheadLease } from '../../src/ports/due-work.ts';
import type { IdempotencyStore } from '../../src/ports/idempotency-store.ts';
import type { CameIn, InvoicePage, OrderQuery } from '../../src/ports/invoice-reads.ts';
import type { RemovalQuery } from '../../src/ports/removal.ts';
import type { Change } from '../../src/ports/ledger.ts';
import type {
  ReceivedIntake,
  ReceivedQuery,
  ReceivedStore,
  ReceivedTally,
  TakenReceived,
} from '../../src/ports/received-store.ts';
import type { FakeAuditLog } from './audit-log.ts';
import { isDue, isHeld } from './due.ts';
import type { FakeInvoiceStore } from './invoice-store.ts';
import type { FakeSealedRows } from './sealed-rows.ts';

interface Beside {
  /** The feed with the events of all ledgers. */
  readonly invoices: FakeInvoiceStore;
  readonly audit: FakeAuditLog;
  readonly sealed: FakeSealedRows;
  readonly idempotency: Pick<IdempotencyStore, 'keep' | 'forgetAbout'>;
}

/** Received invoices in memory. Every method runs to its end without awaiting, so that each is one transaction. */
export class FakeReceivedStore implements ReceivedStore {
  private readonly held = new Map<string, ReceivedRecord>();
  /** Record ids by client and name. */
  private readonly names = new Map<string, string>();

  constructor(private readonly beside: Beside) {}

  async takeIn({ record, events, files, answer }: ReceivedIntake): Promise<TakenReceived> {
    const { byRailId, byBytes } = receivedNames(record);
    const sameId = byRailId === undefined ? undefined : this.named(record.client, byRailId);
    const sameBytes = this.named(record.client, byBytes);
    const holder = sameId ?? (!record.railId || sameBytes?.railId === undefined ? sameBytes : undefined);
    if (holder?.intakeKey === record.intakeKey) return { outcome: 'taken', received: holder };
    if (holder && holder.documentSha256 !== record.documentSha256)
      return { outcome: 'conflict', received: holder };
    for (const name of Object.values(receivedNames(record)))
      if (!this.named(record.client, name))
        this.names.set(`${record.client} ${name}`, holder?.id ?? record.id);
    if (holder) return { outcome: 'held', received: holder };
    this.held.set(record.id, record);
    const { invoices, sealed, idempotency } = this.beside;
    invoices.addForeignEvents(record, events);
    sealed.keep(record.client, files);
    if (answer) void idempotency.keep(answer.claim, answer.answer);
    return { outcome: 'taken', received: record };
  }

  async find(id: string): Promise<ReceivedRecord | undefined> {
    return this.held.get(id);
  }

  async commit({
    record,
    events,
    audit,
    files,
    lease,
  }: Change<ReceivedRecord>): Promise<'committed' | 'conflict'> {
    const before = this.held.get(record.id);
    if (before?.version !== record.version - 1) return 'conflict';
    if (lease !== undefined && before.lease?.token !== lease) return 'conflict';
    const handsBack = lease !== undefined && record.lease === null;
    const kept = before.lease && { ...before.lease, ...(lease !== undefined && { holders: 1 }) };
    this.held.set(record.id, { ...record, lease: handsBack ? null : kept });
    this.beside.invoices.addForeignEvents(record, events);
    for (const entry of audit) void this.beside.audit.write(entry);
    this.beside.sealed.keep(record.client, files);
    return 'committed';
  }

  async lease(
    id: string,
    lease: Lease,
    now: Date,
    works?: readonly string[],
  ): Promise<ReceivedRecord | undefined> {
    const record = this.held.get(id);
    if (!record || !isDue(record, now) || isHeld(record, now)) return undefined;
    if (works && !works.includes(record.work)) return undefined;
    const leased = { ...record, lease: { ...lease, holders: (record.lease?.holders ?? 0) + 1 } };
    this.held.set(id, leased);
    return leased;
  }

  async renewLease(id: string, { token, until }: Lease): Promise<boolean> {
    const record = this.held.get(id);
    if (record?.lease?.token !== token) return false;
    this.held.set(id, { ...record, lease: { ...record.lease, until } });
    return true;
  }

  async releaseLease(id: string, token: string): Promise<void> {
    const record = this.held.get(id);
    if (record?.lease?.token === token) this.held.set(id, { ...record, lease: null });
  }

  async neglected(before: Date, now: Date, limit: number, from?: Date): Promise<readonly string[]> {
    return this.all()
      .filter((record) => isDue(record, now) && !isHeld(record, now))
      .filter(({ dueAt }) => dueAt! < before || dueAt! > now)
      .filter(({ dueAt }) => from === undefined || dueAt! >= from)
      .slice(0, limit)
      .map(({ id }) => id);
  }

  async leasedAhead(now: Date, limit: number): Promise<readonly AheadLease[]> {
    return this.all()
      .flatMap(({ id, lease }) =>
        lease && lease.until > instantsAt(now).latestLease
          ? [{ id, token: lease.token, until: lease.until }]
          : [],
      )
      .slice(0, limit);
  }

  async expireLease({ id, token, until }: AheadLease, now: Date): Promise<boolean> {
    const record = this.held.get(id);
    if (record?.lease?.token !== token || Number(record.lease.until) !== Number(until)) return false;
    this.held.set(id, { ...record, lease: { ...record.lease, until: now } });
    return true;
  }

  async holds(client: string, route: Route, railId: string): Promise<boolean> {
    return this.named(client, nameByRailId(route, railId)) !== undefined;
  }

  async list(query: ReceivedQuery): Promise<InvoicePage<ReceivedRecord>> {
    const matching = this.all().filter((record) => matches(record, query));
    const shown = matching.filter(({ state }) => !query.states || query.states.includes(state));
    const sign = query.sort === 'newest' ? -1 : 1;
    shown.sort((a, b) => sign * (Number(a.createdAt) - Number(b.createdAt) || (a.id < b.id ? -1 : 1)));
    const page = Math.min(query.page, Math.max(1, Math.ceil(shown.length / query.pageSize)));
    const invoices = shown.slice((page - 1) * query.pageSize, page * query.pageSize);
    return { invoices, total: shown.length, page, countsByState: countsOf(matching) };
  }

  async careList({ client, status, limit }: CareQuery): Promise<readonly CareItem[]> {
    return this.all()
      .filter((record) => client === undefined || record.client === client)
      .flatMap(({ id, client: whose, route, invoiceRef, care }) =>
        care.map((row) => ({ id, client: whose, route, invoiceRef, row })),
      )
      .filter(({ row }) => status === 'all' || (row.handledAt !== undefined) === (status === 'handled'))
      .sort((one, other) => Number(other.row.openedAt) - Number(one.row.openedAt))
      .slice(0, limit);
  }

  async tally(): Promise<ReceivedTally> {
    const open = this.all().flatMap(({ care }) => care.filter(({ handledAt }) => !handledAt));
    return { byState: countsOf(this.all()), openCare: open.length };
  }

  async tidyUp(): Promise<void> {}

  async inOrder(query: OrderQuery, after: CameIn | undefined, limit: number) {
    const place = ({ createdAt, id }: CameIn): string => `${createdAt.toISOString()} ${id}`;
    return this.all()
      .filter((record) => matches(record, query) && (!after || place(record) > place(after)))
      .sort((one, other) => (place(one) < place(other) ? -1 : 1))
      .slice(0, limit);
  }

  async remove({ client, endedBefore }: RemovalQuery, limit: number): Promise<number> {
    const gone = this.all()
      .filter((one) => one.client === client && (!endedBefore || hasEnded(one, endedBefore)))
      .sort((one, other) => Number(one.createdAt) - Number(other.createdAt))
      .slice(0, limit);
    for (const { id } of gone) {
      this.held.delete(id);
      this.beside.invoices.forgetEvents(id);
      void this.beside.idempotency.forgetAbout(id);
      for (const [name, holder] of this.names) if (holder === id) this.names.delete(name);
    }
    return gone.length;
  }

  private named(client: string, name: string): ReceivedRecord | undefined {
    return this.held.get(this.names.get(`${client} ${name}`) ?? '');
  }

  private all(): ReceivedRecord[] {
    return [...this.held.values()];
  }
}

const hasEnded = ({ dueAt, updatedAt, lease, care }: ReceivedRecord, before: Date): boolean =>
  dueAt === null && updatedAt < before && !lease && care.every(({ handledAt }) => handledAt);

function matches(record: ReceivedRecord, query: Omit<ReceivedQuery, 'sort' | 'page' | 'pageSize'>): boolean {
  const day = record.createdAt.toISOString().slice(0, 10);
  return (
    (query.client === undefined || record.client === query.client) &&
    (query.q === undefined || searchText(record).includes(foldedCase(query.q))) &&
    (query.routes === undefined || query.routes.includes(record.route)) &&
    (query.receivedFrom === undefined || day >= query.receivedFrom) &&
    (query.receivedTo === undefined || day <= query.receivedTo)
  );
}

function countsOf(records: readonly ReceivedRecord[]): ReceivedTally['byState'] {
  const counts: Partial<Record<ReceivedRecord['state'], number>> = {};
  for (const { state } of records) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}
