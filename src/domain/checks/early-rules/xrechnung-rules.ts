import type { Contact } from '../../invoice/canonical.ts';
import { MERGED_PEPPOL_RULES } from './merged-peppol-rules.ts';
import { brokenWhen, itemsWhere } from '../../invoice/placed.ts';
import type { EarlyRule } from './early-rule.ts';
import { XRECHNUNG_PAYMENT_RULES } from './xrechnung-payment-rules.ts';
import { rule, wanted } from './xrechnung-rule.ts';

/** Where there is an address to deliver to, it is complete (BG-15). */
const deliveryPlace = (id: string, term: string, member: 'city' | 'postcode'): EarlyRule =>
  rule(
    id,
    term,
    `An XRechnung with an address of delivery needs its ${member}.`,
    brokenWhen(`delivery.address.${member}`, ({ delivery }) =>
      Boolean(delivery?.address && !delivery.address[member]),
    ),
  );

const contact = (id: string, term: string, member: keyof Contact, what: string): EarlyRule =>
  wanted(id, term, `seller.contact.${member}`, what, ({ seller }) => seller.contact?.[member]);

/** XRechnung 3.0.2 beyond EN 16931 (KoSIT), as far as the canonical form shows it. Warnings are left to the official rules. */
export const XRECHNUNG_RULES: readonly EarlyRule[] = [
  wanted(
    'BR-DE-15',
    'BT-10',
    'invoice.buyer_reference',
    'a buyer reference',
    ({ invoice }) => invoice.buyerReference,
  ),
  wanted('BR-DE-3', 'BT-37', 'seller.address.city', "the seller's city", ({ seller }) => seller.address.city),
  wanted(
    'BR-DE-4',
    'BT-38',
    'seller.address.postcode',
    "the seller's postcode",
    ({ seller }) => seller.address.postcode,
  ),
  contact('BR-DE-5', 'BT-41', 'name', 'the name of a contact at the seller'),
  contact('BR-DE-6', 'BT-42', 'phone', "the contact's telephone number"),
  contact('BR-DE-7', 'BT-43', 'email', "the contact's e-mail address"),
  wanted('BR-DE-8', 'BT-52', 'buyer.address.city', "the buyer's city", ({ buyer }) => buyer.address.city),
  wanted(
    'BR-DE-9',
    'BT-53',
    'buyer.address.postcode',
    "the buyer's postcode",
    ({ buyer }) => buyer.address.postcode,
  ),
  deliveryPlace('BR-DE-10', 'BT-77', 'city'),
  deliveryPlace('BR-DE-11', 'BT-78', 'postcode'),
  wanted(
    'PEPPOL-EN16931-R020',
    'BT-34',
    'seller.endpoint',
    "the seller's electronic address",
    ({ seller }) => seller.endpoint,
  ),
  wanted(
    'PEPPOL-EN16931-R010',
    'BT-49',
    'buyer.endpoint',
    "the buyer's electronic address",
    ({ buyer }) => buyer.endpoint,
  ),
  // The standard does not tell capitals from small letters here; the official rule does, and refuses less.
  rule('BR-DE-22', 'BT-125', 'Attachments need different file names.', ({ attachments }) => {
    const seen = new Set<string>();
    return itemsWhere('attachments', 'filename', attachments, ({ filename }) => {
      const repeated = filename !== undefined && seen.has(filename);
      if (filename !== undefined) seen.add(filename);
      return repeated;
    });
  }),
  ...XRECHNUNG_PAYMENT_RULES,
  ...MERGED_PEPPOL_RULES,
];
