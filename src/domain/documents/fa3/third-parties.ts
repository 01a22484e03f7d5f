import { THIRD_PARTY_ROLES } from '../../invoice/codes/third-party-roles.ts';
import type { CompleteInvoice, Identifier, PayeeParty, ThirdParty } from '../../invoice/en16931.ts';
import { type Fa3Element, fix, group, leaf, number, type Part, type Origin } from './element.ts';
import { address, type AddressTerms } from './addresses.ts';
import { buyerLinks } from './parties-before.ts';
import { identificationElements, isPersonal, nipIn, unionNumberIn, validNipIn } from './tax-ids.ts';
import { writtenPhone } from './lexical-forms.ts';

/** OpisRoli of parties for which FA(3) has no role of its own. */
export const ROLES = { payee: 'Odbiorca płatności', recipient: 'Odbiorca dostawy' } as const;

/** RolaPU: a tax representative. */
const TAX_REPRESENTATIVE = '3';

const DELIVERY: AddressTerms = ['BT-75', 'BT-76', 'BT-165', 'BT-77', 'BT-78', 'BT-79', 'BT-80'];
const REPRESENTATIVE: AddressTerms = ['BT-64', 'BT-65', 'BT-164', 'BT-66', 'BT-67', 'BT-68', 'BT-69'];

/** Rola of a payee that has bought the seller's claim. */
export const FACTOR = '1';

/** Podmiot3: the payee in the seller's place, the place of delivery, and other parties that the caller names. */
export function thirdParties(invoice: CompleteInvoice): readonly Part[] {
  const { payee, delivery, extensions } = invoice;
  const links = buyerLinks(invoice).thirdParties;
  return [
    payee && pay(payee, extensions.isFactor === true),
    delivery &&
      thirdParty(
        ROLES.recipient,
        fix('BrakID', '1'),
        leaf('Nazwa', delivery.name, { term: 'BT-70' }),
        address('Adres', delivery.address, DELIVERY),
      ),
    (extensions.poland?.thirdParties ?? []).map((party, index) => named(party, index, links[index])),
  ];
}

const pay = (payee: PayeeParty, isFactor: boolean): Fa3Element | undefined =>
  isFactor
    ? group(
        'Podmiot3',
        group('DaneIdentyfikacyjne', identification(payee), leaf('Nazwa', payee.name, { term: 'BT-59' })),
        fix('Rola', FACTOR),
      )
    : thirdParty(ROLES.payee, identification(payee), leaf('Nazwa', payee.name, { term: 'BT-59' }));

/** A party that the caller names (`pl.third_parties`). */
function named(party: ThirdParty, index: number, link: string | undefined): Fa3Element | undefined {
  const sayMember = (member: string): Origin => ({ field: `pl.third_parties[${index}].${member}` });
  const role = THIRD_PARTY_ROLES[party.role];
  return group(
    'Podmiot3',
    link === undefined ? undefined : fix('IDNabywcy', link),
    leaf('NrEORI', party.eori, sayMember('eori')),
    group('DaneIdentyfikacyjne', numberOf(party, sayMember), leaf('Nazwa', party.name, sayMember('name'))),
    party.address && partyAddress(party.address, sayMember),
    group(
      'DaneKontaktowe',
      leaf('Email', party.contact?.email, sayMember('contact.email')),
      leaf('Telefon', writtenPhone(party.contact?.phone), sayMember('contact.phone')),
    ),
    role === null
      ? [fix('RolaInna', '1'), leaf('OpisRoli', party.description, sayMember('description'))]
      : fix('Rola', role),
    leaf('Udzial', number(party.share), sayMember('share')),
  );
}

type OriginOf = (member: string) => Origin;

/** As for a buyer; in KSeF a NIP or an internal number gives access, another one does not. */
function numberOf({ vatId, internalId, companyId, address: at }: ThirdParty, origin: OriginOf): Part {
  if (internalId !== undefined) return leaf('IDWew', internalId, origin('internal_id'));
  const byCompany = origin('company_id');
  const origins = { vatId: origin('vat_id'), taxNumber: byCompany, companyId: byCompany };
  return identificationElements({ vatId, companyId, country: at?.country ?? 'PL' }, origins, byCompany);
}

const partyAddress = (of: NonNullable<ThirdParty['address']>, origin: OriginOf): Fa3Element | undefined =>
  address('Adres', of, origin('address'));

/** @returns undefined if neither a name nor an address is known. */
const thirdParty = (
  role: string,
  id: Part,
  name: Fa3Element | undefined,
  addressElement?: Fa3Element,
): Fa3Element | undefined =>
  name || addressElement
    ? group(
        'Podmiot3',
        group('DaneIdentyfikacyjne', id, name),
        addressElement,
        fix('RolaInna', '1'),
        fix('OpisRoli', role),
      )
    : undefined;

/** PodmiotUpowazniony. */
export const taxRepresentative = ({ taxRepresentative: party }: CompleteInvoice): Fa3Element | undefined =>
  party &&
  group(
    'PodmiotUpowazniony',
    group(
      'DaneIdentyfikacyjne',
      leaf('NIP', nipIn(party.vatId) ?? party.vatId, { term: 'BT-63' }),
      leaf('Nazwa', party.name, { term: 'BT-62' }),
    ),
    address('Adres', party.address, REPRESENTATIVE),
    fix('RolaPU', TAX_REPRESENTATIVE),
  );

/** The choice in DaneIdentyfikacyjne of a payee: the number without a scheme, else none. */
function identification(payee: PayeeParty): Part {
  const nip = payeeNip(payee);
  if (nip) return leaf('NIP', nip.nip, nip.origin);
  const origin: Origin = identifiesPayee('companyId', payee) ? { term: 'BT-61' } : { term: 'BT-60' };
  const id = identifiesPayee('companyId', payee) ? payee.companyId : payee.id;
  if (!id || !stands(id)) return fix('BrakID', '1');
  const union = unionNumberIn(id.id);
  return union
    ? [leaf('KodUE', union.prefix, origin), leaf('NrVatUE', union.number, origin)]
    : leaf('NrID', id.id, origin);
}

/** Whether this number identifies the payee: the company's first, and only one without a scheme. */
export const identifiesPayee = (which: 'id' | 'companyId', payee: PayeeParty | undefined): boolean =>
  stands(payee?.[which]) && (which === 'companyId' || !stands(payee?.companyId));

/** A NIP is written as one: only then the payee sees the invoice in KSeF. */
function payeeNip({
  companyId,
  id,
}: PayeeParty): { readonly nip: string; readonly origin: Origin } | undefined {
  const [legal, own] = [validNipIn(companyId?.id), validNipIn(id?.id)];
  if (legal !== undefined) return { nip: legal, origin: { term: 'BT-61' } };
  return own === undefined ? undefined : { nip: own, origin: { term: 'BT-60' } };
}

const stands = (id: Identifier | undefined): boolean =>
  id !== undefined && id.scheme === undefined && !isPersonalOfPayee(id);

/** The place of a payee is not stated: a number without a scheme is one of Poland. */
export const isPersonalOfPayee = (id: Identifier | undefined): boolean =>
  id?.scheme === undefined && isPersonal(id?.id, 'PL');
