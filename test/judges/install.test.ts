import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { emptyFolder } from '../support/folder.ts';
import { findJudge, folderOf, type Judge, JUDGES } from '../support/judges.ts';
import { installJudges, type Run } from './install.ts';
import { report } from './report.ts';

const aJudge = (name: string): Judge => ({
  ...{ name, package: name, version: '1.0.0', registry: 'npm', licence: 'MIT', judges: 'nothing' },
});

/** An npm that fails the first calls for each package. */
function failingNpm(failures: Readonly<Record<string, number>>): {
  readonly run: Run;
  readonly calls: string[];
} {
  const calls: string[] = [];
  return {
    calls,
    run: (_, ...args) => {
      const name = args.at(-1)!.replace('@1.0.0', '');
      calls.push(name);
      if (calls.filter((one) => one === name).length <= (failures[name] ?? 0))
        return Promise.resolve('npm: no answer');
      const file = join(args[args.indexOf('--prefix') + 1]!, 'node_modules', name, 'package.json');
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, '{}');
      return Promise.resolve(undefined);
    },
  };
}

describe('the installer of judges', () => {
  const known = process.env['JUDGES_CACHE'];
  let cache: ReturnType<typeof emptyFolder>;
  beforeEach(() => {
    cache = emptyFolder();
    process.env['JUDGES_CACHE'] = cache.path;
  });
  afterEach(() => {
    cache.remove();
    if (known === undefined) delete process.env['JUDGES_CACHE'];
    else process.env['JUDGES_CACHE'] = known;
  });
  const install = (judges: readonly Judge[], run: Run) =>
    installJudges(judges, { run, pauseMs: 0, isDebianRoot: false });

  it('tries three times, and does not install again what is installed', async () => {
    const { run, calls } = failingNpm({ one: 2 });
    assert.deepEqual([...(await install([aJudge('one')], run))], []);
    assert.deepEqual([...(await install([aJudge('one')], run))], []);
    assert.deepEqual(calls, ['one', 'one', 'one']);
  });

  it('names what is missing with the reason, keeps nothing of it, and tries the others of the registry once', async () => {
    const { run, calls } = failingNpm({ one: 9, two: 1 });
    const judges = ['one', 'two', 'three'].map(aJudge);
    const missing = await install(judges, run);
    assert.deepEqual(
      [...missing],
      [
        ['one', 'npm: no answer'],
        ['two', 'npm: no answer'],
      ],
    );
    assert.deepEqual(calls, ['one', 'one', 'one', 'two', 'three']);
    assert.ok(existsSync(folderOf(aJudge('three'))));
    assert.ok(readdirSync(cache.path).every((name) => name.startsWith('three@1.0.0')));
  });

  it('names the package of Debian that only root can install', async () => {
    const judge: Judge = { ...aJudge('none'), registry: 'debian', provides: ['no-such-program'] };
    const missing = await install([judge], () => Promise.resolve(undefined));
    assert.deepEqual([...missing], [['none', "needs Debian's package none: apt-get install none"]]);
  });

  it('installs another version, or other packages beside it, into another folder', () => {
    const changed = [{ version: '2.0.0' }, { with: { two: '1.0.0' } }, {}];
    assert.equal(new Set(changed.map((own) => folderOf({ ...aJudge('one'), ...own }))).size, 3);
  });
});

describe('the report of judges', () => {
  const judges = ['one', 'two', 'three', 'four'].map(aJudge);
  const without = (count: number) =>
    report(judges, new Map(judges.slice(0, count).map(({ name }) => [name, 'no answer'])));

  it('has enough if two are missing, and names them', () =>
    assert.deepEqual(without(2), {
      lines: [
        'judges: 2 of 4',
        'missing: one, which judges nothing (no answer)',
        'missing: two, which judges nothing (no answer)',
      ],
      isEnough: true,
    }));

  it('has too few if three are missing', () => assert.equal(without(3).isEnough, false));
});

describe('test/judges.json', () => {
  it('names each judge once', () =>
    assert.equal(new Set(JUDGES.map(({ name }) => name)).size, JUDGES.length));

  for (const { name, version, registry, with: others = {} } of JUDGES.filter(
    (one) => one.registry !== 'debian',
  ))
    it(`has exact versions of ${name}, from ${registry}`, () => {
      for (const exact of [version, ...Object.values(others)])
        assert.match(exact, /^\d+(\.\d+)+(-beta\.\d+)?$/);
    });

  it('is asked by name', () => assert.throws(() => findJudge('nobody'), /names no judge nobody/));
});
