import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import type { Route } from '../../../../src/domain/vocabulary/route.ts';
import type { Json } from './draws.ts';

/** The properties of invoices on a route. */
export interface Market {
  readonly route: Route;
  readonly formats: readonly [Format, ...Format[]];
  readonly profiles: readonly (string | undefined)[];
  readonly types: readonly number[];
  readonly seller: Json;
  readonly buyer: Json;
  /** Of a buyer in another member state. */
  readonly abroad: Json;
  readonly address: Json;
  /** Percent. */
  readonly rates: readonly number[];
  readonly categories: readonly string[];
  readonly money: readonly Json[];
  /** Other numbers that the parties may have. */
  readonly sellerIds: Json;
  readonly buyerIds: Json;
  /** Other numbers of the buyer (BT-46). */
  readonly buyerReferences: readonly Json[];
  readonly attachmentName: string;
  /** Decimals of quantities and prices. */
  readonly decimals: readonly [quantity: number, price: number];
  /** Members that the route refuses, with the reason. */
  readonly never: Readonly<Record<string, string>>;
}

const EURO = { currency: 'EUR' };
const EN16931_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'] as const;
const BANK_DAY = 'no place in EN 16931';
const NO_PROFILE = 'the route has no profile';

const germanAddress = { street: 'Weg 1', city: 'Kassel', postcode: '34117', country: 'DE' };
const austrianBuyer = {
  name: 'Alpen Bau AG',
  vat_id: 'ATU13585627',
  address: { street: 'Ring 2', city: 'Wien', postcode: '1010', country: 'AT' },
};

const GERMANY: Market = {
  route: 'DE-XRECHNUNG',
  formats: ['xrechnung-ubl', 'xrechnung-cii'],
  profiles: [undefined, 'xrechnung'],
  types: [380, 381, 384, 389, 326, 386, 875, 876, 877],
  seller: { name: 'Brandt GmbH', vat_id: 'DE136695976', address: germanAddress },
  buyer: { name: 'Stadtwerke Fulda', vat_id: 'DE811569869', address: { ...germanAddress, city: 'Fulda' } },
  abroad: austrianBuyer,
  address: { ...germanAddress, line2: 'Hof', line3: 'Stiege 2', region: 'HE' },
  rates: [19, 7, 5.5],
  categories: EN16931_CATEGORIES,
  money: [
    EURO,
    { ...EURO, vat_currency: 'PLN', vat_exchange_rate: '4.2571' },
    { currency: 'CHF', vat_currency: 'EUR', vat_exchange_rate: '1.0612' },
    { currency: 'USD', vat_currency: 'EUR', vat_total_in_vat_currency: '65.00' },
  ],
  sellerIds: { tax_number: '26/123/45678', company_id: 'HRB 1' },
  buyerIds: { company_id: 'HRA 2' },
  buyerReferences: [{ reference: 'K-1' }, { reference: '4012345678901', reference_scheme: '0088' }],
  attachmentName: 'Bild',
  decimals: [8, 8],
  never: { 'payment.prepaid_date': BANK_DAY },
};

const PEPPOL: Market = {
  ...GERMANY,
  route: 'PEPPOL',
  formats: ['ubl'],
  profiles: [undefined, 'peppol'],
  types: [380, 381, 386, 389, 875, 876, 877],
  seller: {
    name: 'Alpen Bau AG',
    vat_id: 'ATU13585627',
    endpoint: { id: 'ATU13585627', scheme: '9914' },
    address: { street: 'Ring 2', city: 'Wien', postcode: '1010', country: 'AT' },
  },
  buyer: {
    name: 'Brugge Logistiek NV',
    vat_id: 'BE0403019261',
    endpoint: { id: '0403019261', scheme: '0208' },
    address: { street: 'Markt 1', city: 'Brugge', postcode: '8000', country: 'BE' },
  },
  abroad: {
    name: 'Brugge Logistiek NV',
    vat_id: 'BE0403019261',
    endpoint: { id: '0403019261', scheme: '0208' },
    address: { street: 'Markt 1', city: 'Brugge', postcode: '8000', country: 'BE' },
  },
  address: {
    street: 'Ring 2',
    line2: 'Hof',
    line3: 'Stiege 2',
    city: 'Wien',
    postcode: '1010',
    region: 'Wien',
    country: 'AT',
  },
  rates: [20, 10, 13],
  sellerIds: { tax_number: '12 345/6789', company_id: 'FN 1' },
  buyerIds: { company_id: '0403019261', company_id_scheme: '0208' },
};

const ROMANIA: Market = {
  ...GERMANY,
  route: 'RO-EFACTURA',
  formats: ['ubl'],
  profiles: [undefined, 'ro-cius'],
  types: [380, 381, 384, 389],
  seller: {
    name: 'Cetate Instalații SRL',
    vat_id: 'RO14399840',
    company_id: 'J12/345/2019',
    address: { street: 'Strada Horea 5', city: 'Cluj-Napoca', postcode: '400174', country: 'RO' },
  },
  buyer: {
    name: 'Dunărea Construct SA',
    vat_id: 'RO6859662',
    address: {
      street: 'Calea Victoriei 12',
      city: 'SECTOR1',
      postcode: '010063',
      region: 'RO-B',
      country: 'RO',
    },
  },
  abroad: austrianBuyer,
  address: {
    street: 'Strada Horea 5',
    line2: 'Etaj 2',
    line3: 'Ap. 3',
    city: 'Cluj-Napoca',
    postcode: '400174',
    region: 'RO-CJ',
    country: 'RO',
  },
  rates: [21, 11],
  money: [
    { currency: 'RON' },
    { ...EURO, vat_currency: 'RON', vat_exchange_rate: '5.0912' },
    { currency: 'RON', vat_currency: 'EUR', vat_exchange_rate: '0.1964' },
    { ...EURO, vat_currency: 'RON', vat_total_in_vat_currency: '65.00' },
  ],
  sellerIds: { tax_number: 'RO14399840', company_id: 'J12/345/2019' },
  buyerIds: { company_id: 'J40/1/2001' },
};

const FRANCE: Market = {
  ...GERMANY,
  route: 'FR-PA',
  formats: ['ubl', 'cii'],
  profiles: [undefined, 'fr-ctc'],
  types: [380, 381, 384, 386, 389],
  seller: {
    name: 'Ateliers du Rhône SAS',
    vat_id: 'FR88100000009',
    address: { street: '5 rue des Forges', city: 'Lyon', postcode: '69002', country: 'FR' },
  },
  buyer: {
    name: 'Mairie-Service SARL',
    vat_id: 'FR37200000008',
    address: { street: '12 quai Victor', city: 'Nantes', postcode: '44000', country: 'FR' },
  },
  abroad: { ...austrianBuyer, endpoint: { id: 'ATU13585627', scheme: '9914' } },
  address: {
    street: '5 rue des Forges',
    line2: 'Cour',
    line3: 'Esc. 2',
    city: 'Lyon',
    postcode: '69002',
    region: 'Rhône',
    country: 'FR',
  },
  rates: [20, 10, 5.5],
  categories: ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'],
  sellerIds: {
    tax_number: '26/123',
    company_id: '100000009',
    endpoint: { id: '100000009', scheme: '0225' },
  },
  buyerIds: { company_id: '200000008' },
  // BR-FR-CO-10 and BR-FR-17.
  buyerReferences: [{ reference: '4012345678901', reference_scheme: '0088' }],
  attachmentName: 'BON_LIVRAISON',
  decimals: [4, 6],
};

const POLAND: Market = {
  ...GERMANY,
  route: 'PL-KSEF',
  formats: ['fa3'],
  profiles: [undefined],
  types: [380, 381, 384, 389, 326, 875, 876, 877],
  seller: {
    name: 'Wisła Narzędzia Sp. z o.o.',
    vat_id: 'PL5260250274',
    address: { street: 'ul. Prosta 51', city: 'Warszawa', postcode: '00-838', country: 'PL' },
  },
  buyer: {
    name: 'Bałtyk Budowa S.A.',
    vat_id: 'PL5842751979',
    address: { street: 'ul. Długa 8', city: 'Gdańsk', postcode: '80-827', country: 'PL' },
  },
  abroad: austrianBuyer,
  address: {
    street: 'ul. Prosta 51',
    line2: 'oficyna',
    line3: 'm. 3',
    city: 'Warszawa',
    postcode: '00-838',
    region: 'mazowieckie',
    country: 'PL',
  },
  rates: [23, 22, 8, 7, 5, 4, 3],
  categories: ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'],
  money: [
    { currency: 'PLN' },
    { ...EURO, vat_currency: 'PLN', vat_exchange_rate: '4.2537' },
    { currency: 'USD', vat_currency: 'PLN', vat_exchange_rate: '3.91', vat_total_in_vat_currency: '65.00' },
  ],
  sellerIds: { tax_number: '5260250274', company_id: '0000123456' },
  buyerIds: { company_id: '0000654321' },
  decimals: [6, 8],
  never: {
    profile: NO_PROFILE,
    'attachments[].content_base64': 'FA(3) has no field for an attached file',
    'attachments[].filename': 'FA(3) has no field for an attached file',
    'attachments[].mime': 'FA(3) has no field for an attached file',
  },
};

export const MARKETS: readonly Market[] = [GERMANY, PEPPOL, ROMANIA, FRANCE, POLAND];
