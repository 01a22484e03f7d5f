import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** They hold native code, or find files of theirs beside themselves. */
const FROM_THEIR_FOLDERS = [
  ...['libsql', 'libxml2-wasm', 'saxon-js', 'xslt3', 'piscina', 'xsd-schema-validator'],
  ...['pdfkit', 'fontkit'],
];

/** What packages that were made for CommonJS expect to find; the names are no one else's. */
const COMMON_JS = `import { createRequire as $requireOf } from 'node:module';
import { dirname as $folderOf } from 'node:path';
import { fileURLToPath as $pathOf } from 'node:url';
const require = $requireOf(import.meta.url);
const __filename = $pathOf(import.meta.url);
const __dirname = $folderOf(__filename);`;

/**
 * The request validator compiles the schema of OpenAPI at every start, and where it is told not to look at the description it then
 * leaves it lying (its release 5.6.2). A seventh of a start's time.
 */
const WITHOUT_SCHEMA_OF_OPENAPI = {
  name: 'without the schema of OpenAPI',
  setup: ({ onLoad }) =>
    onLoad({ filter: /express-openapi-validator.dist.framework.openapi\.schema\.validator\.js$/ }, () => ({
      contents: 'exports.OpenAPISchemaValidator = class {};',
    })),
};

const COMMON = {
  absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
  outbase: '.',
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
};

/** Each program as deep in the folder as its source is in the project; what several load stands in files of its own. */
export async function bundle(programs, outdir) {
  await build({
    ...COMMON,
    entryPoints: programs,
    outdir,
    format: 'esm',
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    external: FROM_THEIR_FOLDERS,
    banner: { js: COMMON_JS },
    plugins: [WITHOUT_SCHEMA_OF_OPENAPI],
    keepNames: true,
    sourcemap: true,
    sourcesContent: false,
  });
}

/** CommonJS modules as they are, without what they load. */
export async function entries(modules, outdir) {
  await build({
    ...COMMON,
    entryPoints: modules,
    outdir,
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
  });
}
