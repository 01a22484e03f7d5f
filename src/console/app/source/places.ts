import type { components } from '../../../client/client.ts';
import { locate } from './json-source.ts';
import { pathsOf } from './syntax-tables.ts';
import { locateElement, offsetOf } from './xml-source.ts';

type Finding = components['schemas']['Finding'];

/** Where a finding stands in a text. */
export interface SourcePlace {
  readonly at: number;
  /** What belongs there and is missing, as a line of the text. */
  readonly ghost?: string;
}

/** In the file that was checked: at the line that the check names, or where its term belongs if the check names only the root. */
export function placeInXml(text: string, finding: Finding): SourcePlace | undefined {
  const { location, term } = finding;
  const paths = term === undefined ? [] : pathsOf(term, rootNameOf(text));
  const isRoot = !location || /^\/[^/]+$/.test(location.xpath);
  if (!isRoot && location.line !== undefined) return { at: offsetOf(text, location.line, location.column) };
  const elements = paths.map((path) => locateElement(text, path.split('/')));
  const place = elements.find((each) => each?.missing.length === 0) ?? elements[0];
  if (place?.missing.length === 0) return { at: place.at };
  if (place) return { at: place.ghostAt, ghost: ghostOf(place.missing, place.prefix) };
  return location?.line === undefined ? undefined : { at: offsetOf(text, location.line) };
}

const rootNameOf = (text: string): string => /<(?![?!])(?:[\w.-]+:)?([\w.-]+)/.exec(text)?.[1] ?? '';

function ghostOf(missing: readonly string[], prefix: string): string {
  const open = missing.map((name) => `<${prefix}${name}>`).join('');
  const close = missing
    .toReversed()
    .map((name) => `</${prefix}${name}>`)
    .join('');
  return `${open}…${close}`;
}

/** In what the ERP submitted: the member that the finding names. */
export function placeInJson(text: string, { field }: Finding): SourcePlace | undefined {
  const place = field === undefined ? undefined : locate(text, field);
  if (!place) return undefined;
  const { from } = place.place.property ?? place.place.value;
  if (place.missing.length === 0) return { at: from };
  return { at: place.place.value.from, ghost: `"${place.missing.join('.')}": …` };
}
