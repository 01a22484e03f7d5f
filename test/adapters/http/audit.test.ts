import assert from 'node:assert/strict';
import { type RunningApi, withOwnClients } from './harness.ts';
import { OPERATOR_KEY } from './world.ts';

interface Page {
  readonly data: readonly { readonly action: string; readonly client?: string; readonly subject?: string }[];
  readonly truncated: boolean;
  readonly next?: string;
}

describe('GET /audit', () => {
  let api: RunningApi;
  let client: string;
  let key: string;
  withOwnClients((own) => ({ api, client, key } = own));

  const read = async (query = '', as = key) => {
    const { status, json } = await api.call('GET', `/audit${query}`, { key: as });
    return { status, ...(json as unknown as Page) };
  };
  const write = (subject: string, of = client) =>
    api.world.audit.write({
      at: api.world.clock.now(),
      action: 'tested',
      actor: 'system',
      client: of,
      subject,
    });

  it('shows a client its own rows, newest first, and never a key or content', async () => {
    const minted = await api.call('POST', '/keys', { key, body: { client, scopes: ['read'] } });
    await write('theirs', 'somebody-else');
    await write('last');
    const { status, data } = await read();
    assert.equal(status, 200);
    const ours = data.filter(({ action }) => action !== 'key_used');
    assert.deepEqual(
      ours.map(({ action, subject }) => [action, subject]),
      [
        ['tested', 'last'],
        ['key_minted', minted.json['id']],
      ],
    );
    assert.ok(data.every((row) => row.client === client));
    assert.ok(!JSON.stringify(data).includes(String(minted.json['key'])));
  });

  it('shows the operator all rows, or those of one client', async () => {
    await write('theirs', 'somebody-else');
    await write('ours');
    const subjects = async (query: string) =>
      (await read(query, OPERATOR_KEY)).data.map(({ subject }) => subject).filter(Boolean);
    assert.deepEqual((await subjects('')).slice(0, 2), ['ours', 'theirs']);
    assert.deepEqual(await subjects(`?client=${client}`), ['ours']);
  });

  it('comes in pages of 500, without a gap or a row twice', async () => {
    for (let n = 0; n < 1001; n += 1) await write(`row-${n}`);
    const seen: (string | undefined)[] = [];
    let next: string | undefined;
    do {
      const page = await read(`?client=${client}${next ? `&after=${next}` : ''}`, OPERATOR_KEY);
      assert.equal(page.truncated, page.next !== undefined);
      seen.push(...page.data.map(({ subject }) => subject));
      next = page.next;
    } while (next !== undefined);
    assert.deepEqual(
      seen,
      Array.from({ length: 1001 }, (_, n) => `row-${1000 - n}`),
    );
  });

  it('refuses other scopes, other clients and invalid cursors', async () => {
    const reader = await api.world.clientKey(client, ['read', 'submit']);
    assert.equal((await read('', reader)).status, 403);
    assert.equal((await read('?client=somebody-else')).status, 404);
    assert.equal((await read('?after=nonsense')).status, 400);
  });
});
