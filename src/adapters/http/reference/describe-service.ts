import express, { type RequestHandler } from 'express';
import type { ApiDeps } from '../call/api-deps.ts';
import { page } from './page.ts';
import { problemPage } from './problem-page.ts';
import { PROBLEM_TYPES, type ProblemType } from '../call/problem.ts';
import { reference } from './reference-page.ts';

/** The paths that describe the service. They need no key and have no rate limit. */
export function describeService({ description, settings }: ApiDeps): RequestHandler {
  const { text, content } = description;
  const router = express.Router({ strict: true, caseSensitive: true });
  const served = { ...(content as object), servers: [{ url: settings.baseUrl }] };
  let docs: string | undefined;
  const write = () => page('Invoice delivery service', reference(content, settings.baseUrl));
  router.get('/openapi.yaml', (_req, res) => void res.type('application/yaml').send(text));
  router.get('/openapi.json', (_req, res) => void res.json(served));
  router.get('/docs', (_req, res) => void res.type('html').send((docs ??= write())));
  router.get('/problems/:type', (req, res, next) => {
    const type = req.params.type as ProblemType;
    if (!Object.hasOwn(PROBLEM_TYPES, type)) return next();
    res.type('html').send(problemPage(type, settings.problemBase));
  });
  return router;
}
