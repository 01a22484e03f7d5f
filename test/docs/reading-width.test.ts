import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const PAGES = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

const MAX_CELL = 120;
const MAX_LINE = 300;

/** Of the page that says how to run what. */
const MAX_LINES_TO_BEGIN = 60;

/** Cells that stay longer, by page: how many, and why. */
const LONGER_CELLS: Readonly<Record<string, { readonly cells: number; readonly why: string }>> = {
  'docs/canonical-invoice.md': {
    cells: 4,
    why: 'a list of codes, and texts of rules, whole, as findings have them',
  },
};

/** As a reader sees it: a link is its text. */
const visible = (text: string): string => text.replaceAll(/\]\([^)]*\)/g, ']').trim();

/** The cells of a row of a table; a bar behind a backslash is text. */
const cellsOf = (line: string): readonly string[] =>
  line.trimStart().startsWith('|') ? line.split(/(?<!\\)\|/).map(visible) : [];

function prose(page: string): readonly string[] {
  return readFileSync(join(ROOT, page), 'utf8')
    .replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
    .split('\n');
}

describe('a page is read without scrolling sideways', () => {
  for (const page of PAGES) {
    it(`${page} has no cell of more than ${MAX_CELL} characters`, () => {
      const long = prose(page)
        .flatMap(cellsOf)
        .filter((cell) => cell.length > MAX_CELL && !/^[-: ]+$/.test(cell));
      assert.equal(long.length, LONGER_CELLS[page]?.cells ?? 0, long.join('\n'));
    });

    it(`${page} has no line of more than ${MAX_LINE} characters`, () => {
      const long = prose(page).filter((line) => line.length > MAX_LINE);
      assert.deepEqual(long, []);
    });
  }

  it(`and CONTRIBUTING.md has no more than ${MAX_LINES_TO_BEGIN} lines: the rest is in test/README.md`, () => {
    const lines = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').trimEnd().split('\n');
    assert.ok(lines.length <= MAX_LINES_TO_BEGIN, String(lines.length));
  });

  it('and the exceptions have a reason', () => {
    for (const [page, { why }] of Object.entries(LONGER_CELLS))
      assert.ok(PAGES.includes(page) && why !== '', page);
  });
});
