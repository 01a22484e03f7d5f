import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import { ROMANIAN_COUNTIES } from '../../vocabulary/romanian-counties.ts';

/**
 * Counties of Romania (ISO 3166-2:RO without its prefix) by the first two digits of a post code. From general knowledge; only their
 * structure is checked, so code that derives a county from it adds a remark.
 */
const COUNTIES: Readonly<Record<string, string>> = {
  '01': 'B',
  '02': 'B',
  '03': 'B',
  '04': 'B',
  '05': 'B',
  '06': 'B',
  '07': 'IF',
  '08': 'GR',
  '10': 'PH',
  '11': 'AG',
  '12': 'BZ',
  '13': 'DB',
  '14': 'TR',
  '20': 'DJ',
  '21': 'GJ',
  '22': 'MH',
  '23': 'OT',
  '24': 'VL',
  '30': 'TM',
  '31': 'AR',
  '32': 'CS',
  '33': 'HD',
  '40': 'CJ',
  '41': 'BH',
  '42': 'BN',
  '43': 'MM',
  '44': 'SM',
  '45': 'SJ',
  '50': 'BV',
  '51': 'AB',
  '52': 'CV',
  '53': 'HR',
  '54': 'MS',
  '55': 'SB',
  '60': 'BC',
  '61': 'NT',
  '62': 'VN',
  '70': 'IS',
  '71': 'BT',
  '72': 'SV',
  '73': 'VS',
  '80': 'GL',
  '81': 'BR',
  '82': 'TL',
  '90': 'CT',
  '91': 'CL',
  '92': 'IL',
};

/** From `CJ`, `Cluj` or `județul Cluj`, as ERPs keep it beside the country; undefined for any other text, and for a code that is whole. */
export function countyWithCountry(region: string | undefined): string | undefined {
  if (region === undefined || ROMANIAN_COUNTIES.has(region)) return undefined;
  const stated = fold(region)
    .replace(/^(?:judetul|judet|jud\.)\s*/, '')
    .replaceAll(/[\s-][\s-]*/g, ' ')
    .trim();
  return BY_WORDS.get(stated);
}

export const BUCHAREST = 'RO-B';

/** ISO 3166-2:RO; undefined for a text that is no Romanian post code. */
export function countyOf(postcode: string | undefined): string | undefined {
  const digits = sixDigits(postcode);
  const county = digits && rowOf(COUNTIES, digits.slice(0, 2));
  return county && `RO-${county}`;
}

/** For Bucharest, 1 to 6: its post codes begin with 01 to 06. */
export function sectorOfPostcode(postcode: string | undefined): string | undefined {
  return /^0([1-6])/.exec(sixDigits(postcode) ?? '')?.[1];
}

/** `Sector 3`, `sectorul 3`, `SECTOR3`, `sect. 3`. */
export function sectorNamedIn(text: string | undefined): string | undefined {
  const [first, ...others] = [...fold(text).matchAll(/\bsect(?:or(?:ul)?)?\.?\s*([1-6])\b/g)].map(
    ([, sector]) => sector,
  );
  return others.every((other) => other === first) ? first : undefined;
}

/** Whether a city is the capital, however it is written. */
export const isBucharest = (city: string | undefined): boolean => /\bbuc(?:uresti|harest)\b/.test(fold(city));

/** BT-37 and similar terms in Bucharest, for CIUS-RO: SECTOR1 to SECTOR6, nothing else (BR-RO-100). */
export const isSectorCode = (city: string | undefined): boolean => /^SECTOR[1-6]$/.test(city ?? '');

const sixDigits = (postcode: string | undefined): string | undefined =>
  /^\d{6}$/.exec(postcode?.replaceAll(/\s/g, '') ?? '')?.[0];

/** Lower case without diacritics. */
const fold = (text: string | undefined): string =>
  (text ?? '').normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The codes of the counties by code without the country, by whole code and by name. */
const BY_WORDS: ReadonlyMap<string, string> = new Map(
  [...ROMANIAN_COUNTIES].flatMap(([code, name]) =>
    [code.slice('RO-'.length), code, name].map((words) => [fold(words).replaceAll('-', ' '), code] as const),
  ),
);
