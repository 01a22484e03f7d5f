import { escapeText } from '../../../domain/documents/xml.ts';
import { xmlText } from '../xml-text.ts';
import type { Outgoing } from './dialect.ts';
import { documentTypeOf } from '../../../domain/routing/peppol-document.ts';
import { PARTICIPANT_SCHEME, PROCESS_SCHEME } from './identifiers.ts';

const NAMESPACE = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';

/** The document in its envelope (Peppol Business Message Envelope 2.0) in UTF-8. It is the same for every try. */
export function enveloped(outgoing: Outgoing, sender: string): Uint8Array {
  const { bytes, facts, addressing, submissionId, startedAt, to, countryC1 } = outgoing;
  const documentType = documentTypeOf(facts, addressing);
  const header = [
    element('HeaderVersion', '1.0'),
    party('Sender', sender),
    party('Receiver', to),
    '<DocumentIdentification>',
    element('Standard', addressing.namespace),
    element('TypeVersion', documentType.version),
    element('InstanceIdentifier', submissionId),
    element('Type', addressing.root),
    element('CreationDateAndTime', startedAt.toISOString()),
    '</DocumentIdentification>',
    '<BusinessScope>',
    scope('DOCUMENTID', documentType.value, documentType.scheme),
    scope('PROCESSID', documentType.process, PROCESS_SCHEME),
    scope('COUNTRY_C1', countryC1),
    // Without it positive answers of the receiver's side never come: phoss-ap sends a whole envelope unchanged.
    scope('MLS_TYPE', 'ALWAYS_SEND'),
    '</BusinessScope>',
  ].join('');
  const text =
    '<?xml version="1.0" encoding="UTF-8"?>' +
    `<StandardBusinessDocument xmlns="${NAMESPACE}"><StandardBusinessDocumentHeader>${header}</StandardBusinessDocumentHeader>` +
    `${withoutDeclaration(xmlText(bytes))}</StandardBusinessDocument>`;
  return new TextEncoder().encode(text);
}

const element = (name: string, value: string): string => `<${name}>${escapeText(value)}</${name}>`;

const party = (role: string, participant: string): string =>
  `<${role}><Identifier Authority="${PARTICIPANT_SCHEME}">${escapeText(participant)}</Identifier></${role}>`;

const scope = (type: string, instance: string, identifier?: string): string =>
  `<Scope>${element('Type', type)}${element('InstanceIdentifier', instance)}` +
  `${identifier === undefined ? '' : element('Identifier', identifier)}</Scope>`;

const withoutDeclaration = (text: string): string => text.replace(/^\uFEFF?(<\?xml[^>]*\?>\s*)?/, '');
