import express, { type RequestHandler, type Response } from 'express';
import { MAX_SEARCH_CHARACTERS } from '../../../application/catalogue/search-codes.ts';
import type { JsonObject } from '../../../domain/json/json-object.ts';
import type { ApiDeps } from '../call/api-deps.ts';
import { objectAt } from '../call/json-values.ts';
import { PROBLEM_TYPES, type ProblemType } from '../call/problem.ts';
import { callOf } from '../call/call.ts';
import { Translator } from '../../../domain/words/translator.ts';
import { codeSearchPage } from './code-search-page.ts';
import { serveKept } from './kept-file.ts';
import { KeptPages } from './kept-pages.ts';
import { llmsTxt } from './llms-txt.ts';
import { FAVICON } from './mark.ts';
import { problemPage } from './problem-page.ts';
import { describedForReaders, referencePage, START_SCRIPT } from './reference-page.ts';
import { referencePolicy } from './security-headers.ts';
import { ServedFiles } from './served-files.ts';

/** Files that change with a release only. */
const ONE_HOUR = 'public, max-age=3600';

/** The paths that describe the service. They need no key. */
export function describeService(deps: ApiDeps): RequestHandler {
  const { description, settings, useCases, words } = deps;
  const router = express.Router({ strict: true, caseSensitive: true });
  const content = { ...(description.content as JsonObject), servers: [{ url: settings.baseUrl }] };
  router.get('/', (_req, res) => void res.redirect('/docs'));
  router.get(
    '/openapi.yaml',
    serveKept({ type: 'application/yaml; charset=utf-8' }, () => description.text),
  );
  router.get(
    '/openapi.json',
    serveKept({ type: 'json' }, () => JSON.stringify(content)),
  );
  router.get(
    ['/favicon.svg', '/favicon.ico'],
    serveKept({ type: 'image/svg+xml; charset=utf-8', cacheControl: ONE_HOUR }, () => FAVICON),
  );
  const pages = new KeptPages();
  const english = new Translator('en', words.in('en'));
  router.get('/codes', async (req, res) => {
    const query = typeof req.query.q === 'string' ? req.query.q : '';
    const text = query.trim().slice(0, MAX_SEARCH_CHARACTERS);
    const codes = useCases.searchCodes.run(text);
    await sendPage(res, { pages, name: `codes ${text}`, source: codes, english }, (words) =>
      codeSearchPage(text, codes, words),
    );
  });
  router.get('/problems/:type', async (req, res, next) => {
    const type = req.params.type as ProblemType;
    if (!Object.hasOwn(PROBLEM_TYPES, type)) return next();
    await sendPage(res, { pages, name: `problem ${type}`, source: type, english }, (words) =>
      problemPage(type, settings.problemBase, words),
    );
  });
  router.use(reference(deps, content));
  return router;
}

interface Keeping {
  readonly pages: KeptPages;
  readonly name: string;
  readonly source: unknown;
  readonly english: Translator;
}

/** A page in the language of its reader. */
async function sendPage(
  res: Response,
  { pages, name, source, english }: Keeping,
  made: (words: Translator) => string,
): Promise<void> {
  const words = (await callOf(res).translator?.()) ?? english;
  const { file, contentLanguage } = pages.get(`${words.language} ${name}`, source, () => {
    const text = made(words);
    return { text, contentLanguage: words.contentLanguage };
  });
  res.type('html').set('Cache-Control', 'no-cache').vary('Accept-Language');
  await file.send(res.req, res.set('Content-Language', contentLanguage));
}

/** /docs and what it loads; llms.txt and the pages of docs/. */
function reference({ settings, words: all }: ApiDeps, content: JsonObject): RequestHandler {
  const router = express.Router({ strict: true, caseSensitive: true });
  const files = new ServedFiles(settings.projectFolder);
  const words = new Translator('en', all.in('en'));
  const info = objectAt(content, 'info');
  const [title, summary] = [String(info.title), String(info.summary)];
  router.get(
    '/docs',
    referencePolicy,
    serveKept({ type: 'html' }, () => referencePage(title, words)),
  );
  router.get(
    '/docs/start.js',
    serveKept({ type: 'text/javascript; charset=utf-8' }, () => START_SCRIPT),
  );
  router.get(
    '/docs/openapi.json',
    serveKept({ type: 'json' }, () =>
      JSON.stringify(describedForReaders(content, { url: settings.baseUrl, pages: files.pages, words })),
    ),
  );
  router.get(
    '/docs/scalar.js',
    serveKept({ type: 'text/javascript; charset=utf-8', cacheControl: ONE_HOUR }, () => files.script()),
  );
  router.get(
    '/llms.txt',
    serveKept({ type: 'text/plain; charset=utf-8' }, async () => {
      const service = { title, summary, baseUrl: settings.baseUrl };
      return llmsTxt(service, await files.page('README.md'), files.pages);
    }),
  );
  router.get(
    '/docs/*name',
    serveKept<{ name: string | readonly string[] }>(
      { type: 'text/markdown; charset=utf-8' },
      (name) => files.page(name),
      ({ name }) => [name].flat().join('/'),
    ),
  );
  return router;
}
