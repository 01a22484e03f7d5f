import { escapeText, leaf } from '../../../domain/documents/xml.ts';
import { xmlText } from '../../xml/xml-text.ts';
import type { Outgoing } from './dialect.ts';
import { type DocumentType, documentTypeOf } from '../../../domain/routing/peppol-document.ts';
import { PARTICIPANT_SCHEME, PROCESS_SCHEME } from './identifiers.ts';

const NAMESPACE = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';

/** The document in its envelope. It is the same for every try. */
export function envelop(outgoing: Outgoing, sender: string): Uint8Array {
  const { bytes, facts, addressing, submissionId, startedAt, to, countryC1 } = outgoing;
  const { namespace, root } = addressing;
  return inEnvelope({
    sender,
    to,
    countryC1,
    namespace,
    root,
    submissionId,
    startedAt,
    documentType: documentTypeOf(facts, addressing),
    document: xmlText(bytes),
    // Without it positive answers of the receiver's side never come: phoss-ap sends a whole envelope unchanged.
    mlsType: 'ALWAYS_SEND',
  });
}

interface Enveloped {
  readonly sender: string;
  readonly to: string;
  readonly countryC1: string;
  /** Of the document's root. */
  readonly namespace: string;
  readonly root: string;
  readonly documentType: DocumentType;
  readonly submissionId: string;
  readonly startedAt: Date;
  /** XML. */
  readonly document: string;
  /** Left out: the receiver's side tells failures alone. */
  readonly mlsType?: 'ALWAYS_SEND';
}

/** Peppol Business Message Envelope 2.0, in UTF-8. */
export function inEnvelope({ documentType, document, mlsType, ...of }: Enveloped): Uint8Array {
  const header = [
    leaf('HeaderVersion', '1.0'),
    party('Sender', of.sender),
    party('Receiver', of.to),
    '<DocumentIdentification>',
    leaf('Standard', of.namespace),
    leaf('TypeVersion', documentType.version),
    leaf('InstanceIdentifier', of.submissionId),
    leaf('Type', of.root),
    leaf('CreationDateAndTime', of.startedAt.toISOString()),
    '</DocumentIdentification>',
    '<BusinessScope>',
    scope('DOCUMENTID', documentType.value, documentType.scheme),
    scope('PROCESSID', documentType.process, PROCESS_SCHEME),
    scope('COUNTRY_C1', of.countryC1),
    ...(mlsType ? [scope('MLS_TYPE', mlsType)] : []),
    '</BusinessScope>',
  ].join('');
  const text =
    '<?xml version="1.0" encoding="UTF-8"?>' +
    `<StandardBusinessDocument xmlns="${NAMESPACE}"><StandardBusinessDocumentHeader>${header}</StandardBusinessDocumentHeader>` +
    `${withoutDeclaration(document)}</StandardBusinessDocument>`;
  return new TextEncoder().encode(text);
}

/** The same under another InstanceIdentifier: the first one is that of the document, those behind it name types. */
export function renamedEnvelope(envelope: Uint8Array, submissionId: string): Uint8Array {
  const text = new TextDecoder().decode(envelope);
  const named = leaf('InstanceIdentifier', submissionId);
  return new TextEncoder().encode(
    text.replace(/<InstanceIdentifier>[^<]*<\/InstanceIdentifier>/, () => named),
  );
}

const party = (role: string, participant: string): string =>
  `<${role}><Identifier Authority="${PARTICIPANT_SCHEME}">${escapeText(participant)}</Identifier></${role}>`;

const scope = (type: string, instance: string, identifier?: string): string =>
  `<Scope>${leaf('Type', type)}${leaf('InstanceIdentifier', instance)}` +
  `${identifier === undefined ? '' : leaf('Identifier', identifier)}</Scope>`;

const withoutDeclaration = (text: string): string => text.replace(/^\uFEFF?(<\?xml[^>]*\?>\s*)?/, '');
