import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

const LETTERS = 4_900_000;

/** Bodies with one text or number that is about as long as a body may be; all of them are JSON. */
const BODIES = {
  blanks: `{${' '.repeat(LETTERS)}}`,
  digits: `{"a":${'9'.repeat(LETTERS)}}`,
  'digits of a fraction': `{"a":1.${'9'.repeat(LETTERS)}}`,
  'digits of an exponent': `{"a":1e${'9'.repeat(LETTERS)}}`,
  'an attachment': `{"attachments":[{"id":"A","content_base64":"${'QUJD'.repeat(LETTERS / 4)}"}]}`,
  'an attachment of blanks': `{"attachments":[{"id":"A","content_base64":"${' '.repeat(LETTERS)}"}]}`,
} as const;

const PROGRAM = `
  import { text } from 'node:stream/consumers';
  import { openBody } from './src/application/reading/opened-body.ts';
  import { parseCanonical } from './src/domain/invoice/parse-canonical.ts';
  const opened = openBody(Buffer.from(await text(process.stdin)));
  if (opened.ok) parseCanonical(opened.json);
  console.log(opened.ok);`;

describe('a text of megabytes', () => {
  // V8 begins to do so by itself where much else is compiled; each step of an expression then takes four times the stack.
  for (const [name, body] of Object.entries(BODIES))
    it(`is read where V8 does not optimise expressions: ${name}`, () => {
      const flags = ['--no-regexp-optimization', '--import=tsx', '--input-type=module', '--eval', PROGRAM];
      const { stdout, stderr } = spawnSync(process.execPath, flags, { input: body, encoding: 'utf8' });
      assert.equal(stdout, 'true\n', stderr);
    }).timeout(60_000);
});
