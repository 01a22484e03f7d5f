import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fa3Page } from '../../scripts/docs/fa3-page.ts';

describe('docs/fa3.md', () => {
  const page = fa3Page();

  it('matches the tables (npm run docs)', () =>
    assert.equal(readFileSync(new URL('../../docs/fa3.md', import.meta.url), 'utf8'), page));

  it('has no undefined value', () => assert.doesNotMatch(page, /undefined/));

  it('shows the fields of each rate', () => assert.match(page, /^\| S \| 23 \| 23 \| P_13_1, P_14_1 \|$/m));
});
