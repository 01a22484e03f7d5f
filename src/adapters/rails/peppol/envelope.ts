import { escapeText } from '../../../domain/documents/xml.ts';
import type { Addressing } from '../../../domain/vocabulary/addressing.ts';
import { DOCUMENT_SCHEME, type DocumentType, PARTICIPANT_SCHEME, PROCESS_SCHEME } from './identifiers.ts';

export interface EnvelopeFacts {
  readonly sender: string;
  readonly receiver: string;
  readonly documentType: DocumentType;
  readonly addressing: Pick<Addressing, 'namespace' | 'root'>;
  /** Stays the same for every try. */
  readonly instanceIdentifier: string;
  readonly createdAt: Date;
  /** ISO 3166-1 alpha-2, of the seller. */
  readonly countryC1: string;
}

const NAMESPACE = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';

/** The document in its envelope (Peppol Business Message Envelope 2.0), in UTF-8. */
export function enveloped(document: Uint8Array, facts: EnvelopeFacts): Uint8Array {
  const { sender, receiver, documentType, addressing, instanceIdentifier, createdAt, countryC1 } = facts;
  const header = [
    element('HeaderVersion', '1.0'),
    party('Sender', sender),
    party('Receiver', receiver),
    '<DocumentIdentification>',
    element('Standard', addressing.namespace),
    element('TypeVersion', documentType.version),
    element('Type', addressing.root),
    element('InstanceIdentifier', instanceIdentifier),
    element('CreationDateAndTime', createdAt.toISOString()),
    '</DocumentIdentification>',
    '<BusinessScope>',
    scope('DOCUMENTID', documentType.value, DOCUMENT_SCHEME),
    scope('PROCESSID', documentType.process, PROCESS_SCHEME),
    scope('COUNTRY_C1', countryC1),
    '</BusinessScope>',
  ].join('');
  const text =
    '<?xml version="1.0" encoding="UTF-8"?>' +
    `<StandardBusinessDocument xmlns="${NAMESPACE}"><StandardBusinessDocumentHeader>${header}</StandardBusinessDocumentHeader>` +
    `${withoutDeclaration(decoded(document))}</StandardBusinessDocument>`;
  return new TextEncoder().encode(text);
}

const element = (name: string, value: string): string => `<${name}>${escapeText(value)}</${name}>`;

const party = (role: string, participant: string): string =>
  `<${role}><Identifier Authority="${PARTICIPANT_SCHEME}">${escapeText(participant)}</Identifier></${role}>`;

const scope = (type: string, instance: string, identifier?: string): string =>
  `<Scope>${element('Type', type)}${element('InstanceIdentifier', instance)}` +
  `${identifier === undefined ? '' : element('Identifier', identifier)}</Scope>`;

/** The encodings that are taken (decisions, "XML encodings"); it was read before, so it is in one of them. */
function decoded(document: Uint8Array): string {
  const [first, second] = document;
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(document);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(document);
  const head = new TextDecoder('latin1').decode(document.subarray(0, 200));
  const declared = /^<\?xml[^>]*\bencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(head)?.[1]?.toLowerCase();
  // Not by TextDecoder, to which `iso-8859-1` means windows-1252.
  if (declared === 'iso-8859-1') return Buffer.from(document).toString('latin1');
  return new TextDecoder('utf-8', { fatal: true }).decode(document);
}

const withoutDeclaration = (text: string): string => text.replace(/^\uFEFF?(<\?xml[^>]*\?>\s*)?/, '');
