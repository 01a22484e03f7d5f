import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { canonicalPage } from '../../scripts/canonical-page.ts';

describe('docs/canonical-invoice.md', () => {
  const page = canonicalPage();

  it('matches the tables (npm run docs)', () =>
    assert.equal(readFileSync(new URL('../../docs/canonical-invoice.md', import.meta.url), 'utf8'), page));

  it('has no undefined value', () => assert.doesNotMatch(page, /undefined/));

  it('names fields as findings do', () => {
    assert.match(page, /^\| `lines\[\]\.quantity` \| BT-129 \| number \| of a line that counts \|$/m);
    assert.match(page, /^\| `invoice\.notes\[\]` \| BT-22 \| text alone, or an object with \| \|$/m);
  });
});
