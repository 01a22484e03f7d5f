export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object at a member of a value; empty when there is none. */
export function objectAt(value: unknown, member: string): Readonly<Record<string, unknown>> {
  const inner = isObject(value) ? value[member] : undefined;
  return isObject(inner) ? inner : {};
}
