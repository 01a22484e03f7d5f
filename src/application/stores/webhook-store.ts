import { type Webhook, WEBHOOK_FIELDS } from '../../domain/webhooks/webhook.ts';
import { notFrom, notOver, oneOf } from '../../ports/rows.ts';
import type { StoredWebhook, WebhookStore } from '../../ports/webhook-store.ts';
import { replaceVersion } from './replace-version.ts';
import type { OpenRows } from './rows.ts';

/** Without `remove`, which also removes the deliveries. */
export function webhookStore(open: OpenRows): Omit<WebhookStore, 'remove'> {
  const webhooks = open('webhooks');
  const findAll = async (owners: readonly string[]): Promise<readonly Webhook[]> =>
    (await webhooks.list({ owner: oneOf(owners) }, { order: [] })).map(webhookOf);
  return {
    find: async (owner) => (await findAll([owner]))[0],
    findAll,
    // The notes about deliveries stay.
    put: async (webhook, audit) =>
      (await replaceVersion(webhooks, { key: 'owner', fields: WEBHOOK_FIELDS }, webhook, audit))
        ? 'kept'
        : 'conflict',
    noteDelivery: async (owner, { at, httpStatus }) =>
      void (await webhooks.note(
        { owner, lastDeliveryAt: notOver(at) },
        { lastDeliveryAt: at, lastDeliveryStatus: httpStatus },
      )),
    lastDelivery: async (owner) => {
      const { lastDeliveryAt: at, lastDeliveryStatus: httpStatus = null } =
        (await webhooks.find({ owner })) ?? {};
      return at && { at, httpStatus };
    },
    claimNotice: (owner, day) => webhooks.note({ owner, noticeDay: notFrom(day) }, { noticeDay: day }),
  };
}

const webhookOf = ({
  lastDeliveryAt: _at,
  lastDeliveryStatus: _status,
  noticeDay: _day,
  ...webhook
}: StoredWebhook): Webhook => webhook;
