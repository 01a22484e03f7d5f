import { writtenCountry } from './addresses.ts';
import type { CompleteInvoice } from '../../invoice/en16931.ts';
import { isVatId } from '../../checks/identifiers/vat-ids.ts';
import { isNamedNip, isNip, plainNip, withoutSigns } from 'en16931-rules/vocabulary/identifiers.ts';
import { emptyOrLeaf, type Fa3Element, fix, leaf, type Origin } from './element.ts';
import type { BuyerRegion } from './vat-rates.ts';

/** Prefixes of VAT numbers in the Union (TKodyKrajowUE): Greece is EL, Northern Ireland XI. */
const UNION = new Set(
  'AT BE BG CY CZ DK EE FI FR DE EL HR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE XI'.split(' '),
);

export const isInUnion = (prefix: string): boolean => UNION.has(prefix);

/** TNrNIP. */
const NIP = /^[1-9](?:\d[1-9]|[1-9]\d)\d{7}$/;

/** The ten digits of a NIP, with or without country and separators; undefined for any other number. */
export function nipIn(id: string | undefined): string | undefined {
  const digits = id === undefined ? undefined : plainNip(id);
  return digits !== undefined && NIP.test(digits) ? digits : undefined;
}

/** A NIP with a valid check digit. */
export const validNipIn = (id: string | undefined): string | undefined => {
  const nip = nipIn(id);
  return nip !== undefined && isNip(nip) ? nip : undefined;
};

/** Whether it is a PESEL, the number of a private person in Poland, with or without its name. */
export const isPersonal = (id: string | undefined, country: string | undefined): boolean =>
  country === 'PL' && /^(?:PESEL:?)?\d{11}$/.test(withoutSigns(id ?? ''));

interface VatId {
  readonly prefix: string;
  readonly number: string;
}

/** Outside the Union the prefix belongs to the number, if it is one at all. */
function vatIdOf(vatId: string): VatId {
  if (isNamedNip(vatId)) return { prefix: 'PL', number: nipIn(vatId) ?? vatId };
  const prefix = vatId.slice(0, 2) === 'GR' ? 'EL' : vatId.slice(0, 2);
  return { prefix, number: vatId.slice(2) };
}

/** The buyer's place for the tax office: that of the VAT number, else that of the address. */
export function regionOf({
  vatId,
  address,
}: {
  readonly vatId?: string | undefined;
  readonly address: { readonly country: string };
}): BuyerRegion {
  const country = vatId !== undefined && /^[A-Z]{2}/.test(vatId) ? vatIdOf(vatId).prefix : address?.country;
  if (country === 'PL') return 'PL';
  return UNION.has(country === 'GR' ? 'EL' : (country ?? '')) ? 'EU' : 'other';
}

/** The buyer's identifying number: the VAT number, else another number of the tax office, else the company's. */
type BuyerId = 'vatId' | 'taxNumber' | 'companyId';

/** The numbers of a buyer, and its country. */
export interface BuyerNumbers {
  readonly vatId?: string | undefined;
  readonly taxNumber?: string | undefined;
  readonly companyId?: string | undefined;
  readonly country: string;
  readonly isConsumer?: boolean | undefined;
}

/** The choice in DaneIdentyfikacyjne of Podmiot2. */
type BuyerIdentification =
  | { readonly by: BuyerId; readonly nip: string }
  | { readonly by: BuyerId; readonly prefix: string; readonly number: string }
  | { readonly by: BuyerId; readonly country: string | undefined; readonly number: string };

/** The first number by which KSeF recognises a buyer; undefined: BrakID. */
export function identificationOf(buyer: BuyerNumbers): BuyerIdentification | undefined {
  if (buyer.isConsumer === true) return undefined;
  return byVatId(buyer) ?? byNumber('taxNumber', buyer) ?? byNumber('companyId', buyer);
}

function byVatId({ vatId, country }: BuyerNumbers): BuyerIdentification | undefined {
  if (vatId === undefined) return undefined;
  const by = 'vatId';
  const { prefix, number } = vatIdOf(vatId);
  if (prefix === 'PL') return { by, nip: nipIn(vatId) ?? number };
  if (UNION.has(prefix)) return { by, prefix, number };
  if (/^[A-Z]{2}/.test(vatId)) return { by, country: prefix, number };
  if (country !== 'PL') return { by, country: undefined, number: vatId };
  return { by, nip: nipIn(vatId) ?? vatId };
}

/** A VAT number of another member state that stands in another place; a register number such as `HRB 84223` is none. */
export function unionNumberIn(number: string): VatId | undefined {
  const plain = withoutSigns(number);
  const union = isVatId(plain) === true ? vatIdOf(plain) : undefined;
  return union?.prefix === 'PL' ? undefined : union;
}

/** In Poland only a NIP or a VAT number of another member state identifies a buyer: the number of a register or of a person does not. */
function byNumber(by: 'taxNumber' | 'companyId', buyer: BuyerNumbers): BuyerIdentification | undefined {
  const { [by]: number, country } = buyer;
  if (number === undefined) return undefined;
  const union = unionNumberIn(number);
  if (union) return { by, ...union };
  const saysPolish = /^\s*PL/i.test(number) || isNamedNip(number);
  if (country !== 'PL' && !saysPolish) return { by, country, number };
  const nip = by === 'taxNumber' || saysPolish ? nipIn(number) : validNipIn(number);
  return nip === undefined ? undefined : { by, nip };
}

export const numbersOf = ({ buyer, extensions }: CompleteInvoice): BuyerNumbers => ({
  vatId: buyer.vatId,
  taxNumber: extensions.buyerTaxNumber,
  companyId: buyer.companyId?.id,
  country: buyer.address?.country,
  isConsumer: extensions.isConsumer,
});

/** Whether this number identifies the buyer; the others go into the additional descriptions. */
export const identifiesBuyer = (which: BuyerId, invoice: CompleteInvoice): boolean =>
  identificationOf(numbersOf(invoice))?.by === which;

const ORIGINS: Readonly<Record<BuyerId, Origin>> = {
  vatId: { term: 'BT-48' },
  taxNumber: { field: 'buyer.tax_number' },
  companyId: { term: 'BT-47' },
};

/**
 * The choice in DaneIdentyfikacyjne of a buyer: a NIP, a VAT number of the Union, another number, or none (a consumer).
 */
export const buyerIdentification = (invoice: CompleteInvoice): readonly (Fa3Element | undefined)[] =>
  identificationElements(numbersOf(invoice), ORIGINS, { term: 'BT-55' });

/**
 * The same for any party.
 * @param said the origin of each number.
 */
export function identificationElements(
  numbers: BuyerNumbers,
  origins: Readonly<Record<BuyerId, Origin>>,
  countryOrigin: Origin,
): readonly (Fa3Element | undefined)[] {
  const identification = identificationOf(numbers);
  if (!identification) return [fix('BrakID', '1')];
  const origin = origins[identification.by];
  if ('nip' in identification) return [emptyOrLeaf('NIP', identification.nip, origin)];
  const { number } = identification;
  if ('prefix' in identification)
    return [leaf('KodUE', identification.prefix, origin), emptyOrLeaf('NrVatUE', number, origin)];
  const country = identification.by === 'vatId' ? origin : countryOrigin;
  return [
    leaf('KodKraju', writtenCountry(identification.country), country),
    emptyOrLeaf('NrID', number, origin),
  ];
}
