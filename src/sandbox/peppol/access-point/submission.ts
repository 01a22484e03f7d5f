import { createHash } from 'node:crypto';
import type { BusinessDocument } from '../../documents.ts';
import {
  DOCUMENT_SCHEME,
  documentType,
  PARTICIPANT_SCHEME,
  participantValue,
  PROCESS_SCHEME,
  valueIn,
  WILDCARD_SCHEME,
} from '../identifiers.ts';
import type { Addressing } from './lookup.ts';
import { type JavaException, javaException } from './report.ts';
import { isCountry } from './sbdh.ts';

/** A document to send, with the members of its envelope. */
export interface Submission extends Addressing {
  readonly sender: string;
  readonly countryC1: string;
  readonly instanceIdentifier: string;
  /** Whether the caller chose the InstanceIdentifier, and uses it again in a repeat. */
  readonly ownIdentifier: boolean;
  readonly alwaysMls: boolean;
  readonly payload: Buffer;
  /** Undefined for a PDF, which is not read. */
  readonly document: BusinessDocument | undefined;
  readonly bodySha256: string;
  /** The hash of the caller's token. */
  readonly audience: string;
}

/** Identifiers of a path. */
export interface NamedInPath {
  /** Of the document type; the default if the path names none. */
  readonly documentScheme?: string;
  readonly sender: string;
  readonly receiver: string;
  readonly documentType: string;
  readonly process: string;
  readonly countryC1: string;
}

const ILLEGAL = 'java.lang.IllegalStateException';
const SENDING = 'com.helger.phase4.util.Phase4Exception';

/** The unreadable part of a path; undefined if there is none. */
export function unreadable(path: NamedInPath): JavaException | undefined {
  const says = (what: string, value: string): JavaException =>
    javaException(ILLEGAL, `Failed to parse the ${what} '${value}'`);
  if (!participantValue(path.sender)) return says('sending participant ID', path.sender);
  if (!participantValue(path.receiver)) return says('receiving participant ID', path.receiver);
  if (!documentType(typeIn(path.documentType).value)) return says('document type ID', path.documentType);
  if (valueIn(PROCESS_SCHEME, path.process) === undefined) return says('process ID', path.process);
  if (!isCountry(path.countryC1)) return says('country code', path.countryC1);
  return undefined;
}

/** A document type in a path. Without a scheme it has the default one. */
function typeIn(text: string): { readonly scheme: string; readonly value: string } {
  const isWildcard = text.startsWith(`${WILDCARD_SCHEME}::`);
  const scheme = isWildcard ? WILDCARD_SCHEME : DOCUMENT_SCHEME;
  return { scheme, value: valueIn(scheme, text) ?? '' };
}

/** Without their schemes. */
export const address = (path: NamedInPath): NamedInPath => ({
  sender: valueIn(PARTICIPANT_SCHEME, path.sender) ?? '',
  receiver: valueIn(PARTICIPANT_SCHEME, path.receiver) ?? '',
  documentScheme: typeIn(path.documentType).scheme,
  documentType: typeIn(path.documentType).value,
  process: valueIn(PROCESS_SCHEME, path.process) ?? '',
  countryC1: path.countryC1,
});

/** The difference between the document and the type of the call; undefined if they agree. */
export function disagreement(type: string, document: BusinessDocument): JavaException | undefined {
  const named = documentType(type);
  const says = (what: string): JavaException => javaException(SENDING, what);
  if (document.namespace === '')
    return javaException(ILLEGAL, 'Only XML payloads with a namespace are supported');
  if (document.localName === 'StandardBusinessDocument')
    return says('The payload is a StandardBusinessDocument already');
  if (document.namespace !== named?.namespace || document.localName !== named.localName)
    return says(
      `The payload is {${document.namespace}}${document.localName}, not what the document type ID says`,
    );
  if (document.customization !== named.customization)
    return says(
      `The payload says CustomizationID '${document.customization}', the document type ID says another`,
    );
  return undefined;
}

export const notXml = (message: string): JavaException =>
  javaException(ILLEGAL, 'Failed to read provided payload as XML', {
    class: 'org.xml.sax.SAXParseException',
    message,
  });

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
