import type { CompleteInvoice, PartyBefore, ThirdParty } from '../../invoice/en16931.ts';
import { address } from './addresses.ts';
import { type Fa3Element, fix, group, leaf, type Origin } from './element.ts';
import {
  type BuyerNumbers,
  identificationElements,
  identificationOf,
  nipIn,
  numbersOf,
  regionOf,
} from './tax-ids.ts';

/** IDNabywcy: joins a buyer before the correction to the buyer after it, if there are several. */
export interface BuyerLinks {
  readonly buyer?: string | undefined;
  readonly thirdParties: readonly (string | undefined)[];
  readonly before: readonly (string | undefined)[];
}

const NO_LINKS: BuyerLinks = { thirdParties: [], before: [] };

/** Numbers with the same content are equal, however they are written. */
const keyOf = (numbers: BuyerNumbers): string => {
  const identification = identificationOf(numbers);
  if (!identification) return '';
  return 'nip' in identification
    ? identification.nip
    : `${'prefix' in identification ? identification.prefix : ''}${identification.number}`;
};

const hasNumber = ({ vatId, taxNumber, companyId }: PartyBefore): boolean =>
  (vatId ?? taxNumber ?? companyId) !== undefined;

/** The numbers of a buyer before the correction; the present ones if left out. */
const numbersBefore = (before: PartyBefore, now: BuyerNumbers): BuyerNumbers =>
  hasNumber(before) ? { ...before, country: before.address?.country ?? now.country } : now;

/** The present position of the party: 0 the buyer, 1 the first third party; -1 none. */
export function positionNow(
  before: PartyBefore,
  buyer: BuyerNumbers,
  thirdParties: readonly Pick<ThirdParty, 'role' | 'vatId' | 'companyId' | 'address'>[],
): number {
  const key = keyOf(numbersBefore(before, buyer));
  if (key === keyOf(buyer)) return 0;
  const position = thirdParties.findIndex(
    ({ role, vatId, companyId, address: at }) =>
      role === 'additional_buyer' && keyOf({ vatId, companyId, country: at?.country ?? 'PL' }) === key,
  );
  return position + 1 || -1;
}

/** None if the corrected party is the buyer. */
export function buyerLinks(invoice: CompleteInvoice): BuyerLinks {
  const { correction, poland } = invoice.extensions;
  const named = poland?.thirdParties ?? [];
  const positions = (correction?.buyersBefore ?? []).map((one) =>
    positionNow(one, numbersOf(invoice), named),
  );
  if (positions.length < 2 && positions.every((position) => position < 1)) return NO_LINKS;
  const linkOf = (position: number): string | undefined =>
    positions.includes(position) ? String(position + 1).padStart(4, '0') : undefined;
  return {
    buyer: linkOf(0),
    thirdParties: named.map((_, index) => linkOf(index + 1)),
    before: positions.map(linkOf),
  };
}

/** Podmiot1K and Podmiot2K. */
export function partiesBefore(invoice: CompleteInvoice): readonly (Fa3Element | undefined)[] {
  const { sellerBefore, buyersBefore = [] } = invoice.extensions.correction ?? {};
  const { before: links } = buyerLinks(invoice);
  return [
    sellerBefore && sellerAsItWas(sellerBefore, invoice),
    ...buyersBefore.map((one, index) => buyerAsItWas(one, index, links[index], invoice)),
  ];
}

function sellerAsItWas(before: PartyBefore, invoice: CompleteInvoice): Fa3Element | undefined {
  const of = (member: string): Origin => ({ field: `correction.seller_before.${member}` });
  const number = before.vatId ?? invoice.seller.vatId ?? invoice.seller.taxNumber;
  return group(
    'Podmiot1K',
    takesPrefix(invoice) ? fix('PrefiksPodatnika', 'PL') : undefined,
    group(
      'DaneIdentyfikacyjne',
      leaf('NIP', nipIn(number) ?? number, of('vat_id')),
      leaf('Nazwa', before.name, of('name')),
    ),
    address('Adres', before.address, of('address')),
  );
}

function buyerAsItWas(
  before: PartyBefore,
  index: number,
  link: string | undefined,
  invoice: CompleteInvoice,
): Fa3Element | undefined {
  const of = (member: string): Origin => ({ field: `correction.buyers_before[${index}].${member}` });
  const origin = { vatId: of('vat_id'), taxNumber: of('tax_number'), companyId: of('company_id') };
  return group(
    'Podmiot2K',
    group(
      'DaneIdentyfikacyjne',
      identificationElements(numbersBefore(before, numbersOf(invoice)), origin, of('address')),
      leaf('Nazwa', before.name, of('name')),
    ),
    address('Adres', before.address, of('address')),
    link === undefined ? undefined : fix('IDNabywcy', link),
  );
}

/** Supplies into the Union state the seller's number with its country (art. 97 (10) and 136 of the VAT act). */
export const takesPrefix = ({ vatBreakdown, buyer, extensions }: CompleteInvoice): boolean =>
  extensions.poland?.triangularSimplification === true ||
  vatBreakdown.some(({ category }) => category === 'K' || (category === 'AE' && regionOf(buyer) === 'EU'));
