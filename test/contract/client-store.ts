import assert from 'node:assert/strict';
import { type ClientRecord, newClient } from '../../src/domain/clients/client-record.ts';
import { after, START } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

export const aClient = (client: string, own: Partial<ClientRecord> = {}): ClientRecord => ({
  ...newClient(client, START),
  version: 1,
  ...own,
});

export function describesAClientStore(open: Open): void {
  const it = on(open);
  const ids = (all: readonly ClientRecord[]): string[] => all.map(({ client }) => client);

  it('returns a record unchanged', async ({ clients, other }) => {
    const plain = aClient('acme');
    const whole = aClient('beta', {
      name: 'Beta Ltd',
      partner: 'p-1',
      stage: 'live',
      contactEmail: 'it@beta.example',
      legalEntities: ['DE1', 'DE2'],
      countries: ['DE'],
      retentionDays: 30,
      collect: ['PL-KSEF'],
      collectThirdParty: true,
      includeCanonical: true,
      connectorsSet: { 'erp-a': 'seller payment' },
      sealedSettings: 'sealed',
      deletedAt: after(10),
    });
    for (const one of [plain, whole]) {
      assert.equal(await clients.replace(one), true);
      assert.deepEqual(await other.clients.find(one.client), one);
    }
    assert.equal(await clients.find('nobody'), undefined);
  });

  it('takes one of two simultaneous changes, with its audit row', async ({ clients, other, audit }) => {
    const row = (details: Record<string, string>) =>
      ({ at: START, action: 'client_profile_set', actor: 'key_1', client: 'acme', details }) as const;
    assert.equal(await clients.replace(aClient('acme'), row({ n: '1' })), true);
    assert.equal(await other.clients.replace(aClient('acme'), row({ n: 'refused' })), false);
    const changes = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name, n) =>
        (n % 2 ? clients : other.clients).replace(aClient('acme', { version: 2, name }), row({ n: name })),
      ),
    );
    assert.deepEqual(changes.filter(Boolean).length, 1);
    assert.equal(
      await clients.replace(aClient('acme', { version: 3, stage: 'closed' }), row({ n: '3' })),
      true,
    );
    const found = await other.clients.find('acme');
    assert.equal(found?.stage, 'closed');
    assert.equal(found?.name, undefined);
    const rows = await audit.recent({ client: 'acme', action: 'client_profile_set', limit: 10 });
    assert.equal(rows.length, 3);
  });

  it('lists by id in byte order and in pages, a partner’s clients or all, without deleted ones', async ({
    clients,
    other,
  }) => {
    for (const client of ['b', 'B', 'a.1', 'A', 'a-1', '0'])
      await clients.replace(aClient(client, client === 'a-1' ? { partner: 'p' } : {}));
    await clients.replace(aClient('a', { partner: 'p', deletedAt: START }));
    const all = await other.clients.list({ limit: 10 });
    assert.deepEqual(ids(all), ['0', 'A', 'B', 'a-1', 'a.1', 'b']);
    assert.deepEqual(ids(await clients.list({ after: 'B', limit: 2 })), ['a-1', 'a.1']);
    assert.deepEqual(ids(await clients.list({ partner: 'p', limit: 10 })), ['a-1']);
  });

  it('lists the clients with a retention', async ({ clients }) => {
    await clients.replace(aClient('keeps'));
    await clients.replace(aClient('lets', { retentionDays: 90 }));
    await clients.replace(aClient('gone', { retentionDays: 90, deletedAt: START }));
    assert.deepEqual(ids(await clients.retaining()), ['lets']);
    assert.deepEqual(ids(await clients.listDeletedSince(START)), ['gone']);
    assert.deepEqual(ids(await clients.listDeletedSince(after(1))), []);
  });
}
