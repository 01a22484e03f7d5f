import { say } from 'en16931-rules/vocabulary/message.ts';
import { ALLOWANCE_REASONS } from './codes/allowance-reasons.ts';
import { CHARGE_REASONS } from './codes/charge-reasons.ts';
import { COUNTRIES } from './codes/countries.ts';
import { CURRENCIES } from './codes/currencies.ts';
import { EXEMPTION_REASONS } from './codes/exemption-reasons.ts';
import { ID_SCHEMES } from './codes/id-schemes.ts';
import { OBJECT_SCHEMES } from './codes/object-schemes.ts';
import { VAT_DATE_CODES } from './codes/vat-date-codes.ts';
import { code, group, require, text } from './members.ts';

/** BT-3 values of the canonical form (decisions, "codes"). */
export const TYPE_CODES = ['380', '381', '384', '389', '326', '386', '875', '876', '877'] as const;
/** Written as 261: the credit note of a self-billed invoice on Peppol. It is stated as 381, with a preceding invoice of type 389. */
export type TypeCode = (typeof TYPE_CODES)[number] | '261';

/** VAT categories of EN 16931 except Italy's split payment (decisions, "codes"). */
const VAT_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'] as const;
export type VatCategory = (typeof VAT_CATEGORIES)[number];

export const PROFILES = ['xrechnung', 'ro-cius', 'peppol', 'facturx', 'fr-ctc'] as const;
export type Profile = (typeof PROFILES)[number];

export const country = (term?: string) =>
  code(term, COUNTRIES, say('invoice.iso-3166-1-alpha-2-country-codes'), { examples: 'DE, AT, FR' });

export const currency = (term: string) =>
  code(term, CURRENCIES, say('invoice.iso-4217-currency-codes'), { examples: 'EUR' });

export const vatCategory = (term?: string) =>
  code(term, new Set(VAT_CATEGORIES), say('invoice.vat-categories', { list: VAT_CATEGORIES.join(', ') }));

export const allowanceReason = (term: string) =>
  code(term, ALLOWANCE_REASONS, say('invoice.allowance-reasons'), { examples: '95 (discount)' });

export const chargeReason = (term: string) =>
  code(term, CHARGE_REASONS, say('invoice.charge-reasons'), {
    examples: say('invoice.fc-abl'),
  });

export const vatExemptionCode = (term: string) =>
  code(term, EXEMPTION_REASONS, say('invoice.vat-exemption-reasons'), {
    anyCase: true,
    examples: 'VATEX-EU-132',
  });

export const vatDateCode = (term: string) => code(term, VAT_DATE_CODES, say('invoice.vat-point-date-codes'));

/**
 * The scheme of an identifier: its issuer.
 * @param scheme its term, if that is not `BT-29-1`.
 */
export const idScheme = (term: string, scheme = `${term}-1`) =>
  code(scheme, ID_SCHEMES, say('invoice.identifier-schemes-of-iso-6523'), {
    examples: '0088 (GLN), 0060 (DUNS), 0204 (Leitweg-ID)',
  });

export const identifier = (term: string, scheme?: string) =>
  group(undefined, { id: require(text(term)), scheme: idScheme(term, scheme) });

/**
 * BT-18 or BT-128: a meter, a contract, a vehicle, …
 * @param of the term of the group, if it is of an extension.
 */
export const invoicedObject = (term: string, of?: string) =>
  group(of, {
    id: require(text(term)),
    scheme: code(`${term}-1`, OBJECT_SCHEMES, say('invoice.kinds-of-objects'), {
      examples: say('invoice.aaa-abt'),
    }),
  });

/** EXT-FR-FE-163. Lines stand side by side: a sub-line names the line that it belongs to (EXT-FR-FE-162). */
export const LINE_TYPES: ReadonlySet<'DETAIL' | 'GROUP' | 'INFORMATION'> = new Set([
  'DETAIL',
  'GROUP',
  'INFORMATION',
]);

/** A `GROUP` adds up the lines below it, `INFORMATION` explains: neither is in the sums. */
export const UNCOUNTED_TYPES: ReadonlySet<string> = new Set(['GROUP', 'INFORMATION']);
