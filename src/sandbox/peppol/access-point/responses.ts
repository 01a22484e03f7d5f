import type { XmlElement } from 'libxml2-wasm';
import { type BusinessDocument, elementsAt, textAt, withXml } from '../../documents.ts';

const CUSTOMIZATION = 'urn:fdc:peppol.eu:poacc:trns:invoice_response:3';

export const isResponse = ({ localName, customization }: BusinessDocument): boolean =>
  localName === 'ApplicationResponse' && customization === CUSTOMIZATION;

type Many = '1' | '?' | '*';
/** Children in their order (OpenPEPPOL/poacc-upgrade-3, structure/syntax/ubl-invoiceresponse.xml). */
const PARTY: readonly (readonly [string, Many])[] = [
  ['EndpointID', '1'],
  ['PartyIdentification', '?'],
  ['PartyLegalEntity', '1'],
];
const SHAPES: Readonly<Record<string, readonly (readonly [string, Many])[]>> = {
  ApplicationResponse: [
    ['CustomizationID', '1'],
    ['ProfileID', '1'],
    ['ID', '1'],
    ['IssueDate', '1'],
    ['IssueTime', '?'],
    ['Note', '?'],
    ['SenderParty', '1'],
    ['ReceiverParty', '1'],
    ['DocumentResponse', '1'],
  ],
  SenderParty: [...PARTY, ['Contact', '?']],
  ReceiverParty: PARTY,
  PartyLegalEntity: [['RegistrationName', '1']],
  DocumentResponse: [
    ['Response', '1'],
    ['DocumentReference', '1'],
    ['IssuerParty', '?'],
    ['RecipientParty', '?'],
  ],
  Response: [
    ['ResponseCode', '1'],
    ['EffectiveDate', '?'],
    ['Status', '*'],
  ],
  Status: [
    ['StatusReasonCode', '?'],
    ['StatusReason', '?'],
    ['Condition', '*'],
  ],
  Condition: [
    ['AttributeID', '1'],
    ['Description', '?'],
  ],
  DocumentReference: [
    ['ID', '1'],
    ['IssueDate', '?'],
    ['DocumentTypeCode', '1'],
  ],
};

/** Code lists that a clarification is taken from, by `listID`. */
const LISTS: Readonly<Record<string, string>> = {
  OPStatusReason: 'NON REF LEG REC QUA DEL PRI QTY ITM PAY UNR FIN PPD OTH',
  OPStatusAction: 'NOA PIN NIN CNF CNP CNA OTH',
};
const RESPONSE = '/*/cac:DocumentResponse/cac:Response';
const DATE = /^\d{4}-\d\d-\d\d$/;

/** What breaks a published rule of T111, by the rule's name (OpenPeppol 2026.5). */
const RULES: Readonly<Record<string, (root: XmlElement) => boolean>> = {
  'PEPPOL-T111-R008': (root) =>
    !/^(urn:fdc:peppol\.eu:poacc:bis:invoice_response:3|urn:peppol:bis:billing_with_response)$/.test(
      textAt(root, '/*/cbc:ProfileID'),
    ),
  'PEPPOL-COMMON-R001': (root) => elementsAt(root, '//*[not(*) and not(normalize-space())]').length > 0,
  'PEPPOL-COMMON-R030': (root) =>
    elementsAt(root, '//cbc:IssueDate | //cbc:EffectiveDate').some(({ content }) => !DATE.test(content)),
  'PEPPOL-T111-B00902': (root) =>
    elementsAt(root, '//cbc:EndpointID').some((one) => !/^\d{4}$/.test(one.attr('schemeID')?.value ?? '')),
  'PEPPOL-T111-B03001': (root) =>
    !/^(AB|AP|RE|IP|UQ|CA|PD)$/.test(textAt(root, `${RESPONSE}/cbc:ResponseCode`)),
  'PEPPOL-T111-B04201': (root) =>
    !/^\d{1,3}$/.test(textAt(root, '/*/cac:DocumentResponse/cac:DocumentReference/cbc:DocumentTypeCode')),
  'PEPPOL-T111-R001': (root) =>
    /^(CA|UQ|RE)$/.test(textAt(root, `${RESPONSE}/cbc:ResponseCode`)) && reasons(root).length === 0,
  'PEPPOL-T111-R004': (root) =>
    elementsAt(root, `${RESPONSE}/cac:Status[cbc:StatusReasonCode = 'PPD' and not(cbc:StatusReason)]`)
      .length > 0,
  'PEPPOL-T111-R006': (root) =>
    reasons(root).some(
      (one) => !(LISTS[one.attr('listID')?.value ?? ''] ?? '').split(' ').includes(one.content.trim()),
    ),
};

const reasons = (root: XmlElement): readonly XmlElement[] =>
  elementsAt(root, `${RESPONSE}/cac:Status/cbc:StatusReasonCode`);

/** Rules that an Invoice Response breaks: what a receiver's side would refuse. */
export const brokenResponseRules = (bytes: Buffer): readonly string[] =>
  withXml(bytes, (root) => [
    ...misshapen(root),
    ...Object.entries(RULES)
      .filter(([, isBroken]) => isBroken(root))
      .map(([rule]) => rule),
  ]);

/** Elements whose children are missing, too many, unknown or in another order. */
function misshapen(element: XmlElement): readonly string[] {
  const children = elementsAt(element, '*');
  const shape = SHAPES[element.name];
  const own =
    shape &&
    !fits(
      shape,
      children.map(({ name }) => name),
    )
      ? [`shape of ${element.name}`]
      : [];
  return [...own, ...children.flatMap(misshapen)];
}

function fits(shape: readonly (readonly [string, Many])[], names: readonly string[]): boolean {
  const pattern = shape.map(([name, many]) => `(?:${name} )${many === '1' ? '' : many}`).join('');
  return new RegExp(`^${pattern}$`).test(names.map((name) => `${name} `).join(''));
}

/** The number of the invoice that a response is about. */
export const answeredNumber = (bytes: Buffer): string =>
  withXml(bytes, (root) => textAt(root, '/*/cac:DocumentResponse/cac:DocumentReference/cbc:ID'));
