/** Ids of invoices that came begin with `rcv_`, those of invoices to send with `inv_`. */
export const isReceived = (id: string): boolean => id.startsWith('rcv_');

/** The page of an invoice, below /console. */
export const addressOfInvoice = (id: string): string =>
  isReceived(id) ? `/received/${id}` : `/invoices/${id}`;
