import type { Country } from './country.ts';
import { DENMARK } from './denmark.ts';
import { GERMANY } from './germany.ts';
import { GREECE } from './greece.ts';
import { ICELAND } from './iceland.ts';
import { ITALY } from './italy.ts';
import { NETHERLANDS } from './netherlands.ts';
import { NORWAY } from './norway.ts';
import { SWEDEN } from './sweden.ts';

export const COUNTRIES: readonly Country[] = [
  NORWAY,
  DENMARK,
  ITALY,
  SWEDEN,
  NETHERLANDS,
  GREECE,
  ICELAND,
  GERMANY,
];
