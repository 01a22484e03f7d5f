import type { Row } from './sqlite.ts';

// Rows come from our own STRICT tables, so a value of another type is a bug and throws.

export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`column ${column} holds no text`);
  return value;
}

export function integer(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`column ${column} holds no number`);
  return value;
}

/** The driver returns a blob as an ArrayBuffer from `all`, as a Buffer from `get`. */
export function blob(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`column ${column} holds no bytes`);
}

export const time = (row: Row, column: string): Date => new Date(integer(row, column));

export function json<T>(row: Row, column: string): T {
  return JSON.parse(text(row, column)) as T;
}

/** Undefined if the column is NULL. */
export function optional<T>(row: Row, column: string, read: (row: Row, column: string) => T): T | undefined {
  return row[column] === null ? undefined : read(row, column);
}

/** Milliseconds since 1970, or NULL. */
export const ms = (at: Date | null | undefined): number | null => at?.getTime() ?? null;
