import express, { type RequestHandler } from 'express';
import helmet from 'helmet';
import type { ApiDeps } from '../call/api-deps.ts';
import { CONSOLE_FILES, isConsoleFile } from '../call/console-file.ts';
import { serveKept } from '../reference/kept-file.ts';
import { ConsoleFiles } from './console-files.ts';

/** Nothing inline, and nothing of another host. `blob:` is a file that the page has read with its key: the page of an invoice. */
const policy = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'blob:'],
    connectSrc: ["'self'"],
    frameSrc: ['blob:'],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
});

/** The name of a file changes with its content. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** /console: one page, whose script reads the rest of the address. It needs no key; what it shows, the API answers. */
export function serveConsole({ settings }: ApiDeps): RequestHandler {
  const router = express.Router({ strict: true, caseSensitive: true });
  if (!settings.console) return router;
  const files = new ConsoleFiles(settings.projectFolder);
  router.get(
    `${CONSOLE_FILES}:name`,
    policy,
    serveKept<{ name: string }>(
      { cacheControl: FOR_EVER },
      (name) => files.asset(name),
      ({ name }) => name,
    ),
  );
  const page = serveKept({ type: 'html' }, () => files.page());
  router.get(['/console', '/console/', '/console/*page'], policy, (req, res, next) =>
    isConsoleFile(req.path) ? next() : page(req, res, next),
  );
  return router;
}
