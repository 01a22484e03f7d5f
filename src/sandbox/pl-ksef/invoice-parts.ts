import type { XmlElement } from 'libxml2-wasm';
import { withXml } from '../documents.ts';

const FA3 = 'http://crd.gov.pl/wzor/2025/06/25/13775/';

/** A `Podmiot3`. */
export interface ThirdParty {
  readonly type: 'Nip' | 'InternalId' | 'VatUe' | 'Other' | 'None';
  readonly value: string;
  readonly name: string;
  /** `Rola`, 1 to 11; 0 for another role. */
  readonly role: number;
}

/** The members that KSeF reads in an invoice; empty if absent. */
export interface InvoiceParts {
  readonly number: string;
  readonly type: string;
  /** P_1 */
  readonly issueDate: string;
  readonly currency: string;
  readonly gross: string;
  readonly sellerNip: string;
  readonly sellerName: string;
  readonly buyerNip: string;
  readonly buyerVatUe: string;
  readonly buyerOther: string;
  readonly buyerName: string;
  readonly authorizedNip: string;
  readonly thirdParties: readonly ThirdParty[];
  readonly isSelfBilled: boolean;
  readonly hasAttachment: boolean;
  /** Sums without VAT, P_13_*. */
  readonly nets: readonly string[];
  /** VAT in PLN if stated so, P_14_*W, else P_14_*. */
  readonly vats: readonly string[];
  /** All NIPs whose check digit must be right. */
  readonly nips: readonly string[];
}

const SELLER = '/f:Faktura/f:Podmiot1/f:DaneIdentyfikacyjne';
const BUYER = '/f:Faktura/f:Podmiot2/f:DaneIdentyfikacyjne';
const FA = '/f:Faktura/f:Fa';

/**
 * Undefined if it is not an FA(3).
 * @throws Error if the text is not XML.
 */
export const invoiceParts = (bytes: Buffer): InvoiceParts | undefined => withXml(bytes, partsOf);

function partsOf(root: XmlElement): InvoiceParts | undefined {
  if (root.name !== 'Faktura' || root.namespaceUri !== FA3) return undefined;
  const texts = (path: string): readonly string[] =>
    (root.find(path, { f: FA3 }) as XmlElement[]).map(({ content }) => content.trim().replace(/\s+/g, ' '));
  const text = (path: string): string => texts(path)[0] ?? '';
  return {
    number: text(`${FA}/f:P_2`),
    type: text(`${FA}/f:RodzajFaktury`),
    issueDate: text(`${FA}/f:P_1`),
    currency: text(`${FA}/f:KodWaluty`),
    gross: text(`${FA}/f:P_15`),
    sellerNip: text(`${SELLER}/f:NIP`),
    sellerName: text(`${SELLER}/f:Nazwa`),
    buyerNip: text(`${BUYER}/f:NIP`),
    buyerVatUe: text(`${BUYER}/f:KodUE`) + text(`${BUYER}/f:NrVatUE`),
    buyerOther: text(`${BUYER}/f:NrID`),
    buyerName: text(`${BUYER}/f:Nazwa`),
    authorizedNip: text('/f:Faktura/f:PodmiotUpowazniony/f:DaneIdentyfikacyjne/f:NIP'),
    thirdParties: (root.find('/f:Faktura/f:Podmiot3', { f: FA3 }) as XmlElement[]).map(thirdPartyIn),
    isSelfBilled: text(`${FA}/f:Adnotacje/f:P_17`) === '1',
    hasAttachment: texts('/f:Faktura/f:Zalacznik').length > 0,
    nets: texts(`${FA}/*[starts-with(local-name(), 'P_13_')]`),
    vats: [...texts(`${FA}/*[${VAT_IN_PLN}]`), ...texts(`${FA}/*[${VAT_ALONE}]`)],
    nips: [
      ...texts('/f:Faktura/*/f:DaneIdentyfikacyjne/f:NIP'),
      ...texts('/f:Faktura/f:Podmiot3/f:DaneIdentyfikacyjne/f:IDWew').map((id) => id.slice(0, 10)),
    ],
  };
}

function thirdPartyIn(party: XmlElement): ThirdParty {
  const text = (path: string): string =>
    (party.find(path, { f: FA3 }) as XmlElement[]).map(({ content }) => content.trim())[0] ?? '';
  const identified = (['NIP', 'IDWew', 'KodUE', 'NrID'] as const).find(
    (name) => text(`f:DaneIdentyfikacyjne/f:${name}`) !== '',
  );
  const value = identified === undefined ? '' : text(`f:DaneIdentyfikacyjne/f:${identified}`);
  return {
    type: identified === undefined ? 'None' : THIRD_PARTY_TYPES[identified],
    value: identified === 'KodUE' ? value + text('f:DaneIdentyfikacyjne/f:NrVatUE') : value,
    name: text('f:DaneIdentyfikacyjne/f:Nazwa'),
    role: Number(text('f:Rola')),
  };
}

const THIRD_PARTY_TYPES = { NIP: 'Nip', IDWew: 'InternalId', KodUE: 'VatUe', NrID: 'Other' } as const;

const VAT_IN_PLN = "starts-with(local-name(), 'P_14_') and contains(local-name(), 'W')";
const VAT_ALONE =
  "starts-with(local-name(), 'P_14_') and not(contains(local-name(), 'W')) and not(starts-with(local-name(following-sibling::*[1]), 'P_14_'))";
