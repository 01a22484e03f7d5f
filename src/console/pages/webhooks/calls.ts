import type { components } from '../../../client/client.ts';
import { dataOf } from '../../app/answer.ts';
import { administers, isNotFound, isOperator, ownKey, service } from '../../app/session.ts';

export type Webhook = components['schemas']['Webhook'];
export type WebhookWish = components['schemas']['WebhookWish'];
export type Delivery = components['schemas']['WebhookDelivery'];
export type DeliveryState = Delivery['state'];
export type Try = components['schemas']['TriedDelivery']['tries'][number];
type DeliveryList = components['schemas']['WebhookDeliveryList'];

/** Rows of a page of the list. */
const PAGE_LENGTH = 50;

/** A key acts on its own webhook alone: the operator's on that of the operator, whatever client is looked at. */
export function mayAct(client: string | undefined): boolean {
  const key = ownKey.value;
  return key !== undefined && administers(key) && !(isOperator(key) && client);
}

/** Null if none is set. */
export async function readWebhook(signal: AbortSignal): Promise<Webhook | null> {
  try {
    return await dataOf(service().api.GET('/webhook', { signal }));
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

export interface Deliveries extends DeliveryList {
  readonly waiting: DeliveryList;
  readonly dead: DeliveryList;
}

interface Wanted {
  readonly client: string | undefined;
  readonly state: DeliveryState | undefined;
  readonly after: string | undefined;
}

/** The rows, and how many wait or were given up. */
export async function readDeliveries(page: Wanted, signal: AbortSignal): Promise<Deliveries> {
  const { client, state, after } = page;
  const of = client ? { client } : {};
  const list = (query: object, limit: number) =>
    dataOf(
      service().api.GET('/webhook/deliveries', { params: { query: { ...of, ...query, limit } }, signal }),
    );
  const [rows, waiting, dead] = await Promise.all([
    list({ ...(state && { state }), ...(after && { after }) }, PAGE_LENGTH),
    list({ state: 'pending' }, 100),
    list({ state: 'dead' }, 100),
  ]);
  return { ...rows, waiting, dead };
}

/** The event of a delivery: the bytes that were sent. */
export const readEvent = ({ event_id: id }: Delivery, signal: AbortSignal) =>
  dataOf(service().api.GET('/events/{id}', { params: { path: { id } }, signal }));

/** Every call to the receiver. */
export async function readTries(
  { event_id }: Delivery,
  client: string | undefined,
  signal: AbortSignal,
): Promise<readonly Try[]> {
  const params = { path: { event_id }, query: client ? { client } : {} };
  return (await dataOf(service().api.GET('/webhook/deliveries/{event_id}', { params, signal }))).tries;
}
