import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { CanonicalInvoice, Line } from '../../invoice/canonical.ts';
import {
  adapt,
  type Completed,
  type Completion,
  inTurn,
  withMembers,
} from '../../invoice/completions/completion.ts';
import { processLeftOut } from '../../invoice/completions/left-out.ts';
import { cutAtWord, piecesOf, trimmedLength } from './long-texts.ts';
import {
  BUCHAREST,
  countyOf,
  countyWithCountry,
  isBucharest,
  isSectorCode,
  sectorNamedIn,
  sectorOfPostcode,
} from './places.ts';

type Address = CanonicalInvoice['seller']['address'];

/** BT-47 of a buyer that the tax office does not register. */
export const CONSUMER = '0000000000000';

/** Longest texts of CIUS-RO (BR-RO-L302, BR-RO-L1024, BR-RO-L212), and how many notes it takes (BR-RO-A020). */
const LONGEST = { note: 300, itemName: 100, itemDescription: 200 };
const MAX_NOTES = 20;

/** Parties with an address, by the members that state it, with the terms of city and county. */
const ADDRESSES = [
  { of: 'seller', field: 'seller.address', city: 'BT-37', region: 'BT-39' },
  { of: 'buyer', field: 'buyer.address', city: 'BT-52', region: 'BT-54' },
  { of: 'taxRepresentative', field: 'tax_representative.address', city: 'BT-66', region: 'BT-68' },
  { of: 'delivery', field: 'delivery.address', city: 'BT-77', region: 'BT-79' },
] as const;
type AddressRow = (typeof ADDRESSES)[number];

const addressOf =
  (row: AddressRow): Completion =>
  (invoice) => {
    const owner = invoice[row.of];
    if (owner?.address?.country !== 'RO') return { invoice, remarks: [] };
    const { address } = owner;
    const coded = countyWithCountry(address.region);
    const region = coded ?? address.region ?? regionOf(address);
    const city = region === BUCHAREST ? sectorCity(address) : undefined;
    const replaced = { ...(region !== undefined && { region }), ...(city !== undefined && { city }) };
    return {
      invoice: withMembers(invoice, {
        [row.of]: withMembers<{ address?: Address }>(owner, { address: withMembers(address, replaced) }),
      }),
      remarks: [
        ...(coded !== undefined ? [codedRemark(row)] : []),
        ...(address.region === undefined && region !== undefined ? [regionRemark(row)] : []),
        ...(city !== undefined && city !== address.city ? [sectorRemark(row)] : []),
      ],
    };
  };

const regionRemark = ({ field, region }: AddressRow): Finding =>
  adapt(
    `${field}.region`,
    region,
    say('routes-ro-efactura.county-was-derived-from-post-code-or-city'),
    say('routes-ro-efactura.check-it-in-document-if-it-is-wrong'),
  );

const codedRemark = ({ field, region }: AddressRow): Finding =>
  adapt(
    `${field}.region`,
    region,
    say('routes-ro-efactura.county-is-written-with-its-country-as-cius'),
    say('routes-ro-efactura.nothing-to-change-in-region-county-can-be'),
  );

const sectorRemark = ({ field, city }: AddressRow): Finding =>
  adapt(
    `${field}.city`,
    city,
    say('routes-ro-efactura.in-bucharest-city-is-written-as-its-sector'),
    say('routes-ro-efactura.check-it-in-document-if-it-is-wrong-2'),
  );

function regionOf({ city, postcode }: Address): string | undefined {
  if (isSectorCode(city)) return BUCHAREST;
  return countyOf(postcode) ?? (isBucharest(city) ? BUCHAREST : undefined);
}

/** From the post code or a named sector; undefined if they differ, or if the city is another. */
function sectorCity({ street, city, postcode }: Address): string | undefined {
  const named = sectorNamedIn(city) ?? sectorNamedIn(street);
  if (!isBucharest(city) && sectorNamedIn(city) === undefined) return undefined;
  const sectors = new Set([sectorOfPostcode(postcode), named].filter((sector) => sector !== undefined));
  const [sector] = sectors.size === 1 ? sectors : [];
  return sector && `SECTOR${sector}`;
}

/** A Romanian buyer without any number counts as a consumer. */
const consumer: Completion = (invoice) => {
  const { buyer } = invoice;
  const isUnnumbered = !buyer.vatId && !buyer.companyId && !buyer.taxNumber;
  const isTaken = buyer.isConsumer === undefined && buyer.address.country === 'RO' && isUnnumbered;
  if (!isTaken && !(buyer.isConsumer === true && isUnnumbered)) return { invoice, remarks: [] };
  return {
    invoice: withMembers(invoice, { buyer: withMembers(buyer, { companyId: CONSUMER }) }),
    remarks:
      buyer.isConsumer === true
        ? []
        : [
            adapt(
              'buyer.company_id',
              'BT-47',
              say('routes-ro-efactura.buyer-has-neither-vat-number-nor-company-id'),
              say('routes-ro-efactura.if-buyer-is-business-state-buyer-vat-id'),
            ),
          ],
  };
};

type Note = CanonicalInvoice['invoice']['notes'][number];

/** A long note becomes several, if all of them fit. */
const notes: Completion = (invoice) => {
  const { notes: stated } = invoice.invoice;
  const split = stated.map(splitNote);
  const written = split.flat();
  if (written.length === stated.length || written.length > MAX_NOTES) return { invoice, remarks: [] };
  const header = withMembers(invoice.invoice, { notes: written });
  const remarks = split.flatMap(({ length }, index) => (length > 1 ? [noteRemark(index)] : []));
  return { invoice: withMembers(invoice, { invoice: header }), remarks };
};

const noteRemark = (index: number): Finding =>
  adapt(
    `invoice.notes[${index}]`,
    'BT-22',
    say('routes-ro-efactura.note-is-longer-than-cius-ro-allows-it'),
    say('routes-ro-efactura.nothing-to-change-note-of-at-most-characters', { n: LONGEST.note }),
  );

/** Each piece begins with the subject, as UBL writes it: `#AAI#`. */
function splitNote(note: Note): readonly Note[] {
  const opening = note.subjectCode === undefined ? 0 : `#${note.subjectCode}#`.length;
  if (trimmedLength(note.text) + opening <= LONGEST.note) return [note];
  return piecesOf(note.text, LONGEST.note - opening).map((text) => withMembers(note, { text }));
}

/** The end of a long name moves to the description, if it fits there; nothing is cut. */
const itemNames: Completion = (invoice) => {
  const moved = new Map<number, Line>();
  for (const [index, line] of invoice.lines.entries()) {
    const shorter = trimmedLength(line.name) > LONGEST.itemName ? shorterName(line) : undefined;
    if (shorter) moved.set(index, shorter);
  }
  if (moved.size === 0) return { invoice, remarks: [] };
  return {
    invoice: withMembers(invoice, { lines: invoice.lines.map((line, index) => moved.get(index) ?? line) }),
    remarks: [...moved.keys()].map((index) =>
      adapt(
        `lines[${index}].name`,
        'BT-153',
        say('routes-ro-efactura.name-is-longer-than-cius-ro-allows-its'),
        say('routes-ro-efactura.nothing-to-change-name-of-at-most-characters', { n: LONGEST.itemName }),
      ),
    ),
  };
};

function shorterName(line: Line): Line | undefined {
  const [name, rest] = cutAtWord(line.name.trim(), LONGEST.itemName);
  const description = [rest, line.description].filter(Boolean).join(' ');
  return trimmedLength(description) > LONGEST.itemDescription
    ? undefined
    : withMembers(line, { name, description });
}

/** Completes an invoice for CIUS-RO: counties and sectors, consumers, texts that are too long for their place. */
export const completedForRomania: (invoice: CanonicalInvoice) => Completed = inTurn(
  ...ADDRESSES.map(addressOf),
  consumer,
  notes,
  itemNames,
  processLeftOut,
);
