import { type Variant, baseInvoice } from '../base.ts';
import { type Edit, all, edited, set, setAttribute } from '../edits.ts';
import { baseInvoice as baseInvoiceInCii } from '../cii/base.ts';
import * as cii from '../cii/places.ts';
import { BUYER, SELLER } from '../places.ts';

const BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const SELF_BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0';

/** E-mail addresses are not participants of Peppol. */
const participant = (path: string, id: string): Edit =>
  all(setAttribute(path, 'schemeID', '0088'), set(path, id));
const participants = all(
  participant(`${SELLER}/cbc:EndpointID`, '4012345000009'),
  participant(`${BUYER}/cbc:EndpointID`, '4012345000016'),
);
const address = (party: string): string => `${party}/ram:URIUniversalCommunication/ram:URIID`;

/** The base invoice of `test/rules/base.ts` in the form that the packs of Peppol accept. */
export const BASES = {
  peppol: (variant: Variant = {}): string =>
    edited(baseInvoice({ ...variant, specification: BILLING }), participants),

  'peppol-selfbilling': (variant: Variant = {}): string =>
    edited(
      baseInvoice({ ...variant, specification: SELF_BILLING }),
      participants,
      set('cbc:ProfileID', 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0'),
      variant.root === 'CreditNote'
        ? set('cbc:CreditNoteTypeCode', '261')
        : set('cbc:InvoiceTypeCode', '389'),
    ),

  // Notes have no subject.
  'peppol-cii': ({ category = 'S' }: Variant = {}): string =>
    edited(
      baseInvoiceInCii({ category, specification: BILLING }),
      participant(address(cii.SELLER), '4012345000009'),
      participant(address(cii.BUYER), '4012345000016'),
      (document) => document.getElementsByTagName('ram:SubjectCode').forEach((subject) => subject.remove()),
    ),
} as const;
