import type {
  BuyerParty,
  CompleteInvoice,
  ContactPoint,
  PartyBefore,
  PostalAddress,
  SellerParty,
} from '../invoice/en16931.ts';
import type { SellerStatus } from '../invoice/codes/seller-statuses.ts';
import type { Partly } from '../invoice/partly.ts';
import { fact, identifierText, inRow } from './facts.ts';
import { cityName, regionName } from './names.ts';
import type { Fact, Parties, PartyBox } from './page.ts';
import { join, type Wording } from './wording.ts';
import type { Label } from './words.ts';

type Shown = Partly<CompleteInvoice>;

/** Seller and buyer, then other named parties. */
export function parties(invoice: Shown, wording: Wording): readonly Parties[] {
  const { seller, buyer } = invoice;
  const main = [
    sellerBox(seller ?? {}, invoice.extensions ?? {}, wording),
    buyerBox(buyer ?? {}, invoice.extensions ?? {}, wording),
  ];
  const others = [deliveryBox, payeeBox, representativeBox, boxesBefore].flatMap(
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
): PartyBox => ({
  heading: wording.label('seller'),
  name: seller.name ?? '',
  lines: addressLines(seller.address, wording),
  small: rows([
    fact(wording, 'tradingName', seller.tradingName),
    [
      ...fact(wording, 'vatId', seller.vatId),
      ...fact(wording, 'taxNumber', seller.taxNumber),
      ...fact(wording, 'companyId', identifierText(wording, seller.companyId)),
      ...fact(wording, 'eori', poland?.sellerEori),
      ...(seller.ids ?? []).flatMap((id) => fact(wording, 'identifier', identifierText(wording, id))),
    ],
    fact(wording, 'sellerStatus', poland?.sellerStatus && wording.label(STATUS_LABELS[poland.sellerStatus])),
    contactFacts(seller.contact, wording),
    fact(wording, 'endpoint', identifierText(wording, seller.endpoint)),
  ]),
});

const buyerBox = (
  buyer: Partly<BuyerParty>,
  extensions: Partly<CompleteInvoice['extensions']>,
  wording: Wording,
): PartyBox => ({
  heading: wording.label('buyer'),
  name: buyer.name ?? '',
  lines: addressLines(buyer.address, wording),
  small: rows([
    fact(wording, 'tradingName', buyer.tradingName),
    [
      ...fact(wording, 'vatId', buyer.vatId),
      ...fact(wording, 'taxNumber', extensions.buyerTaxNumber),
      ...fact(wording, 'companyId', identifierText(wording, buyer.companyId)),
      ...fact(wording, 'eori', extensions.poland?.buyerEori),
    ],
    contactFacts(buyer.contact, wording),
    fact(wording, 'endpoint', identifierText(wording, buyer.endpoint)),
  ]),
});

function deliveryBox({ delivery }: Shown, wording: Wording): PartyBox | undefined {
  const small = rows([fact(wording, 'location', identifierText(wording, delivery?.locationId))]);
  const lines = addressLines(delivery?.address, wording);
  if (delivery?.name === undefined && lines.length === 0 && small.length === 0) return undefined;
  return { heading: wording.label('deliverTo'), name: delivery?.name ?? '', lines, small };
}

const payeeBox = ({ payee }: Shown, wording: Wording): PartyBox | undefined =>
  payee && {
    heading: wording.label('payee'),
    name: payee.name ?? '',
    lines: [],
    small: rows([
      [
        ...fact(wording, 'identifier', identifierText(wording, payee.id)),
        ...fact(wording, 'companyId', identifierText(wording, payee.companyId)),
      ],
    ]),
  };

const representativeBox = ({ taxRepresentative: one }: Shown, wording: Wording): PartyBox | undefined =>
  one && {
    heading: wording.label('taxRepresentative'),
    name: one.name ?? '',
    lines: addressLines(one.address, wording),
    small: rows([fact(wording, 'vatId', one.vatId)]),
  };

/** Seller and buyers as in the corrected invoice. */
function boxesBefore({ extensions }: Shown, wording: Wording): readonly PartyBox[] {
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
): PartyBox => ({
  heading: wording.label(heading),
  name: name ?? '',
  lines: addressLines(address, wording),
  small: rows([
    [
      ...fact(wording, 'vatId', numbers.vatId),
      ...fact(wording, 'taxNumber', numbers.taxNumber),
      ...fact(wording, 'companyId', numbers.companyId),
    ],
  ]),
});

const rows = (groups: readonly (readonly Fact[])[]): readonly string[] =>
  groups.filter(({ length }) => length > 0).map(inRow);

function addressLines(address: Partly<PostalAddress> | undefined, wording: Wording): readonly string[] {
  const { street, line2, line3, postcode, city, region, country } = address ?? {};
  const cityLine = join([postcode, city && cityName(city)], ' ');
  const land = country === undefined ? undefined : wording.country(country);
  return [street, line2, line3, cityLine, region && regionName(region), land].flatMap((line) =>
    line === undefined || line.trim() === '' ? [] : [line],
  );
}

const contactFacts = (contact: Partly<ContactPoint> | undefined, wording: Wording): readonly Fact[] => [
  ...fact(wording, 'contact', contact?.name),
  ...fact(wording, 'phone', contact?.phone),
  ...fact(wording, 'email', contact?.email),
];
