import assert from 'node:assert/strict';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import { ChooseCredential } from '../../../src/application/credentials/choose-credential.ts';
import type { OpenedCredential } from '../../../src/ports/rail/opened-credential.ts';
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
      digests: new NodeDigests(),
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

describe('the credential that a feed is read with', () => {
  it('is the one that it began with, until that is revoked or its last day is over', async () => {
    const { credentials } = memoryStores();
    const content = new FakeContentStore();
    const clock = new FakeClock(START);
    const sealedValue = await content.sealText('acme', 'a value');
    const own = { client: 'acme', route: 'PEPPOL', kind: 'access-point', sealedValue } as const;
    const lastDay = START.toISOString().slice(0, 10);
    await credentials.add(aCredential({ ...own, id: 'crd_1', legalEntity: 'A', expiresOn: lastDay }), START);
    await credentials.add(aCredential({ ...own, id: 'crd_2', legalEntity: 'B' }), START);
    const choice = new ChooseCredential({
      ...{ credentials, content, clock, digests: new NodeDigests(), rails: new Map() },
      builtIn: () => undefined,
    });
    const opened = async (credentialId: string) =>
      (await choice.open({ client: 'acme', route: 'PEPPOL', credentialId }))?.id;
    assert.deepEqual([await opened('crd_1'), await opened('crd_2')], ['crd_1', 'crd_2']);
    clock.advance(86_400_000);
    await credentials.revoke('crd_2', clock.now());
    assert.deepEqual([await opened('crd_1'), await opened('crd_2')], [undefined, undefined]);
  });
});

describe('the version of the credentials of a client', () => {
  const [CLIENT, ROUTE] = ['acme', 'PEPPOL'] as const;

  it('is another one after each change that another choice may come of, and opens no value', async () => {
    const { credentials } = memoryStores();
    const clock = new FakeClock(START);
    const sandbox: OpenedCredential[] = [];
    const choice = new ChooseCredential({
      ...{ credentials, clock, digests: new NodeDigests(), rails: new Map() },
      content: { openText: () => assert.fail('it is opened') },
      builtIn: () => sandbox[0],
    });
    const add = async (own: object) => {
      const credential = aCredential({ client: CLIENT, route: ROUTE, kind: 'access-point', ...own });
      await credentials.add(credential, START);
      return credential;
    };
    const versions: string[] = [];
    const isOther = async (what: string) => {
      const version = await choice.versionOf(CLIENT, ROUTE);
      assert.equal(version, await choice.versionOf(CLIENT, ROUTE), what);
      assert.equal(versions.at(-1) === version, false, what);
      versions.push(version);
    };
    await isOther('none');
    sandbox.push({ client: CLIENT, id: null, kind: 'access-point', value: 'built in' });
    await isOther('one of the sandbox');
    const { id } = await add({ expiresOn: '2099-01-01' });
    await isOther('added');
    await credentials.replace(id, { sealedValue: 'another', expiresOn: '2099-01-01' });
    await isOther('replaced');
    await credentials.noteProblem(id, 'The network refuses it.');
    await isOther('refused by the network');
    await add({ legalEntity: 'DE123456789' });
    await isOther('one for a company');
    await credentials.revoke(id, START);
    await isOther('revoked');
    await add({ expiresOn: START.toISOString().slice(0, 10), legalEntity: 'DE987654321' });
    await isOther('one that ends today');
    clock.advance(2 * 86_400_000);
    await isOther('it has ended');
    await add({ client: 'other' });
    assert.equal(await choice.versionOf(CLIENT, ROUTE), versions.at(-1), 'of another client');
  });
});
