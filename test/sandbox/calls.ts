import { envelope, invoice, TOKEN } from './peppol/sending.ts';
import { jsonOf } from './running.ts';

/** Hands an invoice to the access point in an envelope of its own. @returns the sending report. */
export const sendInvoice = (url: string, number: string): Promise<Record<string, unknown>> =>
  jsonOf(`${url}/peppol/ap/sendsbdh`, { method: 'POST', headers: TOKEN, body: envelope(invoice(number)) });

/** What `/control/calls` lists, each in one line. */
export async function describeCalls(url: string): Promise<readonly string[]> {
  const { data } = await jsonOf(`${url}/control/calls?route=PEPPOL`);
  return (data as { method: string; path: string; status: number | null }[]).map(
    ({ method, path, status }) => `${method} ${path} ${status}`,
  );
}
