import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, operations, paths } from './api-types.ts';
import type { BatchAnswer, BatchInvoice, Submission } from './batch.ts';
import { endlessFeed, type FeedEntry, type FeedOptions } from './event-feed.ts';
import type { CursorList, FilterOf, GetPage, RowOf } from './lists.ts';
import {
  type CallOptions,
  type FileOptions,
  headed,
  identified,
  type SendOptions,
  type ServiceOptions,
  signalIn,
} from './options.ts';
import { PAGE_SIZE, rowsByCursor, rowsByNumber } from './pages.ts';
import { problemOf } from './problem.ts';
import { required } from './required.ts';
import { fetchOnce, retryingFetch } from './retries.ts';
import { type Invoice, type InvoiceState, waitForState, type WaitOptions } from './wait-for.ts';

export { type Finding, ServiceProblem } from './problem.ts';
export { type StatusEvent, verifyWebhook, type WebhookDelivery, WebhookRefused } from './verify-webhook.ts';
export { type Invoice, type InvoiceState, OtherEnd } from './wait-for.ts';
export type { components, operations, paths, ProblemType } from './api-types.ts';
export type { CursorList } from './lists.ts';
export type { RetryOptions } from './retries.ts';
export type { BatchAnswer, BatchInvoice, FeedEntry, FeedOptions, Submission, WaitOptions };
export type { CallOptions, FileOptions, SendOptions, ServiceOptions };

type Schemas = components['schemas'];
type QueryOf<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;

/** The form that `convert` writes. */
export type ConversionTarget = QueryOf<'convertInvoice'>['to'];

export type Intake = Schemas['Intake'];
export type Route = Schemas['Route'];
export type CanonicalInvoice = Schemas['CanonicalInvoice'];
export type ValidationReport = Schemas['ValidationReport'];

/**
 * The service, for programs in Node and in browsers. `api` makes every call of openapi.yaml; the other members do what takes more
 * than one call. All wait and repeat as the service asks, and throw ServiceProblem if it refuses.
 *
 * @example
 * ```ts
 * const service = new DeliveryService({ url: 'http://localhost:8080', key: 'ids_test_…' });
 * const { data } = await service.api.GET('/health');
 * console.log(data?.status);
 * ```
 */
export class DeliveryService {
  /**
   * Every call of openapi.yaml, typed.
   *
   * @example
   * ```ts
   * const { data } = await service.api.GET('/invoices/series', { params: { query: { days: 7 } } });
   * for (const { date, route, received } of data?.data ?? []) console.log(date, route, received);
   * ```
   */
  readonly api: Client<paths>;

  constructor(private readonly options: ServiceOptions) {
    this.api = createFetchClient<paths>({
      baseUrl: options.url,
      headers: identified(options),
      // Lists in queries are separated by commas.
      querySerializer: { array: { style: 'form', explode: false } },
      fetch: retryingFetch(options),
    });
    this.api.use({
      onResponse: async ({ response }) => {
        if (response.status >= 400) throw await problemOf(response);
      },
    });
  }

  /**
   * Submits an invoice. After the answer the service does the rest; nothing is to be sent again.
   *
   * @throws ServiceProblem `validation-failed`: `findings` says what to correct.
   * @example
   * ```ts
   * const { id } = await service.send({ route: 'DE-XRECHNUNG', document }, { idempotencyKey: 'RE-2026-0042' });
   * console.log(id);
   * ```
   */
  async send(submission: Submission, options: SendOptions = {}): Promise<Intake> {
    return required(await this.api.POST('/invoices', { ...headed(options), body: submission }));
  }

  /**
   * Submits a finished file: UBL, CII or FA(3), or a hybrid PDF. It is sent to the route as it is.
   *
   * @example
   * ```ts
   * import { readFile } from 'node:fs/promises';
   *
   * const file = await readFile('invoice.xml');
   * const { id } = await service.sendFile(file, { route: 'DE-XRECHNUNG', invoiceRef: 'RE-2026-0042' });
   * console.log(id);
   * ```
   */
  async sendFile(file: Uint8Array<ArrayBuffer> | Blob | string, options: FileOptions): Promise<Intake> {
    const { route, invoiceRef: invoice_ref, offline, technicalCorrection } = options;
    const issued = {
      ...(offline !== undefined && { offline }),
      ...(technicalCorrection !== undefined && { technical_correction: technicalCorrection }),
    };
    const bytes = new Blob([file]);
    const { params, headers, ...rest } = headed(options);
    return required(
      await this.api.POST('/invoices/xml', {
        ...rest,
        params: { ...params, query: { route, invoice_ref, ...issued } },
        headers: { ...headers, 'Content-Type': await mediaTypeOf(bytes) },
        body: bytes,
        bodySerializer: asItIs,
      }),
    );
  }

  /**
   * Submits any number of invoices while they come, and answers while they are processed, in their order. If a connection breaks,
   * what has no answer is sent again under its first key. In browsers, which cannot answer while they send, a batch is read whole.
   *
   * @example
   * ```ts
   * const invoices = ['RE-1', 'RE-2'].map((number) => ({
   *   submission: { ...submission, document: { ...document, invoice: { ...document.invoice, number } } },
   *   idempotencyKey: `run-7-${number}`,
   * }));
   * for await (const answer of service.sendBatch(invoices))
   *   console.log(answer.idempotencyKey, 'intake' in answer ? answer.intake.id : answer.problem.message);
   * ```
   */
  async *sendBatch(
    invoices: AsyncIterable<BatchInvoice> | Iterable<BatchInvoice>,
    { signal }: CallOptions = {},
  ): AsyncGenerator<BatchAnswer, void, undefined> {
    const { url, maxRetries } = this.options;
    const post = async (lines: ReadableStream<Uint8Array>): Promise<Response> => {
      const request = new Request(`${url.replace(/\/$/, '')}/invoices/batch`, {
        method: 'POST',
        headers: { ...identified(this.options), 'Content-Type': 'application/x-ndjson' },
        body: CAN_STREAM ? lines : await new Response(lines).blob(),
        ...(CAN_STREAM && { duplex: 'half' }),
        ...(signal && { signal }),
      });
      const answer = await fetchOnce(request, this.options);
      if (!answer.ok) throw await problemOf(answer);
      return answer;
    };
    // A page that sends no batch does not load it.
    const { sendInBatches } = await import('./batch.ts');
    yield* sendInBatches(invoices, post, { signal, maxRetries });
  }

  /**
   * Builds and checks an invoice; nothing is sent or stored.
   *
   * @example
   * ```ts
   * const report = await service.check({ route: 'DE-XRECHNUNG', document });
   * for (const { layer, outcome, findings } of report.layers) console.log(layer, outcome, findings.length);
   * ```
   */
  async check(dryRun: Schemas['DryRun'], options: CallOptions = {}): Promise<ValidationReport> {
    const report = required(await this.api.POST('/validate', { ...signalIn(options), body: dryRun }));
    // A page is for those who ask for one.
    return report as ValidationReport;
  }

  /**
   * Turns an invoice into another form; nothing is stored. `losses` has what the form does not say, `findings` which rules of the form
   * the file breaks (`valid`).
   *
   * @param source a canonical invoice, or a file: UBL, CII, FA(3), hybrid PDF, or the JSON of a canonical invoice.
   * @example
   * ```ts
   * import { readFile } from 'node:fs/promises';
   *
   * const { document: asData, losses } = await service.convert(await readFile('invoice.xml'), 'canonical');
   * console.log(asData, losses.length);
   * ```
   */
  async convert(
    source: Schemas['CanonicalInvoice'] | Uint8Array<ArrayBuffer> | Blob | string,
    to: ConversionTarget,
    options: CallOptions & Pick<QueryOf<'convertInvoice'>, 'attachments'> = {},
  ): Promise<Schemas['Conversion']> {
    const { attachments } = options;
    const isFile = typeof source === 'string' || source instanceof Uint8Array || source instanceof Blob;
    const bytes = new Blob([isFile ? source : JSON.stringify(source)]);
    return required(
      await this.api.POST('/convert', {
        ...signalIn(options),
        params: { query: { to, ...(attachments && { attachments }) } },
        headers: { 'Content-Type': isFile ? await mediaTypeOf(bytes) : 'application/json' },
        body: bytes,
        bodySerializer: asItIs,
      }),
    );
  }

  /**
   * Waits until an invoice is in one of these states.
   *
   * @throws OtherEnd if it has ended in another state; its `invoice` has the reason in `errors`.
   * @throws DOMException `TimeoutError` after `timeoutMs`.
   * @example
   * ```ts
   * const { id } = await service.send({ route: 'DE-XRECHNUNG', document });
   * const invoice = await service.waitFor(id, ['ready', 'accepted', 'delivered']);
   * console.log(invoice.state, invoice.documents.map(({ kind }) => kind));
   * ```
   */
  waitFor(id: string, states: readonly InvoiceState[], options: WaitOptions = {}): Promise<Invoice> {
    const read = async () =>
      required(await this.api.GET('/invoices/{id}', { ...signalIn(options), params: { path: { id } } }));
    return waitForState(read, states, options);
  }

  /**
   * Every status event of the key's client in one order, without an end. A service that restarts is asked again until it is back.
   *
   * @example
   * ```ts
   * for await (const { event, after } of service.events({ after: undefined })) {
   *   console.log(event.invoice_ref, event.status);
   *   console.log('to be kept:', after);
   *   break;
   * }
   * ```
   */
  events(options: FeedOptions = {}): AsyncGenerator<FeedEntry, never, undefined> {
    const { client } = options;
    return endlessFeed(async (after, seconds) => {
      // The answer to a call that waits has to come in time.
      const wait = Math.min(seconds, Math.floor((this.options.timeoutMs ?? Infinity) / 2000));
      const query = { wait, ...(after !== undefined && { after }), ...(client !== undefined && { client }) };
      return required(await this.api.GET('/events', { ...signalIn(options), params: { query } }));
    }, options);
  }

  /**
   * Every invoice that fits, the oldest first, so that new ones come last and shift no page.
   *
   * @example
   * ```ts
   * for await (const { invoice_ref, errors } of service.invoices({ state: ['rejected', 'dead_letter'] }))
   *   console.log(invoice_ref, errors?.map(({ code }) => code));
   * ```
   */
  invoices(
    filter: Omit<QueryOf<'listInvoices'>, 'page' | 'page_size'> = {},
  ): AsyncGenerator<Schemas['InvoiceRow'], void, undefined> {
    return rowsByNumber(async (number) => {
      const query = { ...OLDEST_FIRST, ...filter, page: number };
      return required(await this.api.GET('/invoices', { params: { query } }));
    });
  }

  /**
   * Every received invoice that fits, the oldest first.
   *
   * @example
   * ```ts
   * for await (const { invoice_ref, state } of service.received({ route: ['PEPPOL'] })) console.log(invoice_ref, state);
   * ```
   */
  received(
    filter: Omit<QueryOf<'listReceived'>, 'page' | 'page_size'> = {},
  ): AsyncGenerator<Schemas['ReceivedRow'], void, undefined> {
    return rowsByNumber(async (number) => {
      const query = { ...OLDEST_FIRST, ...filter, page: number };
      return required(await this.api.GET('/received', { params: { query } }));
    });
  }

  /**
   * The invoices that a number or a reference names, the newest first. With a key of an operator they may be of several clients.
   *
   * @example
   * ```ts
   * for (const { id, state } of await service.find('RE-2026-0042')) console.log(id, state);
   * ```
   */
  async find(name: string): Promise<readonly Schemas['InvoiceRow'][]> {
    const query = { q: name, page_size: PAGE_SIZE } as const;
    return required(await this.api.GET('/invoices', { params: { query } })).data.filter(
      ({ invoice_ref: sent, also_sent_as: others = [], invoice_number: number }) =>
        sent === name || number === name || others.includes(name),
    );
  }

  /**
   * The open care rows of an invoice.
   *
   * @example
   * ```ts
   * for await (const invoice of service.invoices({ state: ['rejected'] }))
   *   for (const { catalogue_code, who_acts } of await service.careOf(invoice)) console.log(catalogue_code, who_acts);
   * ```
   */
  async careOf({ id, client }: Pick<Invoice, 'id' | 'client'>): Promise<readonly Schemas['CareRow'][]> {
    const filter = { status: 'open', invoice_id: id, ...(client !== undefined && { client }) } as const;
    const rows: Schemas['CareRow'][] = [];
    for await (const row of this.list('/care', filter)) rows.push(row);
    return rows;
  }

  /**
   * Every row of a list that goes on with `after`: keys, credentials, clients, care rows, deliveries to a webhook, the audit log.
   *
   * @example
   * ```ts
   * for await (const { id, label, revoked_at } of service.list('/keys')) console.log(id, label, revoked_at ?? 'live');
   * for await (const { invoice_ref, catalogue_code, fix_hint } of service.list('/care', { status: 'open' }))
   *   console.log(invoice_ref, catalogue_code, fix_hint);
   * ```
   */
  list<Path extends CursorList>(
    path: Path,
    filter?: FilterOf<Path>,
  ): AsyncGenerator<RowOf<Path>, void, undefined> {
    const get = this.api.GET as unknown as GetPage<Path>;
    return rowsByCursor(async (after) => {
      const query = { ...filter, ...(after !== undefined && { after }) };
      return required(await get(path, { params: { query } }));
    });
  }

  /**
   * Every company that a provider registers to receive for a client, those that are over among them.
   *
   * @example
   * ```ts
   * for await (const { participant, state, seen_at } of service.registrations('acme'))
   *   console.log(participant, state, seen_at ?? 'not in the network yet');
   * ```
   */
  registrations(client: string): AsyncGenerator<Schemas['Registration'], void, undefined> {
    return rowsByCursor(async (after) => {
      const params = { path: { client }, query: { ...(after !== undefined && { after }) } };
      return required(await this.api.GET('/clients/{client}/registrations', { params }));
    });
  }

  /**
   * The connections of a client with its providers, those that are over among them.
   *
   * @example
   * ```ts
   * for await (const { company, provider, state } of service.connections('acme')) console.log(company, provider, state);
   * ```
   */
  connections(client: string): AsyncGenerator<Schemas['Connection'], void, undefined> {
    return rowsByCursor(async (after) => {
      const params = { path: { client }, query: { ...(after !== undefined && { after }) } };
      return required(await this.api.GET('/clients/{client}/connections', { params }));
    });
  }
}

const OLDEST_FIRST = { sort: 'oldest', page_size: PAGE_SIZE } as const;

const asItIs = (body: unknown): unknown => body;

/** A PDF begins with its name, JSON with a brace; everything else is XML. */
async function mediaTypeOf(file: Blob): Promise<string> {
  const start = await file.slice(0, 1024).text();
  if (start.startsWith('%PDF-')) return 'application/pdf';
  return start.trimStart().startsWith('{') ? 'application/json' : 'application/xml';
}

/** Browsers send a body only when they have all of it, unless the service speaks HTTP/2. */
const CAN_STREAM = !('document' in globalThis || 'WorkerGlobalScope' in globalThis);
