import type { PostalAddress } from '../../invoice/en16931.ts';
import { type Fa3Element, group, leaf, type Origin } from './element.ts';

/** Terms of an address: street, line 2, line 3, city, post code, region, country. */
export type AddressTerms = readonly [string, string, string, string, string, string, string];

/** Kosovo, which EN 16931 and the ministry's list (TKodKraju) call by codes of their own. */
const KOSOVO = { en16931: '1A', ministry: 'XK' } as const;

export const writtenCountry = (country: string | undefined): string | undefined =>
  country === KOSOVO.en16931 ? KOSOVO.ministry : country;

export const readCountry = (country: string | undefined): string | undefined =>
  country === KOSOVO.ministry ? KOSOVO.en16931 : country;

/**
 * TAdres: the street first, then post code and city; missing parts leave their room to the others.
 * @param terms that a finding about each line concerns.
 */
export function address(
  name: string,
  { street, line2, line3, city, postcode, region, country }: Partial<PostalAddress> = {},
  terms: AddressTerms | Origin,
): Fa3Element | undefined {
  const sayBy = (index: number): Origin => ('length' in terms ? { term: terms[index] ?? '' } : terms);
  const [byStreet, byCity, byCountry] = [sayBy(0), sayBy(3), sayBy(6)];
  const house = join(', ', street, line2, line3);
  const town = join(', ', join(' ', postcode, city), region);
  const [first, second] = house === undefined ? [town, undefined] : [house, town];
  // TAdres has a first line. Where an address is required, one without is refused before.
  if (first === undefined) return undefined;
  return group(
    name,
    leaf('KodKraju', writtenCountry(country), byCountry),
    leaf('AdresL1', first, house === undefined ? byCity : byStreet),
    leaf('AdresL2', second, byCity),
  );
}

const join = (between: string, ...texts: readonly (string | undefined)[]): string | undefined =>
  texts.filter((text) => text !== undefined && text !== '').join(between) || undefined;
