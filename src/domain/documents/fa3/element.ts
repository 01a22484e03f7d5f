import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { xmlSingleSpaced, xmlText } from '../../vocabulary/text.ts';

/** The origin of an element's content: a term of the model in the entries around it, or a member that is no term. */
export type Origin =
  { readonly term: string; readonly indices?: readonly number[] } | { readonly field: string };

/** An element of an FA(3) document to be written; it holds a text or elements. */
export interface Fa3Element {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly text: string;
  readonly elements: readonly Fa3Element[];
  readonly origin?: Origin | undefined;
}

const NONE: readonly Fa3Element[] = [];

/** The contents of an element; undefined for members that the invoice does not state. */
export type Part = Fa3Element | undefined | readonly Part[];

/** @returns undefined without a value: the schema allows no empty element. */
export function leaf(name: string, value: string | undefined, origin?: Origin): Fa3Element | undefined {
  const text = value === undefined ? '' : token(value);
  return text === '' ? undefined : { name, text, elements: NONE, origin };
}

/** As `leaf`, with line breaks and blanks as they are. */
export function textLeaf(name: string, value: string | undefined, origin?: Origin): Fa3Element | undefined {
  const text = value === undefined ? '' : xmlText(value);
  return text.trim() === '' ? undefined : { name, text, elements: NONE, origin };
}

/** As `leaf`, but written also without content: the element stands for its place (a cell), or its absence is to be refused. */
export const emptyOrLeaf = (name: string, value: string, origin: Origin): Fa3Element => ({
  name,
  text: token(value),
  elements: NONE,
  origin,
});

/** A text that every invoice of a kind has, whatever the caller states. */
export const fix = (name: string, text: string, attributes?: Fa3Element['attributes']): Fa3Element => ({
  name,
  text,
  elements: NONE,
  ...(attributes && { attributes }),
});

/** @returns undefined if it has no content. */
export function group(name: string, ...parts: readonly Part[]): Fa3Element | undefined {
  const elements = elementsOf(parts);
  return elements.length === 0 ? undefined : { name, text: '', elements };
}

export function elementsOf(parts: readonly Part[], elements: Fa3Element[] = []): readonly Fa3Element[] {
  for (const part of parts)
    if (Array.isArray(part)) elementsOf(part as readonly Part[], elements);
    else if (part) elements.push(part as Fa3Element);
  return elements;
}

/** TKwotowy: two decimals. */
export const amount = (value: Decimal | undefined): string | undefined => value && digits(value.toFixed(2));

/** TKwotowy2, TIlosci: as many decimals as it has. */
export const number = (value: Decimal | undefined): string | undefined => value && digits(value.toFixed());

/** No negative zero. */
const digits = (text: string): string => (/^-[0.]+$/.test(text) ? text.slice(1) : text);

/** `xsd:token`: readers lose blanks at the ends and line breaks, so they are not written. */
export const token = (text: string): string => (isPlain(text) ? text : xmlSingleSpaced(xmlText(text)));

const PLAIN = /^[ -~\u00a0-\u024f]*$/;

/** True for most texts: they lose nothing. */
const isPlain = (text: string): boolean =>
  PLAIN.test(text) && !text.includes('  ') && !text.startsWith(' ') && !text.endsWith(' ');
