// `npm run pack:client` makes dist/client/, the client library as a package of its own, and its .tgz in dist/. The library is one
// file without imports, for browsers too; its types name those of openapi-fetch.
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeApiTypes } from './api-types.mjs';
import { bundleClient } from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'dist/client');

function run(program, args) {
  const { status } = spawnSync(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`${args.join(' ')} failed.`);
}

await writeApiTypes();
await bundleClient(folder);
run(process.execPath, [
  createRequire(import.meta.url).resolve('typescript/bin/tsc'),
  '-p',
  'src/client/tsconfig.package.json',
]);

const { name, version, license, exports, dependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const here = (path) => path.replace('./dist/client/', './');
const client = Object.entries(exports['./client']).map(([condition, path]) => [condition, here(path)]);
writeFileSync(
  join(folder, 'package.json'),
  JSON.stringify({
    name,
    version,
    license,
    description: 'Calls the invoice delivery service from Node and browsers.',
    type: 'module',
    sideEffects: false,
    exports: { './client': Object.fromEntries(client) },
    dependencies: { 'openapi-fetch': dependencies['openapi-fetch'] },
  }),
);
copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
run('npm', ['pack', './dist/client', '--pack-destination', 'dist']);
