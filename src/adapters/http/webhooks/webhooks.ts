import type { WebhookWish } from '../../../application/webhooks/set-webhook.ts';
import type { ShownWebhook } from '../../../application/webhooks/show-webhook.ts';
import type { DeliveryState, DeliveryTry, WebhookDelivery } from '../../../domain/webhooks/delivery.ts';
import type { Handlers } from '../call/handlers.ts';

interface WebhookBody {
  readonly url?: string;
  readonly active?: boolean;
  readonly rotate_secret: boolean;
  readonly contact_email?: string | null;
  readonly events?: readonly string[] | null;
}

export const webhookHandlers = {
  setWebhook: async ({ caller, body, requestId }, { useCases }) => {
    const { webhook, secret } = await useCases.setWebhook.run(
      caller,
      wishOf(body.json as WebhookBody),
      requestId,
    );
    const { lastDelivery } = await useCases.showWebhook.run(caller);
    return { status: 200, json: { ...toWire({ webhook, lastDelivery }), secret } };
  },

  readWebhook: async ({ caller }, { useCases }) => ({
    status: 200,
    json: toWire(await useCases.showWebhook.run(caller)),
  }),

  testWebhook: async ({ caller }, { useCases }) => {
    const result = await useCases.testWebhook.run(caller);
    return {
      status: 200,
      json: {
        event_id: result.eventId,
        delivered: result.delivered,
        http_status: result.httpStatus,
        error: result.delivered ? null : result.error,
      },
    };
  },

  listDeliveries: async ({ caller, request }, { useCases }) => {
    const query = request.query as unknown as DeliveriesQuery;
    const { rows, next } = await useCases.listDeliveries.run(caller, query);
    return { status: 200, json: { data: rows.map(deliveryRow), truncated: next !== undefined, next } };
  },

  readDelivery: async ({ caller, parameters, request }, { useCases }) => {
    const { client } = request.query as { readonly client?: string };
    const delivery = await useCases.readDelivery.run(caller, parameters.event_id ?? '', client);
    const tries = (delivery.tries ?? []).map(tryToWire);
    return { status: 200, json: { ...deliveryRow(delivery), tries } };
  },

  replayDelivery: async ({ caller, parameters, requestId }, { useCases }) => {
    const eventId = parameters.event_id ?? '';
    const { replayed } = await useCases.replayDeliveries.run(caller, { eventId }, requestId);
    return { status: 200, json: { replayed, truncated: false } };
  },

  replayDeliveries: async ({ caller, body, requestId }, { useCases }) => {
    const { from, to } = body.json as { readonly from: string; readonly to: string };
    const span = { from: new Date(from), to: new Date(to) };
    return { status: 200, json: await useCases.replayDeliveries.run(caller, span, requestId) };
  },
} satisfies Partial<Handlers>;

interface DeliveriesQuery {
  readonly client?: string;
  readonly state?: DeliveryState;
  readonly limit: number;
}

const wishOf = (body: WebhookBody): WebhookWish => ({
  ...(body.url !== undefined && { url: body.url }),
  ...(body.active !== undefined && { active: body.active }),
  rotateSecret: body.rotate_secret,
  ...(body.contact_email !== undefined && { contactEmail: body.contact_email }),
  ...(body.events !== undefined && { statuses: body.events }),
});

/** Contract 2.9, without the secret. */
const toWire = ({ webhook, lastDelivery }: ShownWebhook) => ({
  url: webhook.url,
  active: webhook.active,
  secret_rotated_at: webhook.secretRotatedAt?.toISOString() ?? null,
  contact_email: webhook.contactEmail,
  events: webhook.statuses === undefined ? undefined : (JSON.parse(webhook.statuses) as unknown),
  last_delivery: lastDelivery
    ? { at: lastDelivery.at.toISOString(), http_status: lastDelivery.httpStatus ?? undefined }
    : null,
});

/** Contract 2.10. */
const deliveryRow = (row: WebhookDelivery) => ({
  invoice_id: row.invoiceId,
  sequence: row.sequence,
  event_id: row.eventId,
  state: row.state,
  failures: row.failures,
  first_failure_at: row.firstFailureAt?.toISOString(),
  last_attempt_at: row.lastAttemptAt?.toISOString(),
  next_attempt_at: row.state === 'pending' ? row.dueAt?.toISOString() : undefined,
  attempts: row.attempts,
  error: row.lastError,
});

const tryToWire = ({ at, tookMs, httpStatus, error, nextAt }: DeliveryTry) => ({
  at: at.toISOString(),
  took_ms: tookMs,
  http_status: httpStatus,
  error,
  next_attempt_at: nextAt?.toISOString(),
});
