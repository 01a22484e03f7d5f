import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'test/README.md',
  'src/processes/banner.ts',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

/** A call, not the word in a sentence. */
const CURL = /\bcurl (?=[-'"$]|https?:)[^\n`]*/g;
const FIXED_KEY = /Idempotency-Key: (?!\$\()[^"']*/g;

/** Lines of the guide that is read in one go. */
const MAX_LINES = 300;

describe('a command of a page', () => {
  for (const page of PAGES) {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const calls = text.match(CURL) ?? [];
    if (calls.length === 0) continue;

    it(`${page} fails if the service refuses its call`, () =>
      assert.deepEqual(
        calls.filter((call) => !call.includes('--fail-with-body')),
        [],
      ));

    it(`${page} may be run again: each call has its own key, and no example has its old date`, () => {
      const commands = [...text.matchAll(/curl (?:[^\n]*\\\n)*[^\n]*/g)].map(([command]) => command);
      const fixed = commands.flatMap((command) => command.match(FIXED_KEY) ?? []);
      assert.deepEqual(
        [fixed, commands.filter((command) => /@examples\/[\w-]+\.(?:json|xml)/.test(command))],
        [[], []],
      );
    });
  }

  it('stands in a guide for ERP developers that is read in one go', () => {
    const lines = readFileSync(join(ROOT, 'docs/guides/erp-developer.md'), 'utf8').trimEnd().split('\n');
    assert.ok(lines.length <= MAX_LINES, String(lines.length));
  });
});
