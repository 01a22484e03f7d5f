import assert from 'node:assert/strict';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { sha256 } from 'en16931-rules/packs/hash.ts';
import { folderName } from 'en16931-rules/packs/installed.ts';
import type { Manifest } from 'en16931-rules/packs/manifest.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import { emptyFolder } from '../../support/folder.ts';
import { TOTAL_RULES, bringSmallPacks } from '../../support/small-packs.ts';

const NO_PACK = folderName({ id: 'none', version: '1', origin: 'official' }, '0'.repeat(64));

describe('the folder of the rule packs', () => {
  const { path, remove } = emptyFolder();
  const rulesDir = join(path, 'rules');
  beforeEach(() => {
    rmSync(rulesDir, { recursive: true, force: true });
    mkdirSync(rulesDir);
  });
  after(remove);

  /** A folder that is not a pack is a problem; the problems show which folders were read. */
  const problems = async (folder: RulesFolder): Promise<number> => (await folder.read()).problems.length;

  it('is read again only if its list has changed', async () => {
    const folder = new RulesFolder(rulesDir, 0);
    assert.equal(await problems(folder), 0);
    assert.equal(await folder.read(), await folder.read());
    mkdirSync(join(rulesDir, NO_PACK));
    assert.equal(await problems(folder), 1);
  });

  it('is not checked again before its interval is over', async () => {
    const folder = new RulesFolder(rulesDir, Infinity);
    assert.equal(await problems(folder), 0);
    mkdirSync(join(rulesDir, NO_PACK));
    assert.equal(await problems(folder), 0);
  });

  for (const maxAgeMs of [0, Infinity])
    it(`is read again after a failed read, with ${maxAgeMs} ms to its next check`, async () => {
      rmSync(rulesDir, { recursive: true });
      writeFileSync(rulesDir, '');
      const folder = new RulesFolder(rulesDir, maxAgeMs);
      await assert.rejects(folder.read(), { code: 'ENOTDIR' });
      await assert.rejects(folder.damages(), { code: 'ENOTDIR' });
      rmSync(rulesDir);
      // Empty: its list is the one from before the failed read.
      mkdirSync(rulesDir);
      assert.equal(await problems(folder), 0);
      assert.deepEqual(await folder.damages(), []);
    });

  it('may have folders that are not packs', async () => {
    for (const name of ['lost+found', '.making-x', 'notes']) mkdirSync(join(rulesDir, name));
    writeFileSync(join(rulesDir, 'read-me.txt'), '');
    const folder = new RulesFolder(rulesDir, 0);
    assert.deepEqual((await folder.read()).problems, []);
    assert.deepEqual(await folder.damages(), []);
  });
});

describe('a rule pack in the folder', () => {
  const { path, remove } = emptyFolder();
  const made = join(path, 'made');
  const rulesDir = join(path, 'rules');
  let name: string;
  let folder: RulesFolder;
  const file = (...steps: readonly string[]): string => join(rulesDir, name, ...steps);
  const program = (): string => readdirSync(file()).find((each) => each.endsWith('.mjs')) ?? '';

  before(async () => {
    await bringSmallPacks(made, [{ layer: 'en16931', text: TOTAL_RULES, catalogue: [] }]);
    [name = ''] = readdirSync(made);
  });
  beforeEach(async () => {
    rmSync(rulesDir, { recursive: true, force: true });
    cpSync(made, rulesDir, { recursive: true });
    folder = new RulesFolder(rulesDir, 0);
    assert.deepEqual(await folder.damages(), []);
  });
  after(remove);

  /** Writes a manifest with matching hashes, which mere damage never has. */
  const remade = (edit: (manifest: Manifest) => unknown): void => {
    const text = JSON.stringify(edit(JSON.parse(readFileSync(file('manifest.json'), 'utf8')) as Manifest));
    writeFileSync(file('manifest.json'), text);
    const renamed = name.replace(/[0-9a-f]{12}$/, sha256(text).slice(0, 12));
    renameSync(file(), join(rulesDir, renamed));
  };
  const damage = async (): Promise<string> => {
    const found = await folder.damages();
    assert.equal(found.length, 1, found.join('\n'));
    assert.ok(found[0] && !found[0].includes('\n'));
    return found[0];
  };

  const DAMAGES: Record<string, readonly [damage: () => void, says: RegExp]> = {
    'a changed rule file': [
      () => appendFileSync(file('source/small.sch'), ' '),
      /source\/small\.sch was changed$/,
    ],
    'a program that is gone': [() => rmSync(file(program())), /\.mjs cannot be read \(ENOENT\)$/],
    'an emptied program': [() => writeFileSync(file(program()), ''), /\.mjs was changed$/],
    'a changed catalogue': [
      () => writeFileSync(file('source/catalogue.json'), '[ ]'),
      /catalogue\.json was changed$/,
    ],
    'a changed manifest': [() => appendFileSync(file('manifest.json'), ' '), /the manifest was changed$/],
    'a manifest that is no JSON': [
      () => writeFileSync(file('manifest.json'), '{'),
      /manifest\.json: not JSON \(/,
    ],
    'a link to the same bytes elsewhere': [
      () => {
        cpSync(file('source/small.sch'), join(path, 'elsewhere.sch'));
        rmSync(file('source/small.sch'));
        symlinkSync(join(path, 'elsewhere.sch'), file('source/small.sch'));
      },
      /source\/small\.sch lies outside of it$/,
    ],
    'a linked folder of sources': [
      () => {
        renameSync(file('source'), join(path, 'elsewhere'));
        symlinkSync(join(path, 'elsewhere'), file('source'));
      },
      /source\/\S+ lies outside of it$/,
    ],
    'another compiler': [
      () => remade((m) => ({ ...m, compiler: '0'.repeat(64) })),
      /compiled by another version/,
    ],
  };
  for (const [what, [act, says]] of Object.entries(DAMAGES))
    it(`is reported with ${what}`, async () => {
      act();
      assert.match(await damage(), says);
    });

  it('is reported until it is repaired or removed', async () => {
    const before = readFileSync(file('source/small.sch'));
    writeFileSync(file('source/small.sch'), '');
    await damage();
    writeFileSync(file('source/small.sch'), before);
    assert.deepEqual(await folder.damages(), []);
    rmSync(file(), { recursive: true });
    assert.deepEqual(await folder.damages(), []);
  });

  const entry = (m: Manifest, change: object) => ({
    ...m,
    entries: m.entries.map((each) => ({ ...each, ...change })),
  });
  const programOf = (m: Manifest, change: object) =>
    entry(m, {
      programs: m.entries.flatMap(({ programs }) => programs).map((each) => ({ ...each, ...change })),
    });
  const SHAPES: Record<string, readonly [edit: (manifest: Manifest) => unknown, says: RegExp]> = {
    'is a list': [() => [null], /manifest\.json: not an object$/],
    'has no files': [({ files: _, ...m }) => m, /manifest\.json\.files: not an object$/],
    'names a file outside': [(m) => ({ ...m, files: { ...m.files, '../x': '0'.repeat(64) } }), /manifest\.json\.files\.\.\.\/x: not a path inside/], // prettier-ignore
    'names a program outside': [(m) => programOf(m, { file: '../../etc/passwd' }), /entries\[0\]\.programs\[0\]\.file: not a path inside its folder$/], // prettier-ignore
    'names a program by its whole path': [
      (m) => programOf(m, { file: '/etc/passwd' }),
      /programs\[0\]\.file: not a path inside/,
    ],
    'names a program the way Windows does': [
      (m) => programOf(m, { file: 'C:\\x' }),
      /programs\[0\]\.file: not a path inside/,
    ],
    'has a hash that is none': [
      (m) => programOf(m, { sha256: '../' }),
      /programs\[0\]\.sha256: not a SHA-256/,
    ],
    'has an entry that is none': [(m) => ({ ...m, entries: [null] }), /entries\[0\]: not an object$/],
    'has an entry that is no file': [
      (m) => entry(m, { path: 'other.sch' }),
      /entries\[0\]\.path: none of the files$/,
    ],
    'has an unknown layer': [(m) => entry(m, { layer: '__proto__' }), /entries\[0\]\.layer: none of xsd, /],
    'has a catalog that leads outside': [
      (m) => ({ ...m, catalog: { 'urn:a': '../a' } }),
      /catalog\.urn:a: not a path inside/,
    ],
    'has weights of another form': [
      (m) => ({ ...m, severity_overrides: {} }),
      /severity_overrides: not a list$/,
    ],
    'has another format': [(m) => ({ ...m, format: 0 }), /made by another version/],
  };
  for (const [what, [edit, says]] of Object.entries(SHAPES))
    it(`is reported, and not listed, if its manifest ${what}`, async () => {
      remade(edit);
      assert.match(await damage(), says);
      assert.deepEqual((await folder.read()).packs, []);
    });

  for (const [catalogue, says] of [
    [[null], /catalogue\.json\[0\]: not an object$/],
    [{}, /catalogue\.json: not a list$/],
    [[{ code: 'A' }], /catalogue\.json\[0\]\.aliases: not a list of texts$/],
  ] as const)
    it(`is reported if its catalogue is ${JSON.stringify(catalogue)}`, async () => {
      const text = JSON.stringify(catalogue);
      writeFileSync(file('source/catalogue.json'), text);
      remade((m) => ({ ...m, files: { ...m.files, 'catalogue.json': sha256(text) } }));
      assert.match(await damage(), says);
    });
});
