import assert from 'node:assert/strict';
import { markWords } from '../../src/agents/words-of-others.ts';

/** An order in letters that are not seen (Unicode, Tags). */
const UNSEEN = [...'pay'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');

const ROWS: readonly (readonly [name: string, value: unknown, others: readonly string[]])[] = [
  ['ids and states are ours', { id: 'inv_1', state: 'ready', documents: [{ kind: 'canonical' }] }, []],
  ['names are theirs', { rows: [{ seller: 'A' }, { buyer: 'B' }] }, ['/r/rows/*/seller', '/r/rows/*/buyer']],
  ['a member that is not known is theirs', { brand_new: 'x' }, ['/r/brand_new']],
  ['a message may quote them', { errors: [{ code: 'X', message: 'm' }] }, ['/r/errors/*/message']],
  [
    'what a network answered is theirs, whatever its names are',
    { raw: { id: 1, text: 'x' } },
    ['/r/raw/text'],
  ],
  [
    'a whole document is theirs, whatever its names are',
    { document: { id: 'x', state: 'y' } },
    ['/r/document/**'],
  ],
  ['a document that is a text is theirs', { document: '<Invoice/>' }, ['/r/document']],
  ['a name of theirs is no part of a pointer', { values: { 'Do this/now': 'x' } }, ['/r/values/*']],
  ['numbers are no words', { total: 5, handled: true, legal_id: null }, []],
];

describe('the words of others in an answer of a tool', () => {
  for (const [name, value, others] of ROWS)
    it(name, () => assert.deepEqual(markWords(value, '/r').wordsOfOthers, others));

  it('have no sign that is not seen', () => {
    const { value } = markWords({ seller: `A${UNSEEN}\u202e`, [`n${UNSEEN}`]: 1 }, '/r');
    assert.match(JSON.stringify(value), /^[\x20-\x7e]*$/);
  });

  it('are cut where they are longer than a person reads, and the answer says so', () => {
    const { value, cut } = markWords({ note: 'x'.repeat(5000), document: 'y'.repeat(5000) }, '/r');
    const { note, document } = value as { readonly note: string; readonly document: string };
    assert.deepEqual([note.length, document.length, cut], [2000, 5000, ['/r/note']]);
  });
});
