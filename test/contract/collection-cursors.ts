import assert from 'node:assert/strict';
import { after, START } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

export function describesCollectionCursors(open: Open): void {
  const it = on(open);

  it('belong to one process at a time, which continues at the end of the last one', async ({
    collectionCursors,
    other,
  }) => {
    const holds = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        (n % 2 ? collectionCursors : other.collectionCursors).hold('one', after(100), START),
      ),
    );
    assert.deepEqual(
      holds.filter((cursor) => cursor !== undefined),
      [{ cursor: null }],
    );
    await collectionCursors.advance('one', 'here');
    assert.equal(await other.collectionCursors.hold('one', after(200), after(99)), undefined);
    assert.deepEqual(await other.collectionCursors.hold('one', after(200), after(100)), { cursor: 'here' });
    assert.deepEqual(await collectionCursors.hold('two', after(100), START), { cursor: null });
  });

  it('can be postponed for longer if the network requires it', async ({ collectionCursors, other }) => {
    await collectionCursors.hold('one', after(100), START);
    await collectionCursors.postpone('one', after(1000));
    assert.equal(await other.collectionCursors.hold('one', after(900), after(500)), undefined);
    assert.deepEqual(await other.collectionCursors.hold('one', after(2000), after(1000)), { cursor: null });
  });

  it('say when the list was last read to its end', async ({ collectionCursors, other }) => {
    assert.equal(await collectionCursors.find('one'), undefined);
    await collectionCursors.hold('one', after(100), START);
    assert.equal((await other.collectionCursors.find('one'))?.readAt, undefined);
    await collectionCursors.complete('one', START);
    assert.deepEqual(await other.collectionCursors.find('one'), {
      ...{ name: 'one', cursor: null, heldUntil: after(100), readAt: START },
    });
    const again = await other.collectionCursors.hold('one', after(200), after(100));
    assert.deepEqual(again, { cursor: null, readAt: START });
  });
}
