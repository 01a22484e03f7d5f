import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
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

describe('openapi.yaml', () => {
  const { info, paths, components } = parse(read('openapi.yaml')) as Described;
  const descriptionOf = (path: string): string => paths[path]?.post.description ?? '';

  it('names all routes, in their order', () => assert.deepEqual(components.schemas.Route.enum, ROUTES));

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
