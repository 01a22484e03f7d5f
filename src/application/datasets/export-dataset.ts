import type { Translator } from '../../domain/words/translator.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import { csvLine } from '../../domain/vocabulary/csv.ts';
import type { ArchiveEntry } from '../../ports/archives.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { BlindIndex } from '../../ports/blind-index.ts';
import type { InvoiceReads, OrderQuery } from '../../ports/invoice-reads.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import type { RefusalStore } from '../../ports/refusal-store.ts';
import { listedClient } from '../access/tenancy.ts';
import type { ProofReader } from '../proof/show-proof.ts';
import { batches, refuseOtherFilters, type Rows, rowsFor } from './exported-rows.ts';
import { type ArchivePorts, InvoiceArchive } from './invoice-archive.ts';
import { listLines, RECEIVED_COLUMNS, REFUSAL_COLUMNS, SENT_COLUMNS } from './list-lines.ts';
import { startExport, type Exported, type ExportPorts, timeStamp } from '../exports/start-export.ts';
import { unlessDeleted } from '../exports/unless-deleted.ts';
import { pieces } from '../exports/pieces.ts';

interface Ports extends ExportPorts, ArchivePorts {
  readonly digests: ExportPorts['digests'] & ArchivePorts['digests'];
  readonly invoices: Pick<InvoiceReads, 'inOrder' | 'eventsOf'>;
  readonly received: Pick<ReceivedStore, 'inOrder'>;
  readonly refusals: Pick<RefusalStore, 'list'>;
  readonly clients: Pick<ClientStore, 'find'>;
  readonly content: Pick<ContentStore, 'get' | 'several' | 'openTexts'>;
  readonly english: Translator;
  /** Absent if buyers are not searched for. */
  readonly buyerIndex?: BlindIndex | undefined;
}

interface Dataset {
  readonly type: string;
  readonly extension: string;
  readonly parts: (rows: Rows, ports: Ports, order: Order) => Parts;
}

interface Order {
  readonly at: Date;
  readonly query: OrderQuery;
  /** Of the pages in an archive. */
  readonly reader: ProofReader;
}

/** Rows, or bytes of an archive. */
type Parts = AsyncIterable<string | Uint8Array>;

const CSV = { type: 'text/csv; charset=utf-8', extension: 'csv' };

const DATASETS: Readonly<Record<string, Dataset>> = {
  invoices: { ...CSV, parts: ({ invoices }, ports) => listLines(SENT_COLUMNS, invoices(), ports) },
  received: { ...CSV, parts: ({ received }, ports) => listLines(RECEIVED_COLUMNS, received(), ports) },
  refusals: { ...CSV, parts: ({ refusals }, ports) => listLines(REFUSAL_COLUMNS, refusals(), ports) },
  events: {
    type: 'application/x-ndjson',
    extension: 'ndjson',
    parts: ({ invoices }, ports) => eventLines(invoices(), ports),
  },
  care: { ...CSV, parts: careRows },
  archive: { type: 'application/zip', extension: 'zip', parts: archive },
};

/** Datasets as they leave (decisions, "GET /exports/{dataset}"): what is read and what is kept in memory are some invoices at a time. */
export class ExportDataset {
  constructor(private readonly ports: Ports) {}

  /**
   * @param reader of the pages in an archive.
   * @throws CallFailed `not-found`: no such dataset, or a client key that names another client.
   */
  run(
    caller: Caller,
    name: string,
    query: OrderQuery,
    { requestId, reader }: { readonly requestId: string; readonly reader: ProofReader },
  ): Exported & { readonly type: string } {
    const dataset = rowOf(DATASETS, name);
    if (!dataset) throw new CallFailed({ kind: 'not-found', detail: say('calls.there-is-no-such-dataset') });
    const client = listedClient(caller, query.client);
    const now = this.ports.clock.now();
    const rows = rowsFor({ ...query, client }, this.ports, now);
    if (name === 'refusals') refuseOtherFilters(query);
    const order = {
      caller,
      client,
      requestId,
      what: name,
      fileName: `${name}-${timeStamp(now)}.${dataset.extension}`,
      skipped: 0,
      parts: unlessDeleted(
        client === undefined ? [] : [client],
        dataset.parts(rows, this.ports, { at: now, query, reader }),
        this.ports,
      ),
    };
    return { ...startExport(this.ports, order), type: dataset.type };
  }
}

async function* eventLines(
  records: AsyncIterable<{ readonly id: string }>,
  { invoices }: Pick<Ports, 'invoices'>,
): AsyncGenerator<string> {
  for await (const some of batches(records)) {
    const events = await invoices.eventsOf(some.map(({ id }) => id));
    for (const { id } of some) for (const { text } of events.get(id) ?? []) yield `${text}\n`;
  }
}

async function* careRows({ invoices }: Rows, { english }: Ports): AsyncGenerator<string> {
  const names = ['invoice_id', 'invoice_ref', 'client', 'route', 'catalogue_code', 'who_acts', 'field'];
  yield csvLine([...names, 'fix_hint', 'opened_at', 'handled_at']);
  for await (const { id, invoiceRef, client, route, care } of invoices())
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
  { invoices, received }: Rows,
  ports: Ports,
  { at, query, reader }: Order,
): AsyncIterable<Uint8Array> {
  const made = new InvoiceArchive(ports, reader);
  async function* both(): AsyncGenerator<{ readonly id: string }> {
    yield* invoices();
    yield* received();
  }
  async function* entries(): AsyncGenerator<ArchiveEntry> {
    for await (const some of batches(invoices())) {
      const events = await ports.invoices.eventsOf(some.map(({ id }) => id));
      for (const invoice of some) yield* made.sent(invoice, events.get(invoice.id) ?? []);
    }
    for await (const invoice of received()) yield* made.received(invoice);
    yield { name: 'events.ndjson', content: pieces(eventLines(both(), ports)), at };
    yield* made.ends(at, query);
  }
  return ports.archives.zip(entries());
}
