import assert from 'node:assert/strict';
import { GROUPS, TERMS } from '../../../src/domain/invoice/terms.ts';

const numbered = (prefix: string, last: number): string[] =>
  Array.from({ length: last }, (_, index) => `${prefix}-${index + 1}`);

describe('the model of EN 16931', () => {
  it('has a place for every business term: BT-1 to BT-165, among which there is no BT-4', () =>
    assert.deepEqual(
      Object.keys(TERMS).filter((term) => /^BT-\d+$/.test(term)),
      numbered('BT', 165).filter((term) => term !== 'BT-4'),
    ));
  it('has a place for every business group: BG-1 to BG-32', () =>
    assert.deepEqual(Object.keys(GROUPS), numbered('BG', 32)));
  it('has no two terms in one place', () => {
    const paths = Object.values(TERMS).map(({ path }) => path);
    assert.equal(new Set(paths).size, paths.length);
  });
  it('keeps the terms of a group inside the part of the model that holds the group', () =>
    assert.deepEqual(
      Object.values(GROUPS).filter(
        (place) => place !== '' && !Object.values(TERMS).some(({ path }) => path.startsWith(`${place}.`)),
      ),
      [],
    ));
});
