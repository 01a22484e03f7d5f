import assert from 'node:assert/strict';
import { CLIENT_DATA } from '../../src/ports/client-data.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { aClaim, aKey, anIntake, hex, START } from '../support/records.ts';
import { aCredential } from './credential-store.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

const FILE = { sha256: hex(64), sealed: Uint8Array.of(1, 2, 3) };
const SESSION = (client: string) => ({
  name: `PL-KSEF ${client} crd_1 online`,
  version: 1,
  sealed: 'x',
  openingUntil: null,
});

/** Stores data of every kind for a client. */
async function fill(stores: Stores, client: string): Promise<{ hash: string; credential: string }> {
  const key = aKey({ holder: { kind: 'client', client, scopes: ['read'] } });
  await stores.keys.add(key);
  const credential = aCredential({ client, route: 'PL-KSEF' });
  await stores.credentials.add(credential, START);
  await stores.idempotency.claim(aClaim({ space: `client:${client}` }));
  await stores.sessions.replace(SESSION(client));
  await stores.feeds.begin({ route: 'PL-KSEF', client, credentialId: null });
  await stores.sealed.keepDataKey(client, `wrapped-${client}`);
  await stores.invoices.takeIn({ ...anIntake({ client }), files: [FILE] });
  return { hash: key.hash, credential: credential.id };
}

async function remainsOf(
  stores: Stores,
  client: string,
  { hash, credential }: { hash: string; credential: string },
) {
  const feeds = await stores.feeds.list(undefined, 100);
  return {
    key: (await stores.keys.findByHash(hash)) !== undefined,
    credential: (await stores.credentials.find(credential)) !== undefined,
    answer: (await stores.idempotency.claim(aClaim({ space: `client:${client}` }))).outcome !== 'claimed',
    session: (await stores.sessions.find(SESSION(client).name)) !== undefined,
    feed: feeds.some((feed) => feed.client === client),
    content: (await stores.sealed.content(client, FILE.sha256)) !== undefined,
  };
}

const ALL = { key: true, credential: true, answer: true, session: true, feed: true, content: true };
const NONE = { key: false, credential: false, answer: false, session: false, feed: false, content: false };

export function describesClientData(open: Open): void {
  const it = on(open);

  it('removes all of a client, and nothing of a client whose id begins with the same letters', async ({
    other,
    ...stores
  }) => {
    const [acme, near] = [await fill(stores, 'acme'), await fill(stores, 'acme.2')];
    for (const kind of CLIENT_DATA) await stores.clientData.remove('acme', kind);
    assert.deepEqual(await remainsOf(other, 'acme', acme), NONE);
    assert.deepEqual(await remainsOf(other, 'acme.2', near), ALL);
    for (const kind of CLIENT_DATA.filter((one) => one !== 'answers'))
      assert.equal(await stores.clientData.remove('acme', kind), 0);
  });

  it('shreds a data key for good: no other is stored', async ({ clientData, sealed, other }) => {
    await sealed.keepDataKey('acme', 'wrapped');
    await clientData.shredKey('acme');
    await clientData.shredKey('acme');
    assert.equal(await other.sealed.dataKey('acme'), '');
    assert.deepEqual(await other.sealed.dataKeysWithout([], 10), []);
    assert.deepEqual(await other.sealed.dataKeysWithout(['x.'], 10), []);
    assert.equal(await sealed.replaceDataKey({ client: 'acme', wrapped: 'wrapped' }, 'rewrapped'), false);
    assert.equal(await other.sealed.keepDataKey('acme', 'another'), '');
    await clientData.shredKey('none-yet');
    assert.equal(await other.sealed.keepDataKey('none-yet', 'first'), '');
  });

  it('lists clients that have left any data', async ({ clientData, sealed, invoices }) => {
    await sealed.keepDataKey('sealing', 'wrapped');
    await invoices.takeIn(anIntake({ client: 'invoicing' }));
    assert.deepEqual(
      [
        await clientData.isKnown('sealing'),
        await clientData.isKnown('invoicing'),
        await clientData.isKnown('nobody'),
      ],
      [true, true, false],
    );
  });

  it('removes the operator’s answers that have no window with the operator’s own client', async ({
    clientData,
    idempotency,
  }) => {
    const erp = aClaim({ space: 'operator', key: 'erp:invoice:1', expiresAt: null });
    const plain = aClaim({ space: 'operator', key: 'plain-key-1' });
    for (const claim of [erp, plain]) await idempotency.claim(claim);
    await clientData.remove('acme', 'answers');
    assert.equal((await idempotency.claim(erp)).outcome, 'in-progress');
    await clientData.remove('local', 'answers');
    assert.equal((await idempotency.claim(erp)).outcome, 'claimed');
    assert.equal((await idempotency.claim(plain)).outcome, 'in-progress');
  });
}
