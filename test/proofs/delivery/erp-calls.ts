import type { Service } from '../../support/service.ts';
import type { Order } from './orders.ts';

/** The call of an ERP that submits it. */
export async function posted(service: Service, key: string, order: Order) {
  const { path, type, body } = await callOf(order);
  const answer = await fetch(service.url + path, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': type,
      'Idempotency-Key': order.idempotencyKey,
    },
    body,
    signal: AbortSignal.timeout(20_000),
  });
  const text = await answer.text();
  const id = answer.status === 202 ? (JSON.parse(text) as { id: string }).id : '';
  return { status: answer.status, text, id };
}

async function callOf({ route, number, body, file }: Order) {
  if (!file) return { path: '/invoices', type: 'application/json', body };
  const query = new URLSearchParams({ route, invoice_ref: number });
  const bytes = Buffer.from(await file());
  return { path: `/invoices/xml?${query.toString()}`, type: 'application/xml', body: bytes };
}
