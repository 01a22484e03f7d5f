import {
  type JudgingLayer,
  type KnownBt24,
  type LayerChoice,
  OUR_BT24,
  type PackLayer,
} from './layer-selection.ts';
import type { Overlay } from '../vocabulary/overlay.ts';
import type { PackOrigin } from '../vocabulary/layer.ts';
import type { Severity } from '../vocabulary/finding.ts';
import type { Syntax } from '../vocabulary/syntax.ts';
import { dayBefore } from '../vocabulary/utc-days.ts';

/** Whose document it is, if that is known. */
export interface ForClient {
  readonly client?: string | undefined;
}

/** One entry file of an installed rule pack: what it checks, and from when on. Dates are `YYYY-MM-DD`. */
export interface PackEntry {
  readonly id: string;
  readonly version: string;
  readonly origin: PackOrigin;
  readonly layer: JudgingLayer;
  /** Of own rules: the layer beside which they check. */
  readonly beside?: PackLayer;
  /** Of own rules that are not for every client: whose documents they check. */
  readonly clients?: readonly string[];
  readonly syntaxes: readonly Syntax[];
  /** Its BT-24 values; `*` for every document of its syntaxes. */
  readonly customizations: readonly string[];
  /** Null: no lower bound is known. */
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  /** Severities that the publisher of the pack changes in every layer, for documents of this pack. */
  readonly severityOverrides?: readonly SeverityOverride[];
  /** What the company changes in the rules of its layer, in every release. */
  readonly overlays?: readonly Overlay[];
}

export interface SeverityOverride {
  readonly syntax: Syntax;
  readonly customization: string;
  /** Rule id → severity. */
  readonly severities: Readonly<Record<string, Severity>>;
}

/**
 * The entry that checks a document in one layer: the version with the latest `validFrom` not after the issue date and `validUntil` not
 * before it. If none fits, or no date is readable, the newest one whose `validFrom` is not after today (decisions, "pack in force"). Of one
 * version official and edited ones come before built-in. Own rules check on their own days alone.
 */
export function packInForce<P extends PackEntry>(
  installed: readonly P[],
  choice: LayerOfPacks,
  document: { readonly syntax: Syntax; readonly issueDate: string | null },
  today: string,
): P | undefined {
  const candidates = candidatesFor(installed, choice, document.syntax).toSorted(newestFirst);
  const { issueDate } = document;
  const onIssue =
    issueDate !== null && isDate(issueDate)
      ? candidates.find((pack) => hasStarted(pack, issueDate) && (pack.validUntil ?? FOREVER) >= issueDate)
      : undefined;
  const isOwn = candidates.some(({ origin }) => origin === 'own');
  return onIssue ?? (isOwn ? undefined : candidates.find((pack) => hasStarted(pack, today)));
}

/** A layer that runs packs, and the BT-24 whose pack is wanted. */
export interface LayerOfPacks {
  readonly layer: JudgingLayer;
  readonly customization: string | null;
}

/** The entry that begins next after today; if several begin on one day, the one that will be chosen then. */
export function packToCome<P extends PackEntry>(
  installed: readonly P[],
  choice: LayerOfPacks,
  { syntax }: { readonly syntax: Syntax },
  today: string,
): P | undefined {
  const later = candidatesFor(installed, choice, syntax).filter((pack) => !hasStarted(pack, today));
  const day = later.map(({ validFrom }) => validFrom ?? '').toSorted()[0];
  return later.filter(({ validFrom }) => validFrom === day).toSorted(newestFirst)[0];
}

/**
 * The own rules that check a document beside one of its layers, by name. Unlike the rules of a publisher, they check no document that is
 * issued before their first day or after their last.
 */
export function ownPacksFor<P extends PackEntry>(
  installed: readonly P[],
  choice: LayerOfPacks,
  document: DatedDocument & ForClient,
  today: string,
): readonly P[] {
  const beside = installed.filter((pack) => pack.beside === choice.layer);
  const day = dayOfRules(document, today);
  return [...new Set(beside.map(({ id }) => id))].sort().flatMap((id) => {
    const releases = beside.filter((pack) => pack.id === id);
    const latest = releases.filter((pack) => hasStarted(pack, day)).toSorted(newestFirst)[0];
    // What the latest release ends does not come back with the one before it.
    const version = latest && inForceOn([latest], day)[0]?.version;
    return releases.filter(
      (pack) => pack.version === version && isOwnFor(pack, document, choice.customization),
    );
  });
}

/** The day whose rules check a document: that of its issue, if it is readable. */
export const dayOfRules = ({ issueDate }: Pick<DatedDocument, 'issueDate'>, today: string): string =>
  issueDate !== null && isDate(issueDate) ? issueDate : today;

interface DatedDocument {
  readonly syntax: Syntax;
  /** BT-24. */
  readonly customization: string | null;
  readonly issueDate: string | null;
}

const isOwnFor = (
  { syntaxes, customizations, clients }: PackEntry,
  { syntax, customization, client }: DatedDocument & ForClient,
  ofLayer: string | null,
): boolean =>
  syntaxes.includes(syntax) &&
  [ANY, customization, ofLayer].some((id) => id !== null && customizations.includes(id)) &&
  (clients === undefined || (client !== undefined && clients.includes(client)));

/** The days after `from` and not after `until` on which another entry begins to check the document, the soonest first. */
export function daysOfChange(
  installed: readonly PackEntry[],
  choices: readonly Pick<LayerChoice, 'layer' | 'customization'>[],
  document: Omit<DatedDocument, 'issueDate'> & ForClient,
  { from, until }: { readonly from: string; readonly until: string },
): readonly string[] {
  const { syntax } = document;
  const isWithin = (day: string | null): day is string => day !== null && day > from && day <= until;
  const own = installed
    .flatMap(({ validFrom }) => validFrom)
    .filter(isWithin)
    .filter((day) => {
      const on = (issueDate: string) =>
        choices.flatMap((choice) => ownPacksFor(installed, choice, { ...document, issueDate }, issueDate));
      const before = on(dayBefore(day));
      return on(day).some((pack) => !before.includes(pack));
    });
  const days = choices.flatMap((choice) =>
    candidatesFor(installed, choice, syntax).flatMap((pack) => {
      const day = pack.validFrom;
      if (!isWithin(day)) return [];
      return packInForce(installed, choice, { syntax, issueDate: day }, day) === pack ? [day] : [];
    }),
  );
  return [...new Set([...days, ...own])].sort();
}

/** The specification identifiers of all packs of this project and of all installed ones. */
export const knownBt24 = (installed: readonly PackEntry[]): KnownBt24 =>
  new Set([
    ...OUR_BT24,
    // A company's own rules judge no profile: a document that only they know is judged by no published rules.
    ...installed.flatMap(({ origin, customizations }) =>
      origin === 'own' ? [] : customizations.filter((id) => id !== ANY),
    ),
  ]);

/** Severities that the packs of the chosen layers set for this document, by rule id. */
export function overridesFor(
  packs: readonly PackEntry[],
  document: { readonly syntax: Syntax; readonly customization: string | null },
): ReadonlyMap<string, Severity> {
  const rows = packs
    .flatMap((pack) => pack.severityOverrides ?? [])
    .filter((row) => row.syntax === document.syntax && row.customization === document.customization);
  return new Map(rows.flatMap((row) => Object.entries(row.severities)));
}

/**
 * A BT-24 gets its own pack or none: a profile may allow what the pack for every document refuses, as Factur-X and France do with elements
 * that the common CII edition does not have.
 */
function candidatesFor<P extends PackEntry>(
  installed: readonly P[],
  { layer, customization }: LayerOfPacks,
  syntax: Syntax,
): readonly P[] {
  return installed.filter(
    (pack) =>
      pack.layer === layer &&
      pack.syntaxes.includes(syntax) &&
      pack.customizations.includes(customization ?? ANY),
  );
}

const ANY = '*';
const FOREVER = '9999-12-31';

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
const hasStarted = (pack: Versioned, day: string): boolean => (pack.validFrom ?? '') <= day;

type Versioned = Pick<PackEntry, 'version' | 'origin' | 'validFrom' | 'validUntil'>;

/** The versions that judge on a day, the one that is chosen first; see {@link packInForce}. */
export const inForceOn = <P extends Versioned>(packs: readonly P[], day: string): readonly P[] =>
  packs.filter((pack) => hasStarted(pack, day) && (pack.validUntil ?? FOREVER) >= day).toSorted(newestFirst);

/** The release with the latest first day, also if that is still to come. */
export const newestOf = <P extends Versioned>(packs: readonly P[]): P | undefined =>
  packs.toSorted(newestFirst)[0];

function newestFirst(a: Versioned, b: Versioned): number {
  return (
    compare(b.validFrom ?? '', a.validFrom ?? '') ||
    compare(builtInRank(a), builtInRank(b)) ||
    b.version.localeCompare(a.version, 'en', { numeric: true })
  );
}

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);
const builtInRank = (pack: Versioned): number => (pack.origin === 'built-in' ? 1 : 0);
