/** Identifiers of the network, and which of them the sandbox has. */

export const PARTICIPANT_SCHEME = 'iso6523-actorid-upis';
export const DOCUMENT_SCHEME = 'busdox-docid-qns';
/** Of PINT only: an entry of a receiver may end in a wildcard. */
export const WILDCARD_SCHEME = 'peppol-doctype-wildcard';
export const PROCESS_SCHEME = 'cenbii-procid-ubl';
export const AS4_PROFILE = 'peppol-transport-as4-v2_0';

/** Participant identifier schemes in force (eDEC code lists 9.7), without removed and deprecated ones. */
const ICDS = new Set(
  `9922 9923 9924 0235 9914 9915 9919 0151 0208 9925 9926 9928 9929 0183 9927 9936 0204 9930 0246 0184 0096 0198 0191 9931
   9920 0216 0225 0009 0002 9957 9932 9933 9934 9910 9935 0196 0201 0210 0211 0205 0097 0135 0142 0188 0221 0200 9937 0240
   9938 0218 9939 9940 9941 9942 9943 0230 0244 0248 0106 0190 9944 0192 9945 9946 9947 9948 0007 0195 9949 0158 0245 9950
   9951 9952 9959 9953 0088 0060 0130 0199 0209 9913 9918 0242`.split(/\s+/),
);

/** Policy for use of identifiers 4.4: 130 characters behind the scheme. */
const VALUE = /^(\d{4}):([A-Za-z0-9][A-Za-z0-9._~+-]{0,129})$/;

/** A participant value in lower case, for comparison; undefined if it is malformed, or of a scheme that is not in force. */
export function participantValue(text: string): string | undefined {
  const value = text.startsWith(`${PARTICIPANT_SCHEME}::`) ? text.slice(PARTICIPANT_SCHEME.length + 2) : text;
  const icd = VALUE.exec(value)?.[1];
  return icd !== undefined && ICDS.has(icd) ? value.toLowerCase() : undefined;
}

/** Without its scheme; undefined if it has another, or is empty. */
export function valueIn(scheme: string, text: string): string | undefined {
  const value = text.startsWith(`${scheme}::`) ? text.slice(scheme.length + 2) : text;
  return value === '' || /^[a-z0-9]+-[a-z0-9-]+::/.test(value) ? undefined : value;
}

/** `<root namespace>::<root local name>##<customization id>::<version>` */
interface DocumentType {
  readonly namespace: string;
  readonly localName: string;
  readonly customization: string;
  readonly version: string;
}

export function documentType(value: string): DocumentType | undefined {
  const parts = /^(.+?)::([^:#]+)##(.+)::([^:]+)$/.exec(value);
  if (!parts) return undefined;
  const [, namespace = '', localName = '', customization = '', version = ''] = parts;
  return { namespace, localName, customization, version };
}

const INVOICE = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice';
const CREDIT_NOTE = 'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2::CreditNote';
const CII = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice';
const RESPONSE = 'urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2::ApplicationResponse';

const BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const SELF_BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0';
const XRECHNUNG = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0';

const BILLING_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';
const SELF_BILLING_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0';

/** An offered document type, with its process. */
export interface Offer {
  /** `busdox-docid-qns` if left out. */
  readonly scheme?: typeof WILDCARD_SCHEME;
  readonly documentType: string;
  readonly process: string;
  /** Further processes of the same type. */
  readonly also?: readonly string[];
}

export const schemeOf = ({ scheme }: Offer): string => scheme ?? DOCUMENT_SCHEME;
export const processesOf = ({ process, also = [] }: Offer): readonly string[] => [process, ...also];

/**
 * The offer for a type. With `busdox-docid-qns` it has the same value. With the wildcard scheme it has the same value, then the
 * value with `*` after the customization id, then each without its last `@` part (peppol-commons, PeppolWildcardSelector).
 */
export function offerFor(offers: readonly Offer[], scheme: string, value: string): Offer | undefined {
  const findOffer = (name: string): Offer | undefined =>
    offers.find((offer) => schemeOf(offer) === scheme && offer.documentType === name);
  const exact = findOffer(value);
  const type = documentType(value);
  if (exact || scheme !== WILDCARD_SCHEME || !type) return exact;
  const parts = type.customization.split('@');
  for (let count = parts.length; count > 0; count -= 1) {
    const customization = `${parts.slice(0, count).join('@')}*`;
    const offer = findOffer(`${type.namespace}::${type.localName}##${customization}::${type.version}`);
    if (offer) return offer;
  }
  return undefined;
}

/** The types of every participant. */
export const USUAL_OFFERS: readonly Offer[] = [
  { documentType: `${INVOICE}##${BILLING}::2.1`, process: BILLING_PROCESS },
  { documentType: `${CREDIT_NOTE}##${BILLING}::2.1`, process: BILLING_PROCESS },
  { documentType: `${CII}##${BILLING}::D16B`, process: BILLING_PROCESS },
  { documentType: `${INVOICE}##${SELF_BILLING}::2.1`, process: SELF_BILLING_PROCESS },
  { documentType: `${CREDIT_NOTE}##${SELF_BILLING}::2.1`, process: SELF_BILLING_PROCESS },
];

/** Further types of German participants. */
export const GERMAN_OFFERS: readonly Offer[] = [
  { documentType: `${INVOICE}##${XRECHNUNG}::2.1`, process: BILLING_PROCESS },
  { documentType: `${CREDIT_NOTE}##${XRECHNUNG}::2.1`, process: BILLING_PROCESS },
  { documentType: `${CII}##${XRECHNUNG}::D16B`, process: BILLING_PROCESS },
];

/** Further types of participants outside Europe. */
export const PINT_OFFERS: readonly Offer[] = [INVOICE, CREDIT_NOTE].flatMap((root) => [
  {
    scheme: WILDCARD_SCHEME,
    documentType: `${root}##urn:peppol:pint:billing-1*::2.1`,
    process: 'urn:peppol:bis:billing',
  },
  {
    scheme: WILDCARD_SCHEME,
    documentType: `${root}##urn:peppol:pint:selfbilling-1*::2.1`,
    process: 'urn:peppol:bis:selfbilling',
  },
]);

const FRENCH_CIUS = 'urn:cen.eu:en16931:2017#compliant#urn:peppol:france:billing:cius:1.0';
const FRENCH_PROCESSES = {
  process: 'urn:peppol:france:billing:regulated',
  also: ['urn:peppol:france:billing:non-regulated'],
};

/** Further types of French participants: every French CII is D22B. */
export const FRENCH_OFFERS: readonly Offer[] = [
  { documentType: `${INVOICE}##${FRENCH_CIUS}::2.1`, ...FRENCH_PROCESSES },
  { documentType: `${CREDIT_NOTE}##${FRENCH_CIUS}::2.1`, ...FRENCH_PROCESSES },
  { documentType: `${CII}##${FRENCH_CIUS}::D22B`, ...FRENCH_PROCESSES },
];

const NLCIUS = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:nen.nl:nlcius:v1.0';

/** Further types of Dutch participants. */
export const DUTCH_OFFERS: readonly Offer[] = [
  { documentType: `${INVOICE}##${NLCIUS}::2.1`, process: BILLING_PROCESS },
  { documentType: `${CREDIT_NOTE}##${NLCIUS}::2.1`, process: BILLING_PROCESS },
];

export const INVOICE_RESPONSE: Offer = {
  documentType: `${RESPONSE}##urn:fdc:peppol.eu:poacc:trns:invoice_response:3::2.1`,
  process: 'urn:fdc:peppol.eu:poacc:bis:invoice_response:3',
};
export const MESSAGE_LEVEL_RESPONSE: Offer = {
  documentType: `${RESPONSE}##urn:fdc:peppol.eu:poacc:trns:mlr:3::2.1`,
  process: 'urn:fdc:peppol.eu:poacc:bis:mlr:3',
};
export const MESSAGE_LEVEL_STATUS: Offer = {
  documentType: `${RESPONSE}##urn:peppol:edec:mls:1.0::2.1`,
  process: 'urn:peppol:edec:mls',
};

/** The French Factur-X type and process, which its call of the access point always uses. */
export const FACTUR_X: Offer = {
  documentType:
    'urn:peppol:doctype:pdf+xml##urn:cen.eu:en16931:2017#conformant#urn:peppol:france:billing:Factur-X:1.0::D22B',
  process: 'urn:peppol:france:billing:regulated',
};

const LISTED: readonly Offer[] = [
  ...USUAL_OFFERS,
  ...GERMAN_OFFERS,
  ...DUTCH_OFFERS,
  ...FRENCH_OFFERS,
  INVOICE_RESPONSE,
  MESSAGE_LEVEL_RESPONSE,
  MESSAGE_LEVEL_STATUS,
  FACTUR_X,
];

/** PINT types by their prefix: the code list has one for each country. */
export const isListedType = (value: string): boolean =>
  LISTED.some((offer) => offer.documentType === value) ||
  /##urn:peppol:pint:(?:self)?billing-1[@:]/.test(value);
export const isListedProcess = (value: string): boolean =>
  [...LISTED, ...PINT_OFFERS].some((offer) => processesOf(offer).includes(value));
