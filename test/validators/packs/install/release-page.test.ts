import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linksOn, pageIn } from 'en16931-rules/packs/install/release-page.ts';
import { emptyFolder } from '../../../support/folder.ts';
import { assertLinear } from '../../../support/processor-time.ts';

const ADDRESS = 'https://rules.example/release';

describe('the page of a release', () => {
  it('names the files on its own host', () => {
    const page = '<p><a class="file" href="/a.zip">A</a><a href="https://other.example/b.zip">B</a>';
    const { files, otherHosts } = linksOn(ADDRESS, page, (name) => name.endsWith('.zip'));
    assert.deepEqual([files, otherHosts], [['https://rules.example/a.zip'], ['other.example']]);
  });

  it('needs no time that grows with the square of its tags that do not end', () =>
    assertLinear((count) => {
      assert.deepEqual(linksOn(ADDRESS, '<a '.repeat(count), () => true).files, []);
    }, 100_000));

  it('is told from a file that begins with many comments', () => {
    const { path, remove } = emptyFolder();
    try {
      const file = join(path, 'file');
      writeFileSync(file, `${'<!---->'.repeat(30)}<schema/>`);
      assert.equal(pageIn(file), undefined);
      writeFileSync(file, `${'<!--a-->\n'.repeat(30)}<html></html>`);
      assert.ok(pageIn(file)?.endsWith('</html>'));
    } finally {
      remove();
    }
  });
});
