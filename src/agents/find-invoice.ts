import type { DeliveryService, Invoice } from '../client/client.ts';
import { invoiceByName } from '../client/invoice-by-name.ts';
import { ToolRefused } from './tool.ts';

/** @throws ToolRefused if there is none, or if several clients have one. */
export async function findInvoice(service: DeliveryService, name: string): Promise<Invoice> {
  const named = await invoiceByName(service, name);
  if ('invoice' in named) return named.invoice;
  throw new ToolRefused(
    named.clients.length > 1
      ? 'Several clients have such an invoice: give its id.'
      : 'No sent invoice has this id, number or reference. search_invoices also finds those that were received or not taken.',
  );
}
