import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { clientTypes } from '../../scripts/client-types.ts';

describe('the types of the client library', () => {
  it('are those that openapi-typescript makes of openapi.yaml: npm run docs writes them', async () => {
    const file = new URL('../../src/client/api-types.ts', import.meta.url);
    assert.ok(readFileSync(file, 'utf8') === (await clientTypes()), 'src/client/api-types.ts is out of date');
  });
});
