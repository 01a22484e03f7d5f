import assert from 'node:assert/strict';
import { fitting, isLive } from '../../../src/domain/credentials/credential.ts';
import { aCredential } from '../../contract/credential-store.ts';
import { after, START } from '../../support/records.ts';

const chosen = (all: readonly ReturnType<typeof aCredential>[], sellerIds: readonly string[], now = START) =>
  fitting(all, sellerIds, now)[0];

describe('the credential for an invoice', () => {
  const untagged = aCredential();
  const tagged = aCredential({ legalEntity: 'DE281457638' });

  it('is that of the seller, by default one for all sellers', () => {
    assert.equal(chosen([untagged, tagged], ['DE281457638']), tagged);
    assert.equal(chosen([untagged, tagged], ['DE999999999', 'HRB 1']), untagged);
    assert.equal(chosen([tagged], ['DE999999999']), undefined);
  });

  for (const id of ['de281457638', ' DE 281 457 638 ', '281457638'])
    it(`is also found for the seller as ${id.trim()}`, () =>
      assert.equal(chosen([untagged, tagged], [id]), tagged));

  it('is not found by letters of a register in place of a country', () => {
    const register = aCredential({ legalEntity: 'HRB51873' });
    assert.equal(chosen([register], ['XXB51873']), undefined);
    assert.equal(
      chosen([aCredential({ legalEntity: 'ATU12345678' })], ['U12345678'])?.legalEntity,
      'ATU12345678',
    );
  });

  it('is the newest of several', () => {
    const newer = aCredential({ createdAt: after(1) });
    assert.equal(chosen([untagged, newer], []), newer);
  });

  it('is neither revoked nor past its last day', () => {
    const now = new Date('2026-03-02T23:59:59Z');
    assert.equal(isLive(aCredential({ expiresOn: '2026-03-02' }), now), true);
    assert.equal(isLive(aCredential({ expiresOn: '2026-03-01' }), now), false);
    assert.equal(isLive(aCredential({ revokedAt: START }), now), false);
  });
});
