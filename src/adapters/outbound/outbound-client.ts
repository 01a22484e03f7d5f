import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import { lookup as systemLookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { inTime, Late } from '../../application/operation/in-time.ts';
import { isUrl } from '../../domain/is-url.ts';
import type { Outbound, OutboundAnswer, OutboundRequest } from '../../ports/outbound.ts';
import {
  hostOf,
  isInnerOrPublic,
  isLoopback,
  isPrivateReceiver,
  isPublic,
  NOT_PUBLIC,
  reasonAgainstUrl,
} from './addresses.ts';
import { type AllowList, allowListOf } from './allow-list.ts';
import { dropRest, KeptConnections, type KeptOptions, wasStale } from './kept-connections.ts';
import { answerWith, errorCode, readAnswer } from './read-answer.ts';

interface Resolved {
  readonly address: string;
  readonly family: number;
}

interface Options {
  /** All addresses of a name. */
  readonly resolve?: (host: string) => Promise<readonly Resolved[]>;
  /** For tests: certificates that are trusted in addition to the system's. */
  readonly ca?: string;
  /** `WEBHOOK_ALLOW_PRIVATE` of the sandbox: webhooks may lead to loopback and private addresses, with any certificate. */
  readonly privateWebhooks?: boolean;
  /** `OUTBOUND_ALLOW`: addresses that are not public and that clients may name. */
  readonly allow?: string;
}

const CONNECT_MS = 10_000;
const ONLY_LOOPBACK = say('networks.http-leads-to-this-machine-only');

type Allowed = { readonly addresses?: readonly Resolved[] } | { readonly reason: Text };

/**
 * Checks an address before each call and connects to the checked address, so a name that resolves differently a moment later gains
 * nothing. Each call has a connection of its own; a call that may be repeated may use an idle one to the same addresses.
 */
export class OutboundClient implements Outbound {
  /** How long a connection may take. */
  protected readonly connectMs: number = CONNECT_MS;
  private readonly resolve: NonNullable<Options['resolve']>;
  private readonly ca: string | undefined;
  private readonly privateWebhooks: boolean;
  private readonly allow: AllowList;
  private readonly connections = new KeptConnections();

  constructor({
    resolve = (host) => systemLookup(host, { all: true, verbatim: true }),
    ...options
  }: Options = {}) {
    this.resolve = resolve;
    this.ca = options.ca;
    this.privateWebhooks = options.privateWebhooks ?? false;
    const allow = allowListOf(options.allow ?? '');
    if (!allow) throw new Error(`no list of hosts and networks: ${options.allow}`);
    this.allow = allow;
  }

  async reasonAgainst(
    url: string,
    namedBy: 'client' | 'webhook-owner' = 'client',
  ): Promise<Text | undefined> {
    try {
      const allowed = await this.resolveAllowed(url, namedBy);
      return 'reason' in allowed ? allowed.reason : undefined;
    } catch {
      return this.reasonAgainstUnresolved(url, namedBy);
    }
  }

  /** Where a name leads that does not resolve now is unknown, so it may do what any address may, and no more. */
  private reasonAgainstUnresolved(text: string, namedBy: 'client' | 'webhook-owner'): Text | undefined {
    const url = new URL(text);
    if (namedBy === 'webhook-owner' && this.privateWebhooks)
      return url.protocol === 'https:' ? undefined : ONLY_LOOPBACK;
    return namedBy === 'client' && this.allow.hasName(hostOf(url)) ? undefined : reasonAgainstUrl(text);
  }

  async call(request: OutboundRequest): Promise<OutboundAnswer> {
    if (!isUrl(request.url)) return { outcome: 'refused', reason: say('networks.it-is-no-address') };
    if (!/^https?:$/.test(new URL(request.url).protocol))
      return { outcome: 'refused', reason: say('networks.it-is-not-http') };
    const { namedBy, timeoutMs } = request;
    if (namedBy === 'operator') return this.send(request, undefined);
    try {
      const began = performance.now();
      // A name server that does not answer takes the resolver of the machine a minute and more; it cannot be interrupted.
      const allowed = await inTime(timeoutMs, this.resolveAllowed(request.url, namedBy));
      // Also if the process has stood still since: its call was promised to end in time.
      const leftMs = timeoutMs - (performance.now() - began);
      if (leftMs <= 0) return { outcome: 'unreachable', reason: 'timeout' };
      if ('reason' in allowed) return { outcome: 'refused', reason: allowed.reason };
      return await this.send({ ...request, timeoutMs: leftMs }, allowed.addresses);
    } catch (error) {
      return { outcome: 'unreachable', reason: error instanceof Late ? 'timeout' : errorCode(error) };
    }
  }

  /** @throws Error if the name cannot be resolved now. */
  private async resolveAllowed(text: string, namedBy: 'client' | 'webhook-owner'): Promise<Allowed> {
    if (namedBy === 'webhook-owner' && this.privateWebhooks) return this.privateReceiver(text);
    const ofAnybody = await this.publicOnly(text);
    const mayBeListed = namedBy === 'client' && !this.allow.isEmpty && 'reason' in ofAnybody;
    return mayBeListed ? this.allowedByList(text, ofAnybody.reason) : ofAnybody;
  }

  private async publicOnly(text: string): Promise<Allowed> {
    const reason = reasonAgainstUrl(text);
    if (reason !== undefined) return { reason };
    const host = hostOf(new URL(text));
    if (isIP(host) !== 0) return {};
    const addresses = await this.resolve(host);
    // One private address among public ones refuses the name, because any of them may be used for the connection.
    const isFit = addresses.length > 0 && addresses.every(({ address }) => isPublic(address));
    return isFit ? { addresses } : { reason: NOT_PUBLIC };
  }

  /**
   * The operator's list: a listed name may lead to inner or public addresses, any other name only into listed networks. No
   * public address is called over http.
   * @param reason the reason if the list does not allow the call.
   */
  private async allowedByList(text: string, reason: Text): Promise<Allowed> {
    if (!isUrl(text)) return { reason };
    const url = new URL(text);
    if (!/^https?:$/.test(url.protocol)) return { reason };
    const host = hostOf(url);
    const isNamed = this.allow.hasName(host);
    if (url.username !== '' || url.password !== '' || (!isNamed && !this.allow.hasRanges)) return { reason };
    const addresses = await this.addressesOf(host);
    const isFit = ({ address }: Resolved): boolean =>
      isInnerOrPublic(address) &&
      (isNamed || this.allow.hasAddress(address)) &&
      (url.protocol === 'https:' || !isPublic(address));
    if (addresses.length === 0 || !addresses.every(isFit)) return { reason };
    return { addresses };
  }

  /** @throws Error if the name cannot be resolved now. */
  private async addressesOf(host: string): Promise<readonly Resolved[]> {
    return isIP(host) === 0 ? this.resolve(host) : [{ address: host, family: isIP(host) }];
  }

  /**
   * The sandbox's rule for webhooks: http to this machine only.
   * @throws Error if the name cannot be resolved now.
   */
  private async privateReceiver(text: string): Promise<Allowed> {
    if (!isUrl(text)) return { reason: say('networks.it-is-no-address') };
    const url = new URL(text);
    if (!/^https?:$/.test(url.protocol)) return { reason: say('networks.it-is-not-https') };
    if (url.username !== '' || url.password !== '') return { reason: say('networks.it-carries-user-name') };
    const host = hostOf(url);
    const addresses = await this.addressesOf(host);
    const isFit = url.protocol === 'https:' ? isPrivateReceiver : isLoopback;
    if (addresses.length === 0 || !addresses.every(({ address }) => isFit(address)))
      return {
        reason: url.protocol === 'https:' ? say('networks.no-webhook-may-lead-there') : ONLY_LOOPBACK,
      };
    return { addresses };
  }

  private send(
    request: OutboundRequest,
    addresses: readonly Resolved[] | undefined,
  ): Promise<OutboundAnswer> {
    const own = this.optionsOf(request, addresses);
    if (!request.repeatable) return this.exchange(request, own);
    const agent = this.connections.agentFor(new URL(request.url).protocol);
    const pinnedTo = (addresses ?? []).map(({ address }) => address).join(' ');
    const shared: KeptOptions = { ...own, agent, pinnedTo };
    return this.exchange(request, shared);
  }

  private optionsOf(
    { method, headers, body, namedBy }: OutboundRequest,
    addresses: readonly Resolved[] | undefined,
  ): https.RequestOptions & { agent: false } {
    return {
      method,
      headers: {
        'Accept-Encoding': 'identity',
        ...headers,
        ...(body && { 'Content-Length': body.length }),
      },
      // A new connection: an idle one may end just when a request is on it, and then it is unknown what the server read.
      agent: false,
      ...(addresses && { lookup: pin(addresses) }),
      ...(this.ca !== undefined && { ca: this.ca }),
      ...(this.privateWebhooks && namedBy === 'webhook-owner' && { rejectUnauthorized: false }),
    };
  }

  private exchange(request: OutboundRequest, options: https.RequestOptions): Promise<OutboundAnswer> {
    const { body, timeoutMs } = request;
    const url = new URL(request.url);
    const isTls = url.protocol === 'https:';
    return new Promise((answer) => {
      let isSent = false;
      const settle = (outcome: OutboundAnswer): void => {
        clearTimeout(whole);
        clearTimeout(connecting);
        answer(outcome);
      };
      const end = (outcome: OutboundAnswer): void => {
        settle(outcome);
        call.destroy();
      };
      const fail = (reason: string): void => end({ outcome: isSent ? 'lost' : 'unreachable', reason });
      const call = (isTls ? https : http).request(url, options);
      const whole = setTimeout(() => fail('timeout'), timeoutMs);
      const connecting = setTimeout(() => isSent || fail('timeout'), Math.min(this.connectMs, timeoutMs));
      call.on('socket', (socket) => {
        if (call.reusedSocket) isSent = true;
        else socket.once(isTls ? 'secureConnect' : 'connect', () => (isSent = true));
      });
      call.on('error', (error) => {
        if (wasStale(call, error)) end({ outcome: 'lost', reason: errorCode(error), idleEnded: true });
        else fail(errorCode(error));
      });
      call.on('response', (response) => {
        if (!request.statusOnly) return readAnswer(response, request, end, fail);
        settle(answerWith(response, new Uint8Array()));
        if (request.repeatable) return dropRest(response, call);
        response.on('error', () => undefined);
        call.destroy();
      });
      call.end(body);
    });
  }
}

/** Resolves every name to the checked addresses. */
const pin =
  (addresses: readonly Resolved[]): LookupFunction =>
  (_host, { all }, callback) => {
    if (all) callback(null, [...addresses]);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  };
