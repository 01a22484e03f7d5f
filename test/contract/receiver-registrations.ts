import assert from 'node:assert/strict';
import type { CareRow } from '../../src/domain/lifecycle/invoice-record.ts';
import type { ReceiverRegistration } from '../../src/domain/registrations/receiver-registration.ts';
import { after, START } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

const ROW: CareRow = { code: 'EI-REGISTRATION-FAILED', whoActs: 'client', openedAt: START, fixHint: 'Do.' };

export const aRegistration = (own: Partial<ReceiverRegistration> = {}): ReceiverRegistration => ({
  id: 'reg_1',
  client: 'acme',
  route: 'PEPPOL',
  participant: '0208:0123456749',
  state: 'asked',
  provider: 'A provider',
  createdAt: START,
  updatedAt: START,
  care: [],
  version: 1,
  ...own,
});

const WHOLE = {
  credential: 'crd_1',
  reference: 'ci_1',
  sealedMigrationKey: 'sealed',
  elsewhere: 'smp.example',
  problem: 'It waits.',
  calledAt: after(1),
  seenAt: after(2),
  care: [ROW],
} as const;

export function describesReceiverRegistrations(open: Open): void {
  const it = on(open);

  it('are kept once for a participant while one is not over, also of another client', async ({
    receiverRegistrations,
    other,
  }) => {
    const tries = ['reg_1', 'reg_2', 'reg_3', 'reg_4'].map((id, n) =>
      (n % 2 ? receiverRegistrations : other.receiverRegistrations).add(
        aRegistration({ id, client: `client-${n}` }),
      ),
    );
    assert.deepEqual((await Promise.all(tries)).toSorted(), ['added', 'exists', 'exists', 'exists']);
    const live = await other.receiverRegistrations.findLive(aRegistration());
    assert.ok(live);
    assert.equal(
      await receiverRegistrations.findLive({ ...aRegistration(), participant: '0208:1' }),
      undefined,
    );
    assert.equal(await receiverRegistrations.replace({ ...live, state: 'failed', version: 2 }), true);
    assert.equal(await other.receiverRegistrations.findLive(live), undefined);
    assert.equal(await receiverRegistrations.add(aRegistration({ id: 'reg_5' })), 'added');
    assert.equal((await other.receiverRegistrations.findLive(live))?.id, 'reg_5');
  });

  it('are replaced by the next version only, with the row of the audit log', async ({
    receiverRegistrations,
    other,
    audit,
  }) => {
    const entry = (action: string) => ({ at: after(5), action, actor: 'key_1', subject: 'reg_1' });
    await receiverRegistrations.add(aRegistration(), entry('registration_asked'));
    const whole = aRegistration({ ...WHOLE, state: 'requested', version: 2 });
    assert.equal(await other.receiverRegistrations.replace(whole, entry('registration_requested')), true);
    for (const version of [2, 4])
      assert.equal(await receiverRegistrations.replace(aRegistration({ version })), false);
    assert.deepEqual(await receiverRegistrations.find('reg_1'), whole);
    const bare = aRegistration({ state: 'active', version: 3 });
    assert.equal(await receiverRegistrations.replace(bare), true);
    assert.deepEqual(await other.receiverRegistrations.find('reg_1'), bare);
    const actions = (await audit.recent({ limit: 10 })).map(({ action }) => action);
    assert.deepEqual(actions.toSorted(), ['registration_asked', 'registration_requested']);
  });

  it('are listed by id, of one client or all', async ({ receiverRegistrations, other }) => {
    for (const [n, client] of ['acme', 'globex', 'acme'].entries())
      await receiverRegistrations.add(aRegistration({ id: `reg_${n}`, client, participant: `0208:${n}` }));
    const ids = async (query: object): Promise<readonly string[]> =>
      (await other.receiverRegistrations.list({ limit: 9, ...query })).map(({ id }) => id);
    assert.deepEqual(await ids({}), ['reg_0', 'reg_1', 'reg_2']);
    assert.deepEqual(await ids({ client: 'acme', after: 'reg_0' }), ['reg_2']);
    assert.deepEqual(await ids({ limit: 1 }), ['reg_0']);
    const own = await other.receiverRegistrations.ofClient('acme');
    assert.deepEqual(
      own.map(({ id }) => id),
      ['reg_0', 'reg_2'],
    );
  });

  it('are unfinished until they are over, or the network shows them', async ({
    receiverRegistrations,
    other,
  }) => {
    const states = ['asked', 'looked_up', 'requested', 'active', 'releasing', 'released', 'failed'] as const;
    for (const [n, state] of states.entries())
      await receiverRegistrations.add(
        aRegistration({ id: `reg_${state}`, state, participant: `0208:${n}`, updatedAt: after(n) }),
      );
    await receiverRegistrations.add(
      aRegistration({ id: 'reg_seen', state: 'active', participant: '0208:9', seenAt: after(1) }),
    );
    const ids = async (before: Date, limit = 9): Promise<readonly string[]> =>
      (await other.receiverRegistrations.unfinished(before, limit)).map(({ id }) => id).toSorted();
    assert.deepEqual(await ids(after(99)), [
      'reg_active',
      'reg_asked',
      'reg_looked_up',
      'reg_releasing',
      'reg_requested',
    ]);
    assert.deepEqual(await ids(after(1)), ['reg_asked']);
    assert.deepEqual(await ids(after(99), 1), ['reg_asked']);
  });

  it('have rows on the care list', async ({ receiverRegistrations, other }) => {
    await receiverRegistrations.add(aRegistration({ state: 'failed', care: [ROW] }));
    const done = { ...ROW, handledAt: after(5) };
    await receiverRegistrations.add(
      aRegistration({ id: 'reg_2', client: 'globex', participant: '0208:2', care: [done] }),
    );
    const item = { id: 'reg_1', client: 'acme', route: 'PEPPOL', invoiceRef: '0208:0123456749', row: ROW };
    assert.deepEqual(await other.receiverRegistrations.careList({ status: 'open' }), [item]);
    const count = async (query: Parameters<typeof receiverRegistrations.careList>[0]) =>
      (await other.receiverRegistrations.careList(query)).length;
    assert.equal(await count({ status: 'all' }), 2);
    assert.equal(await count({ status: 'all', limit: 1 }), 1);
    assert.equal(await count({ status: 'open', client: 'globex' }), 0);
    assert.equal(await count({ status: 'handled', client: 'globex' }), 1);
  });

  it('are emptied of a client', async ({ receiverRegistrations, clientData, other }) => {
    await receiverRegistrations.add(aRegistration());
    await receiverRegistrations.add(aRegistration({ id: 'reg_2', client: 'acme.2', participant: '0208:2' }));
    assert.equal(await clientData.remove('acme', 'registrations'), 1);
    assert.equal(await other.receiverRegistrations.find('reg_1'), undefined);
    assert.equal((await other.receiverRegistrations.find('reg_2'))?.client, 'acme.2');
  });
}
