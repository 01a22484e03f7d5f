import { parsed } from '../json.ts';

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object from a platform or a client; undefined for any other value. */
export function jsonObject(text: string): Json | undefined {
  const read = parsed(text);
  return isObject(read) ? read : undefined;
}

export const jsonIn = (bytes: Uint8Array): Json | undefined =>
  jsonObject(Buffer.from(bytes).toString('utf8'));
