import { english, withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { decodeXml } from 'en16931-rules/engine/xml/decode.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { parseXml } from 'en16931-rules/engine/xml/parse.ts';
import { stringValue } from 'en16931-rules/engine/xml/values.ts';
import { TRICKY } from './documents.ts';

describe('the encoding of a document', () => {
  const READ: readonly (readonly [name: string, value: string])[] = [
    ['UTF-8 with byte order mark', 'ß'],
    ['UTF-8 with byte order mark and declaration', 'ß'],
    ['Latin 1 declared', 'ä\x80'],
    ['Latin 1 declared in lower case', 'ä'],
    ['ASCII declared', 'x'],
    ['UTF-16, little end first', 'ß€\u{1f600}'],
    ['UTF-16, big end first', 'ß€\u{1f600}'],
    ['UTF-16 declared', 'ß'],
  ];
  for (const [name, value] of READ)
    it(`is read: ${name}`, () => {
      const { text } = decodeXml(TRICKY[name]!);
      const { document } = parseXml(text!, new Vocabulary().extend());
      assert.equal(stringValue(document!, 1), value);
    });

  const REFUSED: readonly (readonly [name: string, message: RegExp])[] = [
    ['windows-1252', /^encoding "windows-1252" is not one of UTF-8, UTF-16, ISO-8859-1, US-ASCII$/],
    ['an unknown encoding', /"klingon" is not one of/],
    ['UTF-7', /"UTF-7" is not one of/],
    [
      'UTF-8 declared as Latin 1, with byte order mark',
      /"ISO-8859-1" is declared, but the file starts as UTF-8/,
    ],
    [
      'UTF-16 declared, in bytes',
      /"UTF-16" is declared, but the file does not start with its byte order mark/,
    ],
    ['UTF-16 with a declaration of UTF-8', /"UTF-8" is declared, but the file starts as UTF-16/],
    ['UTF-16 without byte order mark', /without a byte order mark/],
    ['UTF-16 cut off', /odd number of bytes/],
    ['UTF-16 with half a pair', /half a surrogate pair/],
    ['ASCII declared, but with more', /"US-ASCII" is declared, but here is a byte beyond it/],
    ['Latin 1 without declaration', /bytes that are not UTF-8/],
  ];
  for (const [name, message] of REFUSED)
    it(`is refused by name: ${name}`, () => {
      const { failure } = decodeXml(TRICKY[name]!);
      assert.equal(failure?.kind, 'encoding');
      assert.match(english(failure.message), message);
    });

  it('is refused with the position of the first faulty byte', () => {
    const bytes = Buffer.concat([Buffer.from('<a>\r\n  ü'), Buffer.from([0xe4]), Buffer.from('</a>')]);
    assert.deepEqual(withEnglish(decodeXml(bytes).failure), {
      kind: 'encoding',
      message: 'bytes that are not UTF-8',
      line: 2,
      column: 4,
    });
    const ascii = Buffer.from('<?xml version="1.0" encoding="US-ASCII"?>\n<a>\n ü</a>');
    assert.deepEqual([decodeXml(ascii).failure?.line, decodeXml(ascii).failure?.column], [3, 2]);
  });

  it('is not read beyond the limit on bytes', () => {
    assert.equal(decodeXml(Buffer.from('<a/>'), 4).text, '<a/>');
    assert.deepEqual(withEnglish(decodeXml(Buffer.from('<ab/>'), 4).failure), {
      kind: 'limit',
      message: '5 bytes, more than 4',
      line: 1,
      column: 1,
    });
  });

  it('of a view into a larger buffer is that of its own bytes', () => {
    const whole = Buffer.from('xxxx<a>ß</a>yyyy');
    assert.equal(
      decodeXml(new Uint8Array(whole.buffer, whole.byteOffset + 4, whole.length - 8)).text,
      '<a>ß</a>',
    );
  });
});
