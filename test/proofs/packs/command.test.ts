import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyPreparedPacks } from '../../support/prepared-packs.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const official = join(process.env['REFERENCE_DATA'] ?? join(root, '../shared'), 'official');

describe('ids packs', function () {
  let folder: string;
  const packs = (...args: readonly string[]) => {
    const command = ['dist/src/commands/ids.js', 'packs', ...args, '--rules', join(folder, 'rules')];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  /** The packs that a first start has compiled. */
  const compiled = (): void => copyPreparedPacks(join(folder, 'rules'));
  const needsReference = (context: Mocha.Context): void => {
    if (existsSync(official)) return;
    console.log(`      skipped: no official packs at ${official}; set REFERENCE_DATA`);
    context.skip();
  };

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'packs-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('prints its usage for an unknown command', () => {
    for (const args of [[], ['polish'], ['install'], ['compile', '--engine', 'rust'], ['list', '--loud']]) {
      const { status, stderr } = packs(...args);
      assert.equal(status, 2);
      assert.match(stderr, /^Usage: ids packs|^error: /);
    }
  });

  it('prints its usage on request', () => {
    const { status, stdout, stderr } = packs('--help');
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^Usage: ids packs[\s\S]*install \[options\] \[id\]/);
  });

  it('names an unusable rules folder in one sentence', () => {
    writeFileSync(join(folder, 'rules'), '');
    for (const command of ['compile', 'list']) {
      const { status, stderr } = packs(command);
      assert.equal(status, 2);
      assert.match(stderr, /^RULES_DIR \S+ cannot be used \(ENOTDIR\)\.\n$/);
    }
  });

  it('names a folder of downloads that cannot be read, and ignores entries in it that are not files', () => {
    const none = packs('install', '--from', join(folder, 'none'));
    assert.deepEqual([none.status, none.stderr], [1, `${join(folder, 'none')}: cannot be read (ENOENT)\n`]);
    mkdirSync(join(folder, 'download/folder.sch'), { recursive: true });
    symlinkSync(join(folder, 'nowhere'), join(folder, 'download/broken.sch'));
    const nothing = packs('install', '--from', join(folder, 'download'));
    assert.equal(nothing.status, 1);
    assert.match(
      nothing.stderr,
      /^\S+: 0 files looked at, 0 of official packs\nNo file of any official pack as it is listed is in \S+\.\n( {2}\S+ \S+ is published at https?:\S+.*\n)+A release that is not listed, or in another form: ids packs adopt \S+\n$/,
    );
  });

  it('repairs built-in packs that are damaged in any way, and names what it cannot repair', () => {
    compiled();
    const rules = join(folder, 'rules');
    const [one = '', two = '', three = ''] = readdirSync(rules).filter((name) => name.includes('built-in'));
    writeFileSync(join(rules, one, 'manifest.json'), '[null]');
    rmSync(join(rules, two, 'source'), { recursive: true });
    for (const program of readdirSync(join(rules, three)).filter((name) => name.endsWith('.mjs')))
      writeFileSync(join(rules, three, program), 'process.exit(1)');
    const damaged = packs('list');
    assert.equal(damaged.status, 1);
    assert.match(damaged.stderr, /manifest\.json: not an object/);
    assert.equal(packs('compile').status, 0);
    assert.deepEqual([packs('list').status, packs('list').stderr], [0, '']);

    const unknown = `other-1.official.${'0'.repeat(12)}`;
    mkdirSync(join(rules, unknown));
    const { status, stderr } = packs('compile');
    assert.equal(status, 1);
    assert.match(
      stderr,
      new RegExp(`rule pack ${unknown}: manifest\\.json cannot be read \\(ENOENT\\); .* remove`),
    );
    assert.equal(packs('remove', unknown).status, 0);
    assert.equal(packs('compile').status, 0);
  });

  it('compiles the built-in packs, lists them and removes one', () => {
    assert.equal(packs('compile').status, 0);
    assert.match(packs('compile').stderr, /en16931 \S+ \(built-in\): up to date/);
    assert.match(packs('list').stdout, /en16931 .*built-in[\s\S]*\[compiled\]/);
    assert.equal(packs('remove', 'en16931').status, 0);
    assert.doesNotMatch(packs('list').stdout, /en16931 .*built-in/);
    assert.equal(packs('remove', 'en16931').status, 1);
  });

  it('counts which rules are stated for every syntax and which for one, of every built-in pack', () => {
    const { status, stdout, stderr } = packs('rules');
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(
      stdout,
      /^en16931: \d+ rules for every syntax\n {2}ubl\.sch: \d+ of its own, \d+ stated apart$/m,
    );
    assert.match(stdout, /^cius-ro: \d+ rules/m);
    assert.match(stdout, /^ {4}BR-01: a text of blanks counts as one$/m);
  });

  it('installs an official pack from any folder that has its files', function () {
    needsReference(this);
    cpSync(join(official, 'fa3-1-0E'), join(folder, 'download/some where/else'), { recursive: true });
    const { status, stderr } = packs('install', '--from', join(folder, 'download'));
    assert.equal(status, 0, stderr);
    assert.deepEqual(
      readdirSync(join(folder, 'rules')).map((name) => name.split('.')[0]),
      ['fa3-1-0E'],
    );
  });

  it('refuses an official pack of which a file is missing, and installs nothing of it', function () {
    needsReference(this);
    mkdirSync(join(folder, 'download'));
    const [one = ''] = readdirSync(join(official, 'en16931-1.3.16'));
    copyFileSync(join(official, 'en16931-1.3.16', one), join(folder, 'download/x.sch'));
    const { status, stderr } = packs('install', '--from', join(folder, 'download'));
    assert.equal(status, 1);
    assert.match(
      stderr,
      /en16931 1\.3\.16 is not installed: .*1 of its files[\s\S]*validation-preprocessed\.sch[\s\S]*published at https/,
    );
    assert.ok(!existsSync(join(folder, 'rules')) || readdirSync(join(folder, 'rules')).length === 0);
  });

  it('ends with 0 if a part of a pack, or none, is in a place and the pack is installed, unless it is damaged', function () {
    needsReference(this);
    const source = join(official, 'fa3-1-0E');
    assert.equal(packs('install', '--from', source).status, 0);
    mkdirSync(join(folder, 'download'));
    const none = packs('install', '--from', join(folder, 'download'), 'fa3');
    assert.deepEqual(
      [none.status, /fa3 1-0E \(official\): is installed already/.test(none.stderr)],
      [0, true],
    );
    copyFileSync(join(source, 'schemat_FA(3)_v1-0E.xsd'), join(folder, 'download/a.xsd'));
    const part = packs('install', '--from', join(folder, 'download'));
    assert.deepEqual(
      [part.status, /fa3 1-0E is installed already, and not from here: /.test(part.stderr)],
      [0, true],
    );
    const [pack = ''] = readdirSync(join(folder, 'rules')).filter((name) => name.startsWith('fa3'));
    writeFileSync(join(folder, 'rules', pack, 'source/schemat_FA(3)_v1-0E.xsd'), '');
    const damaged = packs('install', '--from', join(folder, 'download'));
    assert.deepEqual([damaged.status, /fa3 1-0E is not installed: /.test(damaged.stderr)], [1, true]);
  });

  it('names the listed packs if another one is asked for', () => {
    const { status, stderr } = packs('install', '--from', folder, 'nonsense');
    assert.equal(status, 1);
    assert.match(stderr, /There is no official pack nonsense\. Listed are: ubl, cii, en16931, /);
  });

  it('reports a folder without a known pack', () => {
    const { status, stderr } = packs('install', '--from', folder);
    assert.equal(status, 1);
    assert.match(stderr, /No file of any official pack/);
  });
});
