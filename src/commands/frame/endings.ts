import { isFinalProblem, ServiceProblem } from '../../client/problem.ts';
import { StoreRefused } from '../../ports/store-refused.ts';
import { SettingRefused } from '../../processes/settings/settings.ts';

/** Done or valid; invalid or refused; not run. */
export const EXIT = { done: 0, refused: 1, notRun: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The work was begun and refused: its message is one sentence, for the user of the command. */
export class CommandRefused extends Error {}

/** The work could not be begun, because the call of the command or its surroundings are wrong. */
export class NotRun extends Error {}

export interface Ending {
  readonly code: ExitCode;
  /** For the user; undefined for an error of this program. */
  readonly message?: string;
}

/** How a command ends that threw this error. */
export function endingOf(error: unknown): Ending {
  if (error instanceof CommandRefused) return { code: EXIT.refused, message: error.message };
  if (error instanceof NotRun || error instanceof SettingRefused || error instanceof StoreRefused)
    return { code: EXIT.notRun, message: error.message };
  // A service that has no time, or fails, has decided nothing.
  if (error instanceof ServiceProblem)
    return { code: isFinalProblem(error) ? EXIT.refused : EXIT.notRun, message: withRequest(error) };
  if (error instanceof DOMException) return { code: EXIT.notRun, message: error.message };
  const cause = error instanceof TypeError && error.message === 'fetch failed' ? error.cause : undefined;
  if (cause !== undefined)
    return { code: EXIT.notRun, message: `The service cannot be reached (${reasonOf(cause)}).` };
  return { code: EXIT.notRun };
}

/** True for errors that the user can correct. */
export const isPlain = (error: unknown): error is Error => endingOf(error).message !== undefined;

const withRequest = ({ message, requestId }: ServiceProblem): string =>
  requestId === undefined ? message : `${message} (request ${requestId})`;

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause ? String(cause.code) : cause.message;
}
