import assert from 'node:assert/strict';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { copyOfProject } from '../../support/copy-of-project.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

const run = promisify(execFile);

/** What depended once on the settings, the packs, the place or the clock of its clone. */
const FILES = [
  ...['check', 'json', 'packs/outdated', 'packs/stored-documents'].map((name) => `commands/${name}`),
  ...['settings', 'read-mappings', 'first-keys', 'compose'].map((name) => `processes/${name}`),
  ...['docs/openapi', 'docs/references', 'adapters/http/packs', 'adapters/http/calendar', 'console/format'],
  ...['validators/packs/install', 'validators/packs/rules-folder'],
].map((name) => `test/${name}.test.ts`);

/** Of a user who has set up a service and works elsewhere. */
const SETTINGS = {
  LANG: 'pl_PL.UTF-8',
  LC_ALL: 'pl_PL.UTF-8',
  TZ: 'America/Los_Angeles',
  IDS_URL: 'http://127.0.0.1:1',
  IDS_KEY: 'ids_test_0',
  KSEF_URL: 'http://127.0.0.1:1',
  RULES_DIR: '/nowhere',
  STORE_URL: 'sqlite:/nowhere/ids.db',
};

/** A user without a name and without rights. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** Only root may run a program as another user, who must be able to read the packages. */
const mayBeNobody =
  process.getuid?.() === 0 && spawnSync('ls', [join(PROJECT, 'node_modules')], NOBODY).status === 0;

describe('tests in other surroundings', function () {
  this.timeout(900_000);
  const copies: ReturnType<typeof copyOfProject>[] = [];
  after(() => {
    for (const { remove } of copies) remove();
  });

  function copy(name?: string): string {
    const made = copyOfProject(PROJECT, name);
    copies.push(made);
    return made.path;
  }

  /** The last line of a run. */
  async function counts(
    cwd: string,
    settings: Readonly<Record<string, string>>,
    user: Partial<typeof NOBODY> = {},
  ): Promise<string | undefined> {
    const words = ['scripts/test.mjs', '--no-parallel', ...FILES];
    const options = { cwd, env: { ...process.env, ...settings }, maxBuffer: 64 * 1024 * 1024, ...user };
    const { stdout } = await run(process.execPath, words, options).catch(
      (error: unknown) => error as { stdout: string },
    );
    return stdout.trimEnd().split('\n').at(-1);
  }

  it('are as many as in a fresh clone, with settings, installed packs, and a blank and an umlaut in the path', async () => {
    const elsewhere = copy('Rechnungen für Müller');
    const packs = join(elsewhere, 'dist/rules-of-tests');
    for (const pack of readdirSync(packs).slice(0, 2))
      cpSync(join(packs, pack), join(elsewhere, 'rules', pack), { recursive: true });
    const [fresh, other] = [await counts(copy(), {}), await counts(elsewhere, SETTINGS)];
    assert.match(fresh ?? '', /^[1-9]\d* passed, 0 failed/);
    assert.equal(other, fresh);
  });

  // The judges of this user's home are not theirs: their tests are skipped.
  (mayBeNobody ? it : it.skip)('pass for another user, whose home is empty', async () => {
    const clone = copy();
    const folder = dirname(clone);
    mkdirSync(join(folder, 'home'));
    execFileSync('chown', ['-R', `${NOBODY.uid}:${NOBODY.gid}`, folder]);
    assert.match(
      (await counts(clone, { HOME: join(folder, 'home') }, NOBODY)) ?? '',
      /^[1-9]\d* passed, 0 failed/,
    );
  });
});
