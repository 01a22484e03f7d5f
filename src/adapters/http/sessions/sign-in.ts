import express, { type Request, type RequestHandler, type Response } from 'express';
import type { NotSignedIn } from '../../../application/access/finish-sign-in.ts';
import type { ApiDeps } from '../call/api-deps.ts';
import { callOf } from '../call/call.ts';
import { cookie, endedCookie, readCookie } from '../call/cookies.ts';

/** A page of the console, and nothing that a browser reads as another host. */
const CONSOLE_PAGE = /^\/console(?:[/?][\x21-\x5b\x5d-\x7e]{0,1500})?$/;

/** `/sign-in` leads to the provider of the firm, and `/sign-in/callback` from there to the console. */
export function serveSignIn({ useCases, settings }: ApiDeps): RequestHandler {
  const router = express.Router({ strict: true, caseSensitive: true });
  const { baseUrl } = settings;
  const { beginSignIn, finishSignIn, admitCall } = useCases;
  if (!settings.console || !beginSignIn.isOffered) return router;
  const limited: RequestHandler = (_req, res, next) => {
    admitCall.admitKeyless(callOf(res).sender, 'signIn');
    next();
  };
  router.get('/sign-in', limited, async (req, res) => {
    const { url, secret } = await beginSignIn.run();
    if (!url) return leadTo(res, failed('unreachable'));
    res.append('Set-Cookie', cookie(req, 'sign-in', `${secret}.${toPage(req)}`, baseUrl));
    leadTo(res, url.href);
  });
  router.get('/sign-in/callback', limited, async (req, res) => {
    const [secret, page] = (readCookie(req, 'sign-in', baseUrl) ?? '').split('.');
    const query = req.originalUrl.split('?')[1] ?? '';
    res.append('Set-Cookie', endedCookie(req, 'sign-in', baseUrl));
    const opened = await finishSignIn.run(query, secret || undefined, callOf(res).requestId);
    if (typeof opened === 'string') return leadTo(res, failed(opened));
    res.append('Set-Cookie', cookie(req, 'session', opened.token, baseUrl));
    leadTo(res, pageOf(Buffer.from(page ?? '', 'base64url').toString()));
  });
  return router;
}

/** RFC 9110, section 15.4.4. */
const leadTo = (res: Response, address: string): void => void res.redirect(303, address);

/** The log-in of the console says why. */
const failed = (why: NotSignedIn): string => `/console?sign_in=${why}`;

const toPage = ({ query }: Request): string => Buffer.from(pageOf(query.to)).toString('base64url');

const pageOf = (order: unknown): string =>
  typeof order === 'string' && CONSOLE_PAGE.test(order) ? order : '/console';
