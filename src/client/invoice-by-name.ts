import type { DeliveryService, Invoice } from './client.ts';
import { required } from './required.ts';

const ID = /^inv_[A-Za-z0-9]{16,40}$/;

/**
 * By its id, its number, or a reference under which it was sent; of several submissions of one the newest.
 * @returns the clients that have one, if it is not clear which is meant: none or several.
 */
export async function invoiceByName(
  service: DeliveryService,
  name: string,
): Promise<{ readonly invoice: Invoice } | { readonly clients: readonly (string | undefined)[] }> {
  let id = name;
  if (!ID.test(name)) {
    const matches = await service.find(name);
    const clients = [...new Set(matches.map(({ client }) => client))];
    if (clients.length !== 1) return { clients };
    id = matches[0]!.id;
  }
  return { invoice: required(await service.api.GET('/invoices/{id}', { params: { path: { id } } })) };
}
