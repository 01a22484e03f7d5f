export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object at a member of a value, or an empty one. */
export function objectAt(value: unknown, member: string): Readonly<Record<string, unknown>> {
  const inner = isObject(value) ? value[member] : undefined;
  return isObject(inner) ? inner : {};
}

/** Follows a reference inside a document. */
export function resolved(node: unknown, document: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(node)) return {};
  if (typeof node.$ref !== 'string') return node;
  const steps = node.$ref.split('/').slice(1);
  return steps.reduce<Readonly<Record<string, unknown>>>(objectAt, isObject(document) ? document : {});
}
