// `npm run pack:client` makes dist/client/, the client library as a package of its own, and its .tgz in dist/. The library is one
// file without imports, for browsers too; its types name those of openapi-fetch.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeApiTypes } from './api-types.mjs';
import { bundleClient } from './bundle.mjs';
import { packFolder, root, writeTypes } from './pack-folder.mjs';

const folder = join(root, 'dist/client');

await writeApiTypes();
await bundleClient(folder);
writeTypes('src/client/tsconfig.package.json');

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
packFolder('dist/client');
