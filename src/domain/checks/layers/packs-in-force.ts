import type { Syntax } from 'en16931-rules/vocabulary/syntax.ts';
import { dayBefore } from 'en16931-rules/vocabulary/utc-days.ts';
import type { JudgingLayer } from 'en16931-rules/layers/layer-selection.ts';
import { type PackEntry, packInForce, packToCome } from 'en16931-rules/layers/pack-in-force.ts';

/** The pack for documents of one layer that are issued today, and the pack that follows. */
export interface PackRow<P extends PackEntry> {
  readonly layer: JudgingLayer;
  readonly syntaxes: readonly Syntax[];
  /** BT-24 values; `*`: every document of the syntaxes for which no other row is chosen. */
  readonly customizations: readonly string[];
  /** Undefined if every installed version begins later. */
  readonly inForce: P | undefined;
  /** The release of the same pack and origin that was in force before it. */
  readonly previous: P | undefined;
  readonly next: P | undefined;
}

interface Subject {
  readonly layer: JudgingLayer;
  readonly syntax: Syntax;
  readonly customization: string;
}

/**
 * Every kind of document that an installed pack is for; kinds with the same packs share a row.
 * @param today `YYYY-MM-DD`
 */
export function packsInForce<P extends PackEntry>(
  installed: readonly P[],
  today: string,
): readonly PackRow<P>[] {
  const rows = subjectsOf(installed).map(({ layer, syntax, customization }): PackRow<P> => {
    const choice = { layer, customization };
    const inForce = packInForce(installed, choice, { syntax, issueDate: today }, today);
    return {
      layer,
      syntaxes: [syntax],
      customizations: [customization],
      inForce,
      previous: inForce && packBefore(installed, choice, { syntax }, inForce),
      next: packToCome(installed, choice, { syntax }, today),
    };
  });
  // Syntaxes first: a row names every pair of its syntaxes and BT-24 values.
  return join(join(rows, 'syntaxes', 'customizations'), 'customizations', 'syntaxes');
}

function packBefore<P extends PackEntry>(
  installed: readonly P[],
  choice: { readonly layer: JudgingLayer; readonly customization: string },
  { syntax }: Pick<Subject, 'syntax'>,
  { id, version, origin, validFrom }: P,
): P | undefined {
  if (validFrom === null) return undefined;
  const releases = installed.filter(
    (pack) => pack.id === id && pack.origin === origin && pack.version !== version,
  );
  const lastDay = dayBefore(validFrom);
  return packInForce(releases, choice, { syntax, issueDate: lastDay }, lastDay);
}

/** A pack with a first day to come, and the first layer of a kind of document that it judges. */
interface ComingPack<P extends PackEntry> {
  readonly layer: JudgingLayer;
  readonly pack: P;
  /** `YYYY-MM-DD` */
  readonly day: string;
}

/** The packs that follow, each once. */
export function comingPacks<P extends PackEntry>(rows: Iterable<PackRow<P>>): readonly ComingPack<P>[] {
  const coming = new Map<P, ComingPack<P>>();
  for (const { layer, next } of rows)
    if (next && next.validFrom !== null && !coming.has(next))
      coming.set(next, { layer, pack: next, day: next.validFrom });
  return [...coming.values()];
}

function subjectsOf(installed: readonly PackEntry[]): readonly Subject[] {
  const subjects = installed.flatMap(({ layer, syntaxes, customizations }) =>
    syntaxes.flatMap((syntax) => customizations.map((customization) => ({ layer, syntax, customization }))),
  );
  return [...new Map(subjects.map((subject) => [Object.values(subject).join(' '), subject])).values()];
}

/** Rows that differ in one member only become one. */
function join<P extends PackEntry>(
  rows: readonly PackRow<P>[],
  member: 'syntaxes' | 'customizations',
  other: 'syntaxes' | 'customizations',
): readonly PackRow<P>[] {
  const matchingRows: PackRow<P>[] = [];
  for (const row of rows) {
    const at = matchingRows.findIndex(
      (each) =>
        each.layer === row.layer &&
        each[other].join(' ') === row[other].join(' ') &&
        samePack(each.inForce, row.inForce) &&
        samePack(each.next, row.next),
    );
    const alike = matchingRows[at];
    if (alike) {
      const previous = alike.previous ?? row.previous;
      matchingRows[at] = { ...alike, previous, [member]: [...alike[member], ...row[member]] };
    } else matchingRows.push(row);
  }
  return matchingRows;
}

const samePack = (one: PackEntry | undefined, other: PackEntry | undefined): boolean =>
  one?.id === other?.id && one?.version === other?.version && one?.origin === other?.origin;
