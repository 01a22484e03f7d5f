/** Ids of invoices to send begin with `inv_`, those of invoices that came with `rcv_`, those of tax reports with `rep_`. */
const isReceived = (id: string): boolean => id.startsWith('rcv_');
/** Events name a report by its id, an invoice by the reference of the ERP. */
export const isReport = (id: string): boolean => /^rep_[0-9a-f]{24}$/.test(id);

/** The page of a record, below /console; a tax report has none. */
export function addressOfRecord(id: string): string | undefined {
  if (isReport(id)) return undefined;
  return isReceived(id) ? `/received/${id}` : `/invoices/${id}`;
}
