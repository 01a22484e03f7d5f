import { isObject, type JsonObject, parse } from '../../../domain/json/json-object.ts';

/** An object from a platform or a client; undefined for any other value. */
export function jsonObject(text: string): JsonObject | undefined {
  const read = parse(text);
  return isObject(read) ? read : undefined;
}

export const jsonIn = (bytes: Uint8Array): JsonObject | undefined =>
  jsonObject(Buffer.from(bytes).toString('utf8'));
