// `npm run prepare`, which `npm ci` starts, makes the types of openapi.yaml: for the client library as callers see the calls, for the
// handlers of the service as they get them. Git ignores both files. A build, a test run and a check make them again if they are outdated.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

const DESCRIPTION = path('openapi.yaml');
const FILES = {
  client: path('src/client/api-types.ts'),
  handlers: path('src/adapters/http/call/api-types.ts'),
};
const SOURCES = [DESCRIPTION, path('scripts/api-types.mjs'), path('package-lock.json')];

/** Writes the files that are missing or older than what they are made of. An installation without the generator needs none. */
export async function writeApiTypes() {
  if (!existsSync(path('node_modules/openapi-typescript'))) return;
  const since = Math.max(...SOURCES.map((file) => statSync(file).mtimeMs));
  const outdated = Object.entries(FILES).filter(
    ([, file]) => !existsSync(file) || statSync(file).mtimeMs < since,
  );
  if (outdated.length === 0) return;
  const { parse } = await import('yaml');
  const description = parse(readFileSync(DESCRIPTION, 'utf8'), { merge: true, maxAliasCount: -1 });
  for (const [reader, file] of outdated) writeFileSync(file, await typesFor[reader](description));
}

const HEAD = '// Generated from openapi.yaml by openapi-typescript: npm run prepare.\n';

const typesFor = {
  client: async (description) => {
    const problems = Object.keys(description.components.schemas.Problem['x-problem-types']);
    return `${HEAD}
/** A file, or lines as they come. */
export type Bytes = Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** The last part of a problem's \`type\`. */
export type ProblemType =
${problems.map((name) => `    | "${name}"`).join('\n')};

${await typesOf(description, {})}`;
  },
  handlers: async (description) => `${HEAD}
/** A file, or lines as they come. */
type Bytes = Uint8Array;

${await typesOf(asHandled(description), { immutable: true })}`,
};

async function typesOf(description, options) {
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const { default: ts } = await import('typescript');
  const types = await openapiTS(structuredClone(description), {
    emptyObjectsUnknown: true,
    // The generator takes a file for text.
    transform: ({ format }) =>
      format === 'binary' ? ts.factory.createTypeReferenceNode('Bytes') : undefined,
    ...options,
  });
  return astToString(types);
}

/** A handler gets the default of a parameter that its caller leaves out. Routes are those of the service, which the description repeats. */
function asHandled(description) {
  const routes = description.components.schemas.Route.enum;
  const isOfRoutes = ([name, values]) => name === 'enum' && routes.every((route) => values.includes(route));
  const handled = (value) => {
    if (Array.isArray(value)) return value.map(handled);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).filter((member) => !isOfRoutes(member));
    const isPreset = value.in === 'query' && value.schema?.default !== undefined;
    const copied = members.map(([name, member]) => [name, handled(member)]);
    return Object.fromEntries(isPreset ? [...copied, ['required', true]] : copied);
  };
  return handled(description);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeApiTypes();
