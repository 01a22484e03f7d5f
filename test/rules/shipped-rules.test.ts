import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { shippedRules } from '../../scripts/docs/shipped-rules.ts';

describe('the list of rules that come with the service', () => {
  it('has each rule of the packs written here: npm run docs writes it', () => {
    const file = new URL('../../schematron/shipped-rules.json', import.meta.url);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), shippedRules());
  });
});
