import { SELLER_STATUSES } from '../../invoice/codes/seller-statuses.ts';
import type { ThirdPartyRole } from '../../invoice/codes/third-party-roles.ts';
import type { CompleteInvoice, ContactPoint } from '../../invoice/en16931.ts';
import { address, type AddressTerms } from './addresses.ts';
import { type Fa3Element, fix, group, leaf } from './element.ts';
import { buyerLinks, takesPrefix } from './parties-before.ts';
import { buyerIdentification, nipIn } from './tax-ids.ts';
import { writtenPhone } from './lexical-forms.ts';

const SELLER_ADDRESS: AddressTerms = ['BT-35', 'BT-36', 'BT-162', 'BT-37', 'BT-38', 'BT-39', 'BT-40'];
const BUYER_ADDRESS: AddressTerms = ['BT-50', 'BT-51', 'BT-163', 'BT-52', 'BT-53', 'BT-54', 'BT-55'];

/** Podmiot1. */
export function seller(invoice: CompleteInvoice): Fa3Element | undefined {
  const { seller: party, extensions } = invoice;
  const status = extensions.poland?.sellerStatus;
  const [id, origin] =
    party.vatId === undefined ? [party.taxNumber, { term: 'BT-32' }] : [party.vatId, { term: 'BT-31' }];
  return group(
    'Podmiot1',
    takesPrefix(invoice) ? fix('PrefiksPodatnika', 'PL') : undefined,
    leaf('NrEORI', extensions.poland?.sellerEori, { field: 'pl.seller_eori' }),
    group(
      'DaneIdentyfikacyjne',
      leaf('NIP', nipIn(id) ?? id, origin),
      leaf('Nazwa', party.name, { term: 'BT-27' }),
    ),
    address('Adres', party.address, SELLER_ADDRESS),
    contact(party.contact, ['BT-42', 'BT-43']),
    status && fix('StatusInfoPodatnika', SELLER_STATUSES[status]),
  );
}

/** Podmiot2. JST and GV: a third party is the unit of local government, or the member of the VAT group, that receives. */
export function buyer(invoice: CompleteInvoice): Fa3Element | undefined {
  const { buyer: party, extensions } = invoice;
  const names = (role: ThirdPartyRole): boolean =>
    (extensions.poland?.thirdParties ?? []).some((one) => one.role === role);
  return group(
    'Podmiot2',
    leaf('NrEORI', extensions.poland?.buyerEori, { field: 'pl.buyer_eori' }),
    group('DaneIdentyfikacyjne', buyerIdentification(invoice), leaf('Nazwa', party.name, { term: 'BT-44' })),
    address('Adres', party.address, BUYER_ADDRESS),
    contact(party.contact, ['BT-57', 'BT-58']),
    party.id?.scheme === undefined ? leaf('NrKlienta', party.id?.id, { term: 'BT-46' }) : undefined,
    linkTo(buyerLinks(invoice).buyer),
    fix('JST', names('local_government_recipient') ? '1' : '2'),
    fix('GV', names('vat_group_recipient') ? '1' : '2'),
  );
}

/** IDNabywcy. */
const linkTo = (link: string | undefined): Fa3Element | undefined =>
  link === undefined ? undefined : fix('IDNabywcy', link);

/** DaneKontaktowe; the person has a place among the additional descriptions. */
const contact = (
  { phone, email }: ContactPoint = {},
  [phoneTerm, emailTerm]: readonly [string, string],
): Fa3Element | undefined =>
  group(
    'DaneKontaktowe',
    leaf('Email', email, { term: emailTerm }),
    leaf('Telefon', writtenPhone(phone), { term: phoneTerm }),
  );
