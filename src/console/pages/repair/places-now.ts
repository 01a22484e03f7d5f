import { titleOf } from '../../app/figures.ts';
import type { Mark } from '../../components/editor/code-mirror.ts';
import { changesBetween } from '../../app/source/line-diff.ts';
import { placeInJson, placeInXml, type SourcePlace } from '../../app/source/places.ts';
import { offsetOf } from '../../app/source/xml-source.ts';
import { type Draft, findingsOf } from './draft.ts';
import type { Finding } from './refused.ts';

/** Where a finding stands in the text as it is now. A check names lines of the text that it saw. */
export function placeNow(
  { syntax, text, check, original }: Draft,
  finding: Finding,
): SourcePlace | undefined {
  if (syntax === 'json') return placeInJson(text.value, finding);
  const checked = check.value?.text ?? original;
  const place = placeInXml(checked, finding);
  return place && { ...place, at: followLine(place.at, checked, text.value) };
}

function followLine(at: number, before: string, after: string): number {
  if (before === after) return at;
  const line = before.slice(0, at).split('\n').length;
  let shift = 0;
  for (const { oldFrom, oldLines, newFrom, newLines } of changesBetween(before, after)) {
    if (line < oldFrom) break;
    if (line < oldFrom + oldLines.length) return offsetOf(after, newFrom);
    shift += newLines.length - oldLines.length;
  }
  return offsetOf(after, line + shift);
}

export const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/** Open findings with their notes; changed lines, and those that were changed and are solved. */
export function marksOf(draft: Draft): readonly Mark[] {
  const { open, solved } = findingsOf(draft);
  const text = draft.text.value;
  const findings = open.flatMap((finding): Mark[] => {
    const place = placeNow(draft, finding);
    if (!place) return [];
    const look = (finding.severity ?? 'error') === 'error' ? 'bad' : 'warn';
    return [{ at: place.at, look, note: titleOf(finding), ...ghostIn(place) }];
  });
  const solvedLines = new Set(solved.flatMap((finding) => lineOfPlace(text, placeNow(draft, finding))));
  const changes = changesBetween(draft.original, text).flatMap(({ newFrom, newLines }) =>
    newLines.map((_line, index): Mark => {
      const line = newFrom + index;
      return { at: offsetOf(text, line), look: solvedLines.has(line) ? 'ok' : 'changed' };
    }),
  );
  return [...findings, ...changes];
}

const ghostIn = ({ ghost }: SourcePlace) => (ghost === undefined ? {} : { ghost });

const lineOfPlace = (text: string, place: SourcePlace | undefined): readonly number[] =>
  place && place.ghost === undefined ? [lineOf(text, place.at)] : [];
