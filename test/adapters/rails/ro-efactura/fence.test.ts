import assert from 'node:assert/strict';
import type { RoEfacturaRail } from '../../../../src/adapters/rails/ro-efactura/ro-efactura-rail.ts';
import { ANAF_STATUSES as statuses } from '../../../../src/adapters/rails/ro-efactura/status-mappings.ts';
import { AnafNetwork, aRomanianConsignment, json, taken, token } from './anaf.ts';

const anaf = new AnafNetwork();
let rail: RoEfacturaRail;
before(async () => (rail = await anaf.start()));
after(() => anaf.close());

const uploads = (): number => anaf.count('upload');

describe('an upload to ANAF', () => {
  it('begins after the log-in: a log-in that fails has sent nothing', async () => {
    let begun = 0;
    anaf.script({ token: json({ error: 'invalid_grant' }, 400), upload: taken() });
    const { mapping } = await rail.send(aRomanianConsignment({ beginDocument: () => (begun += 1) }));
    assert.deepEqual(
      [mapping.networkStatus, begun, uploads()],
      [statuses.credentialRefused.networkStatus, 0, 0],
    );
    assert.equal(rail.announcesDocument, true);
  });

  it('is not repeated under a new token by a worker that another one has taken over from', async () => {
    const lost = new Error('another worker has taken over');
    let begun = 0;
    const beginDocument = (): void => {
      begun += 1;
      if (begun > 1) throw lost;
    };
    anaf.script({ token: [token(), token({ access_token: 'a-2' })], upload: [{ status: 401 }, taken()] });
    await assert.rejects(rail.send(aRomanianConsignment({ beginDocument })), (error) => error === lost);
    assert.equal(uploads(), 1);
  });
});
