import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'test/README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

const LINK = /\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g;
/** Files of this project as texts name them: relative to its root; <name> and * match anything. */
const FILE = /`((?:src|validators|scripts|schematron|test|docs|examples)\/[^`\s]*)`/g;
const COMMAND = /npm run (?:-s )?([\w:]+)/g;
const SECTION = /\]\((?!https?:)([^)#]*)#([^)]+)\)/g;
/** Tests of MongoDB that a command selects by their title. */
const SELECTED = /`-g '([^']+)'`/g;

const all = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].flatMap(([, found]) => found ?? []);
const isPattern = (path: string): boolean => /[<*]/.test(path);

/** As readers of Markdown name a section: lower case, blanks as hyphens, without other signs. */
const sectionsOf = (page: string): readonly string[] =>
  all(/^#+ (.*)$/gm, readFileSync(join(ROOT, page), 'utf8')).map((title) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );

const MONGO_TESTS = readdirSync(join(ROOT, 'test/adapters/mongo'))
  .map((name) => readFileSync(join(ROOT, 'test/adapters/mongo', name), 'utf8'))
  .join('');

describe('a page', () => {
  for (const page of pages) {
    const text = readFileSync(join(ROOT, page), 'utf8');

    it(`${page} links to existing pages and names existing files`, () => {
      const linked = all(LINK, text).map((link) => join(dirname(page), link));
      const named = all(FILE, text).filter((path) => !isPattern(path));
      const missing = [...linked, ...named].filter((path) => !existsSync(join(ROOT, path)));
      assert.deepEqual(missing, []);
    });

    it(`${page} links to existing sections`, () => {
      const missing = [...text.matchAll(SECTION)].filter(([, link = '', section = '']) => {
        const target = link === '' ? page : join(dirname(page), link);
        return target.endsWith('.md') && !sectionsOf(target).includes(section);
      });
      assert.deepEqual(
        missing.map(([link]) => link),
        [],
      );
    });

    it(`${page} selects tests that exist`, () => {
      assert.deepEqual(
        all(SELECTED, text).filter((title) => !MONGO_TESTS.includes(title)),
        [],
      );
    });

    it(`${page} names commands that exist`, () => {
      assert.deepEqual(
        all(COMMAND, text).filter((command) => !(command in scripts)),
        [],
      );
    });
  }
});
