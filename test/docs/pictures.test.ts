import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'docs/pictures');
const MAX_PICTURES = 10;
const MAX_PICTURE_BYTES = 150_000;

const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => join('docs', name))
  .concat('README.md');

describe('the pictures of the documentation', () => {
  const pictures = readdirSync(FOLDER).toSorted();

  it('are those that pages show, few and small: all others are drawn by a run', () => {
    const shown = pages.flatMap((page) =>
      [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\((?:\S*\/)?pictures\/(\S+?)\)/g)].map(
        ([, name]) => name!,
      ),
    );
    assert.deepEqual(pictures, [...new Set(shown)].toSorted());
    assert.ok(pictures.length <= MAX_PICTURES, String(pictures.length));
  });

  for (const name of pictures)
    it(`${name} has at most ${MAX_PICTURE_BYTES} bytes`, () => {
      const { size } = statSync(join(FOLDER, name));
      assert.ok(size <= MAX_PICTURE_BYTES, String(size));
    });
});
