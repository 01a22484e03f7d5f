import assert from 'node:assert/strict';
import { Authenticate } from '../../../src/application/access/authenticate.ts';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import { keyValue } from '../../../src/domain/access/api-key.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { START } from '../../support/records.ts';

const digests = new NodeDigests();

describe('a key of the other environment', () => {
  for (const [own, other] of [
    ['sandbox', 'production'],
    ['production', 'sandbox'],
  ] as const)
    it(`opens nothing in the ${own}, also if its store is a copy that has the key`, async () => {
      const { keys } = memoryStores();
      const authenticate = new Authenticate({ keys, digests, environment: own });
      for (const environment of [own, other]) {
        const value = keyValue(environment, digests.newSecret());
        const id = `key_${environment}`;
        const key = {
          ...{ id, hash: digests.sha256(value), createdAt: START, ancestors: [] },
          holder: { kind: 'client', client: 'acme', scopes: ['read'] },
        } as const;
        await keys.add(key, { at: START, action: 'key_minted', actor: 'system', subject: id });
        if (environment === own) assert.equal((await authenticate.run(value)).keyId, id);
        else
          await assert.rejects(
            authenticate.run(value),
            (error) => error instanceof CallFailed && error.failure.kind === 'unauthorized',
          );
      }
    });
});
