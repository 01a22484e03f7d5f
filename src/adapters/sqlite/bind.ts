export type Bound = string | number | bigint | Buffer | null;

/**
 * The values that may reach the driver. It aborts the process on a boolean, turns NaN into NULL and cuts text at a NUL
 * character, each without an exception.
 */
export function bind(value: unknown): Bound {
  if (value === null || typeof value === 'bigint' || Buffer.isBuffer(value)) return value;
  if (typeof value === 'string' && !value.includes('\u0000')) return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new TypeError(`cannot be bound to SQL: ${describe(value)}`);
}

// Values may be content, so the error names only their type.
const describe = (value: unknown): string =>
  typeof value === 'string'
    ? 'text with a NUL character'
    : typeof value === 'number'
      ? 'no finite number'
      : typeof value;
