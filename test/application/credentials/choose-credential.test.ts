import assert from 'node:assert/strict';
import { ChooseCredential } from '../../../src/application/credentials/choose-credential.ts';
import type { Rail } from '../../../src/ports/rail/rail.ts';
import { aCredential } from '../../contract/credential-store.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeContentStore } from '../../fakes/content-store.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { after, START } from '../../support/records.ts';

describe('a credential for KSeF', () => {
  const SELLER = ['PL5265877635'];

  async function choose(kinds: Readonly<Record<string, string>>): Promise<string | undefined> {
    const credentials = memoryStores().credentials;
    const content = new FakeContentStore();
    for (const [index, [kind, value]] of Object.entries(kinds).entries()) {
      const sealedValue = await content.sealText('acme', value);
      await credentials.add(
        aCredential({ client: 'acme', route: 'PL-KSEF', kind, sealedValue, createdAt: after(index) }),
        START,
      );
    }
    const rail: Partial<Rail> = { canReadCredential: ({ value }) => value === 'readable' };
    const rails = new Map([['PL-KSEF', rail as Rail]] as const);
    const builtIn = () => undefined;
    const choice = new ChooseCredential({
      credentials,
      content,
      clock: new FakeClock(START),
      rails,
      builtIn,
    });
    return (await choice.choose('acme', 'PL-KSEF', SELLER))?.kind;
  }

  it('is the certificate, also if the token is newer', async () => {
    const kind = await choose({ 'ksef-certificate': 'readable', 'ksef-token': 'a token' });
    assert.equal(kind, 'ksef-certificate');
  });

  it('is the token if the certificate is unreadable', async () => {
    const kind = await choose({ 'ksef-token': 'a token', 'ksef-certificate': 'broken' });
    assert.equal(kind, 'ksef-token');
  });

  it('is an unreadable certificate if there is no other, so that a care row opens', async () => {
    assert.equal(await choose({ 'ksef-certificate': 'broken' }), 'ksef-certificate');
  });
});
