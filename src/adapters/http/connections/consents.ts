import express, { type RequestHandler } from 'express';
import type { Finished } from '../../../application/connections/finish-connection.ts';
import { CallFailed } from '../../../domain/failures.ts';
import type { Translator } from '../../../domain/words/translator.ts';
import type { ApiDeps } from '../call/api-deps.ts';
import { callOf } from '../call/call.ts';
import { languageHeaders } from '../call/wanted-form.ts';
import { markup, page } from '../reference/page.ts';

/** To which providers send a firm back. */
export const CALLBACK_PATH = '/oauth/callback';

/** `later`: nothing was done, and the link still works. */
type Shown = Finished | 'later';

const PAGES: Readonly<
  Record<Shown, { readonly status: number; readonly title: string; readonly text: string }>
> = {
  connected: { status: 200, title: 'pages.consent-connected', text: 'pages.consent-connected-text' },
  'being-checked': { status: 200, title: 'pages.consent-checked', text: 'pages.consent-checked-text' },
  'not-connected': { status: 400, title: 'pages.consent-failed', text: 'pages.consent-failed-text' },
  'no-link': {
    status: 404,
    title: 'pages.this-link-does-not-work-or-no-longer',
    text: 'pages.consent-no-link-text',
  },
  later: { status: 503, title: 'pages.consent-later', text: 'pages.consent-later-text' },
};

/** The address has a code and a state: it is kept nowhere, and passed on to no other page. */
const FOR_ONE_READER = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
} as const;

/** No word of the address is on the page. */
export function serveConsents({
  useCases: { admitCall, finishConnection },
  settings,
}: ApiDeps): RequestHandler {
  const router = express.Router({ strict: true, caseSensitive: true });
  router.get(CALLBACK_PATH, async (req, res) => {
    const { sender, requestId, isHead, translator } = callOf(res);
    res.set(FOR_ONE_READER);
    if (isHead) return void res.status(405).set('Allow', 'GET').end();
    admitCall.admitKeyless(sender, 'finishConnection');
    const query = req.originalUrl.split('?').slice(1).join('?');
    const redirectUri = `${settings.baseUrl}${CALLBACK_PATH}`;
    const shown = await finishConnection.run(query, redirectUri, requestId).catch(laterIfBusy);
    const words = await translator!();
    res.set(languageHeaders(words)).status(PAGES[shown].status).send(consentPage(shown, words));
  });
  return router;
}

function consentPage(shown: Shown, words: Translator): string {
  const title = words.say(PAGES[shown].title);
  return page(title, markup`<h1>${title}</h1><p>${words.say(PAGES[shown].text)}</p>`, words);
}

function laterIfBusy(error: unknown): Shown {
  if (error instanceof CallFailed && ['busy', 'no-master-key'].includes(error.failure.kind)) return 'later';
  throw error;
}
