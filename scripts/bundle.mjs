import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Packages with native code, or with files that they load by path. */
const FROM_THEIR_FOLDERS = [
  ...['libsql', 'libxml2-wasm', 'saxon-js', 'xslt3', 'piscina', 'xsd-schema-validator'],
  ...['pdfkit', 'fontkit'],
];

/** Names that CommonJS packages expect; no other code uses them. */
const COMMON_JS = `import { createRequire as $requireOf } from 'node:module';
import { dirname as $folderOf } from 'node:path';
import { fileURLToPath as $pathOf } from 'node:url';
const require = $requireOf(import.meta.url);
const __filename = $pathOf(import.meta.url);
const __dirname = $folderOf(__filename);`;

const COMMON = {
  absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
  outbase: '.',
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
};

/** The depth of a program in the folder is that of its source in the project. Shared modules are in separate files. */
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
    sourcemap: true,
    sourcesContent: false,
  });
}

/** CommonJS modules unchanged, without their dependencies. */
export async function entries(modules, outdir) {
  await build({
    ...COMMON,
    entryPoints: modules,
    outdir,
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
  });
}

/** What the sources export, for a script that asks them one question. */
export async function codeOf(...sources) {
  const { outputFiles } = await build({
    ...COMMON,
    stdin: {
      contents: sources.map((source) => `export * from './${source}';`).join('\n'),
      resolveDir: COMMON.absWorkingDir,
    },
    format: 'esm',
    bundle: true,
    write: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);
}

/** The client library: one module for Node and browsers. */
export async function bundleClient(outdir) {
  await build({
    absWorkingDir: COMMON.absWorkingDir,
    entryPoints: ['src/client/client.ts'],
    outdir,
    format: 'esm',
    bundle: true,
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'warning',
  });
}
