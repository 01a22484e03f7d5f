/** By how an id begins: invoices to send, those that came, what was not taken, tax reports. */
const PAGES = [
  ['inv_', '/invoices'],
  ['rcv_', '/received'],
  ['rfs_', '/refusals'],
  ['rep_', '/reports'],
] as const;

/** Events name a report by its id, an invoice by the reference of the ERP. */
export const isReport = (id: string): boolean => /^rep_[0-9a-f]{24}$/.test(id);

/** What a care row is about, if not about an invoice or report. */
export const isPack = (id: string): boolean => id.startsWith('pack_');

/** A care row about a company that a provider registers to receive. */
export const isRegistration = (id: string): boolean => id.startsWith('reg_');

/** A care row about a company that connects by consent. */
export const isConnection = (id: string): boolean => id.startsWith('con_');

/** The page of a record, below /console. */
export function addressOfRecord(id: string): string {
  if (isPack(id)) return '/rules';
  if (isRegistration(id) || isConnection(id)) return '/clients';
  const [, list] = PAGES.find(([start]) => id.startsWith(start)) ?? PAGES[0];
  return `${list}/${id}`;
}
