import express, { type RequestHandler } from 'express';
import type { ApiDeps } from '../call/api-deps.ts';
import { page } from './page.ts';
import { problemPage } from './problem-page.ts';
import { PROBLEM_TYPES, type ProblemType } from '../call/problem.ts';
import { reference } from './reference-page.ts';

/** What describes the service is no call of it: no key, no rate limit. */
export function describeService(
  { description: yaml, settings }: ApiDeps,
  description: unknown,
): RequestHandler {
  const router = express.Router({ strict: true, caseSensitive: true });
  const served = { ...(description as object), servers: [{ url: settings.baseUrl }] };
  const docs = page('Invoice delivery service', reference(description, settings.baseUrl));
  router.get('/openapi.yaml', (_req, res) => void res.type('application/yaml').send(yaml));
  router.get('/openapi.json', (_req, res) => void res.json(served));
  router.get('/docs', (_req, res) => void res.type('html').send(docs));
  router.get('/problems/:type', (req, res, next) => {
    const type = req.params.type as ProblemType;
    if (!Object.hasOwn(PROBLEM_TYPES, type)) return next();
    res.type('html').send(problemPage(type, settings.problemBase));
  });
  return router;
}
