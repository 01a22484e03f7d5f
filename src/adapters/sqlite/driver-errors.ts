import { CallFailed } from '../../domain/failures.ts';

/** As the driver (`SQLITE_…`) and Node (`E…`) name them; empty for anything else. */
export function codeOf(thrown: unknown): string {
  const error = thrown instanceof CallFailed ? thrown.cause : thrown;
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Another connection keeps the file locked; nothing was read or written. */
export const isLocked = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));

/** Another program keeps the lock, or the disk is full or fails: the same call may work later. */
export const isPassing = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED|FULL|IOERR)/.test(codeOf(error));

/** Pages that are damaged, or of another file. */
export const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));

/** The file belongs to another user or program. */
export const isNoAccess = (error: unknown): boolean =>
  /^SQLITE_(READONLY|CANTOPEN|IOERR|FULL|PERM|AUTH)/.test(codeOf(error));
