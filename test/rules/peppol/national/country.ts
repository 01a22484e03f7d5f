import { type Edit, add, all, remove, set, setAttribute } from '../../edits.ts';
import { PAYMENT, SELLER } from '../../places.ts';
import type { Row } from '../../row.ts';

/** A country with rules of its own, and documents that break each of them. */
export interface Country {
  readonly name: string;
  /** Makes Peppol's base invoice one of its companies that breaks no rule. */
  readonly home: Edit;
  readonly rows: readonly Row[];
}

export const COUNTRY = 'cac:PostalAddress/cac:Country/cbc:IdentificationCode';
export const VAT_NUMBER = 'cac:PartyTaxScheme/cbc:CompanyID';
export const REGISTER_NUMBER = 'cac:PartyLegalEntity/cbc:CompanyID';
export const PARTY_ID = 'cac:PartyIdentification/cbc:ID';
export const REPRESENTATIVE = 'cac:TaxRepresentativeParty';
export const CREDIT_NOTE = { root: 'CreditNote' } as const;

/** A country by address and by VAT number; rules look at one or the other. */
export const located = (party: string, country: string, vatNumber: string): Edit =>
  all(set(`${party}/${COUNTRY}`, country), set(`${party}/${VAT_NUMBER}`, vatNumber));

export const identified = (path: string, scheme: string, number: string): Edit =>
  all(setAttribute(path, 'schemeID', scheme), set(path, number));

export const payBy = (code: string): Edit => set(`${PAYMENT}/cbc:PaymentMeansCode`, code);
export const paymentId = (id: string): Edit => set(`${PAYMENT}/cbc:PaymentID`, id);
export const account = (id: string): Edit => set(`${PAYMENT}/cac:PayeeFinancialAccount/cbc:ID`, id);
export const bank = (id: string): Edit =>
  set(`${PAYMENT}/cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch/cbc:ID`, id);

/** A tax registration that is not a VAT number. */
export const registration = (number: string, scheme: string): Edit =>
  add(
    SELLER,
    `<cac:PartyTaxScheme><cbc:CompanyID>${number}</cbc:CompanyID><cac:TaxScheme><cbc:ID>${scheme}</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>`,
  );

export const without = (party: string, ...parts: readonly string[]): Edit =>
  remove(...parts.map((part) => `${party}/cac:PostalAddress/cbc:${part}`));
