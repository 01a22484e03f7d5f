import assert from 'node:assert/strict';
import { partyWords, searchedWords } from '../../../src/domain/lifecycle/party-words.ts';

describe('the words of a buyer', () => {
  it('are those of its name in any case and without marks, and its VAT number in one piece', () => {
    const buyer = { name: 'Müller & Söhne GmbH (Köln)', vatId: 'BE 0123.456.749' };
    assert.deepEqual(partyWords(buyer), ['muller', 'sohne', 'gmbh', 'koln', 'be0123456749']);
  });

  it('are few, however long the name is', () => {
    const name = Array.from({ length: 500 }, (_, n) => `word${n}`).join(' ');
    assert.equal(partyWords({ name }).length, 24);
    assert.deepEqual(partyWords({ name: 'x'.repeat(10_000) }), []);
    assert.deepEqual(partyWords({}), []);
  });

  it('are searched for all together, or as one number', () => {
    assert.deepEqual(searchedWords('MÜLLER gmbh'), [['muller', 'gmbh'], ['mullergmbh']]);
    assert.deepEqual(searchedWords('BE0123456749'), [['be0123456749']]);
    assert.deepEqual(searchedWords('BE 0123.456.749')[1], ['be0123456749']);
    assert.deepEqual(searchedWords('-'), []);
  });
});
