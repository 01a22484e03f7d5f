import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { configurationPage } from '../../src/processes/configuration-page.ts';

describe('docs/configuration.md', () => {
  it('matches the table of settings (run npm run docs)', () => {
    assert.equal(
      readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8'),
      configurationPage(),
    );
  });
});
