import { isLeitweg } from 'en16931-rules/vocabulary/identifiers.ts';
import {
  PEPPOL_BILLING,
  PEPPOL_SELF_BILLING,
  peppolSpecification,
  XRECHNUNG,
} from '../documents/specifications.ts';
import type { CanonicalInvoice } from '../invoice/canonical.ts';
import { withMembers } from '../invoice/completions/completion.ts';
import { isSelfBilledCredit, SELF_BILLED } from '../invoice/self-billed.ts';
import { PARTICIPANT_ID } from './peppol-document.ts';
import { participantsBy } from './peppol-schemes.ts';

/** The participants to look up in Peppol, and the document that would be built on `PEPPOL`. */
export interface PeppolReceiver {
  /** Participants, `<ICD>:<id>` as the invoice states them, in the order of the look-ups. */
  readonly candidates: readonly string[];
  /** The invoice states a Peppol address, so no other is tried. */
  readonly isAddressed: boolean;
  readonly documentType: string;
  readonly process: string;
}

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const CREDIT_NOTE = '381';

const documentType = (root: string, specification: string): string =>
  `${UBL}:${root}-2::${root}##${specification}::2.1`;

/** All documents that are built for this network, each under the type that a receiver registers. */
export const BUILT_KINDS: readonly Pick<PeppolReceiver, 'documentType' | 'process'>[] = [
  { root: 'Invoice', is: PEPPOL_BILLING },
  { root: 'CreditNote', is: PEPPOL_BILLING },
  { root: 'Invoice', is: XRECHNUNG },
  { root: 'CreditNote', is: XRECHNUNG },
  { root: 'Invoice', is: PEPPOL_SELF_BILLING },
  { root: 'CreditNote', is: PEPPOL_SELF_BILLING },
].map(({ root, is }) => ({ documentType: documentType(root, is.specification), process: is.process }));

/** The buyer; of a self-billed invoice the seller, because the buyer writes it. */
export function peppolReceiver(invoice: CanonicalInvoice): PeppolReceiver {
  const { endpoint } = invoice[receivingParty(invoice)];
  const isAddressed = endpoint !== undefined && PEPPOL_SCHEME.test(endpoint.scheme);
  const root = invoice.invoice.typeCode === CREDIT_NOTE ? 'CreditNote' : 'Invoice';
  const { specification, process } = peppolSpecification(invoice);
  return {
    candidates: isAddressed ? participantsIn(endpoint) : derive(invoice),
    isAddressed,
    documentType: documentType(root, specification),
    process,
  };
}

/** The participant that was found becomes BT-49 (of a self-billed invoice BT-34) if the invoice has none. */
export function addressTo(invoice: CanonicalInvoice, participant: string): CanonicalInvoice {
  const role = receivingParty(invoice);
  const [, scheme = '', id = ''] = /^(\d{4}):(.+)$/.exec(participant) ?? [];
  const endpoint = { scheme, id } as NonNullable<CanonicalInvoice['buyer']['endpoint']>;
  if (invoice[role].endpoint) return invoice;
  return withMembers(invoice, { [role]: withMembers(invoice[role], { endpoint }) });
}

const receivingParty = (invoice: CanonicalInvoice): 'seller' | 'buyer' =>
  invoice.invoice.typeCode === SELF_BILLED || isSelfBilledCredit(invoice) ? 'seller' : 'buyer';

/** Other schemes of the list (`EM`, `AN`, …) name no participant of Peppol. */
const PEPPOL_SCHEME = /^\d{4}$/;

const participantsIn = ({
  scheme,
  id,
}: {
  readonly scheme: string;
  readonly id: string;
}): readonly string[] => (PARTICIPANT_ID.test(id) ? [`${scheme}:${id}`] : []);

/** The Leitweg-ID, then the other numbers that the invoice states, by the table of the country. */
function derive(invoice: CanonicalInvoice): readonly string[] {
  const role = receivingParty(invoice);
  const { address, ...numbers } = invoice[role];
  const { country } = address;
  const reference = invoice.invoice.buyerReference;
  const isPublic = role === 'buyer' && country === 'DE' && reference !== undefined && isLeitweg(reference);
  return [...(isPublic ? [`0204:${reference}`] : []), ...participantsBy(country, numbers)];
}
