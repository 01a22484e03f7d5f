import { NodeDeliverySigner } from '../../adapters/system/node-delivery-signer.ts';
import { REAL_CLOCK } from '../../adapters/system/real-clock.ts';
import { signDelivery } from '../../application/webhooks/sign-delivery.ts';
import { type DeliveryService, type StatusEvent, verifyWebhook } from '../../client/client.ts';
import type { Webhook } from '../../domain/webhooks/webhook.ts';

/** The cursor behind the last event that there is. */
export async function newestEvent(service: DeliveryService, client?: string): Promise<string | undefined> {
  const query = { after: 'latest', ...(client !== undefined && { client }) };
  const { data: page } = await service.api.GET('/events', { params: { query } });
  return page?.next;
}

interface Delivery {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** As the service signs it. It is verified, too: a receiver that refuses it then has a fault of its own. */
export async function deliveryOf(event: StatusEvent, secret: string, attempt = 1): Promise<Delivery> {
  const body = JSON.stringify(event);
  const headers = await signDelivery(
    { ...LISTENER, sealedSecret: secret },
    { eventId: event.event_id, attempt, text: body },
    {
      signer: new NodeDeliverySigner(),
      clock: REAL_CLOCK,
      realClock: REAL_CLOCK,
      content: { openText: (_, sealed) => Promise.resolve(sealed) },
    },
  );
  await verifyWebhook({ headers, body, secret });
  return { body, headers };
}

/** The webhook that the service does not have; its secret is not sealed. */
const LISTENER: Omit<Webhook, 'sealedSecret'> = {
  owner: '',
  version: 1,
  url: '',
  active: true,
  contactEmail: null,
  startsAfter: '',
  secretRotatedAt: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
};

const PATIENCE_MS = 10_000;

/** @returns the status of the answer, or why there was none. */
export async function post(url: string, { body, headers }: Delivery): Promise<string> {
  try {
    const { status } = await fetch(url, {
      method: 'POST',
      body,
      headers,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return String(status);
  } catch (error) {
    const { cause = error } = error as Error;
    return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer';
  }
}
