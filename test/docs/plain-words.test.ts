import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

function filesIn(folder: string, ending: RegExp): readonly string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  const own = names.filter((name) => ending.test(name) && !/(?:^|\/)(?:node_modules|dist)\//.test(name));
  return own.map((name) => join(folder, name));
}

/** A name of code such as `noBody` is none. */
const vagueWordsIn = (file: string): readonly string[] =>
  readFileSync(join(ROOT, file), 'utf8').match(/\b(?:[Nn]obody|[Ww]hoever|[Ss]o long|[Aa]new)\b/g) ?? [];

const PAGES = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...filesIn('docs', /\.md$/)];

const SOURCES = ['src', 'validators', 'scripts'];

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
  for (const page of PAGES)
    it(`${page} names who it means, and is plain`, () => assert.deepEqual(vagueWordsIn(page), []));

  for (const folder of SOURCES)
    it(`${folder} names who it means, and is plain, in each comment and text`, () => {
      const files = filesIn(folder, /\.(?:[cm]?[jt]sx?|json|ya?ml)$/);
      assert.deepEqual(
        files.flatMap((file) => vagueWordsIn(file).map((word) => `${file}: ${word}`)),
        [],
      );
    });

  for (const page of SHORT)
    it(`${page} has no paragraph of more than ${MAX_LINES} lines`, () => {
      const text = readFileSync(join(ROOT, page), 'utf8');
      const long = paragraphsOf(text).filter((paragraph) => paragraph.trim().split('\n').length > MAX_LINES);
      assert.deepEqual(long, []);
    });
});
