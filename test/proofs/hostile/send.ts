import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Call {
  readonly method: string;
  /** With its query, escaped. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** The loopback address of the caller: limits by address apply to each separately. */
  readonly from?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export const bearer = (key: string): Call['headers'] => ({ Authorization: `Bearer ${key}` });

/** Longer than the longest `GET /events?wait=30`. */
const PATIENCE_MS = 90_000;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Closes the connections that stay open between calls. */
export const hangUp = (): void => agent.destroy();

/** @throws Error if the connection ends, or half a minute passes, without a complete answer. */
export async function send(url: string, call: Call): Promise<Answer> {
  try {
    return await sendOnce(url, call);
  } catch (error) {
    // The service may close an idle connection at the moment of its next use.
    if (error instanceof ClosedIdle) return sendOnce(url, call);
    throw error;
  }
}

class ClosedIdle extends Error {}

function sendOnce(url: string, { method, path, headers, body, from }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body || method === 'POST' ? { 'Content-Length': String(body?.length ?? 0) } : {};
    const { hostname, port } = new URL(url);
    const options = { hostname, port, method, path, headers: { ...length, ...headers }, agent };
    const sent = request({ ...options, ...(from && { localAddress: from }) }, (answer) => {
      const chunks: Buffer[] = [];
      answer
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('error', reject)
        .on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
    });
    sent
      .setTimeout(PATIENCE_MS, () => sent.destroy(new Error(`no answer for ${PATIENCE_MS} ms`)))
      .on('error', (error: Error & { code?: string }) =>
        reject(sent.reusedSocket && error.code === 'ECONNRESET' ? new ClosedIdle() : error),
      )
      .end(body);
  });
}
