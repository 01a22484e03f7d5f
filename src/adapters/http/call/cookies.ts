import type { Request } from 'express';
import { isLoopbackHost } from '../../../domain/is-loopback-host.ts';
import { isUrl } from '../../../domain/is-url.ts';

/** The cookies of people: of a session, and of a sign-in under way. */
type CookieUse = 'session' | 'sign-in';

/**
 * With the prefix a browser takes a cookie only over https, for this host and from no other one (RFC 6265bis, 4.1.3.2). Without https, which
 * is for loopback only, there is none, and the port keeps the services of one machine apart, as cookies do not.
 */
function nameOf(use: CookieUse, { headers: { host } }: Request, isPlain: boolean): string {
  return isPlain ? `ids-${use}-${new URL(`http://${host}`).port || '80'}` : `__Host-ids-${use}`;
}

/** Whether people come by http: the address of the service and that of the call are both of this machine. */
const isPlainHttp = ({ headers }: Request, baseUrl: string): boolean =>
  isLocal(baseUrl) && isLocal(`http://${headers.host ?? ''}`);

function isLocal(text: string): boolean {
  if (!isUrl(text)) return false;
  const url = new URL(text);
  return url.protocol === 'http:' && isLoopbackHost(url);
}

/** The value of a cookie; undefined also if it is given twice: one of them is somebody else's. */
export function readCookie(request: Request, use: CookieUse, baseUrl: string): string | undefined {
  const name = nameOf(use, request, isPlainHttp(request, baseUrl));
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}

/**
 * A session goes with calls of our own pages only (`Strict`). A sign-in comes back from the provider, which is another site, and `Lax`
 * lets its cookie come along.
 */
const SAME_SITE = { session: 'Strict', 'sign-in': 'Lax' } as const satisfies Record<CookieUse, string>;

/** A header `Set-Cookie`. It ends with the browser, unless the server has ended it before. */
export function cookie(request: Request, use: CookieUse, value: string, baseUrl: string): string {
  const isPlain = isPlainHttp(request, baseUrl);
  const secure = isPlain ? '' : '; Secure';
  return `${nameOf(use, request, isPlain)}=${value}; Path=/; HttpOnly; SameSite=${SAME_SITE[use]}${secure}`;
}

export const endedCookie = (request: Request, use: CookieUse, baseUrl: string): string =>
  `${cookie(request, use, '', baseUrl)}; Max-Age=0`;
