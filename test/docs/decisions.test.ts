import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'docs/adr');
const read = (path: string): string => readFileSync(path, 'utf8');
const capture = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

const files = readdirSync(FOLDER).filter((name) => name !== 'README.md');
const numbers = files.map((name) => Number(/^(\d{4})-[a-z0-9-]+\.md$/.exec(name)?.[1]));

/** Texts that cite a decision by its number. */
const citing = ['src', 'validators', 'scripts', 'schematron', 'test', 'docs']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .concat('README.md', 'CONTRIBUTING.md', 'CHANGELOG.md')
  .filter((name) => /\.(?:md|ts|mjs|cjs|yaml|yml)$/.test(name));

describe('a decision in docs/adr', () => {
  it('has the next number, in the name of its file and in its title', () => {
    const inOrder = [...numbers].sort((one, other) => one - other);
    assert.deepEqual(
      inOrder,
      files.map((_, place) => place + 1),
    );
    const titled = files.map((name) => Number(/^# (\d+)\. /.exec(read(join(FOLDER, name)))?.[1]));
    assert.deepEqual(titled, numbers);
  });

  it('is in the list, in order and with its title', () => {
    const listed = [...read(join(FOLDER, 'README.md')).matchAll(/^\| (\d+) +\| \[(.+)\]\((.+)\) +\|$/gm)].map(
      ([, number, title, file]) => `${file}: # ${number}. ${title}`,
    );
    assert.deepEqual(
      listed,
      files.sort().map((name) => `${name}: ${read(join(FOLDER, name)).split('\n')[0]}`),
    );
  });

  it('is there if a text cites it', () => {
    const missing = citing.flatMap((name) =>
      capture(/\bADRs? (\d+)/g, read(join(ROOT, name)))
        .filter((number) => !numbers.includes(Number(number)))
        .map((number) => `${name}: ADR ${number}`),
    );
    assert.deepEqual(missing, []);
  });
});
