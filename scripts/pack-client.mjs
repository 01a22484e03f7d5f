// `npm run pack:client` makes dist/client/, the client library as a package of its own, and its .tgz in dist/. The library is one
// file without imports, for browsers too; its types name those of openapi-fetch.
import { join } from 'node:path';
import { writeApiTypes } from './api-types.mjs';
import { bundleClient } from './bundle.mjs';
import { packFolder, root, writeTypes } from './pack-folder.mjs';

await writeApiTypes();
await bundleClient(join(root, 'dist/client'));
writeTypes('src/client/tsconfig.package.json');
packFolder('src/client', 'dist/client');
