import { CallFailed } from '../../domain/failures.ts';
import { csvLine } from '../../domain/vocabulary/csv.ts';
import type { ArchiveEntry } from '../../ports/archives.ts';
import { ContentGone, ContentUnreadable } from '../../ports/content-store.ts';

/** A file that should be in the archive. */
export interface MissingFile {
  readonly kind: string;
  readonly why: 'unreadable' | 'gone' | 'not-drawn';
}

export class NotDrawn extends Error {}

/** What `make` gives; undefined if this file alone cannot be had: then the reason is noted. */
export async function unlessMissing<T>(
  kind: string,
  make: () => Promise<T>,
  note: (missing: MissingFile) => unknown,
): Promise<T | undefined> {
  try {
    return await make();
  } catch (error) {
    const why = whyMissing(error);
    if (why === undefined) throw error;
    note({ kind, why });
    return undefined;
  }
}

/** Undefined for an error that all files have. */
function whyMissing(error: unknown): MissingFile['why'] | undefined {
  if (error instanceof NotDrawn) return 'not-drawn';
  if (error instanceof ContentUnreadable) return 'unreadable';
  const isDeleted = error instanceof CallFailed && error.failure.kind === 'forbidden';
  return error instanceof ContentGone || isDeleted ? 'gone' : undefined;
}

/** The table of what an archive lacks; no entry if it is whole. */
export function* missingTable(
  columns: readonly string[],
  rows: readonly (readonly (string | undefined)[])[],
  at: Date,
): Generator<ArchiveEntry> {
  if (rows.length === 0) return;
  const lines = [columns, ...rows].map((row) => csvLine(row));
  yield { name: 'missing.csv', content: new TextEncoder().encode(lines.join('')), at };
}
