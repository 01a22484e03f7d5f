import type { Service } from '../../support/service.ts';
import type { Order } from './orders.ts';

/** The call of an ERP that submits it. */
export async function posted(service: Service, key: string, { body, idempotencyKey }: Order) {
  const answer = await fetch(`${service.url}/invoices`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': idempotencyKey,
    },
    body,
    signal: AbortSignal.timeout(20_000),
  });
  const text = await answer.text();
  const id = answer.status === 202 ? (JSON.parse(text) as { id: string }).id : '';
  return { status: answer.status, text, id };
}
