import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

const PATH = /`((?:src|test|schematron|validators|openapi)[\w./-]*)`/g;
const TERM = /`(\w+)` \(`([\w./-]+)`\)/g;
const FUNCTION = /`(\w+)` in `(src\/[\w./-]+\.ts)`/g;

describe('pages for people who change the code', () => {
  for (const page of ['docs/architecture.md', 'docs/glossary.md'])
    it(`name only files that exist: ${page}`, () => {
      const named = [...read(page).matchAll(PATH)].map(([, path]) => path!);
      assert.ok(named.length > 20);
      assert.deepEqual(
        named.filter((path) => !existsSync(join(PROJECT, path))),
        [],
      );
    });

  it('name terms that exist in the named files', () => {
    const terms = [...read('docs/glossary.md').matchAll(TERM)];
    assert.ok(terms.length >= 25);
    const missing = terms.filter(
      ([, name, path]) =>
        !new RegExp(`\\b(const|type|interface|class|function) ${name}\\b`).test(read(path!)),
    );
    assert.deepEqual(
      missing.map(([term]) => term),
      [],
    );
  });

  it('name functions that exist in the named files', () => {
    const named = [...read('docs/architecture.md').matchAll(FUNCTION)];
    assert.ok(named.length >= 10);
    const missing = named.filter(([, name, path]) => !new RegExp(`\\b${name}\\b`).test(read(path!)));
    assert.deepEqual(
      missing.map(([sentence]) => sentence),
      [],
    );
  });

  it('name rows of the step table that it has', () => {
    const rows = [...read('docs/architecture.md').matchAll(/row `(\w+ \w+)`/g)].map(([, row]) => row!);
    assert.ok(rows.length >= 4);
    const table = read('src/application/checking/steps.ts');
    assert.deepEqual(
      rows.filter((row) => !table.includes(`'${row}':`)),
      [],
    );
  });

  it('link to pages that exist', () => {
    for (const page of ['docs/README.md', 'docs/architecture.md', 'docs/glossary.md']) {
      const links = [...read(page).matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, link]) => link!);
      assert.deepEqual(
        links.filter((link) => !existsSync(join(PROJECT, dirname(page), link))),
        [],
      );
    }
  });
});
