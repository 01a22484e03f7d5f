import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

interface LockedPackage {
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

const LOCK = new URL('../../package-lock.json', import.meta.url);
const { packages } = JSON.parse(readFileSync(LOCK, 'utf8')) as { packages: Record<string, LockedPackage> };

/** SPDX ids of licences that ask for nothing but their text beside a copy. */
const ALLOWED: ReadonlySet<string> = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['Python-2.0', 'OFL-1.1', 'CC0-1.0', 'Zlib', 'PSF-2.0'],
]);

/** What ships with the service under other terms, and those. A package that is not here, or is no longer needed, fails the test. */
const OTHERS: Readonly<Record<string, string>> = {
  'saxon-js': 'free to use, not open: Saxonica, LICENSE.txt. It is called, and never changed',
  xslt3: 'as saxon-js, of which it is the compiler',
  '@stackforge-eu/factur-x': 'EUPL-1.2: its source is public, and is not changed here',
  'dejavu-fonts-ttf':
    'Bitstream Vera and Arev, as its README has them: a font may be embedded and not sold by itself',
  busboy: 'MIT, in its LICENSE',
  'png-js': 'MIT, in its LICENSE',
  streamsearch: 'MIT, in its LICENSE',
};

/** Tools of developers: none of their code ships. */
const OTHER_TOOLS: Readonly<Record<string, string>> = {
  'axe-core': 'MPL-2.0',
  only: 'MIT, in its Readme.md',
};

/** `(A OR B)` needs one that is allowed, `A AND B` all. */
const isAllowed = (licence: string): boolean =>
  licence
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((one) => one.split(' AND ').every((id) => ALLOWED.has(id)));

const others = (ofTools: boolean): readonly string[] =>
  [
    ...new Set(
      Object.entries(packages)
        .filter(
          ([path, { dev = false, link }]) => path.startsWith('node_modules/') && !link && dev === ofTools,
        )
        .filter(([, { license = '' }]) => !isAllowed(license))
        .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)),
    ),
  ].sort();

describe('the licences of packages', () => {
  it('that ship are those of the list, and the others are named with their terms', () =>
    assert.deepEqual(others(false), Object.keys(OTHERS).sort()));

  it('of tools are, too', () => assert.deepEqual(others(true), Object.keys(OTHER_TOOLS).sort()));

  for (const [licence, allowed] of [
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND GPL-3.0-only', false],
    ['AGPL-3.0-only', false],
    ['', false],
  ] as const)
    it(`${allowed ? 'take' : 'do not take'} ${licence || 'none'}`, () =>
      assert.equal(isAllowed(licence), allowed));
});
