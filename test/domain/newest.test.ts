import assert from 'node:assert/strict';
import { Newest } from '../../src/domain/newest.ts';

describe('values of which the newest are kept', () => {
  it('push out the one that was set longest ago, and one set again is new', () => {
    const newest = new Newest<number>(2);
    newest.set('a', 1);
    newest.set('b', 2);
    newest.set('a', 3);
    newest.set('c', 4);
    assert.deepEqual([newest.get('a'), newest.get('b'), newest.get('c')], [3, undefined, 4]);
  });
});
