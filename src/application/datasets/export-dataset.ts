import type { Translator } from '../../domain/words/translator.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import { csvLine, PROGRAM_CSV, spreadsheetCsv } from '../../domain/vocabulary/csv.ts';
import { Wording } from '../../domain/page/wording.ts';
import type { ArchiveEntry } from '../../ports/archives.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { BlindIndex } from '../../ports/blind-index.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { InvoiceReads, OrderQuery } from '../../ports/invoice-reads.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import type { RefusalStore } from '../../ports/refusal-store.ts';
import { listedClient } from '../access/tenancy.ts';
import { batches, refuseOtherFilters, type Rows, rowsFor } from './exported-rows.ts';
import { type ArchivePorts, InvoiceArchive } from './invoice-archive.ts';
import { laterOf, listLines, RECEIVED_TABLE, REFUSAL_TABLE, SENT_TABLE } from './list-lines.ts';
import { headLine, inWords, type TableForm, type TableWords } from './table-words.ts';
import { startExport, type Exported, type ExportPorts, timeStamp } from '../exports/start-export.ts';
import { unlessDeleted } from '../exports/unless-deleted.ts';
import { pieces } from '../exports/pieces.ts';

interface Ports extends ExportPorts, ArchivePorts {
  readonly digests: ExportPorts['digests'] & ArchivePorts['digests'];
  readonly invoices: Pick<InvoiceReads, 'inOrder' | 'attempts'>;
  readonly eventFeed: Pick<EventFeed, 'eventsOf'>;
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
  /** Of its tables, for programs. */
  readonly form: TableForm;
  readonly parts: (rows: Rows, ports: Ports, order: Order) => Parts;
}

interface Order {
  readonly at: Date;
  readonly query: OrderQuery;
  /** Of the pages in an archive. */
  readonly reader: TableWords;
  readonly form: TableForm;
  readonly client: string | undefined;
  readonly company: string | undefined;
}

/** Who reads tables: a program, or a person with the spreadsheet of their language. */
type TableReader = 'program' | 'spreadsheet';

/** Rows, or bytes of an archive. */
type Parts = AsyncIterable<string | Uint8Array>;

const CSV = { type: 'text/csv; charset=utf-8', extension: 'csv', form: PROGRAM_CSV };

/** For an auditor, who has a spreadsheet in any language. */
const ARCHIVE_CSV = spreadsheetCsv('.');

const DATASETS: Readonly<Record<string, Dataset>> = {
  invoices: {
    ...CSV,
    parts: ({ invoices }, ports, { form }) => listLines(SENT_TABLE, invoices(), ports, form),
  },
  received: {
    ...CSV,
    parts: ({ received }, ports, { form }) => listLines(RECEIVED_TABLE, received(), ports, form),
  },
  refusals: {
    ...CSV,
    parts: ({ refusals }, ports, { form }) => listLines(REFUSAL_TABLE, refusals(), ports, form),
  },
  events: {
    type: 'application/x-ndjson',
    extension: 'ndjson',
    form: PROGRAM_CSV,
    parts: ({ invoices }, ports) => eventLines(invoices(), ports),
  },
  care: { ...CSV, parts: careRows },
  archive: { type: 'application/zip', extension: 'zip', form: ARCHIVE_CSV, parts: archive },
};

interface Asked {
  readonly requestId: string;
  readonly reader: TableWords;
  readonly tablesFor: TableReader;
}

/** Datasets as they leave (decisions, "GET /exports/{dataset}"): what is read and what is kept in memory are some invoices at a time. */
export class ExportDataset {
  constructor(private readonly ports: Ports) {}

  /**
   * @param reader of the pages in an archive.
   * @throws CallFailed `not-found`: no such dataset, or a client key that names another client.
   */
  async run(
    caller: Caller,
    name: string,
    query: OrderQuery,
    { requestId, reader, tablesFor }: Asked,
  ): Promise<Exported & { readonly type: string }> {
    const dataset = rowOf(DATASETS, name);
    if (!dataset) {
      const detail = say('calls.there-is-no-such-dataset', { list: Object.keys(DATASETS).join(', ') });
      throw new CallFailed({ kind: 'not-found', detail });
    }
    const client = listedClient(caller, query.client);
    const now = this.ports.clock.now();
    const rows = rowsFor({ ...query, client }, this.ports, now);
    if (name === 'refusals') refuseOtherFilters(query);
    const company = client === undefined ? undefined : (await this.ports.clients.find(client))?.name;
    const { decimalPoint } = new Wording(reader.language).words;
    const form = tablesFor === 'spreadsheet' ? { ...spreadsheetCsv(decimalPoint), reader } : undefined;
    const order = {
      caller,
      client,
      requestId,
      what: name,
      fileName: `${fileNameOf(name, company ?? client, { query, at: now })}.${dataset.extension}`,
      skipped: 0,
      parts: unlessDeleted(
        client === undefined ? [] : [client],
        dataset.parts(rows, this.ports, {
          at: now,
          query,
          reader,
          client,
          company,
          form: form ?? dataset.form,
        }),
        this.ports,
      ),
    };
    return { ...startExport(this.ports, order), type: dataset.type };
  }
}

const MAX_COMPANY_LETTERS = 50;

/** `Nordwerk_archive_2026-07-01_2026-09-30`; a file without days is named by the instant at which it was made. */
function fileNameOf(
  name: string,
  company: string | undefined,
  { query, at }: { readonly query: OrderQuery; readonly at: Date },
): string {
  const { issuedFrom, issuedTo, receivedFrom, receivedTo } = query;
  const [from, to] =
    (issuedFrom ?? issuedTo) === undefined ? [receivedFrom, receivedTo] : [issuedFrom, issuedTo];
  const days =
    (from ?? to) === undefined ? [timeStamp(at)] : [from ?? 'begin', to ?? at.toISOString().slice(0, 10)];
  const whose = company === undefined ? [] : [[...company].slice(0, MAX_COMPANY_LETTERS).join('')];
  return [...whose, name, ...days].join('_');
}

async function* eventLines(
  records: AsyncIterable<{ readonly id: string }>,
  { eventFeed }: Pick<Ports, 'eventFeed'>,
): AsyncGenerator<string> {
  for await (const some of batches(records)) {
    const events = await eventFeed.eventsOf(some.map(({ id }) => id));
    for (const { id } of some) for (const { text } of events.get(id) ?? []) yield `${text}\n`;
  }
}

const CARE = [
  ...['invoice_id', 'invoice_ref', 'client', 'route', 'catalogue_code', 'who_acts', 'field', 'fix_hint'],
  ...['opened_at', 'handled_at'],
];

async function* careRows({ invoices }: Rows, { english }: Ports, { form }: Order): AsyncGenerator<string> {
  const { reader } = form;
  yield headLine(CARE, form);
  for await (const { id, invoiceRef, client, route, care } of invoices())
    for (const { code, whoActs, field, fixHint, openedAt, handledAt } of care) {
      const cells = [
        ...[id, invoiceRef, client, route, code, whoActs, field],
        fixHint && (reader ?? english).text(fixHint),
        openedAt.toISOString(),
        handledAt?.toISOString(),
      ];
      const about = { route, direction: 'out' } as const;
      const asRead = reader
        ? cells.map((cell, at) => inWords(cell, { ...about, column: CARE[at]! }, reader))
        : cells;
      yield csvLine(asRead, form);
    }
}

function archive({ invoices, received }: Rows, ports: Ports, order: Order): AsyncIterable<Uint8Array> {
  const { at, reader } = order;
  const made = new InvoiceArchive(ports, reader);
  async function* both(): AsyncGenerator<{ readonly id: string }> {
    yield* invoices();
    yield* received();
  }
  async function* entries(): AsyncGenerator<ArchiveEntry> {
    for await (const some of batches(invoices())) {
      const events = await ports.eventFeed.eventsOf(some.map(({ id }) => id));
      const later = await laterOf(some, ports.invoices);
      for (const invoice of some) yield* made.sent(invoice, events.get(invoice.id) ?? [], later.get(invoice));
    }
    for await (const invoice of received()) yield* made.received(invoice);
    yield { name: 'events.ndjson', content: pieces(eventLines(both(), ports)), at };
    yield* made.ends(order);
  }
  return ports.archives.zip(entries());
}
