import type { Erp } from '../support/erp.ts';
import type { Service } from '../support/service.ts';
import type { Order } from './orders.ts';

/** Of an access point that can be asked. */
export async function storeCredential(erp: Erp): Promise<void> {
  const value = {
    // The sandbox's own is called all the same.
    base_url: 'https://access-point.example',
    token: 'a-token',
    sender_participant_id: '9930:de281457638',
    dialect: 'phoss-ap',
  };
  const body = {
    route: 'PEPPOL',
    kind: 'access-point',
    value: JSON.stringify(value),
    issued_by: 'the access point',
    issued_on: '2026-01-01',
  };
  const { status, text } = await erp.post('/credentials', body);
  if (status !== 201) throw new Error(`the credential was not stored: ${status} ${text}`);
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
