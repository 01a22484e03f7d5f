import type { DeliveryService, Invoice } from '../../client/client.ts';
import { required } from '../../client/required.ts';
import { CommandRefused } from './refusals.ts';

const ID = /^inv_[A-Za-z0-9]{16,40}$/;

/** Not of a sent invoice: of a received one, a tax report, a rule pack. */
export const OTHER_ID = /^(?:(?:rcv|rep)_[A-Za-z0-9]{16,40}$|pack_)/;

/**
 * By its id, its number, or a reference under which it was sent; of several submissions of one the newest.
 * @throws CommandRefused if there is none, or if several clients have one.
 */
export async function findInvoice(service: DeliveryService, name: string): Promise<Invoice> {
  const id = ID.test(name) ? name : await idOf(service, name);
  return required(await service.api.GET('/invoices/{id}', { params: { path: { id } } }));
}

async function idOf(service: DeliveryService, ref: string): Promise<string> {
  const matches = await service.find(ref);
  const [newest] = matches;
  if (!newest)
    throw new CommandRefused(
      OTHER_ID.test(ref)
        ? `${ref} is no sent invoice, but a received one, a tax report or a rule pack: ids care has its rows.`
        : `There is no invoice ${ref}.`,
    );
  const clients = [...new Set(matches.map(({ client }) => client))];
  if (clients.length > 1)
    throw new CommandRefused(`The clients ${clients.join(', ')} have an invoice ${ref} each: give its id.`);
  return newest.id;
}
