import type { Addressing } from '../../../domain/vocabulary/addressing.ts';
import type { DocumentFacts } from '../../../domain/vocabulary/document-facts.ts';

/** Scheme of every participant, of document types and of processes. */
export const PARTICIPANT_SCHEME = 'iso6523-actorid-upis';
export const DOCUMENT_SCHEME = 'busdox-docid-qns';
export const PROCESS_SCHEME = 'cenbii-procid-ubl';

const BILLING = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

/** `0208:0123456749` in lower case, from an electronic address; undefined where its scheme is none of Peppol's (`EM`, `AN`, …). */
export function participantOf(endpoint: Addressing['buyer']['endpoint']): string | undefined {
  if (!endpoint || !/^\d{4}$/.test(endpoint.scheme) || !/^\S{1,50}$/.test(endpoint.id)) return undefined;
  return `${endpoint.scheme}:${endpoint.id}`.toLowerCase();
}

/** With or without the scheme before it. */
export function participantFrom(text: string): string | undefined {
  const value = text.trim().replace(new RegExp(`^${PARTICIPANT_SCHEME}::`, 'i'), '');
  return /^\d{4}:\S{1,50}$/.test(value) ? value.toLowerCase() : undefined;
}

/** A self-billed invoice goes to the seller, who did not write it. */
export const receiverOf = ({ typeCode, process, seller, buyer }: Addressing): string | undefined =>
  participantOf((isSelfBilled(typeCode, process) ? seller : buyer).endpoint);

const isSelfBilled = (typeCode: string | null, process: string | null): boolean =>
  typeCode === '389' || (process?.includes(':selfbilling:') ?? false);

export interface DocumentType {
  /** Root namespace, root, BT-24 and version, as one identifier. */
  readonly value: string;
  readonly version: string;
  readonly process: string;
}

const VERSIONS = { 'ubl-invoice': '2.1', 'ubl-creditnote': '2.1', cii: 'D16B', fa3: '1-0E' } as const;

export function documentTypeOf(facts: DocumentFacts, { namespace, root, process }: Addressing): DocumentType {
  const version = VERSIONS[facts.syntax];
  return {
    value: `${namespace}::${root}##${facts.specification ?? ''}::${version}`,
    version,
    process: process ?? BILLING,
  };
}
