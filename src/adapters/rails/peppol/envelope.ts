import { escapeText } from '../../../domain/documents/xml.ts';
import type { Addressing } from '../../../domain/vocabulary/addressing.ts';
import { xmlText } from '../xml-text.ts';
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
    `${withoutDeclaration(xmlText(document))}</StandardBusinessDocument>`;
  return new TextEncoder().encode(text);
}

const element = (name: string, value: string): string => `<${name}>${escapeText(value)}</${name}>`;

const party = (role: string, participant: string): string =>
  `<${role}><Identifier Authority="${PARTICIPANT_SCHEME}">${escapeText(participant)}</Identifier></${role}>`;

const scope = (type: string, instance: string, identifier?: string): string =>
  `<Scope>${element('Type', type)}${element('InstanceIdentifier', instance)}` +
  `${identifier === undefined ? '' : element('Identifier', identifier)}</Scope>`;

const withoutDeclaration = (text: string): string => text.replace(/^\uFEFF?(<\?xml[^>]*\?>\s*)?/, '');
