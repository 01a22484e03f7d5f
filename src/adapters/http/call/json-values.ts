import { isObject, type JsonObject } from '../../../domain/json/json-object.ts';

/** The object at a member of a value, or an empty one. */
export function objectAt(value: unknown, member: string): JsonObject {
  const inner = isObject(value) ? value[member] : undefined;
  return isObject(inner) ? inner : {};
}

/** Follows a reference inside a document. */
export function resolve(node: unknown, document: unknown): JsonObject {
  if (!isObject(node)) return {};
  if (typeof node.$ref !== 'string') return node;
  const steps = node.$ref.split('/').slice(1);
  return steps.reduce<JsonObject>(objectAt, isObject(document) ? document : {});
}
