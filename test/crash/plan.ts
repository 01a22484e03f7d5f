import type { Service } from '../support/service.ts';

/** One invoice to be handed in, and what the service said of it. */
export interface Order {
  readonly client: string;
  readonly invoiceRef: string;
  readonly idempotencyKey: string;
  readonly body: string;
  /** Every id that a 202 named for it. */
  readonly ids: Set<string>;
}

export interface Farm {
  /** The processes now alive; a place is empty while its process is being started again. */
  readonly places: (Service | undefined)[];
  readonly keys: ReadonlyMap<string, string>;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Hands an invoice in until a 202 comes back, as an ERP would: same body, same key, any process. */
export async function handIn(farm: Farm, order: Order, pick: () => number): Promise<void> {
  const until = Date.now() + 120_000;
  for (;;) {
    if (Date.now() > until) throw new Error(`${order.invoiceRef} was never accepted`);
    const alive = farm.places.filter((each) => each !== undefined);
    const service = alive[Math.floor(pick() * alive.length)];
    const answer = service && (await post(farm, service, order).catch(() => undefined));
    if (answer?.status === 202) {
      order.ids.add(answer.id);
      return;
    }
    if (answer && ![409, 429, 500, 503].includes(answer.status))
      throw new Error(`${order.invoiceRef}: ${answer.status} ${answer.text}`);
    await pause(100);
  }
}

async function post(farm: Farm, service: Service, order: Order) {
  const answer = await fetch(`${service.url}/invoices`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${farm.keys.get(order.client)}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': order.idempotencyKey,
    },
    body: order.body,
    signal: AbortSignal.timeout(20_000),
  });
  const text = await answer.text();
  const id = answer.status === 202 ? (JSON.parse(text) as { id: string }).id : '';
  return { status: answer.status, text, id };
}

export async function read<T>(service: Service, key: string, path: string): Promise<T> {
  for (;;) {
    const answer = await fetch(service.url + path, { headers: { Authorization: `Bearer ${key}` } });
    if (answer.status === 429) {
      await answer.body?.cancel();
      await pause(1000);
      continue;
    }
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}
