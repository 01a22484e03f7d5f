import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { english } from '../../../support/words.ts';
import { readFamilies } from 'en16931-rules/packs/expand/families.ts';

const read = (text: string) => readFamilies(text, 'families.yaml', 'small');

describe('the families of a pack', () => {
  it('have a title, a hint and ids that do not begin with theirs', () => {
    assert.deepEqual(read(`BR-1: { title: 'One, two', fix: Three., also: [BR-2_BT-1] }`), [
      {
        id: 'BR-1',
        title: { say: 'small.BR-1.title', english: 'One, two' },
        fix: { say: 'small.BR-1.fix', english: 'Three.' },
        also: ['BR-2_BT-1'],
      },
    ]);
  });

  it('are refused if a comma cuts a title in two', () => {
    assert.throws(() => read(`BR-1: { title: One, but two, fix: Three. }`), /BR-1\.but two: not a member/);
  });

  it('of France state in their titles what is wrong', () => {
    const text = readFileSync('schematron/fr-ctc/families.yaml', 'utf8');
    const titles = new Map(read(text).map(({ id, title }) => [id, english(title)]));
    assert.match(titles.get('BR-FR-CO-09') ?? '', /, but .* do not match it$/);
    assert.match(titles.get('BR-FR-CO-14') ?? '', /, but no note states this$/);
  });
});
