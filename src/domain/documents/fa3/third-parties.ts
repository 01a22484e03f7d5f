import type { CompleteInvoice, Identifier, PayeeParty } from '../../invoice/en16931.ts';
import { type Fa3Element, fixed, group, leaf, type Said } from './element.ts';
import { address, type AddressTerms } from './addresses.ts';
import { nipIn } from './tax-ids.ts';

/** OpisRoli of those for whom FA(3) has no role of its own. */
export const ROLES = { payee: 'Odbiorca płatności', recipient: 'Odbiorca dostawy' } as const;

/** RolaPU: a tax representative. */
const TAX_REPRESENTATIVE = '3';

const DELIVERY: AddressTerms = ['BT-75', 'BT-76', 'BT-165', 'BT-77', 'BT-78', 'BT-79', 'BT-80'];
const REPRESENTATIVE: AddressTerms = ['BT-64', 'BT-65', 'BT-164', 'BT-66', 'BT-67', 'BT-68', 'BT-69'];

/** Podmiot3: who is paid in the seller's place, and to whom it was delivered. */
export const thirdParties = ({ payee, delivery }: CompleteInvoice): readonly (Fa3Element | undefined)[] => [
  payee && thirdParty(ROLES.payee, identification(payee), leaf('Nazwa', payee.name, { term: 'BT-59' })),
  delivery &&
    thirdParty(
      ROLES.recipient,
      fixed('BrakID', '1'),
      leaf('Nazwa', delivery.name, { term: 'BT-70' }),
      address('Adres', delivery.address, DELIVERY),
    ),
];

/** @returns nothing where neither a name nor an address is known. */
const thirdParty = (
  role: string,
  id: Fa3Element | undefined,
  name: Fa3Element | undefined,
  place?: Fa3Element,
): Fa3Element | undefined =>
  name || place
    ? group(
        'Podmiot3',
        group('DaneIdentyfikacyjne', id, name),
        place,
        fixed('RolaInna', '1'),
        fixed('OpisRoli', role),
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
    fixed('RolaPU', TAX_REPRESENTATIVE),
  );

/** The choice in DaneIdentyfikacyjne of a payee: the number that stands alone, else none. */
function identification(payee: PayeeParty): Fa3Element | undefined {
  const said: Said = identifiesPayee('companyId', payee) ? { term: 'BT-61' } : { term: 'BT-60' };
  const id = identifiesPayee('companyId', payee) ? payee.companyId : payee.id;
  return stands(id) ? leaf('NrID', id?.id, said) : fixed('BrakID', '1');
}

/** Whether a payee is known by this number: the company's first, and only one without a scheme. */
export const identifiesPayee = (which: 'id' | 'companyId', payee: PayeeParty | undefined): boolean =>
  stands(payee?.[which]) && (which === 'companyId' || !stands(payee?.companyId));

const stands = (id: Identifier | undefined): boolean => id !== undefined && id.scheme === undefined;
