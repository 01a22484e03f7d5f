import { lookup as systemLookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isUrl } from '../../domain/is-url.ts';
import type { Outbound, OutboundAnswer, OutboundRequest } from '../../ports/outbound.ts';
import { hostOf, isPublic, NOT_PUBLIC, refusalOfUrl } from './addresses.ts';

export interface Resolved {
  readonly address: string;
  readonly family: number;
}

interface Options {
  /** All addresses of a name. */
  readonly resolve?: (host: string) => Promise<readonly Resolved[]>;
  /** For tests: certificates that are trusted besides those of the system. */
  readonly ca?: string;
}

const CONNECT_MS = 10_000;

type Allowed = { readonly addresses?: readonly Resolved[] } | { readonly refusal: string };

/**
 * Calls out over connections of their own: an address is checked, and the connection is made to what was checked, so that a
 * name which resolves to something else a moment later gains nothing.
 */
export class OutboundClient implements Outbound {
  readonly #resolve: NonNullable<Options['resolve']>;
  readonly #ca: string | undefined;

  constructor({ resolve = (host) => systemLookup(host, { all: true, verbatim: true }), ca }: Options = {}) {
    this.#resolve = resolve;
    this.#ca = ca;
  }

  async refusalOf(url: string): Promise<string | undefined> {
    const allowed = await this.#allowed(url).catch(() => ({}));
    return 'refusal' in allowed ? (allowed.refusal as string) : undefined;
  }

  async call(request: OutboundRequest): Promise<OutboundAnswer> {
    if (!isUrl(request.url)) return { outcome: 'refused', reason: 'it is no address' };
    if (!/^https?:$/.test(new URL(request.url).protocol))
      return { outcome: 'refused', reason: 'it is not http' };
    if (request.namedBy === 'operator') return this.#send(request, undefined);
    try {
      const allowed = await this.#allowed(request.url);
      if ('refusal' in allowed) return { outcome: 'refused', reason: allowed.refusal };
      return await this.#send(request, allowed.addresses);
    } catch (error) {
      return { outcome: 'unreachable', reason: codeOf(error) };
    }
  }

  /** @throws Error when the name cannot be resolved now. */
  async #allowed(text: string): Promise<Allowed> {
    const refusal = refusalOfUrl(text);
    if (refusal !== undefined) return { refusal };
    const host = hostOf(new URL(text));
    if (isIP(host) !== 0) return {};
    const addresses = await this.#resolve(host);
    // One private address among public ones is one too many: nobody knows which the connection takes.
    const isFit = addresses.length > 0 && addresses.every(({ address }) => isPublic(address));
    return isFit ? { addresses } : { refusal: NOT_PUBLIC };
  }

  #send(request: OutboundRequest, addresses: readonly Resolved[] | undefined): Promise<OutboundAnswer> {
    const { method, headers, body, timeoutMs, mostBytes } = request;
    const url = new URL(request.url);
    return new Promise((answer) => {
      let isSent = false;
      const end = (outcome: OutboundAnswer): void => {
        clearTimeout(whole);
        clearTimeout(connecting);
        answer(outcome);
        call.destroy();
      };
      const fail = (reason: string): void => end({ outcome: isSent ? 'lost' : 'unreachable', reason });
      const call = (url.protocol === 'https:' ? https : http).request(url, {
        method,
        headers: {
          'Accept-Encoding': 'identity',
          ...headers,
          ...(body && { 'Content-Length': body.length }),
        },
        // Of its own: a connection that lay idle may end just when a request is on it, and nobody knows what was read.
        agent: false,
        ...(addresses && { lookup: pinned(addresses) }),
        ...(this.#ca !== undefined && { ca: this.#ca }),
      });
      const whole = setTimeout(() => fail('timeout'), timeoutMs);
      const connecting = setTimeout(() => isSent || fail('timeout'), Math.min(CONNECT_MS, timeoutMs));
      call.on('socket', (socket) =>
        socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => (isSent = true)),
      );
      call.on('error', (error) => fail(codeOf(error)));
      call.on('response', (response) => read(response, mostBytes, end, fail));
      call.end(body);
    });
  }
}

function read(
  response: http.IncomingMessage,
  mostBytes: number,
  end: (answer: OutboundAnswer) => void,
  fail: (reason: string) => void,
): void {
  const parts: Buffer[] = [];
  let length = 0;
  response.on('data', (part: Buffer) => {
    length += part.length;
    if (length > mostBytes) fail('answer too large');
    else parts.push(part);
  });
  response.on('error', (error) => fail(codeOf(error)));
  response.on('aborted', () => fail('aborted'));
  response.on('end', () => {
    const { statusCode: status = 0, headers } = response;
    const named = Object.entries(headers).map(([name, value]) => [name, value?.toString()]);
    end({
      outcome: 'answered',
      status,
      headers: Object.fromEntries(named),
      ...retryAfter(headers['retry-after']),
      body: Buffer.concat(parts),
    });
  });
}

const DAY_S = 86_400;

/** Seconds or a date; what is neither says nothing. */
function retryAfter(header: string | undefined): { readonly retryAfterSeconds?: number } {
  if (header === undefined) return {};
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? {} : { retryAfterSeconds: Math.min(Math.max(seconds, 0), DAY_S) };
}

/** Resolves to what was checked, whatever is asked. */
const pinned =
  (addresses: readonly Resolved[]): LookupFunction =>
  (_host, { all }, callback) => {
    if (all) callback(null, [...addresses]);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  };

const codeOf = (error: unknown): string =>
  error instanceof Error ? ('code' in error ? String(error.code) : error.name) : 'unknown';
