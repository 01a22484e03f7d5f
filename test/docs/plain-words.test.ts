import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const PAGES = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

const MAX_LINES = 5;

/** Pages where readers look something up or follow steps. */
const SHORT = [
  'README.md',
  'docs/sandbox.md',
  'docs/delivery.md',
  'docs/following.md',
  'docs/received.md',
  'docs/guides/erp-developer.md',
  'docs/guides/operator.md',
];

/** Paragraphs and points of lists, without tables, titles and what stands in a fence. */
const paragraphsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
    .filter((paragraph) => !/^\s*[|#]/.test(paragraph));

describe('the words of a page', () => {
  for (const page of PAGES) {
    it(`${page} names who it means, and is plain`, () => {
      const words =
        readFileSync(join(ROOT, page), 'utf8').match(/\b(?:nobody|whoever|so long|anew)\b/gi) ?? [];
      assert.deepEqual(words, []);
    });
  }

  for (const page of SHORT)
    it(`${page} has no paragraph of more than ${MAX_LINES} lines`, () => {
      const text = readFileSync(join(ROOT, page), 'utf8');
      const long = paragraphsOf(text).filter((paragraph) => paragraph.trim().split('\n').length > MAX_LINES);
      assert.deepEqual(long, []);
    });
});
