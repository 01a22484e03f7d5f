// The script of /docs is Scalar's API reference. @scalar/api-reference installs 272 packages beside it, which its build for browsers
// does not need; the plug-in for Fastify carries the same file, byte for byte, with 19 packages (ADR 39).
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const PACKAGE = '@scalar/fastify-api-reference';

/** Stores the script in the folder, compressed: 1.3 instead of 4.4 MB on its way to the browser. */
export async function keepReferenceScript(dist) {
  const folder = join(dist, 'reference');
  await mkdir(folder, { recursive: true });
  // The MIT licence goes with each copy.
  const licence = await readFile(new URL('../LICENSE', import.meta.resolve(PACKAGE)), 'utf8');
  const script = `/*! ${PACKAGE}\n${licence}*/\n${await referenceScript()}`;
  await writeFile(join(folder, 'scalar.js.gz'), await promisify(gzip)(script));
}

/** The plug-in serves the script by a route; it is asked for it as Fastify would. */
async function referenceScript() {
  const { default: plugin } = await import(PACKAGE);
  const routes = new Map();
  const fastify = {
    initialConfig: {},
    hasPlugin: () => false,
    route: (route) => routes.set(route.url, route),
  };
  plugin(fastify, { routePrefix: '', configuration: { url: '/openapi.json' } }, () => undefined);
  const reply = { header: () => reply, send: (text) => text };
  const script = routes.get('/js/scalar.js')?.handler({}, reply);
  if (typeof script !== 'string')
    throw new Error(`${PACKAGE} serves no /js/scalar.js; see the routes of its release.`);
  return script;
}
