import type { WebhookWish } from '../../../application/webhooks/set-webhook.ts';
import type { ShownWebhook } from '../../../application/webhooks/show-webhook.ts';
import type { DeliveryTry, WebhookDelivery } from '../../../domain/webhooks/delivery.ts';
import type { AnswerJson, Body } from '../call/contract.ts';
import type { Handlers } from '../call/handlers.ts';
import { answer } from '../call/answer.ts';
import { pageToWire } from '../call/wire.ts';

export const webhookHandlers = {
  setWebhook: async ({ caller, body, requestId }, { useCases }) => {
    const { webhook, secret } = await useCases.setWebhook.run(caller, wishOf(body), requestId);
    const { lastDelivery } = await useCases.showWebhook.run(caller);
    return answer(200, { ...toWire({ webhook, lastDelivery }), secret });
  },

  readWebhook: async ({ caller }, { useCases }) =>
    answer(200, toWire(await useCases.showWebhook.run(caller))),

  testWebhook: async ({ caller }, { useCases }) => {
    const result = await useCases.testWebhook.run(caller);
    return answer(200, {
      event_id: result.eventId,
      delivered: result.delivered,
      http_status: result.httpStatus,
      error: result.delivered ? null : result.error,
    });
  },

  listDeliveries: async ({ caller, query }, { useCases }) =>
    answer(200, pageToWire(await useCases.listDeliveries.run(caller, query), deliveryRow)),

  readDelivery: async ({ caller, parameters, query }, { useCases }) => {
    const { client } = query;
    const delivery = await useCases.readDelivery.run(caller, parameters.event_id, client);
    const tries = (delivery.tries ?? []).map(tryToWire);
    return answer(200, { ...deliveryRow(delivery), tries });
  },

  replayDelivery: async ({ caller, parameters, requestId }, { useCases }) => {
    const eventId = parameters.event_id;
    const { replayed } = await useCases.replayDeliveries.run(caller, { eventId }, requestId);
    return answer(200, { replayed, truncated: false });
  },

  replayDeliveries: async ({ caller, body, requestId }, { useCases }) => {
    const { from, to } = body;
    const span = { from: new Date(from), to: new Date(to) };
    return answer(200, await useCases.replayDeliveries.run(caller, span, requestId));
  },
} satisfies Partial<Handlers>;

const wishOf = (body: Body<'setWebhook'>): WebhookWish => ({
  ...(body.url !== undefined && { url: body.url }),
  ...(body.active !== undefined && { active: body.active }),
  rotateSecret: body.rotate_secret ?? false,
  ...(body.contact_email !== undefined && { contactEmail: body.contact_email }),
  ...(body.events !== undefined && { statuses: body.events }),
});

/** Contract 2.9, without the secret. */
const toWire = ({ webhook, lastDelivery }: ShownWebhook): AnswerJson<'readWebhook'> => ({
  url: webhook.url,
  active: webhook.active,
  secret_rotated_at: webhook.secretRotatedAt?.toISOString() ?? null,
  contact_email: webhook.contactEmail,
  events:
    webhook.statuses === undefined
      ? undefined
      : (JSON.parse(webhook.statuses) as AnswerJson<'readWebhook'>['events']),
  last_delivery: lastDelivery
    ? { at: lastDelivery.at.toISOString(), http_status: lastDelivery.httpStatus ?? undefined }
    : null,
});

/** Contract 2.10. */
const deliveryRow = (row: WebhookDelivery): AnswerJson<'listDeliveries'>['data'][number] => ({
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

const tryToWire = ({
  at,
  tookMs,
  httpStatus,
  error,
  nextAt,
}: DeliveryTry): AnswerJson<'readDelivery'>['tries'][number] => ({
  at: at.toISOString(),
  took_ms: tookMs,
  http_status: httpStatus,
  error,
  next_attempt_at: nextAt?.toISOString(),
});
