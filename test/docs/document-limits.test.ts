import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DOCUMENT_LIMITS } from 'en16931-rules/engine/limits.ts';

describe('the page about the rule engine', () => {
  const page = readFileSync(new URL('../../docs/engine.md', import.meta.url), 'utf8').replace(/ +/g, ' ');

  for (const { most, of, why } of Object.values(DOCUMENT_LIMITS))
    it(`shows the limit on ${of}`, () =>
      assert.ok(page.includes(`| ${most.toLocaleString('en')} | ${of} | ${why} |`)));
});
