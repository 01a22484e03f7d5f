import type { KsefCalls } from '../client/calls.ts';
import type { Caller } from '../client/credential.ts';

export const CLOSE_MS = 60_000;

/** KSeF processes a batch once it is closed; closing has a limit of its own. */
export const closeBatch = (
  calls: KsefCalls,
  caller: Caller,
  session: string,
  begins?: () => void,
): ReturnType<KsefCalls['call']> =>
  calls.call(caller, 'batchClose', {
    path: `/sessions/batch/${encodeURIComponent(session)}/close`,
    body: 'empty',
    timeoutMs: CLOSE_MS,
    ...(begins && { begins }),
  });
