import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a receiver fails; `late` has accepted the event and answers after the time limit. */
type Failure = (response: ServerResponse) => void;
const FAILURES: Readonly<Record<string, Failure>> = {
  refuses: (response) => void response.writeHead(500).end(),
  forbids: (response) => void response.writeHead(403).end('no'),
  redirects: (response) => void response.writeHead(302, { Location: '/' }).end(),
  resets: (response) => void response.socket?.resetAndDestroy(),
  'half an answer': (response) => void response.socket?.end('HTTP/1.1 2'),
};

/** The events that a receiver got and accepted with 2xx. */
interface Taken {
  readonly body: string;
  readonly eventId: string;
  readonly attempt: number;
}

export interface Receivers {
  readonly url: (client: string) => string;
  readonly taken: (client: string) => readonly Taken[];
  /** Secrets by client; a delivery whose signature fits none of its client's is a fault. */
  readonly secrets: Map<string, string>;
  readonly counts: { posts: number; failed: number };
  readonly faults: string[];
  /** From now on all accept every event. */
  heal(): void;
  close(): void;
}

/** A receiver for each client, under one address. @param share of posts that fail. */
export async function openReceivers(random: () => number, share: number): Promise<Receivers> {
  const taken = new Map<string, Taken[]>();
  const secrets = new Map<string, string>();
  const counts = { posts: 0, failed: 0 };
  const faults: string[] = [];
  let failing = share;
  const hear = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const client = (request.url ?? '').slice(1);
    const body = Buffer.concat(await request.toArray().catch(() => [])).toString('utf8');
    counts.posts += 1;
    const wrong = unverified(request, body, secrets.get(client));
    if (wrong) faults.push(`${client}: ${wrong}`);
    if (random() < failing) {
      counts.failed += 1;
      const ways = Object.values(FAILURES);
      return ways[Math.floor(random() * ways.length)]!(response);
    }
    const list = taken.get(client) ?? [];
    taken.set(client, list);
    list.push({
      body,
      eventId: String(request.headers['x-service-event-id']),
      attempt: Number(request.headers['x-service-delivery-attempt']),
    });
    response.writeHead(204).end();
  };
  const server = createServer((request, response) => void hear(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (client) => `http://127.0.0.1:${port}/${client}`,
    taken: (client) => taken.get(client) ?? [],
    secrets,
    counts,
    faults,
    heal: () => (failing = 0),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The fault of a signature; undefined if it is valid (contract 6). */
function unverified(
  { headers }: IncomingMessage,
  body: string,
  secret: string | undefined,
): string | undefined {
  if (secret === undefined) return 'a delivery before the secret was known';
  const [time, ...signatures] = String(headers['x-service-signature']).split(',');
  const t = time?.replace(/^t=/, '') ?? '';
  const expected = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  if (!signatures.includes(`v1=${expected}`)) return `no signature of ${body.slice(0, 60)} verifies`;
  return Math.abs(Date.now() / 1000 - Number(t)) > 300 ? 'a signature of another time' : undefined;
}
