import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { OUTCOMES } from '../../src/domain/sending/outcomes.ts';
import { MEANINGS } from '../../src/domain/sending/status-mapping.ts';
import { deliveryPage } from '../../src/processes/delivery-page.ts';
import { ROUTE_PROFILES } from '../../src/domain/routes/all.ts';

describe('docs/delivery.md', () => {
  const page = deliveryPage();

  it('matches the code (run npm run docs)', () => {
    assert.equal(readFileSync(new URL('../../docs/delivery.md', import.meta.url), 'utf8'), page);
  });

  it('has every meaning, and every route that has a rail', () => {
    for (const meaning of MEANINGS) assert.match(page, new RegExp(`^\\| \`${meaning}\` \\|`, 'm'));
    for (const { name, hasRail } of ROUTE_PROFILES) assert.equal(page.includes(`\n## ${name}\n`), hasRail);
    assert.equal(Object.keys(OUTCOMES.invoice).length, 5);
  });

  it('names the source of every answer', () => {
    const rows = page.split('\n').filter((line) => /^\| `.*` \| .* \| `[a-z-]+` \|/.test(line));
    assert.ok(rows.length > 100, String(rows.length));
    for (const row of rows) assert.doesNotMatch(row, /\|\s*\|$/, row);
  });
});
