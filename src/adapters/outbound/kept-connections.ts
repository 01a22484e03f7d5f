import http from 'node:http';
import https from 'node:https';

/** Servers of Node end an idle connection after five seconds; those that say another time are believed. */
const IDLE_MS = 4_000;
/** Of one receiver. */
const MAX_IDLE = 16;
/** What of an answer is read so that its connection can be used again; a longer one ends the connection. */
const MAX_READ_BYTES = 16_384;
const MAX_READ_MS = 1_000;

/** Options of a call over a connection that may be used again. */
export type KeptOptions = https.RequestOptions & {
  /** The addresses that were checked for this call: a connection to others is not used for it. */
  readonly pinnedTo: string;
};

const pinOf = (options: object | undefined): string =>
  options && 'pinnedTo' in options ? String(options.pinnedTo) : '';

class PinnedAgent extends http.Agent {
  override getName(options?: http.ClientRequestArgs): string {
    return `${super.getName(options)}:${pinOf(options)}`;
  }
}

class PinnedTlsAgent extends https.Agent {
  override getName(options?: https.RequestOptions): string {
    return `${super.getName(options)}:${pinOf(options)}`;
  }
}

const KEPT = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: MAX_IDLE };

/** Connections that are used again for calls whose repetition does no harm: an idle one may end just when a request is on it. */
export class KeptConnections {
  private readonly plain = new PinnedAgent(KEPT);
  private readonly tls = new PinnedTlsAgent(KEPT);

  /** @param protocol of a URL. */
  agentFor(protocol: string): http.Agent {
    return protocol === 'https:' ? this.tls : this.plain;
  }
}

/** Whether the request failed because the receiver had ended an idle connection. */
export const wasStale = (call: http.ClientRequest, error: unknown): boolean =>
  call.reusedSocket && error instanceof Error && 'code' in error && STALE.has(String(error.code));

const STALE: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

/** Reads the rest of a short answer and drops it; the connection of a longer or slower one ends. */
export function dropRest(response: http.IncomingMessage, call: http.ClientRequest): void {
  let length = 0;
  const late = setTimeout(() => call.destroy(), MAX_READ_MS).unref();
  response.on('error', () => undefined);
  response.on('close', () => clearTimeout(late));
  response.on('data', (part: Buffer) => {
    length += part.length;
    if (length > MAX_READ_BYTES) call.destroy();
  });
}
