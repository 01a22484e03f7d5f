import { baseAddress } from 'en16931-rules/vocabulary/base-address.ts';
import { isUrl } from '../domain/is-url.ts';

export type Text = string | undefined;

/** How a value is read. `read` gets the text of the environment variable and throws the reason if it does not fit. */
export interface Setting<T> {
  readonly name: string;
  readonly default: string;
  readonly takes: string;
  readonly meaning: string;
  readonly sandboxOnly?: true;
  readonly secret?: true;
  readonly read: (text: Text) => T;
}

export const setting = <T>(spec: Setting<T>): Setting<T> => spec;

/** Settings by the names of their environment variables. */
export type SettingTable = Readonly<Record<string, Setting<unknown>>>;
export type ValuesOf<T extends SettingTable> = { readonly [N in keyof T]: ReturnType<T[N]['read']> };

/** Why a value does not fit, after the name of its setting. */
export class Unfit extends Error {
  /** @param setting which one, if the reason is about several. */
  constructor(
    reason: string,
    readonly setting?: string,
  ) {
    super(reason);
  }
}

export const oneOf =
  <const T extends readonly string[]>(values: T, fallback: T[number]) =>
  (text: Text): T[number] => {
    if (text === undefined) return fallback;
    const matchingValue = values.find((value) => value === text);
    if (matchingValue === undefined)
      throw new Unfit(`must be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}.`);
    return matchingValue;
  };

export const numberBetween =
  (low: number, high: number, fallback: number, whole = true) =>
  (text: Text): number => {
    if (text === undefined) return fallback;
    const value = /^[0-9]+(\.[0-9]+)?$/.test(text) ? Number(text) : NaN;
    if (!(value >= low && value <= high) || (whole && !Number.isInteger(value)))
      throw new Unfit(`must be a ${whole ? 'whole ' : ''}number from ${low} to ${high}.`);
    return value;
  };

export const optional =
  (fits: (text: string) => boolean, what: string) =>
  (text: Text): Text => {
    if (text !== undefined && !fits(text)) throw new Unfit(`must be ${what}.`);
    return text;
  };

const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s?#]+$/.test(text) && isUrl(text);

/** Paths are joined to it with a slash of their own. */
export const webAddress = (text: Text): Text => {
  const address = optional(isWebAddress, 'an http or https address without query')(text);
  return address === undefined ? undefined : baseAddress(address);
};
