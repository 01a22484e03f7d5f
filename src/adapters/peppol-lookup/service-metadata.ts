import type { DocumentKindAsked } from '../../ports/participants.ts';
import { DOCUMENT_SCHEME, PARTICIPANT_SCHEME, PROCESS_SCHEME } from './identifiers.ts';
import { all, type Element, one } from '../xml/xml-tree.ts';

const PUBLISHING = 'http://busdox.org/serviceMetadata/publishing/1.0/';
const AS4 = 'peppol-transport-as4-v2_0';

export type Metadata =
  /** @param isInactive none of its endpoints is active today. */
  | { readonly says: 'endpoint'; readonly url: string; readonly isInactive?: true }
  /** Registered for the document type, but by another process or transport. */
  | { readonly says: 'no-endpoint' }
  /** @param subject of the certificate that must have signed the answer there. */
  | { readonly says: 'elsewhere'; readonly url: string; readonly subject: string };

export interface Asked extends DocumentKindAsked {
  readonly participant: string;
}

/**
 * An SMP's answer about one participant and document type (`routes/peppol.md` 3.2).
 * @throws Error if it is not such an answer, or about something else.
 */
export function readMetadata(content: Element, question: Asked, now: Date): Metadata {
  const metadata = one(content, 'ServiceMetadata');
  if (content.uri !== PUBLISHING || content.local !== 'SignedServiceMetadata' || !metadata)
    throw new Error('no service metadata');
  const redirect = one(metadata, 'Redirect');
  const information = one(metadata, 'ServiceInformation');
  if (redirect && !information) return elsewhere(redirect);
  if (!information || redirect) throw new Error('no service metadata');
  if (!isAbout(information, question)) throw new Error('the answer is about something else');
  const endpoints = all(information, 'ProcessList/Process')
    .filter((process) => isId(one(process, 'ProcessIdentifier'), PROCESS_SCHEME, question.process))
    .flatMap((process) => all(process, 'ServiceEndpointList/Endpoint'))
    .filter((endpoint) => endpoint.attributes.get('transportProfile') === AS4)
    .map((endpoint) => ({ url: addressOf(endpoint), isActive: isActive(endpoint, now) }))
    .filter(({ url }) => url !== '' && !NO_RECEIVER.test(url));
  const active = endpoints.find((endpoint) => endpoint.isActive);
  if (active) return { says: 'endpoint', url: active.url };
  const [expired] = endpoints;
  return expired ? { says: 'endpoint', url: expired.url, isInactive: true } : { says: 'no-endpoint' };
}

const addressOf = (endpoint: Element): string => one(endpoint, 'EndpointReference/Address')?.text ?? '';

/**
 * Belgium registered companies without a receiver of their own at its Hermes, which has been out of service since 31 December 2025: odoo
 * counts these as not registered (`account_peppol/models/res_partner.py`).
 */
const NO_RECEIVER = /hermes-belgium/i;

function elsewhere(redirect: Element): Metadata {
  const url = redirect.attributes.get('href');
  const subject = one(redirect, 'CertificateUID')?.text;
  if (!url || !subject) throw new Error('a redirect to nowhere');
  return { says: 'elsewhere', url, subject };
}

/** Participants are compared in lower case, document types exactly. */
const isAbout = (information: Element, { participant, documentType }: Asked): boolean =>
  isId(one(information, 'ParticipantIdentifier'), PARTICIPANT_SCHEME, participant, (text) =>
    text.toLowerCase(),
  ) && isId(one(information, 'DocumentIdentifier'), DOCUMENT_SCHEME, documentType);

const isId = (
  element: Element | undefined,
  scheme: string,
  value: string,
  comparable = (text: string): string => text,
): boolean => element?.attributes.get('scheme') === scheme && comparable(element.text) === comparable(value);

function isActive(endpoint: Element, now: Date): boolean {
  const from = timeIn(endpoint, 'ServiceActivationDate');
  const until = timeIn(endpoint, 'ServiceExpirationDate');
  return (!from || from <= now) && (!until || now < until);
}

function timeIn(endpoint: Element, name: string): Date | undefined {
  const text = one(endpoint, name)?.text;
  if (!text) return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new Error(`${name} is no time`);
  return time;
}
