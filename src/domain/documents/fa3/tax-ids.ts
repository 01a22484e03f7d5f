import type { CompleteInvoice } from '../../invoice/en16931.ts';
import { type Fa3Element, fixed, leaf, type Said } from './element.ts';
import type { BuyerPlace } from './vat-rates.ts';

/** Prefixes of VAT numbers in the Union (TKodyKrajowUE): Greece is EL, Northern Ireland XI. */
const UNION = new Set(
  'AT BE BG CY CZ DK EE FI FR DE EL HR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE XI'.split(' '),
);

export const isInUnion = (prefix: string): boolean => UNION.has(prefix);

/** TNrNIP. */
const NIP = /^[1-9](?:\d[1-9]|[1-9]\d)\d{7}$/;

/** The ten digits of a NIP, with or without country and dashes; the identifier itself where it is none. */
export function nipIn(id: string | undefined): string | undefined {
  const digits = id?.replace(/^PL/, '').replaceAll(/[-\s]/g, '');
  return digits !== undefined && NIP.test(digits) ? digits : undefined;
}

interface VatId {
  readonly prefix: string;
  readonly number: string;
}

/** Of a country outside the Union the prefix belongs to the number, if it is one at all. */
function vatIdOf(vatId: string): VatId {
  const prefix = vatId.slice(0, 2) === 'GR' ? 'EL' : vatId.slice(0, 2);
  return { prefix, number: vatId.slice(2) };
}

/** Who the buyer is to the tax office: where the VAT number is from, else where the buyer is. */
export function placeOf({
  vatId,
  address,
}: {
  readonly vatId?: string | undefined;
  readonly address: { readonly country: string };
}): BuyerPlace {
  const country = vatId === undefined ? address?.country : vatIdOf(vatId).prefix;
  if (country === 'PL') return 'PL';
  return UNION.has(country === 'GR' ? 'EL' : (country ?? '')) ? 'EU' : 'other';
}

/** What says who the buyer is: the VAT number, else another number of the tax office, else the company's. */
type BuyerId = 'vatId' | 'taxNumber' | 'companyId';

const buyerId = ({ buyer, apart }: CompleteInvoice): BuyerId | undefined => {
  if (buyer.vatId !== undefined) return 'vatId';
  if (apart.buyerTaxNumber !== undefined) return 'taxNumber';
  return buyer.companyId === undefined ? undefined : 'companyId';
};

/** Whether it is this number; the others have places among the additional descriptions. */
export const identifiesBuyer = (which: BuyerId, invoice: CompleteInvoice): boolean =>
  buyerId(invoice) === which;

/**
 * The choice in DaneIdentyfikacyjne of a buyer: a NIP, a VAT number of the Union, another number, or none (a consumer).
 */
export function buyerIdentification(invoice: CompleteInvoice): readonly (Fa3Element | undefined)[] {
  const { buyer, apart } = invoice;
  switch (buyerId(invoice)) {
    case 'vatId':
      return byVatId(buyer.vatId ?? '', { term: 'BT-48' });
    case 'taxNumber':
      return byNumber(apart.buyerTaxNumber, { field: 'buyer.tax_number' }, buyer.address?.country);
    case 'companyId':
      return byNumber(buyer.companyId?.id, { term: 'BT-47' }, buyer.address?.country);
    default:
      return [fixed('BrakID', '1')];
  }
}

function byVatId(vatId: string, said: Said): readonly (Fa3Element | undefined)[] {
  const { prefix, number } = vatIdOf(vatId);
  if (prefix === 'PL') return [leaf('NIP', number, said)];
  if (UNION.has(prefix)) return [leaf('KodUE', prefix, said), leaf('NrVatUE', number, said)];
  return /^[A-Z]{2}/.test(vatId)
    ? [leaf('KodKraju', prefix, said), leaf('NrID', number, said)]
    : [leaf('NrID', vatId, said)];
}

/** In Poland a tax number may be a NIP without its country. */
function byNumber(id: string | undefined, said: Said, country: string | undefined) {
  const nip = country === 'PL' && 'field' in said ? nipIn(id) : undefined;
  return nip === undefined
    ? [leaf('KodKraju', country, { term: 'BT-55' }), leaf('NrID', id, said)]
    : [leaf('NIP', nip, said)];
}
