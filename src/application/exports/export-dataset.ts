import type { Translator } from '../../domain/words/translator.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import { csvLine } from '../../domain/vocabulary/csv.ts';
import type { ArchiveEntry, Archives } from '../../ports/archives.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { CameIn, InvoiceReads, OrderQuery } from '../../ports/invoice-reads.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import { listedClient } from '../access/tenancy.ts';
import { ArchivedFiles } from './archived-files.ts';
import { startExport, type Exported, type ExportTools, timeStamp } from './start-export.ts';
import { pieces } from './pieces.ts';

interface Tools extends ExportTools {
  readonly invoices: Pick<InvoiceReads, 'inOrder' | 'eventsOf'>;
  readonly received: Pick<ReceivedStore, 'inOrder'>;
  readonly clients: Pick<ClientStore, 'find'>;
  readonly content: Pick<ContentStore, 'get' | 'several'>;
  readonly archives: Archives;
  readonly english: Translator;
}

export interface DatasetQuery {
  readonly client?: string | undefined;
  /** UTC days received, inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface Dataset {
  readonly type: string;
  readonly extension: string;
  readonly parts: (records: Records, tools: Tools, at: Date, received: ReceivedRecords) => Parts;
}

/** Rows, or bytes of an archive. */
type Parts = AsyncIterable<string | Uint8Array>;

/** The invoices of an export, from the oldest on; a new iteration each time. */
type Records = () => AsyncIterable<InvoiceRecord>;
/** The received ones, likewise. */
type ReceivedRecords = () => AsyncIterable<ReceivedRecord>;

const DATASETS: Readonly<Record<string, Dataset>> = {
  invoices: { type: 'text/csv; charset=utf-8', extension: 'csv', parts: invoiceRows },
  events: { type: 'application/x-ndjson', extension: 'ndjson', parts: eventLines },
  care: { type: 'text/csv; charset=utf-8', extension: 'csv', parts: careRows },
  archive: { type: 'application/zip', extension: 'zip', parts: archive },
};

/** Datasets as they leave (decisions, "GET /exports/{dataset}"): what is read and what is kept in memory are some invoices at a time. */
export class ExportDataset {
  constructor(private readonly tools: Tools) {}

  /** @throws CallFailed `not-found`: no such dataset, or a client key that names another client. */
  run(
    caller: Caller,
    name: string,
    query: DatasetQuery,
    requestId: string,
  ): Exported & { readonly type: string } {
    const dataset = rowOf(DATASETS, name);
    if (!dataset) throw new CallFailed({ kind: 'not-found', detail: say('calls.there-is-no-such-dataset') });
    const client = listedClient(caller, query.client);
    const now = this.tools.clock.now();
    const { invoices, received } = this.tools;
    const records: Records = () => allOf(invoices, { ...query, client });
    const receivedRecords: ReceivedRecords = () => allOf(received, { ...query, client });
    const order = {
      caller,
      client,
      requestId,
      what: name,
      fileName: `${name}-${timeStamp(now)}.${dataset.extension}`,
      skipped: 0,
      parts: this.unlessDeleted(client, dataset.parts(records, this.tools, now, receivedRecords)),
    };
    return { ...startExport(this.tools, order), type: dataset.type };
  }

  /** @throws Error if the client is deleted meanwhile: the rest would look like the whole. */
  private async *unlessDeleted(
    client: string | undefined,
    parts: Parts,
  ): AsyncGenerator<string | Uint8Array> {
    const wasDeleted = await this.isDeleted(client);
    yield* parts;
    if (!wasDeleted && (await this.isDeleted(client)))
      throw new Error(`client ${client} was deleted while its invoices were exported`);
  }

  private async isDeleted(client: string | undefined): Promise<boolean> {
    return client !== undefined && (await this.tools.clients.find(client))?.deletedAt !== undefined;
  }
}

/** Invoices that come in meanwhile are at the end. */
async function* allOf<R extends CameIn>(
  ledger: { inOrder(query: OrderQuery, after: CameIn | undefined, limit: number): Promise<readonly R[]> },
  { client, from, to }: DatasetQuery,
): AsyncGenerator<R> {
  const filter = {
    ...(client !== undefined && { client }),
    ...(from !== undefined && { receivedFrom: from }),
    ...(to !== undefined && { receivedTo: to }),
  };
  let last: R | undefined;
  do {
    const some = await ledger.inOrder(filter, last, AT_ONCE);
    yield* some;
    last = some.at(-1);
  } while (last);
}

/** Few, so that most are gone before V8 moves what it keeps: what has moved twice stays until it collects all. */
const AT_ONCE = 50;

async function* invoiceRows(records: Records): AsyncGenerator<string> {
  const names = [
    'id',
    'invoice_ref',
    'invoice_number',
    'client',
    'route',
    'environment',
    'state',
    'legal_id',
  ];
  yield csvLine([...names, 'buyer_status', 'issue_date', 'document_sha256', 'created_at', 'updated_at']);
  for await (const one of records())
    yield csvLine([
      one.id,
      one.invoiceRef,
      one.invoiceNumber,
      one.client,
      one.route,
      one.environment,
      one.state,
      one.legalId ?? undefined,
      one.buyerStatus ?? undefined,
      one.issueDate,
      one.documentSha256,
      one.createdAt.toISOString(),
      one.updatedAt.toISOString(),
    ]);
}

async function* eventLines(
  records: () => AsyncIterable<{ readonly id: string }>,
  { invoices }: Pick<Tools, 'invoices'>,
): AsyncGenerator<string> {
  for await (const some of batches(records())) {
    const events = await invoices.eventsOf(some.map(({ id }) => id));
    for (const { id } of some) for (const { text } of events.get(id) ?? []) yield `${text}\n`;
  }
}

/** A query by itself costs more than the events of an invoice, also of memory: a driver frees what it took late. */
async function* batches<T>(records: AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  let some: T[] = [];
  for await (const record of records) {
    some.push(record);
    if (some.length < AT_ONCE) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

async function* careRows(records: Records, { english }: Tools): AsyncGenerator<string> {
  const names = ['invoice_id', 'invoice_ref', 'client', 'route', 'catalogue_code', 'who_acts', 'field'];
  yield csvLine([...names, 'fix_hint', 'opened_at', 'handled_at']);
  for await (const { id, invoiceRef, client, route, care } of records())
    for (const { code, whoActs, field, fixHint, openedAt, handledAt } of care)
      yield csvLine([
        id,
        invoiceRef,
        client,
        route,
        code,
        whoActs,
        field,
        fixHint && english.text(fixHint),
        openedAt.toISOString(),
        handledAt?.toISOString(),
      ]);
}

function archive(
  records: Records,
  tools: Tools,
  at: Date,
  received: ReceivedRecords,
): AsyncIterable<Uint8Array> {
  const files = new ArchivedFiles(tools.content, tools.archives.keep());
  async function* both(): AsyncGenerator<{ readonly id: string }> {
    yield* records();
    yield* received();
  }
  async function* entries(): AsyncGenerator<ArchiveEntry> {
    yield* files.ofAll(records(), 'invoices/', tools.content);
    yield* files.ofAll(received(), 'received/', tools.content);
    yield { name: 'events.ndjson', content: pieces(eventLines(both, tools)), at };
    yield files.manifest(at);
  }
  return tools.archives.zip(entries());
}
