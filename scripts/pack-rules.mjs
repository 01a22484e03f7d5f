// `npm run pack:rules` makes dist/rules-library/, the rules as a package of their own, and its .tgz in dist/: one module for Node, one for
// browsers, a command, and the built-in packs as modules; then dist/rule-sources/, the rules as they are written.
import { copyFileSync, cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { bundle } from './bundle.mjs';
import { packFolder, root, writeTypes } from './pack-folder.mjs';
import { build as buildService, compilePacks } from './prepare.mjs';

const source = join(root, 'validators/library');
const folder = join(root, 'dist/rules-library');
const packs = join(root, 'dist/rules-of-library');

const module = (entry, outfile, options) =>
  build({
    entryPoints: [join(source, entry)],
    outfile: join(folder, outfile),
    ...{ bundle: true, format: 'esm', target: 'es2022', logLevel: 'warning', ...options },
  });

const BUFFER = join(source, 'buffer-in-browser.ts');

rmSync(folder, { recursive: true, force: true });
buildService();
compilePacks(packs);
await module('open-rules.ts', 'node.js', { platform: 'node' });
await module('open-rules-in-browser.ts', 'browser.js', {
  platform: 'browser',
  alias: { 'node:buffer': BUFFER },
  inject: [BUFFER],
  minify: true,
});
/** Programs that import the module beside them. */
for (const program of ['command', 'thread'])
  await module(`${program}.ts`, `${program}.js`, {
    platform: 'node',
    plugins: [
      {
        name: 'the module beside it',
        setup: ({ onResolve }) =>
          onResolve({ filter: /open-rules\.ts$/ }, () => ({ path: './node.js', external: true })),
      },
    ],
  });
await bundle(['validators/library/write-rules.ts'], join(root, 'dist'));
const { writeRules } = await import(pathToFileURL(join(root, 'dist/validators/library/write-rules.js')).href);
await writeRules(packs, join(folder, 'rules'));
writeTypes('validators/library/tsconfig.package.json');
copyFileSync(join(source, 'README.md'), join(folder, 'README.md'));
packFolder('validators', 'dist/rules-library');

const written = 'dist/rule-sources';
rmSync(join(root, written), { recursive: true, force: true });
cpSync(join(root, 'schematron'), join(root, written), { recursive: true });
packFolder('schematron', written);
