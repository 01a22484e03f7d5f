import type { Erp } from '../../support/erp.ts';
import type { Service } from '../../support/service.ts';
import { ROUTES } from './networks.ts';
import type { Order } from './orders.ts';

/** One for each network. */
export async function storeCredentials(erp: Erp): Promise<void> {
  for (const { route, network } of ROUTES) {
    if (!network?.credential) continue;
    const { kind, value } = network.credential;
    const body = {
      route,
      kind,
      value: JSON.stringify(value),
      issued_by: 'the network',
      issued_on: '2026-01-01',
    };
    const { status, text } = await erp.post('/credentials', body);
    if (status !== 201) throw new Error(`the credential was not stored: ${status} ${text}`);
  }
}

/** As an ERP hands it in. */
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
