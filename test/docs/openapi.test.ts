import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { bundleParts } from '../../scripts/openapi-parts.mjs';
import { ROUTE_PROFILES, ROUTES } from '../../src/domain/routes/all.ts';

interface Described {
  readonly info: { readonly 'x-service-version': string };
  readonly paths: Readonly<Record<string, { readonly post: { readonly description: string } }>>;
  readonly components: {
    readonly schemas: { readonly Route: { readonly enum: readonly string[] } };
  };
}

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

/** Rows of a table in the description of a call. */
const rowsIn = (description: string): readonly string[] => description.match(/^\| `.*$/gm) ?? [];
const rowOf = (route: string, values: readonly string[]): string =>
  `| \`${route}\` | ${values.map((one) => `\`${one}\``).join(', ')} |`;

/** The routes in each `enum` with more than one. */
function listsOfRoutes(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    if (name !== 'enum' || !Array.isArray(member)) return listsOfRoutes(member);
    const routes = member.filter((one): one is string => ROUTES.includes(one as string));
    return routes.length > 1 ? [routes] : [];
  });
}

describe('openapi.yaml', () => {
  const { info, paths, components } = parse(read('openapi.yaml')) as Described;
  const descriptionOf = (path: string): string => paths[path]?.post.description ?? '';

  it('is its parts, put together: npm run docs writes it', () =>
    assert.ok(read('openapi.yaml') === bundleParts(), 'openapi.yaml is not what openapi/ says'));

  it('names all routes, in their order', () => assert.deepEqual(components.schemas.Route.enum, ROUTES));

  it('names them wherever it lists routes', () =>
    assert.deepEqual(
      listsOfRoutes(parse(read('openapi.yaml'))).filter((list) => list.join() !== ROUTES.join()),
      [],
    ));

  it('lists the formats that are built on each route', () =>
    assert.deepEqual(
      rowsIn(descriptionOf('/invoices')),
      ROUTE_PROFILES.map(({ name, formats }) =>
        rowOf(
          name,
          formats.flatMap(({ format, build }) => (build === null ? [] : [format])),
        ),
      ),
    ));

  it('lists the files that each route accepts', () =>
    assert.deepEqual(
      rowsIn(descriptionOf('/invoices/xml')),
      ROUTE_PROFILES.map(({ name, fileKinds }) => rowOf(name, fileKinds)),
    ));

  it('has the version that GET /health reports', () => {
    const { version } = JSON.parse(read('package.json')) as { readonly version: string };
    assert.equal(info['x-service-version'], version);
  });
});

/** Forms that generators of clients misread; each is valid OpenAPI. `test/proofs/clients` runs the generators. */
describe('a text that tells operators to make a call', () => {
  const { paths } = parse(read('openapi.yaml')) as { readonly paths: Readonly<Record<string, object>> };
  /** The names in braces do not count. `/metrics` has a port of its own. */
  const withoutNames = (call: string): string => call.replaceAll(/\{\w+\}/g, '{}');
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => withoutNames(`${method.toUpperCase()} ${path}`)),
  );
  const known = new Set([...calls, 'GET /metrics']);
  const files = readdirSync(join(PROJECT, 'src/commands'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join('src/commands', name));
  for (const file of [...files, 'docs/operations.md', 'docs/security.md'])
    it(`names calls that there are, in ${file}`, () => {
      const named = read(file).match(/\b(?:GET|PUT|POST|PATCH|DELETE) \/[a-z][\w{}/-]*/g) ?? [];
      assert.deepEqual(
        named.filter((call) => !known.has(withoutNames(call).replace(/\/$/, ''))),
        [],
      );
    });
});

describe('for generators of clients, openapi.yaml', () => {
  const description = parse(read('openapi.yaml'), { merge: true, maxAliasCount: -1 }) as Readonly<
    Record<string, unknown>
  >;
  const nodes = [...nodesOf(description, '#')];

  it('mixes no types in an enum: openapi-python-client drops every call that uses such a schema', () => {
    const mixed = nodes.filter(
      ([, { enum: values }]) =>
        Array.isArray(values) &&
        new Set(values.filter((one) => one !== null).map((one) => typeof one)).size > 1,
    );
    assert.deepEqual(pathsOf(mixed), []);
  });

  it('names no constant that is no text: openapi-generator writes Java that does not compile', () => {
    const constant = nodes.filter(([, node]) => 'const' in node && typeof node.const !== 'string');
    assert.deepEqual(pathsOf(constant), []);
  });

  it('gives no member of a body a default: openapi-typescript makes such a member required', () => {
    const preset = nodes.filter(([path, node]) => path.includes('/schemas/') && 'default' in node);
    assert.deepEqual(pathsOf(preset), []);
  });

  it('gives no boolean of a query a default: the PHP of openapi-generator sends it as 0, which is no boolean', () => {
    const preset = nodes.filter(([, { in: place, schema }]) => {
      const { type, default: value } = (schema ?? {}) as {
        readonly type?: string;
        readonly default?: unknown;
      };
      return place === 'query' && type === 'boolean' && value !== undefined;
    });
    assert.deepEqual(pathsOf(preset), []);
  });

  it('states the body of each call in the call: hey-api encodes a file as JSON if its body is a reference', () => {
    const referred = nodes.filter(([path, node]) => path.endsWith('/requestBody') && '$ref' in node);
    assert.deepEqual(pathsOf(referred), []);
  });

  it('describes what is neither JSON nor a page as bytes', () => {
    const bodies = nodes.filter(([path]) => /\/requestBody\/content\/[^/]+\/[^/]+$/.test(path));
    const text = bodies.filter(
      ([path, node]) =>
        !path.includes('/json') && (node.schema as { readonly format?: string }).format !== 'binary',
    );
    assert.deepEqual(pathsOf(text), []);
  });
});

type Node = Readonly<Record<string, unknown>>;
const pathsOf = (found: readonly (readonly [path: string, node: Node])[]): readonly string[] =>
  found.map(([path]) => path);

/** Every object of the description with its path; examples are data. */
function* nodesOf(value: unknown, path: string): Generator<readonly [path: string, node: Node]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Node];
  for (const [name, inner] of Object.entries(value))
    if (name !== 'examples' && name !== 'example') yield* nodesOf(inner, `${path}/${name}`);
}
