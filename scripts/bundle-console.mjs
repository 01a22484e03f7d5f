// The console: a page, its scripts and styles under names with a hash of their content, the words of each language, the examples,
// the licences of what is in the scripts. Everything is stored compressed, as it goes to the browser (ADR 41).
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build } from 'esbuild';
import { memberTerms } from './member-terms.mjs';
import { serviceWords } from './service-words.mjs';
import { syntaxTables } from './syntax-tables.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = join(ROOT, 'src/console');
/** The modules of the first view: the start and its page. */
const START = 'src/console/start.tsx';
const FIRST_PAGE = 'src/console/pages/invoices/invoices-page.tsx';
/** A file of this size costs a reader more by its request than by its bytes. */
const MAX_SMALL_BYTES = 4000;
/** Where the API serves the files. */
const ASSETS = '/console/assets/';

/** Writes `page.html.gz` and `assets/` into the folder. */
export async function bundleConsole(folder) {
  const assets = join(folder, 'assets');
  await rm(folder, { recursive: true, force: true });
  await mkdir(assets, { recursive: true });
  const [words, examples, styles] = await Promise.all([
    storeWords(assets),
    storeExamples(assets),
    storeBuilt(assets, {
      entryPoints: ['console', ...PAGE_STYLES, 'touch'].map((name) => `src/console/styles/${name}.css`),
      entryNames: 'look-[name]-[hash]',
    }),
  ]);
  const styleFiles = PAGE_STYLES.map((name) => [name, styles.named(`look-${name}-`)]);
  const options = scriptOptions({
    WORD_FILES: JSON.stringify(words),
    STYLE_FILES: JSON.stringify(styleFiles),
    EXAMPLES_FILE: JSON.stringify(examples),
  });
  const { metafile } = await built(assets, { ...options, plugins: [withTerms] });
  const scripts = await storeBuilt(assets, {
    ...options,
    plugins: [withTerms, withShared(metafile)],
    logOverride: { 'ignored-bare-import': 'silent' },
  });
  await store(join(assets, 'licences.txt'), await licencesOf([...styles.inputs, ...scripts.inputs]));
  const looks = [styles.named('look-console-'), styles.named('look-touch-')];
  await store(join(folder, 'page.html'), page(scripts.named('console-'), looks));
}

const scriptOptions = (define) => ({
  entryPoints: { console: START },
  entryNames: '[name]-[hash]',
  chunkNames: 'part-[hash]',
  format: 'esm',
  splitting: true,
  platform: 'browser',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  define,
});

const built = (folder, options) =>
  build({
    absWorkingDir: ROOT,
    outdir: folder,
    bundle: true,
    minify: true,
    target: ['es2022', 'chrome120', 'firefox121', 'safari17'],
    metafile: true,
    write: false,
    logLevel: 'warning',
    ...options,
  });

/** @returns the files that were read, and a stored one by the start of its name. */
async function storeBuilt(assets, options) {
  const { outputFiles, metafile } = await built(assets, options);
  for (const { path, contents } of outputFiles) await store(path, contents);
  const names = outputFiles.map(({ path }) => basename(path));
  return {
    inputs: Object.keys(metafile.inputs),
    named: (start) => names.find((name) => name.startsWith(start)),
  };
}

/**
 * Styles that are read with the pages that have them, in the order of the cascade: a later one holds against an earlier one, whichever page
 * was opened first. `console.css` has those of the first view; `touch.css` is the last of all.
 */
const PAGE_STYLES = [
  'timeline',
  'finding',
  'detail',
  'sides',
  'to-correct',
  'now',
  'clients',
  'events',
  'rules',
  'playground',
  'document',
  'repair',
  'refusals',
];

/** The one module that needs a table begins with it: esbuild would load what `define` fills in with the first view. */
const withTerms = {
  name: 'terms',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/source\/(?:syntax-tables|member-terms)\.ts$/ }, async ({ path }) => {
      const [name, table] = path.endsWith('/syntax-tables.ts')
        ? ['SYNTAX_TABLES', await syntaxTables()]
        : ['MEMBER_TERMS', await memberTerms()];
      const contents = `const ${name} = ${JSON.stringify(table)};\n${await readFile(path, 'utf8')}`;
      return { contents, loader: 'ts' };
    }),
};

/**
 * esbuild makes a file for each set of pages that share a module, and a page would load forty, most of them below one kilobyte. With this plugin
 * each page imports the start, whose modules so become one file, and each but the first page all modules of small files, which become another.
 * @param metafile of a build without it.
 */
function withShared({ outputs }) {
  const small = Object.values(outputs)
    .filter(({ entryPoint, bytes }) => entryPoint === undefined && bytes <= MAX_SMALL_BYTES)
    .flatMap(({ inputs }) => Object.keys(inputs).filter((path) => /^(?:src|node_modules)\//.test(path)));
  const importing = (paths) => paths.map((path) => `import ${JSON.stringify(join(ROOT, path))};\n`).join('');
  return {
    name: 'shared',
    setup({ onLoad }) {
      onLoad({ filter: /\/pages\/[^/]+\/[^/]+-page\.tsx$/ }, async ({ path }) => {
        const shared = path === join(ROOT, FIRST_PAGE) ? [START] : [START, ...small];
        return { contents: `${await readFile(path, 'utf8')}\n${importing(shared)}`, loader: 'tsx' };
      });
    },
  };
}

const store = async (path, content) => writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));

/** Pages and parts that few readers open, or later: their words are no part of the first view, but for the names of pages. */
const OWN_FILE = new Set([
  'clients',
  'convert',
  'document',
  'events',
  'files',
  'finding',
  'invoice',
  'links',
  'now',
  'playground',
  'received',
  'received-invoice',
  'refusals',
  'repair',
  'report',
  'reports',
  'rules',
  'search',
  'send-status',
  'share-link',
  'terms',
  'timeline',
  'to-correct',
  'webhooks',
]);

/** One file a language, and one for each page of `OWN_FILE`. @returns by language, the name of each. */
async function storeWords(assets) {
  const folder = join(SOURCES, 'words');
  const stored = {};
  for (const language of (await readdir(folder)).toSorted()) {
    const files = (await readdir(join(folder, language))).toSorted();
    const pages = await Promise.all(
      files.map(async (file) => [
        basename(file, '.json'),
        JSON.parse(await readFile(join(folder, language, file), 'utf8')),
      ]),
    );
    const first = pages.map(([page, words]) => [
      page,
      OWN_FILE.has(page) ? { page: words.page, 'page.own': words['page.own'] } : words,
    ]);
    const [own, ofService] = [new Map(pages), serviceWords(language)];
    stored[language] = { first: await storeHashed(assets, `words-${language}`, Object.fromEntries(first)) };
    for (const page of new Set([...pages.map(([page]) => page), ...Object.keys(ofService)]))
      if (OWN_FILE.has(page))
        stored[language][page] = await storeHashed(assets, `words-${language}-${page}`, {
          ...own.get(page),
          ...ofService[page],
        });
  }
  return stored;
}

/** Larger ones are no first invoice. */
const MAX_EXAMPLE_BYTES = 10_000;

/** Invoices of `examples/` for the playground, by name. @returns the name of the file. */
async function storeExamples(assets) {
  const folder = join(ROOT, 'examples');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  const texts = await Promise.all(
    files.map(async (file) => [basename(file, '.json'), await readFile(join(folder, file), 'utf8')]),
  );
  const small = texts.filter(([, text]) => text.length <= MAX_EXAMPLE_BYTES);
  return storeHashed(
    assets,
    'examples',
    Object.fromEntries(small.map(([name, text]) => [name, JSON.parse(text)])),
  );
}

/** @returns the name of the file; it changes with the content. */
async function storeHashed(assets, start, content) {
  const text = JSON.stringify(content);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase();
  const name = `${start}-${hash}.json`;
  await store(join(assets, name), text);
  return name;
}

/** Each licence that goes with the scripts asks for its text beside them. */
async function licencesOf(inputs) {
  const packages = inputs.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  const texts = [...new Set(packages)].toSorted().map(async (name) => {
    const folder = join(ROOT, 'node_modules', name);
    const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
    const { version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const text = file ? await readFile(join(folder, file), 'utf8') : license;
    return `${name} ${version}\n\n${text.trim()}\n`;
  });
  return (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`);
}

const page = (script, looks) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Invoice delivery</title>
<link rel="icon" href="/favicon.svg">
${looks.map((look) => `<link rel="stylesheet" href="${ASSETS}${look}">`).join('\n')}
<script type="module" src="${ASSETS}${script}"></script>
</head>
<body><div id="console"></div><noscript><p>The console needs JavaScript. The same as data: <a href="/docs">the API</a>.</p></noscript></body>
</html>
`;
