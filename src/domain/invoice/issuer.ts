import { isWrittenByBuyer } from '../vocabulary/addressing.ts';
import type { Issuer } from '../vocabulary/issuer.ts';
import { withoutBlanks, withoutForbidden } from '../vocabulary/text.ts';
import type { En16931Invoice } from './en16931.ts';
import type { Partly } from './partly.ts';

/** Characters of a number; a hostile file states megabytes. */
const MAX_LENGTH = 100;

/** Undefined if the document states no number of the party. */
export function issuerOf({ seller, buyer, typeCode, process }: Partly<En16931Invoice>): Issuer | undefined {
  const isByBuyer = isWrittenByBuyer({ typeCode: typeCode ?? null, process: process ?? null });
  const party = isByBuyer ? buyer : seller;
  const { id, scheme } = party?.endpoint ?? {};
  const members = {
    vatId: withCountry(written(party?.vatId), written(party?.address?.country)),
    companyId: written(party?.companyId?.id),
    taxNumber: isByBuyer ? undefined : written(seller?.taxNumber),
    endpoint: id === undefined || scheme === undefined ? undefined : written(`${scheme}:${id}`),
  };
  const stated = Object.entries(members).filter(([, value]) => value !== undefined);
  return stated.length === 0 ? undefined : Object.fromEntries(stated);
}

/** FA(3) states the number alone. */
const withCountry = (vatId: string | undefined, country = ''): string | undefined =>
  vatId === undefined || /^[A-Z]/.test(vatId) ? vatId : `${country}${vatId}`;

function written(text = ''): string | undefined {
  const value = withoutBlanks(withoutForbidden(text.slice(0, 2 * MAX_LENGTH))).toUpperCase();
  return value === '' ? undefined : value.slice(0, MAX_LENGTH);
}
