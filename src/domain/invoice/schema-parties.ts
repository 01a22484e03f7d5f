import { say } from 'en16931-rules/vocabulary/message.ts';
import { ENDPOINT_SCHEMES } from './codes/endpoint-schemes.ts';
import { LIMITS } from './limits.ts';
import { boolean, code, date, group, list, require, text } from './members.ts';
import { country, identifier, idScheme } from './schema-codes.ts';
import { EXTENSION } from './terms.ts';

/** A term of EXTENDED-CTC-FR. */
const extension = (number: number): string => `${EXTENSION}${String(number).padStart(2, '0')}`;

type SevenTerms = readonly [string, string, string, string, string, string, string];

/** Street, line2, line3, city, postcode, region, country. */
export const addressTerms = (first: number): SevenTerms =>
  [0, 1, 2, 3, 4, 5, 6].map((offset) => extension(first + offset)) as unknown as SevenTerms;

/** Name, phone, email. */
const contactTerms = (first: number) =>
  [extension(first), extension(first + 1), extension(first + 2)] as const;

/** @param terms street, line2, line3, city, postcode, region, country. */
export const address = (term: string, terms: SevenTerms) =>
  group(term, {
    street: text(terms[0]),
    line2: text(terms[1]),
    line3: text(terms[2]),
    city: text(terms[3]),
    postcode: text(terms[4]),
    region: text(terms[5]),
    country: require(country(terms[6])),
  });

/** @param scheme its term, if that is not `BT-34-1`. */
const endpoint = (term: string, scheme = `${term}-1`) =>
  group(term, {
    id: require(text(term)),
    scheme: require(
      code(scheme, ENDPOINT_SCHEMES, say('invoice.electronic-address-schemes'), {
        examples: say('invoice.em-0088-0204-9930'),
      }),
    ),
  });

const contact = (term: string, terms: readonly [string, string, string]) =>
  group(term, {
    name: text(terms[0]),
    phone: text(terms[1], { maxLength: LIMITS.contactLength }),
    email: text(terms[2], { maxLength: LIMITS.contactLength }),
  });

const vatId = (term: string) => text(term, { clean: 'identifier' });

/** For the PDF page only. */
const colour = text(undefined, {
  pattern: { regexp: /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, says: say('invoice.hex-colour-such-as-1a2b3c') },
});

export const seller = group('BG-4', {
  name: require(text('BT-27')),
  tradingName: text('BT-28'),
  ids: list(identifier('BT-29'), { maxItems: LIMITS.identifiers }),
  vatId: vatId('BT-31'),
  taxNumber: text('BT-32'),
  companyId: text('BT-30'),
  // By country if left out.
  companyIdScheme: idScheme('BT-30'),
  // Three members share BT-33: a document of EN 16931 joins them.
  register: text('BT-33'),
  managingDirectors: text('BT-33'),
  legalInfo: text('BT-33'),
  address: require(address('BG-5', ['BT-35', 'BT-36', 'BT-162', 'BT-37', 'BT-38', 'BT-39', 'BT-40'])),
  endpoint: endpoint('BT-34'),
  contact: contact('BG-6', ['BT-41', 'BT-42', 'BT-43']),
  brandColor: colour,
  accentColor: colour,
});

export const buyer = group('BG-7', {
  name: require(text('BT-44')),
  tradingName: text('BT-45'),
  vatId: vatId('BT-48'),
  companyId: text('BT-47'),
  companyIdScheme: idScheme('BT-47'),
  // No BT of its own: stands in for an absent BT-47.
  taxNumber: text('BT-47'),
  // The seller's number for this customer.
  reference: text('BT-46'),
  referenceScheme: idScheme('BT-46'),
  // By route if left out.
  isConsumer: boolean(),
  address: require(address('BG-8', ['BT-50', 'BT-51', 'BT-163', 'BT-52', 'BT-53', 'BT-54', 'BT-55'])),
  endpoint: endpoint('BT-49'),
  contact: contact('BG-9', ['BT-56', 'BT-57', 'BT-58']),
});

export const payee = group('BG-10', {
  name: require(text('BT-59')),
  id: text('BT-60'),
  idScheme: idScheme('BT-60'),
  companyId: text('BT-61'),
  companyIdScheme: idScheme('BT-61'),
  isFactor: boolean(),
  roleCode: text(extension(26)),
  vatId: vatId(extension(27)),
  endpoint: endpoint(extension(29), extension(30)),
  address: address(extension(31), addressTerms(32)),
  contact: contact(extension(39), contactTerms(40)),
});

/** @param first the number of its name: the terms of such parties have the same order. */
const furtherParty = (term: string, first: number) =>
  group(term, {
    name: require(text(extension(first))),
    roleCode: text(extension(first + 1)),
    tradingName: text(extension(first + 2)),
    id: identifier(extension(first + 3), extension(first + 4)),
    companyId: identifier(extension(first + 5), extension(first + 6)),
    vatId: vatId(extension(first + 7)),
    endpoint: endpoint(extension(first + 9), extension(first + 10)),
    address: address(extension(first + 11), addressTerms(first + 12)),
    contact: contact(extension(first + 19), contactTerms(first + 20)),
  });

export const furtherParties = {
  buyerAgent: furtherParty('EXT-FR-FE-BG-01', 3),
  payer: furtherParty('EXT-FR-FE-BG-02', 43),
  sellerAgent: furtherParty('EXT-FR-FE-BG-03', 66),
  // To whom the invoice is addressed, if not to the buyer.
  invoicee: furtherParty('EXT-FR-FE-BG-04', 89),
  // Who makes the invoice out, if not the seller.
  invoicer: furtherParty('EXT-FR-FE-BG-05', 112),
};

export const taxRepresentative = group('BG-11', {
  name: require(text('BT-62')),
  vatId: require(vatId('BT-63')),
  address: require(address('BG-12', ['BT-64', 'BT-65', 'BT-164', 'BT-66', 'BT-67', 'BT-68', 'BT-69'])),
});

export const delivery = group('BG-13', {
  date: date('BT-72'),
  name: text('BT-70'),
  locationId: identifier('BT-71'),
  address: address('BG-15', ['BT-75', 'BT-76', 'BT-165', 'BT-77', 'BT-78', 'BT-79', 'BT-80']),
});
