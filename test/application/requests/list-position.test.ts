import assert from 'node:assert/strict';
import { positionAfter } from '../../../src/application/requests/list-position.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { cursorAt } from '../../../src/ports/page.ts';

const IDS = /^row_[a-f]{4}$/;

describe('the position in a list', () => {
  it('is read from the cursor that a page ended with', () => {
    const position = { at: new Date('2026-10-05T08:00:00.123Z'), id: 'row_abcd' };
    assert.deepEqual(positionAfter(cursorAt(position), IDS), position);
  });

  it('is the beginning without a cursor', () => assert.equal(positionAfter(undefined, IDS), undefined));

  for (const cursor of [
    '',
    '1',
    '1.',
    'x.row_abcd',
    '1.row_abcde',
    '1.row_abcd\n',
    '1.inv_abcd',
    `${'9'.repeat(16)}.row_abcd`,
  ])
    it(`is refused for ${JSON.stringify(cursor)}`, () =>
      assert.throws(
        () => positionAfter(cursor, IDS),
        (error: unknown) => error instanceof CallFailed && error.failure.kind === 'bad-request',
      ));
});
