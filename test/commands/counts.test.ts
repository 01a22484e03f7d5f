import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from 'en16931-rules/vocabulary/counted.ts';

const COUNTS = [
  { count: 0, says: '0 files' },
  { count: 1, says: '1 file' },
  { count: 2, says: '2 files' },
] as const;

/** A number with a noun in the plural beside it, which says `1 files` of one. */
const PLURAL_OF_ANY = /\$\{\w*(?:\.(?:length|size|readCount|officialCount)|[cC]ount)\} (?:documents|files|rules|invoices|packs|clients|scenarios|days)\b/; // prettier-ignore

const sourcesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));

describe('a count in what commands print', () => {
  for (const { count, says } of COUNTS)
    it(`says ${says}`, () => {
      assert.equal(counted(count, 'file'), says);
    });

  it('has the plural that is given', () => {
    assert.equal(counted(2, 'status', 'statuses'), '2 statuses');
  });

  it('is never beside a plural that is written out', () => {
    const written = ['src/commands', 'validators/packs'].flatMap((folder) => sourcesIn(folder));
    assert.ok(written.length > 100);
    assert.deepEqual(
      written.filter((path) => PLURAL_OF_ANY.test(readFileSync(path, 'utf8'))),
      [],
    );
  });
});
