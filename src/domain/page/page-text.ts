import { type TermId, TERMS } from '../invoice/terms.ts';

/** The place of a term in the model: `lines[].allowances[].amount`. */
export type TermPath = (typeof TERMS)[TermId]['path'];

/** A part of a text of the page. */
export interface TextPart {
  readonly text: string;
  /** The terms that it shows, and its label with it; none if it is a word of the page, or a value that EN 16931 does not have. */
  readonly terms: readonly TermId[];
  /** The position in each list around it, from 0, outermost first: third line, first charge → 2, 0. */
  readonly entry: readonly number[];
}

const TERM_AT: ReadonlyMap<TermPath, TermId> = new Map(
  Object.entries(TERMS).map(([term, { path }]) => [path, term as TermId]),
);

/** A text of the page that knows the terms that it shows. */
export class PageText {
  constructor(readonly parts: readonly TextPart[]) {}

  toString(): string {
    return this.parts.map(({ text }) => text).join('');
  }
}

/** The text of a value, or of values that are one text: `2 hours` is BT-129 and BT-130. Undefined without one. */
export function showTerm(text: string | undefined, ...paths: readonly TermPath[]): PageText | undefined {
  if (text === undefined) return undefined;
  const terms = paths.flatMap((path) => TERM_AT.get(path) ?? []);
  return new PageText([{ text, terms, entry: [] }]);
}

type Parts = readonly (PageText | string | undefined)[];

/** The parts that are not empty, with a separator. */
export function joinTexts(parts: Parts, between: string): PageText {
  const present = parts.filter((part) => part !== undefined && String(part) !== '');
  return new PageText(
    present.flatMap((part, at) => [
      ...(at > 0 && between !== '' ? [word(between)] : []),
      ...(part instanceof PageText ? part.parts : [word(part ?? '')]),
    ]),
  );
}

const word = (text: string): TextPart => ({ text, terms: [], entry: [] });

/** Texts of EN 16931 and others in one list. */
export const asText = (text: PageText | string): PageText =>
  text instanceof PageText ? text : new PageText([word(text)]);

/** The same part of the page as the entry at this position of a list. */
export const inEntry = <Part>(position: number, part: Part): Part =>
  mapTexts(
    part,
    ({ parts }) => new PageText(parts.map((one) => ({ ...one, entry: [position, ...one.entry] }))),
  ) as Part;

/** A part of the page, or all of it, with each text replaced. */
export function mapTexts(part: unknown, replace: (text: PageText) => unknown): unknown {
  if (part instanceof PageText) return replace(part);
  if (Array.isArray(part)) return part.map((one) => mapTexts(one, replace));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, mapTexts(one, replace)]));
}
