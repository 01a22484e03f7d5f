import assert from 'node:assert/strict';
import { rowsFor } from '../../../src/application/datasets/exported-rows.ts';
import type { Refusal } from '../../../src/domain/refusals/refusal.ts';

const NOW = new Date('2026-11-27T12:00:00Z');

const aRefusal = (n: number): Refusal =>
  ({
    id: `rfs_${String(n).padStart(3, '0')}`,
    client: 'c',
    at: new Date(NOW.getTime() - 600_000 + n * 1000),
    expiresAt: new Date('2027-01-01'),
  }) as unknown as Refusal;

describe('the refusals of an export', () => {
  const COUNT = 120;

  /** Newest first; before each page after the first, `change` may change the rows. */
  async function exported(change: (rows: Refusal[], page: number) => void): Promise<readonly string[]> {
    const rows = Array.from({ length: COUNT }, (_, n) => aRefusal(n));
    let page = 0;
    const refusals = {
      list: ({ after, limit }: { after?: Pick<Refusal, 'at' | 'id'> | undefined; limit: number }) => {
        if (page > 0) change(rows, page);
        page += 1;
        const sorted = rows.toSorted(
          (one, other) => other.at.getTime() - one.at.getTime() || other.id.localeCompare(one.id),
        );
        const isAfter = ({ at, id }: Refusal): boolean =>
          !after || at < after.at || (at.getTime() === after.at.getTime() && id < after.id);
        return Promise.resolve(sorted.filter(isAfter).slice(0, limit));
      },
    };
    const none = { inOrder: () => Promise.resolve([]) };
    const sources = { invoices: none, received: none, refusals };
    const ids: string[] = [];
    for await (const { id } of rowsFor({ client: 'c' }, sources as never, NOW).refusals()) ids.push(id);
    return ids;
  }

  const ALL = Array.from({ length: COUNT }, (_, n) => aRefusal(n).id);

  it('are each there once, the newest first', async () =>
    assert.deepEqual(await exported(() => undefined), ALL.toReversed()));

  it('are each there once, also those that are sent again while it is made', async () => {
    // The oldest one moves to the front before its page is read.
    const ids = await exported((rows, page) => {
      if (page === 1) rows[0] = { ...rows[0]!, at: NOW };
    });
    assert.deepEqual(ids.toSorted(), ALL);
  });

  it('are each there once, while others come in and go', async () => {
    const ids = await exported((rows, page) => {
      if (page < 3) rows.push({ ...aRefusal(COUNT + page), at: new Date(NOW.getTime() + page) });
      if (page === 2) rows.splice(0, 1);
    });
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(
      ALL.slice(1).filter((id) => !ids.includes(id)),
      [],
    );
  });
});
