import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { isSameCompany } from '../../domain/routing/company-of.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { Feed } from '../../ports/feeds.ts';
import type { AnsweringParties, NamedInvoice, RouteMessage } from '../../ports/rail/route-messages.ts';
import { markOf } from '../sending/sending-account.ts';
import type { SentFact, SentFacts } from './sent-facts.ts';

/** The source of a message. */
export interface Source extends Pick<Feed, 'client' | 'route' | 'credentialId'> {
  /** The account of the credential, as its rail names it; undefined if it is not known. */
  readonly account?: string | undefined;
}

interface Ports {
  readonly facts: SentFacts;
  readonly content: TextSealer;
}

/** The invoices under a number that a message can be about, by day, type and parties (decisions, "correlation"). */
export async function findMeant(
  { about }: RouteMessage,
  invoices: readonly InvoiceRecord[],
  source: Source,
  ports: Ports,
): Promise<readonly InvoiceRecord[]> {
  if (!('invoiceNumber' in about)) return invoices;
  const { issueDate, sellerId, parties } = about;
  const ofItsDay = invoices.filter(
    (record) => issueDate === undefined || (record.issueDate ?? issueDate) === issueDate,
  );
  if (sellerId === undefined && parties === undefined) return ofItsDay;
  const meant: InvoiceRecord[] = [];
  for (const record of ofItsDay) if (await isMeant(record, about, source, ports)) meant.push(record);
  return meant;
}

/** An invoice that never had a document was never sent. */
async function isMeant(
  record: InvoiceRecord,
  { sellerId, parties, typeCode }: NamedInvoice,
  source: Source,
  { facts, content }: Ports,
): Promise<boolean> {
  if (!record.submission || record.documentSha256 === undefined) return false;
  const fact = await facts.of(record);
  if (sellerId !== undefined && !isFrom(fact, sellerId)) return false;
  if (typeCode !== undefined && (fact.typeCode ?? typeCode) !== typeCode) return false;
  return parties === undefined || isBetween(parties, fact, await isSentUnder(record, source, content));
}

const isFrom = ({ sellerIds }: SentFact, sellerId: string): boolean =>
  isSameCompanyNumber(sellerIds, sellerId);

/** A VAT number may have a company's number at its end. */
export const isSameCompanyNumber = (ids: readonly string[], number: string): boolean =>
  number !== '' && ids.some((id) => plain(id).endsWith(plain(number)));

/** Each named address has to be one of the party's identifiers; an answer that names no party on a side matches no invoice. */
function isBetween(
  { from, to, account }: AnsweringParties,
  { sender, receivers }: SentFact,
  isOfAccount: boolean,
): boolean {
  if (from.length === 0 || to.length === 0) return false;
  return (
    from.every((address) => receivers.some((receiver) => isSameCompany(address, receiver))) &&
    to.every(
      (address) =>
        (sender !== undefined && isSameCompany(address, sender)) ||
        (isOfAccount && isSameCompany(address, account)),
    )
  );
}

/** Another credential of the same account is as good as that of the send. The same credential may belong to another account by now. */
async function isSentUnder(
  { client, submission }: InvoiceRecord,
  { credentialId, account }: Source,
  content: TextSealer,
): Promise<boolean> {
  const { credential, sealedAccount } = submission ?? {};
  if (sealedAccount !== undefined && account !== undefined)
    return account === (await content.openText(client, sealedAccount));
  return credential === undefined || credential === markOf({ id: credentialId });
}

const plain = (id: string): string => id.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase();
