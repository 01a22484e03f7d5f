import { CallFailed } from '../../domain/failures.ts';

/** The code of the driver (`SQLITE_…`) or of Node (`E…`); empty for any other error. */
export function codeOf(thrown: unknown): string {
  const error = thrown instanceof CallFailed ? thrown.cause : thrown;
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Another connection holds the lock on the file; nothing was read or written. */
export const isLocked = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));

/** Another program holds the lock, or the disk is full or fails. The same call may succeed later. */
export const isPassing = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED|FULL|IOERR)/.test(codeOf(error));

/**
 * The disk failed to read or write, unlike a full one (`SQLITE_FULL`). The system may have dropped pages that it could not write, and then
 * says so to one call only: nothing that this process knows of the file counts any more.
 */
export const isDiskFailure = (error: unknown): boolean =>
  /^SQLITE_IOERR_(READ|SHORT_READ|WRITE|FSYNC|DIR_FSYNC|TRUNCATE|FSTAT|CLOSE|MMAP|DATA|CORRUPTFS)$/.test(
    codeOf(error),
  );

/** Pages are damaged, or belong to another file. */
export const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));

/** The file belongs to another user or program. */
export const isNoAccess = (error: unknown): boolean =>
  /^SQLITE_(READONLY|CANTOPEN|IOERR|FULL|PERM|AUTH)/.test(codeOf(error));
