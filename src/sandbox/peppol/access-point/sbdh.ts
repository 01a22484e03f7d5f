import type { XmlElement } from 'libxml2-wasm';
import { type BusinessDocument, elementsAt, readBusinessDocument, textAt, withXml } from '../../documents.ts';
import {
  DOCUMENT_SCHEME,
  documentType,
  PARTICIPANT_SCHEME,
  participantValue,
  PROCESS_SCHEME,
  WILDCARD_SCHEME,
} from '../identifiers.ts';

/** A complete StandardBusinessDocument: the members of its header, and the document. */
interface Sbd {
  readonly sender: string;
  readonly receiver: string;
  readonly documentScheme: string;
  readonly documentType: string;
  readonly process: string;
  readonly countryC1: string;
  readonly instanceIdentifier: string;
  /** The sender also wants positive statuses (MLS_TYPE). */
  readonly alwaysMls: boolean;
  /** The document's own bytes. */
  readonly payload: Buffer;
  readonly document: BusinessDocument;
}

/** Checks the header against the envelope's rules (Peppol Business Message Envelope 2.0). */
class SbdhBroken extends Error {}

const HEADER = '/sbdh:StandardBusinessDocument/sbdh:StandardBusinessDocumentHeader';
const IDENTIFICATION = `${HEADER}/sbdh:DocumentIdentification`;
const SCOPE = `${HEADER}/sbdh:BusinessScope/sbdh:Scope`;
/** The children of each element in the order of the SBDH schema (UN/CEFACT SBDH 1.3). */
const SEQUENCES: readonly (readonly [path: string, children: readonly string[]])[] = [
  [HEADER, ['HeaderVersion', 'Sender', 'Receiver', 'DocumentIdentification', 'Manifest', 'BusinessScope']],
  [
    IDENTIFICATION,
    ['Standard', 'TypeVersion', 'InstanceIdentifier', 'Type', 'MultipleType', 'CreationDateAndTime'],
  ],
  [SCOPE, ['Type', 'InstanceIdentifier', 'Identifier']],
];
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

interface Header {
  readonly root: XmlElement;
  readonly type: ReturnType<typeof documentType>;
  readonly document: BusinessDocument | undefined;
}

/** Only the first broken rule is reported. */
const RULES: readonly {
  readonly id: string;
  readonly says: string;
  readonly isBroken: (header: Header) => boolean;
}[] = [
  {
    id: 'no-sbd',
    says: 'The root is no StandardBusinessDocument with a header',
    isBroken: (h) => count(h, HEADER) !== 1,
  },
  {
    id: 'invalid-sbd-xml',
    says: 'Failed to interpret StandardBusinessDocument as XML: elements are not in the order of the schema',
    isBroken: (h) =>
      SEQUENCES.some(([path, names]) => elementsAt(h.root, path).some((e) => !isInOrder(e, names))),
  },
  {
    id: 'invalid-header-version',
    says: 'HeaderVersion must be 1.0',
    isBroken: (h) => at(h, `${HEADER}/sbdh:HeaderVersion`) !== '1.0',
  },
  ...(['Sender', 'Receiver'] as const).flatMap((role) => {
    const identifier = `${HEADER}/sbdh:${role}/sbdh:Identifier`;
    const name = role.toLowerCase();
    return [
      {
        id: `invalid-${name}-count`,
        says: `There must be one ${role}`,
        isBroken: (h: Header) => count(h, `${HEADER}/sbdh:${role}`) !== 1,
      },
      {
        id: `invalid-${name}-authority`,
        says: `The Authority of the ${role} must be ${PARTICIPANT_SCHEME}`,
        isBroken: (h: Header) =>
          elementsAt(h.root, identifier)[0]?.attr('Authority')?.value !== PARTICIPANT_SCHEME,
      },
      {
        id: `invalid-${name}-value`,
        says: `The ${role} is no participant identifier`,
        isBroken: (h: Header) => !participantValue(at(h, identifier)),
      },
    ];
  }),
  {
    id: 'missing-business-message',
    says: 'There must be one business document',
    isBroken: (h) => !h.document,
  },
  {
    id: 'invalid-scope-count',
    says: 'BusinessScope holds too few Scopes',
    isBroken: (h) => count(h, SCOPE) < 2,
  },
  {
    id: 'missing-document-type-identifier',
    says: 'There must be one DOCUMENTID',
    isBroken: (h) => !scope(h, 'DOCUMENTID'),
  },
  {
    id: 'invalid-document-type-identifier',
    says: 'The DOCUMENTID is no document type identifier',
    isBroken: (h) => !h.type || ![DOCUMENT_SCHEME, WILDCARD_SCHEME].includes(scopeScheme(h, 'DOCUMENTID')),
  },
  {
    id: 'missing-process-identifier',
    says: 'There must be one PROCESSID',
    isBroken: (h) => !scope(h, 'PROCESSID'),
  },
  {
    id: 'invalid-process-identifier',
    says: `The Identifier of the PROCESSID must be ${PROCESS_SCHEME}`,
    isBroken: (h) => scopeScheme(h, 'PROCESSID') !== PROCESS_SCHEME,
  },
  {
    id: 'missing-country-c1',
    says: 'There must be one COUNTRY_C1',
    isBroken: (h) => !scope(h, 'COUNTRY_C1'),
  },
  {
    id: 'invalid-country-c1',
    says: 'COUNTRY_C1 must be two capital letters',
    isBroken: (h) => !isCountry(scope(h, 'COUNTRY_C1')),
  },
  {
    id: 'invalid-standard',
    says: 'Standard must be the namespace of the document and of its type',
    isBroken: (h) => !agrees(h, 'Standard', h.type?.namespace, h.document?.namespace),
  },
  {
    id: 'invalid-type-version',
    says: 'TypeVersion must be the end of the document type',
    isBroken: (h) => !agrees(h, 'TypeVersion', h.type?.version),
  },
  {
    id: 'invalid-type',
    says: 'Type must be the root of the document and of its type',
    isBroken: (h) => !agrees(h, 'Type', h.type?.localName, h.document?.localName),
  },
  {
    id: 'invalid-instance-identifier',
    says: 'InstanceIdentifier must be a UUID',
    isBroken: (h) => !UUID.test(at(h, `${IDENTIFICATION}/sbdh:InstanceIdentifier`)),
  },
  {
    id: 'invalid-creation-date-time',
    says: 'CreationDateAndTime must be a time with its zone',
    isBroken: (h) => !WITH_ZONE.test(at(h, `${IDENTIFICATION}/sbdh:CreationDateAndTime`)),
  },
];

/** @throws SbdhBroken naming the rule; the parser's error if the text is not XML. */
export const readSbd = (bytes: Buffer): Sbd =>
  withXml(bytes, (root) => {
    const payload = payloadOf(bytes);
    const header = {
      root,
      document: payload && attempt(() => readBusinessDocument(payload)),
      type: undefined,
    };
    const known: Header = { ...header, type: documentType(scope(header, 'DOCUMENTID')) };
    const broken = RULES.find((rule) => rule.isBroken(known));
    if (broken || !payload || !known.document)
      throw new SbdhBroken(`[${broken?.id ?? 'missing-business-message'}] ${broken?.says ?? ''}`);
    return {
      sender: at(known, `${HEADER}/sbdh:Sender/sbdh:Identifier`),
      receiver: at(known, `${HEADER}/sbdh:Receiver/sbdh:Identifier`),
      documentScheme: scopeScheme(known, 'DOCUMENTID'),
      documentType: scope(known, 'DOCUMENTID'),
      process: scope(known, 'PROCESSID'),
      countryC1: scope(known, 'COUNTRY_C1'),
      instanceIdentifier: at(known, `${IDENTIFICATION}/sbdh:InstanceIdentifier`),
      alwaysMls: scope(known, 'MLS_TYPE') === 'ALWAYS_SEND',
      payload,
      document: known.document,
    };
  });

/** The form of ISO 3166-1 alpha-2. */
export const isCountry = (text: string): boolean => /^[A-Z]{2}$/.test(text);

function isInOrder(element: XmlElement, names: readonly string[]): boolean {
  const positions = elementsAt(element, 'sbdh:*').map(({ name }) => names.indexOf(name));
  return positions.every((position, n) => position >= (positions[n - 1] ?? 0));
}

const at = ({ root }: Pick<Header, 'root'>, path: string): string => textAt(root, path);
const count = ({ root }: Pick<Header, 'root'>, path: string): number => elementsAt(root, path).length;

/** The value of the only scope of that type; empty if there is none, or more than one. */
const scope = (header: Pick<Header, 'root'>, type: string): string => {
  const path = `${SCOPE}[sbdh:Type = '${type}']`;
  return count(header, path) === 1 ? at(header, `${path}/sbdh:InstanceIdentifier`) : '';
};
const scopeScheme = (header: Header, type: string): string =>
  at(header, `${SCOPE}[sbdh:Type = '${type}']/sbdh:Identifier`);

const agrees = (header: Header, element: string, ...values: readonly (string | undefined)[]): boolean =>
  values.every((each) => each === at(header, `${IDENTIFICATION}/sbdh:${element}`));

/** The bytes between the end of the header and the end of the envelope. */
function payloadOf(bytes: Buffer): Buffer | undefined {
  // latin1 maps each byte to one character, so offsets stay the same.
  const whole = bytes.toString('latin1');
  const header = /<\/(?:[\w.-]+:)?StandardBusinessDocumentHeader\s*>/.exec(whole);
  const end = /<\/(?:[\w.-]+:)?StandardBusinessDocument\s*>\s*$/.exec(whole);
  if (!header || !end) return undefined;
  const inside = whole.slice(header.index + header[0].length, end.index).trim();
  return inside === '' ? undefined : Buffer.from(inside, 'latin1');
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
