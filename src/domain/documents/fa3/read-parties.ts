import { readCountry } from './addresses.ts';
import type { Draft } from './read-descriptions.ts';
import type { ConsumingReader } from './consuming-reader.ts';
import { isInUnion } from './tax-ids.ts';
import { SELLER_STATUSES } from '../../invoice/codes/seller-statuses.ts';
import { THIRD_PARTY_ROLES, type ThirdPartyRole } from '../../invoice/codes/third-party-roles.ts';
import type { BuyerLinks } from './parties-before.ts';
import { FACTOR, ROLES } from './third-parties.ts';

/** Podmiot1. */
export function readSeller(party: ConsumingReader | undefined): Draft {
  party?.expect('PrefiksPodatnika', 'PL');
  const id = party?.inside('DaneIdentyfikacyjne');
  const nip = id?.text('NIP');
  return {
    name: id?.text('Nazwa'),
    vatId: nip && `PL${nip}`,
    address: readAddress(party?.inside('Adres')),
    contact: readContact(party),
  };
}

/**
 * Podmiot2.
 * @param hasCompanyId if a description states it, another number is one of the tax office.
 */
export function readBuyer(
  party: ConsumingReader | undefined,
  hasCompanyId: boolean,
): { buyer: Draft; taxNumber?: string | undefined } {
  const id = party?.inside('DaneIdentyfikacyjne');
  const address = readAddress(party?.inside('Adres'));
  const { vatId, other } = readBuyerId(id, address?.['country']);
  const number = party?.text('NrKlienta');
  const companyId = other === undefined || hasCompanyId ? undefined : { id: other };
  return {
    buyer: {
      name: id?.text('Nazwa'),
      vatId,
      ...(companyId && { companyId }),
      ...(number !== undefined && { id: { id: number } }),
      address,
      contact: readContact(party),
    },
    taxNumber: hasCompanyId ? other : undefined,
  };
}

/** A number with a country outside of the Union is a VAT number, unless it is the buyer's own country. */
function readBuyerId(
  id: ConsumingReader | undefined,
  home: unknown,
): { vatId?: string | undefined; other?: string | undefined } {
  const nip = id?.text('NIP');
  if (nip !== undefined) return { vatId: `PL${nip}` };
  const union = id?.peek('NrVatUE') === undefined ? undefined : id.text('KodUE');
  if (union !== undefined) return { vatId: union + (id?.text('NrVatUE') ?? '') };
  id?.expect('BrakID', '1');
  const stated = id?.peek('KodKraju');
  const country = readCountry(stated);
  const number = id?.text('NrID');
  if (number === undefined) return {};
  const isOther = country === undefined || country === home;
  if (isOther || !isInUnion(country)) id?.text('KodKraju');
  return isOther || isInUnion(country) ? { other: number } : { vatId: `${stated}${number}` };
}

/** Members of the two parties that are no terms: `pl`. */
export function readPartyMarks(root: ConsumingReader): Draft {
  const seller = root.inside('Podmiot1');
  const [status] =
    Object.entries(SELLER_STATUSES).find(([, code]) => seller?.expect('StatusInfoPodatnika', code)) ?? [];
  return stated({
    sellerEori: seller?.text('NrEORI'),
    sellerStatus: status,
    buyerEori: root.inside('Podmiot2')?.text('NrEORI'),
  });
}

/** TAdres. */
function readAddress(address: ConsumingReader | undefined): Draft | undefined {
  if (!address) return undefined;
  const country = readCountry(address.text('KodKraju'));
  const first = address.text('AdresL1');
  const second = address.text('AdresL2');
  return { country, ...(first !== undefined && { street: first }), ...townIn(second) };
}

/** `00-950 Warszawa`; a text without a post code is the city. */
function townIn(line: string | undefined): Draft {
  const [, postcode, city] = /^(\d[\d -]{2,8}\d) (\S.*)$/.exec(line ?? '') ?? [];
  if (postcode !== undefined) return { postcode, city };
  return line === undefined ? {} : { city: line };
}

function readContact(party: ConsumingReader | undefined): Draft | undefined {
  const [contact] = party?.all('DaneKontaktowe') ?? [];
  const email = contact?.text('Email');
  const phone = contact?.text('Telefon');
  if (email === undefined && phone === undefined) return undefined;
  return { ...(email !== undefined && { email }), ...(phone !== undefined && { phone }) };
}

/** Podmiot1K and Podmiot2K. */
export function readPartiesBefore(fa: ConsumingReader): Draft {
  const seller = fa.inside('Podmiot1K');
  const buyers = fa.all('Podmiot2K').map((party): Draft => {
    const id = party.inside('DaneIdentyfikacyjne');
    const address = readAddress(party.inside('Adres'));
    const { vatId, other } = readBuyerId(id, address?.['country']);
    return stated({ name: id?.text('Nazwa'), vatId, companyId: other, address });
  });
  if (seller) seller.expect('PrefiksPodatnika', 'PL');
  const sellerId = seller?.inside('DaneIdentyfikacyjne');
  const nip = sellerId?.text('NIP');
  return {
    ...(seller && {
      sellerBefore: stated({
        name: sellerId?.text('Nazwa'),
        vatId: nip && `PL${nip}`,
        address: readAddress(seller.inside('Adres')),
      }),
    }),
    ...(buyers.length > 0 && { buyersBefore: buyers }),
  };
}

const stated = (draft: Draft): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined));

/** IDNabywcy, if it has the value that we would write. */
export function readBuyerLinks(
  root: ConsumingReader,
  fa: ConsumingReader,
  { buyer, thirdParties, before }: BuyerLinks,
): void {
  const expect = (party: ConsumingReader | undefined, link: string | undefined): void => {
    if (link !== undefined) party?.expect('IDNabywcy', link);
  };
  expect(root.inside('Podmiot2'), buyer);
  const named = root.all('Podmiot3').filter((party) => party.peek('Rola') === ADDITIONAL_BUYER);
  const links = thirdParties.filter((link) => link !== undefined);
  for (const party of named) for (const link of links) expect(party, link);
  for (const [index, party] of fa.all('Podmiot2K').entries()) expect(party, before[index]);
}

const ADDITIONAL_BUYER = THIRD_PARTY_ROLES.additional_buyer;

/**
 * Podmiot3.
 * @param hasCompanyId if a description states the payee's, another number is its id.
 */
export function readThirdParties(root: ConsumingReader, hasCompanyId: boolean): ReadThirdParties {
  const read: ReadThirdParties = { named: [] };
  for (const party of root.all('Podmiot3')) {
    const role = party.peek('OpisRoli');
    const isFactor = party.peek('Rola') === FACTOR;
    if ((role === ROLES.payee || isFactor) && read.payee === undefined) {
      read.payee = readPayee(party, hasCompanyId);
      if (isFactor) read.isFactor = party.expect('Rola', FACTOR);
    } else if (role === ROLES.recipient && read.delivery === undefined) read.delivery = readRecipient(party);
    else if (role === undefined || (role !== ROLES.payee && role !== ROLES.recipient))
      read.named.push(readNamed(party));
  }
  return read;
}

/** JST and GV follow from the roles of third parties. */
export function readMembership(buyer: ConsumingReader | undefined, named: readonly Draft[]): void {
  const has = (role: ThirdPartyRole): string => (named.some((one) => one['role'] === role) ? '1' : '2');
  buyer?.expect('JST', has('local_government_recipient'));
  buyer?.expect('GV', has('vat_group_recipient'));
}

interface ReadThirdParties {
  payee?: Draft;
  isFactor?: boolean;
  delivery?: Draft;
  readonly named: Draft[];
}

const ROLE_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(THIRD_PARTY_ROLES).flatMap(([role, code]) => (code === null ? [] : [[code, role] as const])),
);

/** `pl.third_parties`. */
function readNamed(party: ConsumingReader): Draft {
  const id = party.inside('DaneIdentyfikacyjne');
  const nip = id?.text('NIP');
  const union = id?.text('KodUE');
  const foreign = id?.text('NrVatUE');
  id?.expect('BrakID', '1');
  const isOther = party.peek('Rola') === undefined;
  if (isOther) party.expect('RolaInna', '1');
  const share = party.number('Udzial');
  const address = readAddress(party.inside('Adres'));
  const contact = readContact(party);
  const draft: Draft = {
    role: isOther ? 'other' : party.word('Rola', ROLE_OF),
    name: id?.text('Nazwa'),
    vatId: nip === undefined ? union && `${union}${foreign ?? ''}` : `PL${nip}`,
    internalId: id?.text('IDWew'),
    companyId: id?.text('NrID'),
    eori: party.text('NrEORI'),
    description: party.text('OpisRoli'),
    share,
    address,
    contact,
  };
  id?.text('KodKraju');
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined));
}

function readPayee(party: ConsumingReader, hasCompanyId: boolean): Draft {
  const id = readThird(party);
  const prefix = id?.text('KodUE') ?? '';
  const union = id?.text('NrVatUE');
  const number = id?.text('NrID') ?? id?.text('NIP') ?? (union && prefix + union);
  return {
    name: id?.text('Nazwa'),
    ...(number !== undefined && { [hasCompanyId ? 'id' : 'companyId']: { id: number } }),
  };
}

function readRecipient(party: ConsumingReader): Draft {
  const name = readThird(party)?.text('Nazwa');
  const address = readAddress(party.inside('Adres'));
  return { ...(name !== undefined && { name }), ...(address && { address }) };
}

function readThird(party: ConsumingReader): ConsumingReader | undefined {
  party.expect('RolaInna', '1');
  party.text('OpisRoli');
  const id = party.inside('DaneIdentyfikacyjne');
  id?.expect('BrakID', '1');
  return id;
}

/** PodmiotUpowazniony, if it is a tax representative. */
export function readTaxRepresentative(root: ConsumingReader): Draft | undefined {
  const party = root.inside('PodmiotUpowazniony');
  if (!party?.expect('RolaPU', '3')) return undefined;
  const id = party.inside('DaneIdentyfikacyjne');
  const nip = id?.text('NIP');
  return { name: id?.text('Nazwa'), vatId: nip && `PL${nip}`, address: readAddress(party.inside('Adres')) };
}
