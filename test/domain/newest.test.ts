import assert from 'node:assert/strict';
import { Newest } from '../../src/domain/newest.ts';

describe('a store of the newest values', () => {
  it('drops the oldest value; a value that is set again is new', () => {
    const newest = new Newest<number>(2);
    newest.set('a', 1);
    newest.set('b', 2);
    newest.set('a', 3);
    newest.set('c', 4);
    assert.deepEqual([newest.get('a'), newest.get('b'), newest.get('c')], [3, undefined, 4]);
  });

  it('keeps the order if the last value is set again or read', () => {
    const newest = new Newest<number>(2);
    newest.set('a', 1);
    newest.set('b', 2);
    newest.set('b', 3);
    newest.take('b');
    newest.set('b', 4);
    newest.set('c', 5);
    assert.deepEqual([newest.get('a'), newest.get('b'), newest.get('c')], [undefined, 4, 5]);
  });
});
