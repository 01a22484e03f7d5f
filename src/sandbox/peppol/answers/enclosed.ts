import { escape } from '../../network.ts';
import {
  DOCUMENT_SCHEME,
  documentType as typeOf,
  PARTICIPANT_SCHEME,
  PROCESS_SCHEME,
} from '../identifiers.ts';

/** A message as the network delivers it: in its envelope. */
export interface Enclosed {
  readonly id: string;
  readonly at: number;
  readonly instanceIdentifier: string;
  readonly sender: string;
  readonly receiver: string;
  readonly documentType: string;
  readonly process: string;
  readonly content: string;
}

interface Message {
  readonly id: string;
  readonly at: number;
  readonly documentType: string;
  readonly content: string;
}

/** An answer of the sandbox gets its envelope here; one that a client sent has it. */
export function enclose({ id, at, documentType, content }: Message): Enclosed {
  const sent = /<StandardBusinessDocumentHeader>/.test(content);
  const process = /<cbc:ProfileID>([^<]+)/.exec(content)?.[1] ?? '';
  const message = { at, documentType, process, content };
  if (sent) {
    const instanceIdentifier = /<InstanceIdentifier>([^<]*)/.exec(content)?.[1] ?? '';
    const [sender, receiver] = [addHead(content, 'Sender'), addHead(content, 'Receiver')];
    return { id, ...message, instanceIdentifier, sender, receiver };
  }
  const instanceIdentifier = `3f0a5b1c-0000-4000-8000-${id.padStart(12, '0')}`;
  const [sender, receiver] = [partyIn(content, 'SenderParty'), partyIn(content, 'ReceiverParty')];
  const written = { ...message, instanceIdentifier, sender, receiver };
  return { id, ...written, content: envelop(written) };
}

const addHead = (content: string, role: string): string =>
  new RegExp(`<${role}><Identifier[^>]*>([^<]*)`).exec(content)?.[1] ?? '';

/** Peppol Business Message Envelope 2.0. */
export function envelop(message: Omit<Enclosed, 'id'>): string {
  const { at, instanceIdentifier, sender, receiver, documentType, process, content } = message;
  const party = (role: string, value: string): string =>
    `<${role}><Identifier Authority="${PARTICIPANT_SCHEME}">${escape(value)}</Identifier></${role}>`;
  const scope = (name: string, value: string, scheme?: string): string =>
    `<Scope><Type>${name}</Type><InstanceIdentifier>${escape(value)}</InstanceIdentifier>${scheme ? `<Identifier>${scheme}</Identifier>` : ''}</Scope>`;
  const type = typeOf(documentType);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n<StandardBusinessDocument xmlns="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader">',
    '<StandardBusinessDocumentHeader><HeaderVersion>1.0</HeaderVersion>',
    party('Sender', sender),
    party('Receiver', receiver),
    `<DocumentIdentification><Standard>${type?.namespace ?? ''}</Standard><TypeVersion>2.1</TypeVersion>`,
    `<InstanceIdentifier>${instanceIdentifier}</InstanceIdentifier><Type>${type?.localName ?? 'Invoice'}</Type>`,
    `<CreationDateAndTime>${new Date(at).toISOString()}</CreationDateAndTime></DocumentIdentification><BusinessScope>`,
    scope('DOCUMENTID', documentType, DOCUMENT_SCHEME),
    scope('PROCESSID', process, PROCESS_SCHEME),
    scope('COUNTRY_C1', 'DE'),
    '</BusinessScope></StandardBusinessDocumentHeader>\n',
    content.replace(/^\uFEFF?<\?xml[^>]*\?>\s*/, ''),
    '</StandardBusinessDocument>\n',
  ].join('');
}

function partyIn(content: string, role: string): string {
  const match = new RegExp(`<cac:${role}><cbc:EndpointID schemeID="([^"]*)">([^<]*)<`).exec(content);
  return `${match?.[1] ?? ''}:${match?.[2] ?? ''}`;
}
