import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROUTES } from '../../../src/domain/routes/all.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

const sourcesIn = (folder: string): readonly string[] =>
  readdirSync(join(PROJECT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(PROJECT, join(entry.parentPath, entry.name)));

/** The lines of the files that a pattern finds. */
function linesWith(pattern: RegExp, files: readonly string[]): readonly string[] {
  return files.flatMap((file) =>
    readFileSync(join(PROJECT, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
}

/** The name as a whole word: `EI-PEPPOL-REFUSED` is a code, `PEPPOL-EN16931-R001` a rule. */
const nameOf = (route: string): RegExp => new RegExp(`(?<![\\w-])${route}(?![\\w-])`);

/** Folders that belong to a route; the list and the routing table name all of them. */
const homesOf = (route: string): readonly string[] => [
  ...['src/domain/routes', 'src/adapters/rails', 'src/sandbox'].map(
    (folder) => `${folder}/${route.toLowerCase()}/`,
  ),
  'src/domain/routes/all.ts',
  'src/domain/routing/',
];

/** Files that name routes for another reason than a decision. */
const EXCEPT = [
  // Remarks that name the routes whose documents have a field for a member.
  'src/domain/documents/no-term.ts',
  // The words of the description, samples for its readers, and the endings of simulated networks, which only some routes have.
  'src/client/',
  'src/adapters/http/call/api-types.ts',
  'src/adapters/http/reference/code-samples.ts',
  // Their names and signs in the console.
  'src/console/app/routes.ts',
  // An address that one network alone has.
  'src/console/app/peppol-address.ts',
  // What an agent reads of each route in the schema of a tool.
  'src/agents/tools/check-tools.ts',
  'src/commands/certify',
];

describe('the name of a route', () => {
  const files = [...sourcesIn('src'), ...sourcesIn('validators')].filter(
    (file) => !EXCEPT.some((one) => file.startsWith(one)),
  );

  for (const route of ROUTES)
    it(`is only in its folders, the list and the routing table: ${route}`, () => {
      const elsewhere = files.filter((file) => !homesOf(route).some((home) => file.startsWith(home)));
      assert.deepEqual(linesWith(nameOf(route), elsewhere), []);
    });

  it('is found elsewhere', () => {
    const [route = ''] = ROUTES;
    assert.ok(nameOf(route).test(`if (route !== '${route}') return subject;`));
    assert.ok(linesWith(nameOf(route), sourcesIn('src/domain/routing')).length > 0);
  });
});

/** Terms of one country. `ksef-file` is a layer, and layers belong to packs. */
const OF_COUNTRIES =
  /polish|poland|polski|warsaw|\bksef(?!-file)|nip\b|french|france|romania|\banaf|\bcif\b|bucharest|german/i;

describe('the logic of a country', () => {
  // Rules that come from packs, and the rule of XRechnung for two routes: both are data of packs.
  const OF_PACKS = /\/(written\/|cash-discount\.ts$|pack-in-force\.ts$)/;
  const CORE = [
    ...['application', 'ports', 'domain/lifecycle', 'domain/sending'],
    ...['domain/checks/early-rules', 'domain/checks/layers', 'domain/checks/pre-check'],
  ];

  for (const folder of CORE)
    it(`is not in src/${folder}: it comes through the profile of the route`, () => {
      const files = sourcesIn(`src/${folder}`).filter((file) => !OF_PACKS.test(file));
      assert.ok(files.length > 0);
      assert.deepEqual(linesWith(OF_COUNTRIES, files), []);
    });
});

describe('a route', () => {
  for (const route of ROUTES)
    it(`shares nothing with the folder of another: ${route}`, () => {
      const folder = `src/domain/routes/${route.toLowerCase()}`;
      const others = ROUTES.filter((one) => one !== route).map((one) => one.toLowerCase());
      const imports = new RegExp(`from '.*/(${others.join('|')})/`);
      assert.deepEqual(linesWith(imports, sourcesIn(folder)), []);
    });
});
