import type { Finding, Severity } from './finding.ts';
import type { Layer, PackRef } from './layer.ts';

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

export interface ComingPack {
  readonly layer: string;
  readonly pack: PackRef;
  /** The one that has judged the document; null if that layer did not run a pack. */
  readonly instead: PackRef | null;
}

export interface LayerChanges {
  readonly appear: readonly Finding[];
  readonly disappear: readonly Finding[];
  readonly change: readonly SeverityChange[];
}

export interface SeverityChange {
  /** As it is on that day. */
  readonly finding: Finding;
  readonly was: Severity;
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

/** Findings of one code at one place are the same finding, whatever its words. */
export function changesBetween(before: readonly Layer[], after: readonly Layer[]): LayerChanges {
  const known = byPlace(before);
  const appear: Finding[] = [];
  const change: SeverityChange[] = [];
  for (const [place, findings] of byPlace(after)) {
    const earlier = known.get(place) ?? [];
    known.set(place, earlier.slice(findings.length));
    for (const [n, finding] of findings.entries()) {
      const was = earlier[n]?.severity;
      if (was === undefined) appear.push(finding);
      else if (was !== finding.severity) change.push({ finding, was });
    }
  }
  return { appear, disappear: [...known.values()].flat(), change };
}

function byPlace(layers: readonly Layer[]): Map<string, readonly Finding[]> {
  const found = new Map<string, readonly Finding[]>();
  for (const layer of layers)
    for (const finding of layer.pack ? layer.findings : []) {
      const { code, field, location } = finding;
      const place = JSON.stringify([nameOf(layer), code, field, location?.xpath]);
      found.set(place, [...(found.get(place) ?? []), finding]);
    }
  return found;
}

/** Several documents of one call have the same layers. */
const nameOf = ({ layer, format = '' }: Layer): string => `${layer} ${format}`;

const isSame = (one: PackRef, other: PackRef | null): boolean =>
  one.id === other?.id && one.version === other.version && one.origin === other.origin;
