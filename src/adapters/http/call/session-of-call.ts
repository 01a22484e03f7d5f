import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Request } from 'express';
import { CallFailed } from '../../../domain/failures.ts';
import { isUrl } from '../../../domain/is-url.ts';
import { onlyHeader } from './headers.ts';
import { readCookie } from './cookies.ts';

/**
 * A page of another site cannot set it without a question that is never answered (Fetch, CORS-preflight), so the cookie counts only beside
 * it: a form, an image, a link and an address that is typed are calls without a session.
 */
const SESSION_HEADER = 'x-ids-session';

/**
 * The token of the session that a call is made in; undefined if it is made in none. A key goes before it.
 * @throws CallFailed `forbidden`: the browser says that another site makes the call.
 */
export function sessionOfCall(request: Request, baseUrl: string): string | undefined {
  if (onlyHeader(request, 'authorization').times > 0) return undefined;
  if (onlyHeader(request, SESSION_HEADER).times !== 1) return undefined;
  const token = readCookie(request, 'session', baseUrl);
  if (token !== undefined && !isOwnPage(request, baseUrl))
    throw new CallFailed({ kind: 'forbidden', detail: say('calls.session-is-for-own-pages') });
  return token;
}

/** By what browsers say of a call (Fetch Metadata `Sec-Fetch-Site`; `Origin`, RFC 6454). An old browser says nothing. */
export function isOwnPage(request: Request, baseUrl: string): boolean {
  const [site, origin] = [onlyHeader(request, 'sec-fetch-site'), onlyHeader(request, 'origin')];
  if (site.times > 1 || origin.times > 1) return false;
  if (site.times === 1 && site.value !== 'same-origin') return false;
  const { value: from = '' } = origin;
  if (origin.times === 0 || from === new URL(baseUrl).origin) return true;
  return isUrl(from) && new URL(from).host === request.headers.host;
}
