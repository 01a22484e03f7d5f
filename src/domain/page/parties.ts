import type {
  BuyerParty,
  CompleteInvoice,
  ContactPoint,
  FurtherParty,
  PartyBefore,
  PostalAddress,
  SellerParty,
} from '../invoice/en16931.ts';
import type { SellerStatus } from '../invoice/codes/seller-statuses.ts';
import type { Partly } from '../invoice/partly.ts';
import { fact, identifierText, inRow } from './facts.ts';
import { cityName, regionName } from './names.ts';
import type { Fact, Parties, PartyBox } from './page.ts';
import { asText, inEntry, joinTexts, type PageText, showTerm, type TermPath } from './page-text.ts';
import type { Wording } from './wording.ts';
import type { Label } from './words.ts';

type Shown = Partly<CompleteInvoice>;

/** Seller and buyer, then other named parties. */
export function parties(invoice: Shown, wording: Wording): readonly Parties<PageText>[] {
  const { seller, buyer } = invoice;
  const main = [
    sellerBox(seller ?? {}, invoice.extensions ?? {}, wording),
    buyerBox(buyer ?? {}, invoice.extensions ?? {}, wording),
  ];
  const others = [deliveryBox, payeeBox, representativeBox, furtherBoxes, boxesBefore].flatMap(
    (box) => box(invoice, wording) ?? [],
  );
  return [
    { block: 'parties', parties: main },
    ...(others.length > 0 ? [{ block: 'parties' as const, parties: others }] : []),
  ];
}

const STATUS_LABELS = {
  liquidation: 'inLiquidation',
  restructuring: 'inRestructuring',
  bankruptcy: 'inBankruptcy',
  inherited_enterprise: 'inheritedEnterprise',
} as const satisfies Record<SellerStatus, Label>;

const sellerBox = (
  seller: Partly<SellerParty>,
  { poland }: Partly<CompleteInvoice['extensions']>,
  wording: Wording,
): PartyBox<PageText> => ({
  heading: wording.label('seller'),
  name: asText(showTerm(seller.name, 'seller.name') ?? ''),
  lines: addressLines(seller.address, wording, 'seller.address'),
  small: rows([
    fact(wording, 'tradingName', showTerm(seller.tradingName, 'seller.tradingName')),
    [
      ...fact(wording, 'vatId', showTerm(seller.vatId, 'seller.vatId')),
      ...fact(wording, 'taxNumber', showTerm(seller.taxNumber, 'seller.taxNumber')),
      ...fact(wording, 'companyId', identifierText(wording, seller.companyId, 'seller.companyId')),
      ...fact(wording, 'eori', poland?.sellerEori),
      ...(seller.ids ?? []).flatMap((id, index) =>
        inEntry(index, fact(wording, 'identifier', identifierText(wording, id, 'seller.ids[]'))),
      ),
    ],
    fact(wording, 'sellerStatus', poland?.sellerStatus && wording.label(STATUS_LABELS[poland.sellerStatus])),
    contactFacts(seller.contact, wording, 'seller.contact'),
    fact(wording, 'endpoint', identifierText(wording, seller.endpoint, 'seller.endpoint')),
  ]),
});

const buyerBox = (
  buyer: Partly<BuyerParty>,
  extensions: Partly<CompleteInvoice['extensions']>,
  wording: Wording,
): PartyBox<PageText> => ({
  heading: wording.label('buyer'),
  name: asText(showTerm(buyer.name, 'buyer.name') ?? ''),
  lines: addressLines(buyer.address, wording, 'buyer.address'),
  small: rows([
    fact(wording, 'tradingName', showTerm(buyer.tradingName, 'buyer.tradingName')),
    [
      ...fact(wording, 'vatId', showTerm(buyer.vatId, 'buyer.vatId')),
      ...fact(wording, 'taxNumber', extensions.buyerTaxNumber),
      ...fact(wording, 'companyId', identifierText(wording, buyer.companyId, 'buyer.companyId')),
      ...fact(wording, 'eori', extensions.poland?.buyerEori),
    ],
    contactFacts(buyer.contact, wording, 'buyer.contact'),
    fact(wording, 'endpoint', identifierText(wording, buyer.endpoint, 'buyer.endpoint')),
  ]),
});

function deliveryBox({ delivery }: Shown, wording: Wording): PartyBox<PageText> | undefined {
  const small = rows([
    fact(wording, 'location', identifierText(wording, delivery?.locationId, 'delivery.locationId')),
  ]);
  const lines = addressLines(delivery?.address, wording, 'delivery.address');
  if (delivery?.name === undefined && lines.length === 0 && small.length === 0) return undefined;
  return {
    heading: wording.label('deliverTo'),
    name: asText(showTerm(delivery?.name, 'delivery.name') ?? ''),
    lines,
    small,
  };
}

const payeeBox = ({ payee }: Shown, wording: Wording): PartyBox<PageText> | undefined =>
  payee && {
    heading: wording.label('payee'),
    name: asText(showTerm(payee.name, 'payee.name') ?? ''),
    lines: addressLines(payee.address, wording, 'payee.address'),
    small: rows([
      [
        ...fact(wording, 'identifier', identifierText(wording, payee.id, 'payee.id')),
        ...fact(wording, 'companyId', identifierText(wording, payee.companyId, 'payee.companyId')),
        ...fact(wording, 'vatId', showTerm(payee.vatId, 'payee.vatId')),
        ...fact(wording, 'roleCode', showTerm(payee.roleCode, 'payee.roleCode')),
      ],
      contactFacts(payee.contact, wording, 'payee.contact'),
      fact(wording, 'endpoint', identifierText(wording, payee.endpoint, 'payee.endpoint')),
    ]),
  };

const FURTHER = ['invoicer', 'sellerAgent', 'invoicee', 'buyerAgent', 'payer'] as const;

const furtherBoxes = (invoice: Shown, wording: Wording): readonly PartyBox<PageText>[] =>
  FURTHER.flatMap((party) => {
    const one = invoice[party];
    return one ? [furtherBox(party, one, wording)] : [];
  });

const furtherBox = (
  party: (typeof FURTHER)[number],
  one: Partly<FurtherParty>,
  wording: Wording,
): PartyBox<PageText> => ({
  heading: wording.label(party),
  name: asText(showTerm(one.name, `${party}.name`) ?? ''),
  lines: addressLines(one.address, wording, `${party}.address`),
  small: rows([
    fact(wording, 'tradingName', showTerm(one.tradingName, `${party}.tradingName`)),
    [
      ...fact(wording, 'vatId', showTerm(one.vatId, `${party}.vatId`)),
      ...fact(wording, 'companyId', identifierText(wording, one.companyId, `${party}.companyId`)),
      ...fact(wording, 'identifier', identifierText(wording, one.id, `${party}.id`)),
      ...fact(wording, 'roleCode', showTerm(one.roleCode, `${party}.roleCode`)),
    ],
    contactFacts(one.contact, wording, `${party}.contact`),
    fact(wording, 'endpoint', identifierText(wording, one.endpoint, `${party}.endpoint`)),
  ]),
});

const representativeBox = (
  { taxRepresentative: one }: Shown,
  wording: Wording,
): PartyBox<PageText> | undefined =>
  one && {
    heading: wording.label('taxRepresentative'),
    name: asText(showTerm(one.name, 'taxRepresentative.name') ?? ''),
    lines: addressLines(one.address, wording, 'taxRepresentative.address'),
    small: rows([fact(wording, 'vatId', showTerm(one.vatId, 'taxRepresentative.vatId'))]),
  };

/** Seller and buyers as in the corrected invoice. */
function boxesBefore({ extensions }: Shown, wording: Wording): readonly PartyBox<PageText>[] {
  const { sellerBefore, buyersBefore = [] } = extensions?.correction ?? {};
  return [
    ...(sellerBefore ? [boxBefore('sellerBefore', sellerBefore, wording)] : []),
    ...buyersBefore.map((one) => boxBefore('buyerBefore', one, wording)),
  ];
}

const boxBefore = (
  heading: Label,
  { name, address, ...numbers }: Partly<PartyBefore>,
  wording: Wording,
): PartyBox<PageText> => ({
  heading: wording.label(heading),
  name: asText(name ?? ''),
  lines: addressLines(address, wording),
  small: rows([
    [
      ...fact(wording, 'vatId', numbers.vatId),
      ...fact(wording, 'taxNumber', numbers.taxNumber),
      ...fact(wording, 'companyId', numbers.companyId),
    ],
  ]),
});

const rows = (groups: readonly (readonly Fact<PageText>[])[]): readonly PageText[] =>
  groups.filter(({ length }) => length > 0).map(inRow);

/** The groups of the model that are an address. */
type AddressPath = { [Path in TermPath]: Path extends `${infer Group}.street` ? Group : never }[TermPath];

/** @param path none for an address outside of EN 16931. */
export function addressLines(
  address: Partly<PostalAddress> | undefined,
  wording: Wording,
  path?: AddressPath,
): readonly PageText[] {
  const { street, line2, line3, postcode, city, region, country } = address ?? {};
  const part = (name: keyof PostalAddress, text: string | undefined): PageText | string | undefined =>
    path === undefined ? text : showTerm(text, `${path}.${name}`);
  const cityLine = joinTexts([part('postcode', postcode), part('city', city && cityName(city))], ' ');
  const lines = [
    part('street', street),
    part('line2', line2),
    part('line3', line3),
    cityLine,
    part('region', region && regionName(region)),
    part('country', country === undefined ? undefined : wording.country(country)),
  ];
  return lines.flatMap((line) => (line === undefined || String(line).trim() === '' ? [] : [asText(line)]));
}

/** The groups of the model that are a contact. */
type ContactPath = { [Path in TermPath]: Path extends `${infer Group}.email` ? Group : never }[TermPath];

const contactFacts = (
  contact: Partly<ContactPoint> | undefined,
  wording: Wording,
  path: ContactPath,
): readonly Fact<PageText>[] => [
  ...fact(wording, 'contact', showTerm(contact?.name, `${path}.name`)),
  ...fact(wording, 'phone', showTerm(contact?.phone, `${path}.phone`)),
  ...fact(wording, 'email', showTerm(contact?.email, `${path}.email`)),
];
