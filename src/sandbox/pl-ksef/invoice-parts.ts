import type { XmlElement } from 'libxml2-wasm';
import { type Form, formOfRoot, FORMS } from './forms.ts';
import { businessDocument, isoDate, partyPlaces, textAt, withXml } from '../documents.ts';

const FA3 = FORMS.FA.namespace;

/** A `Podmiot3`. */
interface ThirdParty {
  readonly type: 'Nip' | 'InternalId' | 'VatUe' | 'Other' | 'None';
  readonly value: string;
  readonly name: string;
  /** `Rola`, 1 to 11; 0 for another role. */
  readonly role: number;
}

/** The members that KSeF reads in an invoice; empty if absent. */
export interface InvoiceParts {
  readonly form: Form;
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
const RR = '/f:Faktura/f:FakturaRR';

/**
 * Undefined if it is of no form that this simulator takes.
 * @throws Error if the text is not XML.
 */
export const invoiceParts = (bytes: Buffer): InvoiceParts | undefined => withXml(bytes, partsOf);

function partsOf(root: XmlElement): InvoiceParts | undefined {
  const form = formOfRoot(root);
  return form && { FA: partsOfFa, FA_RR: partsOfRr, PEF: partsOfPef, PEF_KOR: partsOfPef }[form](root);
}

function partsOfFa(root: XmlElement): InvoiceParts {
  const texts = (path: string): readonly string[] =>
    (root.find(path, { f: FA3 }) as XmlElement[]).map(({ content }) => content.trim().replace(/\s+/g, ' '));
  const text = (path: string): string => texts(path)[0] ?? '';
  return {
    form: 'FA',
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
    thirdParties: (root.find('/f:Faktura/f:Podmiot3', { f: FA3 }) as XmlElement[]).map((one) =>
      thirdPartyIn(one, FA3),
    ),
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

/** An invoice VAT RR: the members that KSeF may read in their place. What it reads there is not published. */
function partsOfRr(root: XmlElement): InvoiceParts {
  const f = FORMS.FA_RR.namespace;
  const texts = (path: string): readonly string[] =>
    (root.find(path, { f }) as XmlElement[]).map(({ content }) => content.trim().replace(/\s+/g, ' '));
  const text = (path: string): string => texts(path)[0] ?? '';
  const ofPln = (name: string): string => text(`${RR}/f:${name}W`) || text(`${RR}/f:${name}`);
  return {
    form: 'FA_RR',
    number: text(`${RR}/f:P_4C`),
    type: text(`${RR}/f:RodzajFaktury`),
    issueDate: text(`${RR}/f:P_4B`),
    currency: text(`${RR}/f:KodWaluty`),
    gross: text(`${RR}/f:P_12_1`),
    sellerNip: text(`${SELLER}/f:NIP`),
    sellerName: text(`${SELLER}/f:Nazwa`),
    buyerNip: text(`${BUYER}/f:NIP`),
    buyerVatUe: '',
    buyerOther: '',
    buyerName: text(`${BUYER}/f:Nazwa`),
    authorizedNip: '',
    thirdParties: (root.find('/f:Faktura/f:Podmiot3', { f }) as XmlElement[]).map((one) =>
      thirdPartyIn(one, f),
    ),
    // The ministry calls the right RRInvoicing one of self-billing (CIRFMF/ksef-docs, `uprawnienia.md`).
    isSelfBilled: true,
    hasAttachment: false,
    nets: [text(`${RR}/f:P_11_1`)],
    vats: [ofPln('P_11_2')],
    nips: [
      ...texts('/f:Faktura/*/f:DaneIdentyfikacyjne/f:NIP'),
      ...texts('/f:Faktura/f:Podmiot3/f:DaneIdentyfikacyjne/f:IDWew').map((id) => id.slice(0, 10)),
    ],
  };
}

/** UBL of a Peppol service provider. What KSeF reads there is not published: by EN 16931 these are the members. */
function partsOfPef(root: XmlElement): InvoiceParts {
  const { number, issueDate } = businessDocument(root);
  const { seller, buyer } = partyPlaces(root);
  const nipAt = (party: string): string =>
    textAt(root, `${party}/cac:PartyTaxScheme/cbc:CompanyID`).replace(/^PL/, '');
  const isCorrection = root.name === 'CreditNote';
  const nameAt = (party: string): string =>
    textAt(root, `${party}/cac:PartyLegalEntity/cbc:RegistrationName`);
  return {
    form: isCorrection ? 'PEF_KOR' : 'PEF',
    number,
    type: isCorrection ? 'KorPef' : 'VatPef',
    issueDate: isoDate(issueDate),
    currency: textAt(root, '/*/cbc:DocumentCurrencyCode'),
    gross: textAt(root, '/*/cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount'),
    sellerNip: nipAt(seller),
    sellerName: nameAt(seller),
    buyerNip: nipAt(buyer),
    buyerVatUe: '',
    buyerOther: '',
    buyerName: nameAt(buyer),
    authorizedNip: '',
    thirdParties: [],
    isSelfBilled: false,
    hasAttachment: false,
    nets: [textAt(root, '/*/cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount')],
    vats: [textAt(root, '/*/cac:TaxTotal/cbc:TaxAmount')],
    nips: [nipAt(seller), nipAt(buyer)].filter((nip) => nip !== ''),
  };
}

function thirdPartyIn(party: XmlElement, f: string): ThirdParty {
  const text = (path: string): string =>
    (party.find(path, { f }) as XmlElement[]).map(({ content }) => content.trim())[0] ?? '';
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
