import type { Finding, Severity } from 'en16931-rules/vocabulary/finding.ts';
import type { Layer, PackRef } from 'en16931-rules/vocabulary/layer.ts';

/** What packs that come into force on a day say of a document, compared with the packs that have judged it. */
export interface ComingVerdict extends LayerChanges {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** The packs that are other ones on that day. */
  readonly packs: readonly ComingPack[];
  /** Whether the document passes the layers of that day. */
  readonly valid: boolean;
  /** False if a layer could not run. */
  readonly isWhole: boolean;
}

interface ComingPack {
  readonly layer: string;
  readonly pack: PackRef;
  /** The one that has judged the document; null if that layer did not run a pack. */
  readonly instead: PackRef | null;
}

interface LayerChanges {
  readonly appear: readonly Finding[];
  readonly disappear: readonly Finding[];
  readonly change: readonly SeverityChange[];
  /** With the same severity. */
  readonly move: readonly MovedFinding[];
}

interface SeverityChange {
  /** As it is on that day. */
  readonly finding: Finding;
  readonly was: Severity;
}

interface MovedFinding {
  /** As it is on that day. */
  readonly finding: Finding;
  readonly from: Pick<Finding, 'field' | 'location' | 'term'>;
}

/** How far ahead a report looks. */
export const MAX_DAYS_AHEAD = 120;
/** Days of a report on which packs come into force. */
export const MAX_COMING_DAYS = 4;

/**
 * Compares what packs say; checks of our own are left out, because a calendar makes them differ from day to day.
 * @param before the layers by the packs that have judged the document.
 * @param after those of the same document by the packs of `day`.
 * @returns undefined if the same packs judge on that day.
 */
export function comingVerdict(
  day: string,
  before: readonly Layer[],
  after: readonly Layer[],
): ComingVerdict | undefined {
  const judged = new Map(before.map((layer) => [nameOf(layer), layer.pack]));
  const packs = after.flatMap((layer): readonly ComingPack[] => {
    const instead = judged.get(nameOf(layer)) ?? null;
    return layer.pack && !isSame(layer.pack, instead)
      ? [{ layer: layer.layer, pack: layer.pack, instead }]
      : [];
  });
  if (packs.length === 0) return undefined;
  const valid = after.every(({ outcome }) => outcome === 'valid');
  const isWhole = after.every((layer) => layer.outcome !== 'not_run' || layer.code === undefined);
  return { day, packs, valid, isWhole, ...changesBetween(before, after) };
}

/**
 * Findings of one code at one place are the same finding, whatever its words. Of the others, one that disappears and one of the same code
 * that appears are a finding that has moved: a rule was written for another context.
 */
function changesBetween(before: readonly Layer[], after: readonly Layer[]): LayerChanges {
  const atPlaces = pair(foundIn(before), foundIn(after), ({ rule, finding: { field, location } }) =>
    JSON.stringify([rule, field, location?.xpath]),
  );
  const elsewhere = pair(atPlaces.gone, atPlaces.fresh, ({ rule }) => rule);
  const hasChanged = ({ was, finding }: FoundTwice): boolean => was.severity !== finding.severity;
  return {
    appear: elsewhere.fresh.map(({ finding }) => finding),
    disappear: elsewhere.gone.map(({ finding }) => finding),
    change: [...atPlaces.pairs, ...elsewhere.pairs]
      .filter(hasChanged)
      .map(({ was, finding }) => ({ finding, was: was.severity })),
    move: elsewhere.pairs
      .filter((moved) => !hasChanged(moved))
      .map(({ was, finding }) => ({ finding, from: was })),
  };
}

interface Found {
  /** Layer and code. */
  readonly rule: string;
  readonly finding: Finding;
}

interface FoundTwice {
  readonly was: Finding;
  readonly finding: Finding;
}

const foundIn = (layers: readonly Layer[]): readonly Found[] =>
  layers.flatMap((layer) =>
    (layer.pack ? layer.findings : []).map((finding) => ({
      rule: JSON.stringify([nameOf(layer), finding.code]),
      finding,
    })),
  );

/** Pairs what has the same key, one by one. */
function pair(before: readonly Found[], after: readonly Found[], keyOf: (finding: Found) => string) {
  const left = new Map<string, Found[]>();
  for (const finding of before) left.set(keyOf(finding), [...(left.get(keyOf(finding)) ?? []), finding]);
  const pairs: FoundTwice[] = [];
  const fresh: Found[] = [];
  for (const finding of after) {
    const was = left.get(keyOf(finding))?.shift();
    if (was) pairs.push({ was: was.finding, finding: finding.finding });
    else fresh.push(finding);
  }
  return { pairs, fresh, gone: [...left.values()].flat() };
}

/** Several documents of one call have the same layers. */
const nameOf = ({ layer, format }: Layer): string => `${layer} ${format ?? ''}`;

const isSame = (one: PackRef, other: PackRef | null): boolean =>
  one.id === other?.id && one.version === other.version && one.origin === other.origin;
