import type { CareItem } from '../../src/domain/lifecycle/care-item.ts';
import {
  type ReceivedRecord,
  nameByRailId,
  receivedNames,
} from '../../src/domain/lifecycle/received-record.ts';
import { searchText } from '../../src/domain/lifecycle/watched.ts';
import { foldedCase } from '../../src/domain/vocabulary/text.ts';
import type { Route } from '../../src/domain/vocabulary/route.ts';
import type { CareQuery } from '../../src/ports/care-list.ts';
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
import type { FakeInvoiceStore } from './invoice-store.ts';
import { FakeRecords } from './records.ts';
import type { FakeSealedRows } from './sealed-rows.ts';

interface Beside {
  /** The feed with the events of all ledgers. */
  readonly invoices: FakeInvoiceStore;
  readonly audit: FakeAuditLog;
  readonly sealed: FakeSealedRows;
  readonly idempotency: Pick<IdempotencyStore, 'keep' | 'forgetAbout'>;
}

/** Received invoices in memory. Every method runs to its end without awaiting, so that each is one transaction. */
export class FakeReceivedStore extends FakeRecords<ReceivedRecord> implements ReceivedStore {
  /** Record ids by client and name. */
  private readonly names = new Map<string, string>();

  constructor(private readonly beside: Beside) {
    super();
  }

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
    this.kept.set(record.id, record);
    const { invoices, sealed, idempotency } = this.beside;
    invoices.addEvents(record, events);
    sealed.keep(record.client, files);
    if (answer) void idempotency.keep(answer.claim, answer.answer);
    return { outcome: 'taken', received: record };
  }

  protected override keepBeside({ record, events, audit, files }: Change<ReceivedRecord>): void {
    this.beside.invoices.addEvents(record, events);
    for (const entry of audit) void this.beside.audit.write(entry);
    this.beside.sealed.keep(record.client, files);
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
    const orderKeyOf = ({ createdAt, id }: CameIn): string => `${createdAt.toISOString()} ${id}`;
    return this.all()
      .filter((record) => matches(record, query) && (!after || orderKeyOf(record) > orderKeyOf(after)))
      .sort((one, other) => (orderKeyOf(one) < orderKeyOf(other) ? -1 : 1))
      .slice(0, limit);
  }

  async remove({ client, endedBefore }: RemovalQuery, limit: number): Promise<number> {
    const gone = this.all()
      .filter((one) => one.client === client && (!endedBefore || hasEnded(one, endedBefore)))
      .sort((one, other) => Number(one.createdAt) - Number(other.createdAt))
      .slice(0, limit);
    for (const { id } of gone) {
      this.kept.delete(id);
      this.beside.invoices.forgetEvents(id);
      void this.beside.idempotency.forgetAbout(id);
      for (const [name, holder] of this.names) if (holder === id) this.names.delete(name);
    }
    return gone.length;
  }

  private named(client: string, name: string): ReceivedRecord | undefined {
    return this.kept.get(this.names.get(`${client} ${name}`) ?? '');
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
