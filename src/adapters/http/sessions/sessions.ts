import { CallFailed } from '../../../domain/failures.ts';
import type { ApiDeps } from '../call/api-deps.ts';
import { answer } from '../call/answer.ts';
import type { OperationReply } from '../call/contract.ts';
import type { Handlers, OpenCall } from '../call/handlers.ts';
import { ownKey } from '../call/wire.ts';
import { cookie, endedCookie, readCookie } from '../call/cookies.ts';
import { sessionOfCall } from '../call/session-of-call.ts';

export const sessionHandlers = {
  startSession: async ({ caller, request, requestId }, { useCases, settings }) => {
    const { baseUrl, environment } = settings;
    // A session is not exchanged for a longer one.
    if (sessionOfCall(request, baseUrl) !== undefined) throw new CallFailed({ kind: 'unauthorized' });
    const { session, token } = await useCases.exchangeKey.run(caller, requestId);
    // The new cookie takes its place, so no call could end it any more.
    const before = readCookie(request, 'session', baseUrl);
    if (before !== undefined) await useCases.endSession.byToken(before, requestId);
    const begun = {
      signed_in: true,
      provider: useCases.beginSignIn.isOffered,
      key: ownKey(await useCases.readOwnKey.run(caller), environment),
      expires_at: session.expiresAt.toISOString(),
    };
    return { ...answer(201, begun), cookies: [cookie(request, 'session', token, baseUrl)] };
  },
} satisfies Partial<Handlers>;

/** Whether the browser is signed in: a page asks it before it is drawn, so being signed out is no error. */
export async function readSession(
  { useCases, settings }: ApiDeps,
  { request }: OpenCall<'readSession'>,
): Promise<OperationReply<'readSession'>> {
  const provider = useCases.beginSignIn.isOffered;
  const token = sessionOfCall(request, settings.baseUrl);
  const used = token === undefined ? undefined : await useCases.identifySession.run(token).catch(orUndefined);
  if (!used) return answer(200, { signed_in: false, provider });
  const key = ownKey(await useCases.readOwnKey.run(used.caller), settings.environment);
  return answer(200, { signed_in: true, provider, key, expires_at: used.session.expiresAt.toISOString() });
}

/** The cookie goes in any case. */
export async function endSession(
  { useCases, settings }: ApiDeps,
  { request, requestId }: OpenCall<'endSession'>,
): Promise<OperationReply<'endSession'>> {
  const token = sessionOfCall(request, settings.baseUrl);
  if (token !== undefined) await useCases.endSession.byToken(token, requestId);
  const ended = { signed_in: false, provider: useCases.beginSignIn.isOffered };
  return { ...answer(200, ended), cookies: [endedCookie(request, 'session', settings.baseUrl)] };
}

function orUndefined(error: unknown): undefined {
  if (error instanceof CallFailed && error.failure.kind === 'unauthorized') return undefined;
  throw error;
}
