import type { IncomingHttpHeaders } from 'node:http';
import type { Pace } from './pace.ts';
import type { State } from './state.ts';

/** The answer of a network to a call. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/**
 * `hang-up`: the connection ends without an answer. `reset`: the connection is reset (TCP RST). `silence`: the connection stays
 * open without an answer.
 */
export type Answer = Reply | 'hang-up' | 'reset' | 'silence';

/** An incoming call. */
export interface Call {
  /** Parameters of the path, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** An operation of a network. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the network's base; `:name` is one segment. */
  readonly path: string;
  readonly answer: (call: Call) => Answer | Promise<Answer>;
}

/** The body of `POST /control/answers`: one answer of the buyer, or of an intermediary, about a document. */
export interface AskedAnswer {
  readonly invoiceNumber: string;
  readonly code: string;
  /** For a part payment. */
  readonly amount?: string;
}

/** The outside view of one route's system. The `State` has everything that must survive a restart. */
export interface Network {
  readonly route: string;
  /** The base path, `/peppol`. */
  readonly base: string;
  readonly endpoints: readonly Endpoint[];
  /** Answers a datagram (DNS). Undefined sends nothing. */
  readonly datagram?: (message: Buffer) => Buffer | undefined;
  /** @throws Refused if the route has no such answer. */
  readonly giveAnswer?: (answer: AskedAnswer) => Readonly<Record<string, unknown>>;
  /**
   * Stores an invoice for a recipient.
   * @throws Refused
   */
  readonly layReady?: (recipient: string, xml: Buffer) => Readonly<Record<string, unknown>>;
  /** Sets the network's clock ahead of the machine's; behind it if negative. */
  readonly setClock?: (aheadMs: number) => void;
}

/** What a network needs. */
export interface NetworkDependencies {
  readonly state: State;
  readonly pace: Pace;
  /** The address of the sandbox, `http://127.0.0.1:8090`. */
  readonly url: string;
  readonly folder: string;
  /** The folder of installed rule packs, with which documents are checked. */
  readonly rulesDir: string;
  readonly limits: 'real' | 'off';
}

/** An error for the user of the sandbox: one sentence. */
export class Refused extends Error {}

export const json = (
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({
  status,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(value, undefined, 2) + '\n',
});

export const xml = (status: number, body: string): Reply => ({
  status,
  headers: { 'Content-Type': 'application/xml; charset=UTF-8' },
  body,
});

export const text = (status: number, body: string): Reply => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=UTF-8' },
  body,
});

/** Text escaped for XML. */
export const escape = (value: string): string =>
  value.replace(/[&<>"]/g, (sign) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[sign]};`);
