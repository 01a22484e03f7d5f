import type { Addressing, AddressedParty } from '../../../../domain/vocabulary/addressing.ts';

const SELF_BILLED = '389';

/**
 * The Polish tax number (NIP, ten digits) in whose name a document is sent: the seller's; of a self-billed invoice the buyer's.
 * @returns undefined if the document names none.
 */
export const contextOf = ({ seller, buyer, typeCode }: Addressing): string | undefined =>
  nipOf(typeCode === SELF_BILLED ? buyer : seller);

export const sellerNipOf = ({ seller }: Addressing): string | undefined => nipOf(seller);

function nipOf({ vatId, taxNumber, ids }: AddressedParty): string | undefined {
  return [vatId, taxNumber, ...ids].map(nipIn).find((nip) => nip !== undefined);
}

/** With or without `PL`. A company number (KRS) has ten digits, too, and begins with 0. */
const nipIn = (text: string | undefined): string | undefined =>
  /^(?:PL)?([1-9](?:\d[1-9]|[1-9]\d)\d{7})$/i.exec((text ?? '').replaceAll(/[\s-]/g, ''))?.[1];
