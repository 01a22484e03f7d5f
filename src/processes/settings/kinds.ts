import { isIP } from 'node:net';
import { isUrl } from '../../domain/is-url.ts';
import type { StoreAddress } from './settings.ts';

export type Text = string | undefined;

/** How a value reads. `read` gets the text of the environment variable and throws the reason when it does not fit. */
interface Setting<T> {
  readonly name: string;
  readonly default: string;
  readonly takes: string;
  readonly meaning: string;
  readonly sandboxOnly?: true;
  readonly secret?: true;
  readonly read: (text: Text) => T;
}

export const setting = <T>(spec: Setting<T>): Setting<T> => spec;

/** Why a value does not fit, after the name of its setting. */
export class Unfit extends Error {}

export const oneOf =
  <const T extends readonly string[]>(values: T, fallback: T[number]) =>
  (text: Text): T[number] => {
    if (text === undefined) return fallback;
    const found = values.find((value) => value === text);
    if (found === undefined)
      throw new Unfit(`must be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}.`);
    return found;
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

export const isHost = (text: string): boolean =>
  isIP(text) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(text);

/** Node ends the process at port 0. */
export function isResolver(text: string): boolean {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const fits = bracketed === undefined ? isHost(plain ?? '') : isIP(bracketed) === 6;
  return fits && Number(port) >= 1 && Number(port) <= 65535;
}

/** It stands in addresses as it is. */
export const isPlainHost = (text: string): boolean => isHost(text) && isIP(text) !== 6;

const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s?#]+$/.test(text) && isUrl(text);

/** Others are joined to it with a slash of their own. */
export const webAddress = (text: Text): Text =>
  optional(isWebAddress, 'an http or https address without query')(text)?.replace(/\/+$/, '');

export function storeAddress(text = 'sqlite:./data/ids.db'): StoreAddress {
  if (/^mongodb(\+srv)?:\/\/./.test(text)) return { kind: 'mongodb', url: text };
  const path = /^sqlite:(.+)$/.exec(text)?.[1];
  if (path === undefined) throw new Unfit('must be sqlite:<path>, mongodb://… or mongodb+srv://….');
  if (path === ':memory:') throw new Unfit('must name a file: what is kept only in memory is lost.');
  return { kind: 'sqlite', path };
}

export const masterKey = (text: Text): Text => {
  if (text === undefined || text === 'none') return text;
  const canonical = Buffer.from(text, 'base64');
  if (canonical.length !== 32 || canonical.toString('base64') !== text)
    throw new Unfit('must be 32 bytes in base64 (44 characters), or none.');
  return text;
};
