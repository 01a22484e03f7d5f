import { ParseOption, XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm';

/** Both published versions of the document have the same content. */
export const NAMESPACES = [
  'http://ksef.mf.gov.pl/auth/token/2.0',
  'http://ksef.mf.gov.pl/auth/token/2.1',
] as const;

const OCTET = '(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])';
const IP = `(${OCTET}\\.){3}${OCTET}`;
const NIP = '[1-9]((\\d[1-9])|([1-9]\\d))\\d{7}';

/** The pattern of a text. */
const TEXTS = {
  challenge: '\\d{8}-CR-[A-F0-9]{10}-[A-F0-9]{10}-[A-F0-9]{2}',
  nip: NIP,
  internalId: `${NIP}-\\d{5}`,
  nipVatUe: `${NIP}-(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PT|RO|SE|SI|SK|XI)[0-9A-Z+*]{2,12}`,
  peppolId: 'P[A-Z]{2}[0-9]{6}',
  subject: 'certificateSubject|certificateFingerprint',
  address: IP,
  range: `${IP}-${IP}`,
  mask: `${IP}/(0|[1-9]|[12][0-9]|3[0-2])`,
} as const;

const declareElement = (name: string, type: keyof typeof TEXTS, more = ''): string =>
  `<xs:element name="${name}" type="t:${type}" ${more}/>`;
const sequence = (name: string, content: string, more = ''): string =>
  `<xs:element name="${name}" ${more}><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>`;
const UP_TO_TEN = 'minOccurs="0" maxOccurs="10"';

const CONTEXT = `<xs:choice>${declareElement('Nip', 'nip')}${declareElement('InternalId', 'internalId')}${declareElement('NipVatUe', 'nipVatUe')}${declareElement('PeppolId', 'peppolId')}</xs:choice>`;
const ADDRESSES =
  declareElement('Ip4Address', 'address', UP_TO_TEN) +
  declareElement('Ip4Range', 'range', UP_TO_TEN) +
  declareElement('Ip4Mask', 'mask', UP_TO_TEN);
const REQUEST =
  declareElement('Challenge', 'challenge') +
  sequence('ContextIdentifier', CONTEXT) +
  declareElement('SubjectIdentifierType', 'subject') +
  sequence('AuthorizationPolicy', sequence('AllowedIps', ADDRESSES), 'minOccurs="0"');

const schemaFor = (namespace: string): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="${namespace}" targetNamespace="${namespace}" elementFormDefault="qualified">` +
  Object.entries(TEXTS)
    .map(
      ([name, pattern]) =>
        `<xs:simpleType name="${name}"><xs:restriction base="xs:token"><xs:pattern value="${pattern}"/></xs:restriction></xs:simpleType>`,
    )
    .join('') +
  sequence('AuthTokenRequest', REQUEST) +
  '</xs:schema>';

const compiled = new Map<string, XsdValidator>();

/**
 * The violation of the namespace's schema, as the parser reports it.
 * @param document without its signature.
 */
export function requestFaults(
  document: XmlDocument,
  namespace: (typeof NAMESPACES)[number],
): readonly string[] {
  const schema = compiled.get(namespace) ?? compile(namespace);
  compiled.set(namespace, schema);
  try {
    schema.validate(document);
    return [];
  } catch (error) {
    if (error instanceof XmlValidateError) return error.details.map(({ message }) => message.trim());
    throw error;
  }
}

function compile(namespace: string): XsdValidator {
  const document = XmlDocument.fromString(schemaFor(namespace), { option: ParseOption.XML_PARSE_NONET });
  try {
    return XsdValidator.fromDoc(document);
  } finally {
    document.dispose();
  }
}
