import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalPage } from '../../scripts/docs/canonical-page.ts';
import { runBuiltIds } from '../commands/run-ids.ts';
import { emptyFolder } from '../support/folder.ts';
import { copyPreparedPacks } from '../support/prepared-packs.ts';

describe('docs/canonical-invoice.md', () => {
  const page = canonicalPage();

  it('matches the tables (npm run docs)', () =>
    assert.equal(readFileSync(new URL('../../docs/canonical-invoice.md', import.meta.url), 'utf8'), page));

  it('has an invoice that is valid without a remark', async () => {
    const folder = emptyFolder();
    const rules = join(folder.path, 'rules');
    const file = join(folder.path, 'invoice.json');
    copyPreparedPacks(rules);
    writeFileSync(file, /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '');
    const { code, out } = await runBuiltIds(['check', file, '--rules', rules]);
    folder.remove();
    assert.deepEqual([code, out.trim()], [0, `valid    ${file}  DE-XRECHNUNG`]);
  });

  it('has no undefined value', () => assert.doesNotMatch(page, /undefined/));

  it('names fields as findings do', () => {
    assert.match(page, /^\| `lines\[\]\.quantity` \| BT-129 \| number \| of a line that counts \|$/m);
    assert.match(page, /^\| `invoice\.notes\[\]` \| BT-22 \| text alone, or an object with \| \|$/m);
  });
});
