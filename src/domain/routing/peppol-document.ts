import { type Addressing, type ElectronicAddress, isWrittenByBuyer } from '../vocabulary/addressing.ts';
import type { DocumentFacts } from '../vocabulary/document-facts.ts';
import { BT24 } from 'en16931-rules/layers/layer-selection.ts';
import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';

/** Behind its scheme: 130 characters at most (Peppol policy for use of identifiers 4.4). */
export const PARTICIPANT_ID = /^\S{1,130}$/;

/** `0208:0123456749` in lower case, from an electronic address; undefined if Peppol does not have its scheme (`EM`, `AN`, …). */
export function participantOf(endpoint: Addressing['buyer']['endpoint']): string | undefined {
  if (!endpoint || !/^\d{4}$/.test(endpoint.scheme) || !PARTICIPANT_ID.test(endpoint.id)) return undefined;
  return `${endpoint.scheme}:${endpoint.id}`.toLowerCase();
}

/**
 * `<ICD>:<id>` in lower case. A self-billed invoice goes to the seller: the buyer writes it.
 * @param known the receiver that was found when the route was chosen.
 */
export const receivingParticipant = (addressing: Addressing, known?: string): string | undefined =>
  known?.toLowerCase() ?? participantOf(addressing[receivingParty(addressing)].endpoint);

/** At the first colon: the value may have more. */
export function addressOfParticipant(participant: string): ElectronicAddress {
  const at = participant.indexOf(':');
  return { scheme: participant.slice(0, at), id: participant.slice(at + 1) };
}

export const receivingParty = (addressing: Addressing): 'seller' | 'buyer' =>
  isWrittenByBuyer(addressing) ? 'seller' : 'buyer';

export const sendingParty = (addressing: Addressing): 'seller' | 'buyer' =>
  isWrittenByBuyer(addressing) ? 'buyer' : 'seller';

/** An SMP has an entry of exactly this value; of wildcard types it may have another. */
export const LOOKED_UP_SCHEME = 'busdox-docid-qns';

export interface DocumentType {
  /** PINT types are found by their own scheme, whose entries may end in a wildcard; all others by `busdox-docid-qns`. */
  readonly scheme: typeof LOOKED_UP_SCHEME | 'peppol-doctype-wildcard';
  /** Root namespace, root, BT-24 and version, as one identifier. */
  readonly value: string;
  readonly version: string;
  readonly process: string;
}

const BILLING = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';
const FRENCH = ['urn:peppol:france:billing:regulated', 'urn:peppol:france:billing:non-regulated'] as const;

/** Processes of a document type, by BT-24 (OpenPEPPOL eDEC code lists 9.7): the first row that fits, with the usual process first. */
const PROCESSES: readonly (readonly [specification: RegExp, processes: readonly [string, ...string[]]])[] = [
  [/^urn:peppol:pint:selfbilling-1/, ['urn:peppol:bis:selfbilling']],
  [/^urn:peppol:pint:/, ['urn:peppol:bis:billing']],
  [/urn:peppol:france:billing:/, FRENCH],
  [/poacc:selfbilling:3\.0$/, ['urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0']],
  [/poacc:billing:3\.0$/, [BILLING, 'urn:peppol:bis:billing_with_response', ...FRENCH]],
  [/^urn:cen\.eu:en16931:2017$/, ['urn:fdc:peppol.eu:poacc:en16931:any']],
  [/(?:)/, [BILLING]],
];

const VERSIONS = {
  'ubl-invoice': '2.1',
  'ubl-creditnote': '2.1',
  cii: 'D16B',
  fa3: '1-0E',
  'fa-rr': '1-1E',
} as const;

/** The French profile has a name of its own on Peppol; the document keeps its BT-24 (gobl.ubl 39e5b63). */
const NAMED_ON_PEPPOL: Readonly<Record<string, string>> = {
  [BT24.extendedCtcFr]: 'urn:cen.eu:en16931:2017#conformant#urn:peppol:france:billing:extended:1.0',
};

/** The document type follows from the file: its root, BT-24 and syntax (`routes`, 2). */
export function documentTypeOf(facts: DocumentFacts, { namespace, root, process }: Addressing): DocumentType {
  const stated = facts.specification ?? '';
  const specification = rowOf(NAMED_ON_PEPPOL, stated) ?? stated;
  const isFrench = specification.includes('urn:peppol:france:billing:');
  const version = facts.syntax === 'cii' && isFrench ? 'D22B' : VERSIONS[facts.syntax];
  const [, allowed = [BILLING]] = PROCESSES.find(([fits]) => fits.test(specification)) ?? [];
  return {
    scheme: specification.startsWith('urn:peppol:pint:') ? 'peppol-doctype-wildcard' : LOOKED_UP_SCHEME,
    value: `${namespace}::${root}##${specification}::${version}`,
    version,
    process: allowed.find((one) => one === process) ?? allowed[0] ?? BILLING,
  };
}
