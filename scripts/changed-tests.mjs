// Finds the test files that a change reaches: by the imports of the tests, and by tables for what is read or started without an import.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isTest } from './test-files.cjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Built programs that a module of tests starts. */
const STARTED = {
  'test/support/service.ts': ['src/processes/main.ts', 'src/processes/sandbox.ts'],
  'test/support/built.ts': [
    ...['src/commands/ids.ts', 'src/processes/main.ts', 'src/adapters/piscina/check-thread.ts'],
    ...['src/adapters/pdf/print-thread.ts', 'src/adapters/piscina/reading-thread.ts'],
  ],
  'test/console/world.ts': ['src/console/start.tsx'],
};

/** Files without imports: who reads them. The first pattern that fits; a file that none fits is read by all. */
const READERS = [
  [
    /^(docs|README\.md|CHANGELOG\.md|CONTRIBUTING\.md|LICENSE)/,
    /^test\/(docs|scripts|processes|proofs\/instructions)\//,
  ],
  [
    /^src\/(console|domain|adapters\/pdf)\/.*words\//,
    /^test\/(words|answers|console|docs|domain|adapters\/(pdf|http))\//,
  ],
  [/^validators\/words\//, /^test\/(words|answers|validators|adapters\/(piscina|http)|commands)\//],
  [/^src\/console\//, /^test\/console\//],
  [
    /^openapi(\.yaml$|\/)/,
    /^test\/(docs|client|answers|adapters\/http|commands|proofs\/(clients|hostile))\//,
  ],
  [
    /^schematron\//,
    /^test\/(rules|validators|words|console|domain\/checks|commands|smoke|conformance|docs|proofs\/(conformance|firing|packs|restated))\//,
  ],
  [/^mappings\//, /^test\/(application\/mapping|examples|commands|adapters\/http|docs|proofs\/documents)\//],
  [/^examples\//, /^test\/(examples|commands|docs|adapters\/http|smoke)\//],
  [
    /^(deploy\/|compose.*\.yaml$|Dockerfile$)/,
    /^test\/(processes|scripts|docs|adapters\/prometheus|proofs\/packaging)\//,
  ],
  [/^(scripts|bin|\.ci)\//, /^test\/(scripts|docs|processes|proofs)\//],
  [/^test\/answers\//, /^test\/answers\//],
  [/^test\/judges/, /^test\/judges\//],
  [
    /^(\.dependency-cruiser\.cjs|\.prettier.*|\.editorconfig|eslint\.config\.js|\.git.*|\.dockerignore)$/,
    /^$/,
  ],
];

/** Tests that read modules as texts, beside those that import them. */
const READ_AS_TEXTS = [
  [
    /^(src|validators)\//,
    /^test\/(domain\/(routes\/only-in-its-folder|catalogue\/own-codes)|processes\/every-code|docs\/(plain-words|decisions)|words\/(catalogue|layer-name))\.test\.ts$/,
  ],
  [/^src\/(commands|processes\/banner)/, /^test\/docs\/(commands|openapi)\.test\.ts$/],
  [/^scripts\//, /^test\/docs\/(plain-words|decisions)\.test\.ts$/],
];

/** Types are no part of a program that runs: a change of them is for the compiler. */
const TYPE_IMPORT = /^(?:import|export) type [^;]*;/gm;

/**
 * Imports name files, as `./x.ts`, so that no resolution is needed; a part of the name may be known later, as that of a route. The package of
 * rules has a name.
 */
const IMPORT = /(?:from|import\(|import)\s*['`](\.[^'`]+|en16931-rules\/[^'`]+)['`]/g;
const KNOWN_LATER = /\$\{.*?\}+/;

/** A program of tests that is built before it is started. */
const BUILT = /(?:builtProgram|forkBuilt)\('([^']+)'/g;

const isModule = (path) => /\.(tsx?|mjs|cjs)$/.test(path);

/** Paths from the root, with slashes. */
const filesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
    (name) => `${folder}/${name.replaceAll('\\', '/')}`,
  );

let graph;

/** The files that each module imports or starts. */
const readGraph = () =>
  (graph ??= graphOf(['src', 'validators', 'scripts', 'test'].flatMap(filesIn).filter(isModule)));

const graphOf = (modules) =>
  Object.fromEntries(modules.map((path) => [path, [...importsOf(path, modules), ...(STARTED[path] ?? [])]]));

function importsOf(path, modules) {
  const text = readFileSync(join(root, path), 'utf8').replace(TYPE_IMPORT, '');
  const imported = [...text.matchAll(IMPORT)].flatMap(([, name]) =>
    modulesNamed(fileNamed(name, path), modules),
  );
  return [...imported, ...[...text.matchAll(BUILT)].map(([, name]) => `test/${name}`)];
}

const fileNamed = (name, path) =>
  name.startsWith('.') ? posix.join(posix.dirname(path), name) : name.replace('en16931-rules', 'validators');

function modulesNamed(name, modules) {
  if (!KNOWN_LATER.test(name)) return [name];
  const [before, after] = name.split(KNOWN_LATER);
  return modules.filter((path) => path.startsWith(before) && path.endsWith(after));
}

/** Every test file of `npm test`. */
export const allTests = () => filesIn('test').filter(isTest).sort();

/**
 * @param changed paths from the root of the project.
 * @returns the test files that any of them reaches.
 */
export function testsReachedBy(changed, tests = allTests()) {
  const modules = readGraph();
  const isReached = reachedIn(modules, new Set(changed));
  // A module that was deleted is imported by none: those that imported it have changed.
  const unimported = changed.filter((path) => !(path in modules) && !isModule(path));
  const readers = [
    ...unimported.map((path) => READERS.find(([pattern]) => pattern.test(path))?.[1] ?? /^test\//),
    ...READ_AS_TEXTS.filter(([pattern]) => changed.some((path) => pattern.test(path))).map(
      ([, tests]) => tests,
    ),
  ];
  return tests.filter((test) => isReached(test) || readers.some((pattern) => pattern.test(test)));
}

/** Whether a module is one of the wanted ones, or leads to one. */
function reachedIn(modules, wanted) {
  const importers = {};
  for (const [path, imports] of Object.entries(modules))
    for (const each of imports) (importers[each] ??= []).push(path);
  const reached = new Set([...wanted].filter((path) => path in modules));
  for (const path of reached) for (const importer of importers[path] ?? []) reached.add(importer);
  return (path) => reached.has(path);
}

/** The files that differ from a revision, also those that git does not know yet. */
export function changedSince(revision) {
  const git = (...words) => {
    const { status, stdout, stderr } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr.trim());
    return stdout.split('\n').filter(Boolean);
  };
  return [...git('diff', '--name-only', revision), ...git('ls-files', '--others', '--exclude-standard')];
}
