import { escaped } from '../../network.ts';
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

/** The envelope (Peppol Business Message Envelope 2.0) around an answer of the sandbox. */
export function enclosed({ id, at, documentType, content }: Message): Enclosed {
  const instanceIdentifier = `3f0a5b1c-0000-4000-8000-${id.padStart(12, '0')}`;
  const sender = partyIn(content, 'SenderParty');
  const receiver = partyIn(content, 'ReceiverParty');
  const process = /<cbc:ProfileID>([^<]+)/.exec(content)?.[1] ?? '';
  const type = typeOf(documentType);
  const party = (role: string, value: string): string =>
    `<${role}><Identifier Authority="${PARTICIPANT_SCHEME}">${escaped(value)}</Identifier></${role}>`;
  const scope = (name: string, value: string, scheme?: string): string =>
    `<Scope><Type>${name}</Type><InstanceIdentifier>${escaped(value)}</InstanceIdentifier>${scheme ? `<Identifier>${scheme}</Identifier>` : ''}</Scope>`;
  const envelope = [
    '<?xml version="1.0" encoding="UTF-8"?>\n<StandardBusinessDocument xmlns="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader">',
    '<StandardBusinessDocumentHeader><HeaderVersion>1.0</HeaderVersion>',
    party('Sender', sender),
    party('Receiver', receiver),
    `<DocumentIdentification><Standard>${type?.namespace ?? ''}</Standard><TypeVersion>2.1</TypeVersion>`,
    `<InstanceIdentifier>${instanceIdentifier}</InstanceIdentifier><Type>ApplicationResponse</Type>`,
    `<CreationDateAndTime>${new Date(at).toISOString()}</CreationDateAndTime></DocumentIdentification><BusinessScope>`,
    scope('DOCUMENTID', documentType, DOCUMENT_SCHEME),
    scope('PROCESSID', process, PROCESS_SCHEME),
    scope('COUNTRY_C1', 'DE'),
    '</BusinessScope></StandardBusinessDocumentHeader>\n',
    content.replace(/^<\?xml[^>]*\?>\s*/, ''),
    '</StandardBusinessDocument>\n',
  ].join('');
  return { id, at, instanceIdentifier, sender, receiver, documentType, process, content: envelope };
}

function partyIn(content: string, role: string): string {
  const found = new RegExp(`<cac:${role}><cbc:EndpointID schemeID="([^"]*)">([^<]*)<`).exec(content);
  return `${found?.[1] ?? ''}:${found?.[2] ?? ''}`;
}
