import assert from 'node:assert/strict';
import type { Member } from '../../../src/domain/invoice/members.ts';
import { CANONICAL_SCHEMA } from '../../../src/domain/invoice/schema.ts';
import { EXTENSION, GROUPS, TERMS } from '../../../src/domain/invoice/terms.ts';

const numbered = (prefix: string, last: number): string[] =>
  Array.from({ length: last }, (_, index) => `${prefix}-${index + 1}`);

function termsOf(member: Member): string[] {
  const inner =
    member.kind === 'list'
      ? termsOf(member.of)
      : member.kind === 'group'
        ? [...member.members.values()].flatMap(({ member: one }) => termsOf(one))
        : [];
  return [...(member.term === undefined ? [] : [member.term]), ...inner];
}

describe('the model of EN 16931', () => {
  it('has a member for every business term: BT-1 to BT-165, without BT-4', () =>
    assert.deepEqual(
      Object.keys(TERMS).filter((term) => /^BT-\d+$/.test(term)),
      numbered('BT', 165).filter((term) => term !== 'BT-4'),
    ));
  it('has a member for every business group: BG-1 to BG-32', () =>
    assert.deepEqual(
      Object.keys(GROUPS).filter((group) => !group.startsWith(EXTENSION)),
      numbered('BG', 32),
    ));
  it('can be filled by the canonical form, except computed terms and terms that the specification fixes', () => {
    const stated = new Set(termsOf(CANONICAL_SCHEMA));
    assert.deepEqual(
      Object.keys(TERMS).filter((term) => !stated.has(term)),
      [
        ...'BT-24 BT-106 BT-107 BT-108 BT-109 BT-110 BT-112 BT-115 BT-116 BT-117 BT-119 BT-131 BT-150'.split(
          ' ',
        ),
        ...['EXT-FR-FE-181', 'EXT-FR-FE-182'],
      ],
    );
  });
  it('has no two terms in one member', () => {
    const paths = Object.values(TERMS).map(({ path }) => path);
    assert.equal(new Set(paths).size, paths.length);
  });
  it('has the terms of a group inside the part of the group', () =>
    assert.deepEqual(
      Object.values(GROUPS).filter(
        (place) => place !== '' && !Object.values(TERMS).some(({ path }) => path.startsWith(`${place}.`)),
      ),
      [],
    ));
});
