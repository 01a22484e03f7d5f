import assert from 'node:assert/strict';
import type { Connection } from '../../src/domain/connections/connection.ts';
import type { CareRow } from '../../src/domain/lifecycle/invoice-record.ts';
import { after, START } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

const ROW: CareRow = { code: 'EI-CONNECTION-FAILED', whoActs: 'client', openedAt: START, fixHint: 'Do.' };
const HASH = 'a'.repeat(64);

export const aConnection = (own: Partial<Connection> = {}): Connection => ({
  id: 'con_1',
  client: 'acme',
  route: 'FR-PA',
  provider: 'superpdp',
  company: '732829320',
  state: 'asked',
  createdAt: START,
  updatedAt: START,
  care: [],
  version: 1,
  ...own,
});

const WHOLE = {
  linkHash: HASH,
  linkUntil: after(9),
  sealedVerifier: 'sealed',
  sealedValue: 'sealed too',
  credential: 'crd_1',
  problem: 'It waits.',
  givenAt: after(1),
  checkedAt: after(2),
  endsAt: after(3),
  dueAt: after(4),
  care: [ROW],
} as const;

export function describesConnections(open: Open): void {
  const it = on(open);

  it('have one consent of a use under way', async ({ connections, other }) => {
    const tries = ['con_1', 'con_2', 'con_3', 'con_4'].map((id, n) =>
      (n % 2 ? connections : other.connections).add(aConnection({ id })),
    );
    assert.deepEqual((await Promise.all(tries)).toSorted(), ['added', 'exists', 'exists', 'exists']);
    const underWay = await other.connections.findUnderWay(aConnection());
    assert.ok(underWay);
    assert.equal(await connections.add(aConnection({ id: 'con_5', company: '552100554' })), 'added');
    assert.equal(await connections.add(aConnection({ id: 'con_6', client: 'globex' })), 'added');
    for (const state of ['exchanging', 'checking', 'storing'] as const) {
      const present = (await connections.find(underWay.id))!;
      await connections.replace({ ...present, state, version: present.version + 1 });
      assert.equal(await other.connections.add(aConnection({ id: 'con_7' })), 'exists', state);
    }
    assert.equal(await connections.replace({ ...underWay, state: 'active', version: 5 }), true);
    assert.equal(await other.connections.findUnderWay(underWay), undefined);
    assert.equal(await connections.add(aConnection({ id: 'con_7' })), 'added');
  });

  it('are found by the hash of a link, while they have it', async ({ connections, other }) => {
    await connections.add(aConnection({ linkHash: HASH }));
    assert.equal((await other.connections.findByLink(HASH))?.id, 'con_1');
    assert.equal(await other.connections.findByLink('b'.repeat(64)), undefined);
    assert.equal(
      await connections.add(aConnection({ id: 'con_2', company: '1', linkHash: HASH })),
      'exists',
      'two links of one state',
    );
    await connections.replace(aConnection({ version: 2 }));
    assert.equal(await other.connections.findByLink(HASH), undefined);
  });

  it('are replaced by the next version only, with the row of the audit log', async ({
    connections,
    other,
    audit,
  }) => {
    const entry = (action: string) => ({ at: after(5), action, actor: 'key_1', subject: 'con_1' });
    await connections.add(aConnection(), entry('connection_asked'));
    const whole = aConnection({ ...WHOLE, state: 'checking', version: 2 });
    assert.equal(await other.connections.replace(whole, entry('connection_checking')), true);
    for (const version of [2, 4]) assert.equal(await connections.replace(aConnection({ version })), false);
    assert.deepEqual(await connections.find('con_1'), whole);
    const bare = aConnection({ state: 'ended', version: 3 });
    assert.equal(await connections.replace(bare), true);
    assert.deepEqual(await other.connections.find('con_1'), bare);
    const actions = (await audit.recent({ limit: 10 })).map(({ action }) => action);
    assert.deepEqual(actions.toSorted(), ['connection_asked', 'connection_checking']);
  });

  it('are listed by id, of one client or all, and those that are due', async ({ connections, other }) => {
    for (const [n, client] of ['acme', 'globex', 'acme'].entries())
      await connections.add(
        aConnection({ id: `con_${n}`, client, company: `${n}`, ...(n < 2 && { dueAt: after(9 - n) }) }),
      );
    const ids = (rows: readonly Connection[]): readonly string[] => rows.map(({ id }) => id);
    const list = async (query: object) => ids(await other.connections.list({ limit: 9, ...query }));
    assert.deepEqual(await list({}), ['con_0', 'con_1', 'con_2']);
    assert.deepEqual(await list({ client: 'acme', after: 'con_0' }), ['con_2']);
    assert.deepEqual(await list({ limit: 1 }), ['con_0']);
    assert.deepEqual(ids(await other.connections.ofClient('acme')), ['con_0', 'con_2']);
    assert.deepEqual(ids(await other.connections.due(after(9), 9)), ['con_1', 'con_0']);
    assert.deepEqual(ids(await other.connections.due(after(8), 9)), ['con_1']);
    assert.deepEqual(ids(await other.connections.due(after(9), 1)), ['con_1']);
  });

  it('have rows on the care list, and go with their client', async ({ connections, clientData, other }) => {
    await connections.add(aConnection({ state: 'failed', care: [ROW] }));
    await connections.add(aConnection({ id: 'con_2', client: 'acme.2' }));
    const item = { id: 'con_1', client: 'acme', route: 'FR-PA', invoiceRef: '732829320', row: ROW };
    assert.deepEqual(await other.connections.careList({ status: 'open' }), [item]);
    assert.equal((await other.connections.careList({ status: 'handled', client: 'acme' })).length, 0);
    assert.equal(await clientData.remove('acme', 'connections'), 1);
    assert.equal(await other.connections.find('con_1'), undefined);
    assert.equal((await other.connections.find('con_2'))?.client, 'acme.2');
  });
}
