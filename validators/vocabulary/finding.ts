import type { Text } from './message.ts';
import type { Overlaid } from './overlay.ts';

/** Who must act on a finding (contract 2.3 `who_fixes`, 2.12 `who_acts`). */
export const OWNERS = ['erp', 'us', 'business', 'client', 'buyer', 'route'] as const;
export type Owner = (typeof OWNERS)[number];

/** Only `error` makes a layer invalid; warnings and information never do. */
export const SEVERITIES = ['error', 'warning', 'information'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A place in the checked file. Lines and columns count from 1; `xpath` carries positions. */
export interface Location {
  readonly xpath: string;
  readonly line?: number;
  readonly column?: number;
}

/** One remark of a check about one invoice (contract 2.3; `severity`, `location`, `term` from the decisions). */
export interface Finding {
  /** Catalogue code: a rule id (`BR-CO-10`), a route's answer code or one of ours (`EI-…`). */
  readonly code: string;
  readonly severity: Severity;
  /** Origin of the check: `schema`, `EN16931`, `router`, a route's name. */
  readonly source: string;
  /** In our words where the code is known here. */
  readonly message: Text;
  /** What the official pack that reported it says. It may quote the document, so records keep none. */
  readonly officialMessage?: string;
  /** The field the caller can change: a JSON path, an ERP field, a request parameter. */
  readonly field?: string;
  readonly fixHint?: Text;
  readonly whoFixes?: Owner;
  /** The owner is another party, but the sender of the call can correct it, too. */
  readonly senderCanFix?: boolean;
  /** Other findings with the same cause, or the route rule behind an `EI-SCHEMA`. */
  readonly related?: readonly RelatedFinding[];
  readonly location?: Location;
  /** Business term or group of EN 16931, `BT-41`. */
  readonly term?: string;
  /** The figure that follows from the document, and the one that it states. Records keep neither. */
  readonly expected?: string;
  readonly stated?: string;
  /** The one right value of `field`, if the document or a code list leaves no other. Records keep none. */
  readonly correction?: string;
  /** So many further findings stand behind this one and are left out: of its code, or the rest of a list that ends here. */
  readonly truncated?: number;
  /** A company has changed the severity of the rule. */
  readonly overlay?: Overlaid;
}

/** What a record keeps of a finding. */
export type KeptFinding = Omit<Finding, 'expected' | 'stated' | 'correction'>;

export interface RelatedFinding {
  readonly code: string;
  readonly source: string;
}

export type NonEmpty<T> = readonly [T, ...T[]];

/** Decisions, "owner of a finding"; undefined if no owner is known. */
export const canSenderFix = (owner: Owner | undefined, senderCanFix = false): boolean | undefined =>
  owner && (owner === 'erp' || senderCanFix);

/** Who is told to act: the sender, where the sender can correct it, whichever owner the contract names. */
export const whoActs = <O extends Owner | undefined>(owner: O, senderCanFix = false): O | 'erp' =>
  senderCanFix ? 'erp' : owner;

export const isError = (finding: Finding): boolean => finding.severity === 'error';

/** The first findings of a list; the last of them says how many are left out. */
export const firstFindings = (findings: readonly Finding[], most: number): readonly Finding[] =>
  leavingOut(findings.slice(0, most), countOf(findings.slice(most)));

/** The findings, of which the last says that so many more are left out. */
export function leavingOut(findings: readonly Finding[], left: number): readonly Finding[] {
  const last = findings.at(-1);
  return last && left > 0
    ? [...findings.slice(0, -1), { ...last, truncated: leftOut([last]) + left }]
    : findings;
}

/** How many findings there were. */
const countOf = (findings: readonly Finding[]): number => findings.length + leftOut(findings);

export const leftOut = (findings: readonly Finding[]): number =>
  findings.reduce((sum, { truncated = 0 }) => sum + truncated, 0);
