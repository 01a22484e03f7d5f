import { escape } from '../../network.ts';

/** An error as the receiver's access point sends it (ebMS 3.0 core, 6.7; Peppol AS4 profile). */
export interface EbmsError {
  readonly errorCode: string;
  readonly shortDescription: string;
  readonly category: string;
  readonly description: string;
  readonly errorDetails: string;
}

export const NOT_SERVICED: EbmsError = {
  errorCode: 'EBMS:0004',
  shortDescription: 'Other',
  category: 'Content',
  description: 'An undefined error occurred.',
  errorDetails: 'PEPPOL:NOT_SERVICED',
};

export const DUPLICATE: EbmsError = {
  errorCode: 'EBMS:4001',
  shortDescription: 'Duplicate',
  category: 'Content',
  description: 'The message is a duplicate.',
  errorDetails: 'A document with this InstanceIdentifier was received before.',
};

/**
 * The answer of a receiver's access point with phoss-ap about an InstanceIdentifier that it already has (InboundOrchestrator).
 */
export const duplicateOf = (instanceIdentifier: string): EbmsError => ({
  ...NOT_SERVICED,
  errorDetails: `Rejecting duplicate SBDH instance '${instanceIdentifier}'`,
});

const EB = 'http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/';
const EBBP = 'http://docs.oasis-open.org/ebxml-bp/ebbp-signals-2.0';
const DS = 'http://www.w3.org/2000/09/xmldsig#';
const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ATTACHMENT =
  'http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#Attachment-Content-Signature-Transform';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

/** Of the message that the signal is about. */
interface Signalled {
  readonly messageId: string;
  /** Of the signal itself. */
  readonly signalId: string;
  readonly at: string;
}

/** A part of the message whose digest the receipt has. */
interface ReceivedPart {
  readonly uri: string;
  readonly transform: 'element' | 'attachment';
  /** base64 */
  readonly sha256: string;
}

export const receiptSignal = (about: Signalled, parts: readonly ReceivedPart[]): string =>
  signal(
    about,
    `<eb:Receipt><ebbp:NonRepudiationInformation>${parts.map(partInformation).join('')}</ebbp:NonRepudiationInformation></eb:Receipt>`,
  );

export const errorSignal = (about: Signalled, error: EbmsError): string =>
  signal(
    about,
    `<eb:Error category="${error.category}" refToMessageInError="${escape(about.messageId)}" errorCode="${error.errorCode}" severity="failure" shortDescription="${error.shortDescription}">` +
      `<eb:Description xml:lang="en">${escape(error.description)}</eb:Description><eb:ErrorDetail>${escape(error.errorDetails)}</eb:ErrorDetail></eb:Error>`,
  );

const signal = ({ messageId, signalId, at }: Signalled, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><eb:SignalMessage xmlns:eb="${EB}" xmlns:ebbp="${EBBP}" xmlns:ds="${DS}">` +
  `<eb:MessageInfo><eb:Timestamp>${at}</eb:Timestamp><eb:MessageId>${escape(signalId)}</eb:MessageId>` +
  `<eb:RefToMessageId>${escape(messageId)}</eb:RefToMessageId></eb:MessageInfo>${content}</eb:SignalMessage>`;

const partInformation = ({ uri, transform, sha256 }: ReceivedPart): string =>
  `<ebbp:MessagePartNRInformation><ds:Reference URI="${escape(uri)}"><ds:Transforms>` +
  `<ds:Transform Algorithm="${transform === 'element' ? EXCLUSIVE_C14N : ATTACHMENT}"/></ds:Transforms>` +
  `<ds:DigestMethod Algorithm="${SHA256}"/><ds:DigestValue>${sha256}</ds:DigestValue></ds:Reference></ebbp:MessagePartNRInformation>`;
