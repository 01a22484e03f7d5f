import assert from 'node:assert/strict';
import { openBody } from '../../../src/application/reading/opened-body.ts';
import { english } from '../../support/words.ts';

describe('a body that is not UTF-8', () => {
  for (const [what, bytes, place] of [
    ['a letter in Latin-1', Buffer.from('{"a":"\xfc"}', 'latin1'), 'line 1, column 7'],
    [
      'one in a later line, after other letters',
      Buffer.concat([Buffer.from('{\n "ä": "€'), Buffer.from([0xff])]),
      'line 2, column 9',
    ],
    [
      'one after a byte order mark',
      Buffer.concat([Buffer.from('\ufeff{"a"'), Buffer.from([0xff])]),
      'line 1, column 5',
    ],
    [
      'one after characters that stand for such bytes',
      Buffer.concat([Buffer.from('["\ufffd", "\ufffd\n"'), Buffer.from([0xff])]),
      'line 2, column 2',
    ],
    ['half a letter at the end', Buffer.from('["ä').subarray(0, 3), 'line 1, column 3'],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), 'line 1, column 1'],
  ] as const)
    it(`is told its place: ${what}`, () => {
      const opened = openBody(bytes);
      assert.ok(!opened.ok);
      assert.equal(english(opened.reason), `The body is not UTF-8 (${place}).`);
    });
});
