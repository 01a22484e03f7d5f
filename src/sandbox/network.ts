import type { IncomingHttpHeaders } from 'node:http';
import type { Pace } from './pace.ts';
import type { State } from './state.ts';

/** What a network says to a call. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** `hang-up`: the connection ends without an answer. `reset`: it is torn down (TCP RST). `silence`: it stays open, and nothing comes. */
export type Answer = Reply | 'hang-up' | 'reset' | 'silence';

/** A call as it came in. */
export interface Call {
  /** Names of the door's path, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A call that a network takes. */
export interface Door {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the network's base; `:name` is one segment. */
  readonly path: string;
  readonly answer: (call: Call) => Answer | Promise<Answer>;
}

/** What `POST /control/answers` asks for: one word of the buyer, or of who stands between, about a document. */
export interface AskedAnswer {
  readonly invoiceNumber: string;
  readonly code: string;
  /** Of a payment in part. */
  readonly amount?: string;
}

/** One route's system as it looks from outside. Everything it must not forget is in the `State`. */
export interface Network {
  readonly route: string;
  /** Path under which its doors are, `/peppol`. */
  readonly base: string;
  readonly doors: readonly Door[];
  /** Answers a datagram (DNS); undefined says nothing. */
  readonly datagram?: (message: Buffer) => Buffer | undefined;
  /** @throws Refused when there is no such answer on this route. */
  readonly giveAnswer?: (asked: AskedAnswer) => Readonly<Record<string, unknown>>;
  /** Lays an invoice ready for a recipient. @throws Refused */
  readonly layReady?: (recipient: string, xml: Buffer) => Readonly<Record<string, unknown>>;
}

/** What a network is made of. */
export interface NetworkDependencies {
  readonly state: State;
  readonly pace: Pace;
  /** Where the sandbox is reached, `http://127.0.0.1:8090`. */
  readonly url: string;
  readonly folder: string;
  /** Where rule packs are installed: what documents are checked against. */
  readonly rulesDir: string;
  readonly limits: 'real' | 'off';
}

/** What the user of the sandbox asked for and cannot have: one sentence. */
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

/** Text as it stands in XML. */
export const escaped = (value: string): string =>
  value.replace(/[&<>"]/g, (sign) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[sign]};`);
