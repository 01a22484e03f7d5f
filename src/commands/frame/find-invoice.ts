import type { DeliveryService, Invoice } from '../../client/client.ts';
import { invoiceByName } from '../../client/invoice-by-name.ts';
import { CommandRefused } from './endings.ts';

/** Not of a sent invoice: of a received one, a tax report, a rule pack, a registration to receive. */
export const OTHER_ID = /^(?:(?:rcv|rep|reg|con)_[A-Za-z0-9]{16,40}$|pack_)/;

/**
 * By its id, its number, or a reference under which it was sent; of several submissions of one the newest.
 * @throws CommandRefused if there is none, or if several clients have one.
 */
export async function findInvoice(service: DeliveryService, name: string): Promise<Invoice> {
  const named = await invoiceByName(service, name);
  if ('invoice' in named) return named.invoice;
  const { clients } = named;
  if (clients.length > 1)
    throw new CommandRefused(`The clients ${clients.join(', ')} have an invoice ${name} each: give its id.`);
  throw new CommandRefused(
    OTHER_ID.test(name)
      ? `${name} is no sent invoice, but a received one, a tax report, a rule pack or a registration: ids care has its rows.`
      : `There is no invoice ${name}.`,
  );
}
