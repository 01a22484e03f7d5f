import type { components } from './api-types.ts';

/** What happened to an invoice. */
export type StatusEvent = components['schemas']['Event'];

export interface WebhookDelivery {
  /** The headers of the request; of a repeated header one value is enough. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as it came: text that was parsed and written again has another signature. */
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** The secret that `PUT /webhook` showed. */
  readonly secret: string;
  /** The clock of the receiver. */
  readonly now?: Date;
}

/** The delivery does not come from the service, or is an old one that somebody sent again. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
}

/** The most by which a signature may differ from the receiver's clock. */
const MAX_AGE_SECONDS = 300;

/**
 * Reads the event of a delivery after its signature was verified. An event can arrive twice: keep the `event_id` of each.
 *
 * @throws WebhookRefused Answer such a delivery with 401.
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 *
 * const receiver = createServer(async (request, response) => {
 *   const chunks: Uint8Array[] = [];
 *   for await (const chunk of request) chunks.push(chunk);
 *   try {
 *     const event = await verifyWebhook({ headers: request.headers, body: Buffer.concat(chunks), secret });
 *     console.log(event.invoice_ref, event.status);
 *     response.writeHead(204).end();
 *   } catch {
 *     response.writeHead(401).end();
 *   }
 * });
 * receiver.listen(9000);
 * receiver.close();
 * ```
 */
export async function verifyWebhook(delivery: WebhookDelivery): Promise<StatusEvent> {
  const { body, secret, now = new Date() } = delivery;
  const { at, signatures } = signatureIn(headerOf(delivery.headers, 'x-service-signature'));
  if (Math.abs(now.getTime() / 1000 - Number(at)) > MAX_AGE_SECONDS)
    throw new WebhookRefused(
      `The delivery was signed at ${at}, more than ${MAX_AGE_SECONDS} seconds from this clock.`,
    );
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const signed = await new Blob([`${at}.`, bytes]).arrayBuffer();
  // `verify` compares in constant time.
  const verdicts = await Promise.all(
    signatures.map((hex) => crypto.subtle.verify('HMAC', key, bytesOf(hex), signed)),
  );
  if (!verdicts.includes(true))
    throw new WebhookRefused('No signature of the delivery was made with this secret.');
  return JSON.parse(new TextDecoder().decode(bytes)) as StatusEvent;
}

/** `t=<unix seconds>,v1=<hex>`, after a rotation of the secret with a second `v1`. */
function signatureIn(header: string): { readonly at: string; readonly signatures: readonly string[] } {
  const parts = header.split(',').map((part) => part.trim().split('='));
  const valuesOf = (name: string): string[] =>
    parts.flatMap(([n, value = '']) => (n === name ? [value] : []));
  const [at = ''] = valuesOf('t');
  const signatures = valuesOf('v1').filter((hex) => /^[0-9a-f]{64}$/.test(hex));
  if (!/^\d{1,12}$/.test(at) || signatures.length === 0)
    throw new WebhookRefused('X-Service-Signature is missing or has another form than t=…,v1=….');
  return { at, signatures };
}

function headerOf(headers: WebhookDelivery['headers'], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const named = Object.entries(headers).find(([known]) => known.toLowerCase() === name)?.[1];
  return typeof named === 'string' ? named : (named?.[0] ?? '');
}

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
