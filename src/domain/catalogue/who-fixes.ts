import { type Finding, type Owner, whoActs } from 'en16931-rules/vocabulary/finding.ts';
import type { CatalogueEntry } from './entry.ts';
import { OWN_CODES } from './own-codes.ts';

/** The origin of a checked document: built from the caller's data, built from an ERP's export, or a file that is sent unchanged. */
export type Origin = 'built' | 'mapped' | 'file';

/** @param mapping of an ERP's export; undefined for a canonical invoice. */
export const originOf = (mapping: unknown): Origin => (mapping === undefined ? 'built' : 'mapped');

/** Owners that the contract states for rules about content (part 7). Those of our own codes are in the catalogue. */
const BY_CONTRACT: ReadonlyMap<string, Owner> = new Map([
  ['BR-CO-16', 'us'],
  ['PEPPOL-EN16931-R001', 'us'],
  ['BR-DE-5', 'erp'],
  ['BR-RO-001', 'us'],
]);

interface Case {
  readonly code: string;
  /** The owner on the finding, from a check of our own. */
  readonly stated: Owner | undefined;
  /** The owner in the catalogue: `us` for values that this service computes or writes. */
  readonly catalogued: Owner | undefined;
  readonly origin: Origin;
  /** The finding is about a member that the caller gave or left out. */
  readonly isAboutField: boolean;
}

/** The first match wins. */
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

/** Our codes for findings of a schema or of a rule without an id. The owner depends on who made the document. */
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

/** The sender of the call can correct its content, although the contract names another owner (decisions, "owner of a finding"). */
export const senderCorrects = (
  { code, senderCanFix }: Pick<CatalogueEntry, 'code' | 'senderCanFix'>,
  owner: Owner,
  origin: Origin,
): boolean =>
  senderCanFix === true ||
  (owner === 'us' &&
    (origin === 'file'
      ? BY_CONTRACT.has(code) || !OURS.has(code)
      : origin === 'built' && code === ABOUT_MEMBERS));

/** Who is told to correct what a code is about, in a document of this origin. */
export function whoCorrects(
  entry: Pick<CatalogueEntry, 'code' | 'whoFixes' | 'senderCanFix'>,
  origin: Origin,
): Owner {
  const owner = whoFixes({ code: entry.code }, origin, entry.whoFixes);
  return whoActs(owner, senderCorrects(entry, owner, origin));
}
