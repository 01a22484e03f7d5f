import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import { isCreditNoteType } from '../../vocabulary/credit-notes.ts';
import { isIban } from 'en16931-rules/vocabulary/identifiers.ts';
import type { DoubtedInvoice } from '../plausibility/doubted-invoice.ts';
import type { DoubtfulMember } from '../plausibility/plausibility-check.ts';

/** Countries whose addresses, VAT ids or accounts have the code of another (ISO 13616, IBAN registry; prefix of VAT ids). */
const BANKS_OF: Readonly<Record<string, string>> = {
  EL: 'GR',
  XI: 'GB',
  IM: 'GB',
  JE: 'GB',
  GG: 'GB',
  AX: 'FI',
  MC: 'FR',
  SJ: 'NO',
  SM: 'IT',
  VA: 'IT',
  LI: 'CH',
  GF: 'FR',
  GP: 'FR',
  MQ: 'FR',
  RE: 'FR',
  YT: 'FR',
  BL: 'FR',
  MF: 'FR',
  PM: 'FR',
  NC: 'FR',
  PF: 'FR',
  WF: 'FR',
  IC: 'ES',
  EA: 'ES',
};

const banksOf = (code: string): string => rowOf(BANKS_OF, code) ?? code;

/** The account of a payee is not the seller's, and that of a credit note may be the buyer's. */
export function foreignAccounts({
  invoice,
  seller,
  payee,
  payment,
  taxRepresentative,
}: DoubtedInvoice): readonly DoubtfulMember[] {
  if (!payment || payee || isCreditNoteType(invoice.typeCode)) return [];
  const own = [seller.address.country, seller.vatId?.slice(0, 2), taxRepresentative?.vatId.slice(0, 2)];
  const countries = new Set(own.flatMap((country) => (country === undefined ? [] : [banksOf(country)])));
  const accounts = [
    { field: 'payment.iban', iban: payment.iban },
    ...payment.accounts.map(({ iban }, index) => ({ field: `payment.accounts[${index}].iban`, iban })),
  ].filter(({ iban }) => iban !== undefined && isIban(iban));
  // A seller with several accounts has one in its own country, and others for its customers abroad.
  const isForeign = ({ iban = '' }: { readonly iban?: string | undefined }): boolean =>
    !countries.has(banksOf(iban.slice(0, 2)));
  return accounts.every(isForeign) ? accounts.map(({ field }) => ({ field, term: 'BT-84' })) : [];
}
