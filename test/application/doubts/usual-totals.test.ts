import assert from 'node:assert/strict';
import { UsualTotals } from '../../../src/application/doubts/usual-totals.ts';
import type { SessionRows } from '../../../src/ports/session-rows.ts';
import { FakeContentStore } from '../../fakes/content-store.ts';
import { memoryStores } from '../../support/memory-stores.ts';

const OF = { client: 'acme', route: 'PEPPOL' } as const;
const EUR = (amount: number) => ({ amount, currency: 'EUR' });

/** Counts each write. */
function counting(sessions: SessionRows) {
  const counted = { writes: 0 };
  const replace = (row: Parameters<SessionRows['replace']>[0]) => {
    counted.writes += 1;
    return sessions.replace(row);
  };
  return { counted, sessions: { find: (name: string) => sessions.find(name), replace } };
}

describe('the usual totals of a client', () => {
  const content = new FakeContentStore();
  const noted = async (totals: UsualTotals, count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) await totals.note(OF, EUR(100));
  };
  const codes = async (totals: UsualTotals, amount: number, of = OF): Promise<readonly string[]> =>
    (await totals.judge(of, EUR(amount))).map(({ code }) => code);

  it('are known to the next process', async () => {
    const { sessions } = memoryStores();
    await noted(new UsualTotals({ sessions, content }), 40);
    assert.deepEqual(await codes(new UsualTotals({ sessions, content }), 50_000), ['EI-TOTAL-UNUSUAL']);
  });

  it('are those of the client on the route', async () => {
    const { sessions } = memoryStores();
    const totals = new UsualTotals({ sessions, content });
    await noted(totals, 40);
    assert.deepEqual(await codes(totals, 50_000, { ...OF, client: 'other' } as never), []);
    assert.deepEqual(await codes(totals, 50_000, { ...OF, route: 'FR-PA' } as never), []);
  });

  it('are written seldom, and sealed', async () => {
    const { counted, sessions } = counting(memoryStores().sessions);
    await noted(new UsualTotals({ sessions, content }), 1_000);
    assert.ok(counted.writes < 70, String(counted.writes));
    const row = await sessions.find('PEPPOL acme totals');
    assert.doesNotMatch(row?.sealed ?? '', /EUR/);
  });

  it('of two processes are added up', async () => {
    const { sessions } = memoryStores();
    const [one, other] = [new UsualTotals({ sessions, content }), new UsualTotals({ sessions, content })];
    await other.judge(OF, EUR(1));
    await noted(one, 10);
    await noted(other, 12);
    assert.deepEqual(await codes(new UsualTotals({ sessions, content }), 50_000), ['EI-TOTAL-UNUSUAL']);
  });

  it('lose none of several invoices at one instant', async () => {
    const { sessions } = memoryStores();
    const totals = new UsualTotals({ sessions, content });
    await Promise.all(Array.from({ length: 20 }, () => totals.note(OF, EUR(100))));
    assert.deepEqual(await codes(totals, 50_000), ['EI-TOTAL-UNUSUAL']);
  });

  it('stop no intake if the store fails', async () => {
    const sessions = {
      find: () => Promise.reject(new Error('the store is away')),
      replace: () => Promise.reject(new Error('the store is away')),
    };
    const totals = new UsualTotals({ sessions, content });
    await totals.note(OF, EUR(100));
    assert.deepEqual(await codes(totals, 50_000), []);
  });
});
