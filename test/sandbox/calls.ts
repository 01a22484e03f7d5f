import { envelope, invoice, TOKEN } from './peppol/sending.ts';
import { jsonOf } from './running.ts';

/** Submits an invoice to the access point in its own envelope. @returns the sending report. */
export const sendInvoice = (url: string, number: string): Promise<Record<string, unknown>> =>
  jsonOf(`${url}/peppol/ap/sendsbdh`, { method: 'POST', headers: TOKEN, body: envelope(invoice(number)) });

/** The calls in `/control/calls`, one line each. */
export async function describeCalls(url: string): Promise<readonly string[]> {
  const { data } = await jsonOf(`${url}/control/calls?route=PEPPOL`);
  return (data as { method: string; path: string; status: number | null }[]).map(
    ({ method, path, status }) => `${method} ${path} ${status}`,
  );
}
