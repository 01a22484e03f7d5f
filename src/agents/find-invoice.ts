import type { DeliveryService, Invoice } from '../client/client.ts';
import { required } from '../client/required.ts';
import { ToolRefused } from './tool.ts';

const ID = /^inv_[A-Za-z0-9]{16,40}$/;

/** @throws ToolRefused if there is none, or if several clients have one. */
export async function findInvoice(service: DeliveryService, name: string): Promise<Invoice> {
  const id = ID.test(name) ? name : await idOf(service, name);
  return required(await service.api.GET('/invoices/{id}', { params: { path: { id } } }));
}

async function idOf(service: DeliveryService, name: string): Promise<string> {
  const matches = await service.find(name);
  const [newest] = matches;
  if (!newest) throw new ToolRefused('No sent invoice has this id, number or reference.');
  const clients = new Set(matches.map(({ client }) => client));
  if (clients.size > 1) throw new ToolRefused('Several clients have such an invoice: give its id.');
  return newest.id;
}
