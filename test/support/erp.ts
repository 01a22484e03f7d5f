import { randomUUID } from 'node:crypto';
import { afterLimits } from '../../scripts/after-limits.ts';
import type { Service } from './service.ts';
import { until } from './until.ts';
import { exampleText } from './example-file.ts';

export const OPERATOR_KEY = 'operator-key-of-the-end-to-end-tests';

/** An invoice in one of these states changes only if a person acts. */
const SETTLED = new Set(['ready', 'validation_failed', 'dead_letter', 'cancelled', 'source_error']);

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: T;
}

export interface Intake {
  readonly id: string;
  readonly state: string;
  readonly duplicate_of?: string;
}

export interface Shown {
  readonly id: string;
  readonly invoice_ref: string;
  readonly state: string;
  readonly document_sha256?: string;
  readonly attempts: readonly { readonly id: string; readonly state: string }[];
  readonly errors: readonly { readonly code: string; readonly who_fixes: string }[];
  readonly documents: readonly { readonly kind: string; readonly sha256: string; readonly href: string }[];
}

export interface Submission {
  readonly formats?: readonly string[];
  readonly invoice_ref: string;
  readonly route: string;
  readonly document: { readonly invoice: Readonly<Record<string, unknown>> } & Readonly<
    Record<string, unknown>
  >;
}

/** A file of `examples/`, by name. */
export const example = (name: string): Submission => JSON.parse(exampleText(`${name}.json`)) as Submission;

/** The same invoice under another number, so that it is another document. */
/** With amounts beyond the precision of the published rules: these add in binary floating point (BR-S-08). */
export function uncountable({ document, ...rest }: Submission): Submission {
  const [line, ...lines] = document.lines as readonly object[];
  const large = { ...line, quantity: '99999999', unit_price: '999999999999999.99' };
  return { ...rest, document: { ...document, lines: [large, ...lines] } };
}

export const numbered = (
  { document, ...rest }: Submission,
  number: string,
  invoice_ref = number,
): Submission => ({
  ...rest,
  invoice_ref,
  document: { ...document, invoice: { ...document.invoice, number } },
});

/** Calls one process of the service with one key, as an ERP would. */
export class Erp {
  constructor(
    private readonly service: Pick<Service, 'url'>,
    readonly key: string,
  ) {}

  /** A client with a key of its own. */
  static async of(service: Pick<Service, 'url'>, client: string): Promise<Erp> {
    const operator = new Erp(service, OPERATOR_KEY);
    const minted = await operator.post<{ key: string }>('/keys', {
      client,
      scopes: ['submit', 'read', 'admin'],
    });
    return new Erp(service, minted.json.key);
  }

  /** The same caller at another process. */
  at(service: Pick<Service, 'url'>): Erp {
    return new Erp(service, this.key);
  }

  get<T = Record<string, unknown>>(path: string): Promise<Answer<T>> {
    return this.call('GET', path);
  }

  /** As `get`, and again after 429. */
  read<T = Record<string, unknown>>(path: string): Promise<Answer<T>> {
    return afterLimits(() => this.get<T>(path));
  }

  post<T = Record<string, unknown>>(
    path: string,
    body?: unknown,
    idempotencyKey: string = randomUUID(),
  ): Promise<Answer<T>> {
    return this.call('POST', path, body, idempotencyKey);
  }

  put<T = Record<string, unknown>>(path: string, body: unknown): Promise<Answer<T>> {
    return this.call('PUT', path, body);
  }

  submit(submission: Submission, idempotencyKey?: string): Promise<Answer<Intake>> {
    return this.post('/invoices', submission, idempotencyKey);
  }

  /** Delivers an invoice that came for the client. */
  async received(
    route: string,
    xml: string,
    railId?: string,
  ): Promise<{ status: number; text: string; id: string }> {
    const query = new URLSearchParams({ route, ...(railId !== undefined && { rail_id: railId }) });
    const answer = await fetch(`${this.service.url}/received?${query.toString()}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${this.key}`,
        'Content-Type': 'application/xml',
        'Idempotency-Key': randomUUID(),
      },
      body: xml,
    });
    const text = await answer.text();
    return { status: answer.status, text, id: answer.ok ? (JSON.parse(text) as { id: string }).id : '' };
  }

  /** As `submit`, and again after 429 with the same key. */
  submitAfterLimits(submission: Submission, idempotencyKey: string = randomUUID()): Promise<Answer<Intake>> {
    return afterLimits(() => this.submit(submission, idempotencyKey));
  }

  /** The invoice in a state that changes no more without a person. */
  async settled(id: string, withinMs?: number): Promise<Shown> {
    let shown: Shown | undefined;
    const isSettled = async (): Promise<boolean> => {
      shown = (await this.read<Shown>(`/invoices/${id}`)).json;
      return SETTLED.has(shown.state);
    };
    await until(isSettled, id, withinMs, 100).catch(() => {
      throw new Error(`${id} is still ${shown?.state}`);
    });
    return shown!;
  }

  /** Sequence and status of each event. */
  async events(id: string): Promise<readonly string[]> {
    const { json } = await this.read<{ data: { sequence: number; status: string }[] }>(
      `/invoices/${id}/events`,
    );
    return json.data.map(({ sequence, status }) => `${sequence} ${status}`);
  }

  private async call<T>(
    method: string,
    path: string,
    body?: unknown,
    idempotencyKey?: string,
  ): Promise<Answer<T>> {
    const answer = await fetch(this.service.url + path, {
      method,
      headers: {
        Authorization: `Bearer ${this.key}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = (answer.headers.get('content-type') ?? '').includes('json');
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      json: (isJson ? JSON.parse(text) : {}) as T,
    };
  }
}
