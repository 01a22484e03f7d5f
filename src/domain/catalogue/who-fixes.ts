import type { Finding, Owner } from '../findings/finding.ts';
import { OWN_CODES } from './own-codes.ts';

/** What a finding is about: a document that this service built of the caller's data or of an ERP's export, or a file that goes on as it is. */
export type Origin = 'built' | 'mapped' | 'file';

/** @param mapping by which an ERP's export was read. */
export const builtFrom = (mapping: unknown): Origin => (mapping === undefined ? 'built' : 'mapped');

/** Owners that the contract states for rule ids (part 7). Those of codes of our own stand in the catalogue. */
const BY_CONTRACT: ReadonlyMap<string, Owner> = new Map([
  ['BR-CO-16', 'us'],
  ['PEPPOL-EN16931-R001', 'us'],
  ['BR-DE-5', 'erp'],
  ['BR-RO-001', 'us'],
]);

interface Case {
  readonly code: string;
  /** Of the finding itself: a check of our own that knows. */
  readonly stated: Owner | undefined;
  /** Of the rule as it is restated here: `us` for what this service computes or writes. */
  readonly catalogued: Owner | undefined;
  readonly origin: Origin;
  /** It is about a member that the caller gave or left out. */
  readonly isAboutField: boolean;
}

/** First match wins. */
const WHO_FIXES: readonly {
  readonly name: string;
  readonly when: (about: Case) => boolean;
  readonly who: (about: Case) => Owner;
}[] = [
  {
    name: 'the contract names the owner',
    when: ({ code }) => BY_CONTRACT.has(code),
    who: ({ code }) => BY_CONTRACT.get(code) ?? 'us',
  },
  {
    name: 'the check knows whose it is',
    when: ({ stated }) => stated !== undefined,
    who: ({ stated }) => stated ?? 'us',
  },
  {
    name: 'the code is ours, and its owner stands',
    when: ({ code, catalogued }) => OURS.has(code) && catalogued !== undefined,
    who: ({ catalogued }) => catalogued ?? 'us',
  },
  { name: 'a file is made by the ERP', when: ({ origin }) => origin === 'file', who: () => 'erp' },
  {
    name: 'the rule says whether it is about what we compute or about what the ERP states',
    when: ({ catalogued }) => catalogued !== undefined,
    who: ({ catalogued }) => catalogued ?? 'us',
  },
  {
    name: 'a member of the caller is missing or wrong',
    when: ({ isAboutField }) => isAboutField,
    who: () => 'erp',
  },
  { name: 'the data allowed a valid document', when: () => true, who: () => 'us' },
];

/** Codes of ours for what a schema or an unnamed rule says of a document; whose they are depends on who made it. */
const ABOUT_DOCUMENTS: ReadonlySet<string> = new Set(['EI-XSD', 'EI-RULE']);
const OURS: ReadonlySet<string> = new Set(
  OWN_CODES.map(({ code }) => code).filter((code) => !ABOUT_DOCUMENTS.has(code)),
);

/** @param catalogued owner of the finding's code in the catalogue. */
export function whoFixes(
  { code, whoFixes: stated, field }: Pick<Finding, 'code' | 'whoFixes' | 'field'>,
  origin: Origin,
  catalogued: Owner | undefined,
): Owner {
  const about = { code, stated, catalogued, origin, isAboutField: field !== undefined };
  const row = WHO_FIXES.find(({ when }) => when(about));
  return row?.who(about) ?? 'us';
}

/** Codes of ours about members of the canonical invoice; a connector writes those of an export. */
const ABOUT_MEMBERS = 'EI-SCHEMA';

/** The sender of the call can correct what is in it, although the contract names another owner (decisions, "owner of a finding"). */
export const senderCorrects = ({ code }: Pick<Finding, 'code'>, owner: Owner, origin: Origin): boolean =>
  owner === 'us' && (origin === 'file' ? !OURS.has(code) : origin === 'built' && code === ABOUT_MEMBERS);
