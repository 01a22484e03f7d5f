import express, { type RequestHandler, type Response } from 'express';
import { MAX_SEARCH_CHARACTERS } from '../../../application/catalogue/search-codes.ts';
import type { JsonObject } from '../../../domain/json/json-object.ts';
import type { ApiDeps } from '../call/api-deps.ts';
import { objectAt } from '../call/json-values.ts';
import { PROBLEM_TYPES, type ProblemType } from '../call/problem.ts';
import { callOf } from '../call/call.ts';
import { inEnglish, type Translator } from '../../../domain/words/translator.ts';
import { codeSearchPage } from './code-search-page.ts';
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
  const { description, settings, useCases } = deps;
  const router = express.Router({ strict: true, caseSensitive: true });
  const content = { ...(description.content as JsonObject), servers: [{ url: settings.baseUrl }] };
  router.get('/', (_req, res) => void res.redirect('/docs'));
  router.get('/openapi.yaml', (_req, res) => void res.type('application/yaml').send(description.text));
  router.get('/openapi.json', (_req, res) => void res.json(content));
  router.get(
    ['/favicon.svg', '/favicon.ico'],
    (_req, res) => void res.set('Cache-Control', ONE_HOUR).type('svg').send(FAVICON),
  );
  router.get('/codes', async (req, res) => {
    const asked = typeof req.query.q === 'string' ? req.query.q : '';
    const text = asked.trim().slice(0, MAX_SEARCH_CHARACTERS);
    await sendPage(res, (words) => codeSearchPage(text, useCases.searchCodes.run(text), words));
  });
  router.get('/problems/:type', async (req, res, next) => {
    const type = req.params.type as ProblemType;
    if (!Object.hasOwn(PROBLEM_TYPES, type)) return next();
    await sendPage(res, (words) => problemPage(type, settings.problemBase, words));
  });
  router.use(reference(deps, content));
  return router;
}

/** A page in the language of its reader. */
async function sendPage(res: Response, made: (words: Translator) => string): Promise<void> {
  const words = (await callOf(res).translator?.()) ?? inEnglish();
  const html = made(words);
  res.type('html').vary('Accept-Language').set('Content-Language', words.contentLanguage).send(html);
}

/** /docs and what it loads; llms.txt and the pages of docs/. */
function reference({ settings }: ApiDeps, content: JsonObject): RequestHandler {
  const router = express.Router({ strict: true, caseSensitive: true });
  const files = new ServedFiles(settings.projectFolder);
  const info = objectAt(content, 'info');
  const [title, summary] = [String(info.title), String(info.summary)];
  let described: JsonObject | undefined;
  router.get('/docs', referencePolicy, (_req, res) => void res.type('html').send(referencePage(title)));
  router.get('/docs/start.js', (_req, res) => void res.type('text/javascript').send(START_SCRIPT));
  router.get('/docs/openapi.json', (_req, res) => {
    res.json((described ??= describedForReaders(content, settings.baseUrl, files.pages)));
  });
  router.get('/docs/scalar.js', async (req, res, next) => {
    const compressed = req.acceptsEncodings('gzip') === 'gzip';
    const script = await files.script({ compressed });
    if (!script) return next();
    res.set({ 'Cache-Control': ONE_HOUR, Vary: 'Accept-Encoding' }).type('text/javascript');
    if (compressed) res.set('Content-Encoding', 'gzip');
    res.send(script);
  });
  router.get('/llms.txt', async (_req, res) => {
    const index = await files.page('README.md');
    const service = { title, summary, baseUrl: settings.baseUrl };
    res.type('text/plain').send(llmsTxt(service, index, files.pages));
  });
  router.get('/docs/*name', async (req, res, next) => {
    const text = await files.page([req.params.name].flat().join('/'));
    if (text === undefined) return next();
    res.type('text/markdown').send(text);
  });
  return router;
}
