import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { emptyFolder } from '../support/folder.ts';
import { countsIn } from './counts.ts';
import { newestOf, pageOf, readmeOf } from './publish.ts';
import { type Result, commitInHistory } from './results.ts';

const ran = (own: Partial<Result>): Result => ({
  ...{ proof: 'delivery/sqlite.test.ts', passed: 1, failed: 0, skipped: 0, counts: [], seed: 7, seconds: 9 },
  ...{
    at: '2026-10-05T08:00:00.000Z',
    commit: 'abc',
    command: 'npm run proofs -- delivery/sqlite.test.ts --seed 7',
  },
  ...own,
});
const kills = (count: number) => ({ of: 'sqlite', unit: 'kills', count });

describe('the commit of a run', () => {
  const { path, remove } = emptyFolder();
  after(remove);
  const git = (...words: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
      cwd: path,
      encoding: 'utf8',
    }).trim();
  const commit = (title: string): string => {
    git('commit', '-q', '--allow-empty', '-m', title);
    return git('rev-parse', '--short=10', 'HEAD');
  };

  it('is the one of the history, also if it was rebased since', () => {
    git('init', '-q', '-b', 'main');
    const first = commit('first');
    git('checkout', '-q', '-b', 'own');
    const ran = commit('counts kills');
    git('checkout', '-q', 'main');
    commit('meanwhile');
    assert.equal(commitInHistory(path, ran), undefined, 'the history has none such');
    git('cherry-pick', '--allow-empty', ran);
    const picked = git('rev-parse', '--short=10', 'HEAD');
    assert.equal(commitInHistory(path, first), first);
    assert.equal(commitInHistory(path, ran), `${picked}*`);
    assert.equal(commitInHistory(path, `${first}+`), undefined, 'files had changed');
    assert.equal(commitInHistory(path, 'unknown'), undefined);
  });
});

describe('published counts', () => {
  it('are read from the lines that a proof prints', () => {
    const printed = `  1 passing\n      counted ${JSON.stringify(kills(50))}\n50 passed, counted nothing`;
    assert.deepEqual(countsIn(printed), [kills(50)]);
  });

  it('are those of the newest run of each proof, with failures, and not of a skipped one', () => {
    const results = newestOf([
      ran({ counts: [kills(50)] }),
      ran({ counts: [kills(1_200)], failed: 2 }),
      ran({ proof: 'hostile/run.ts', passed: 0, skipped: 3 }),
    ]);
    const page = pageOf(results);
    assert.match(
      page,
      /\| delivery\/sqlite\.test\.ts \| 1 passed, \*\*2 failed\*\* \| 1,200 kills \| sqlite \| 7 \| 2026-10-05 \| abc \| `npm run proofs -- delivery/,
    );
    assert.doesNotMatch(page, /\| 50 kills|hostile\/run/);
    assert.doesNotMatch(readmeOf(results), /kills/, 'a run that failed is no promise');
  });

  it('are of each kind of run of a program: options make another run, a seed does not', () => {
    const run = (options: string, count: number) =>
      ran({
        ...{ proof: 'delivery/run.ts', counts: [kills(count)] },
        command: `npm run proofs -- delivery/run.ts --seed ${count}${options}`,
      });
    const results = newestOf([
      run('', 1),
      run(' --route PL-KSEF', 2),
      run('', 3),
      run(' --route PL-KSEF', 4),
    ]);
    assert.deepEqual(
      results.flatMap(({ counts }) => counts.map(({ count }) => count)),
      [3, 4],
    );
  });

  it('name each topic that no run has counted yet, with the command that would', () => {
    const page = pageOf([
      ran({ counts: [kills(50)] }),
      ran({ proof: 'words/languages.test.ts' }),
      ran({ proof: 'documents/samples.test.ts', counts: [kills(1)] }),
    ]);
    const rows = page.split('\n').filter((line) => line.includes('not counted'));
    assert.ok(rows.some((row) => row.includes('| `npm run proofs -- conformance` |')));
    assert.ok(
      rows.some((row) => row.includes('| `npm run proofs -- words` |')),
      'a run without a count',
    );
    assert.ok(rows.some((row) => row.includes('| `npm run proofs -- documents/wrong-exports` |')));
    assert.ok(!rows.some((row) => row.includes('npm run proofs -- delivery')));
  });

  it('are those of the newest day, in whatever order the machine has them', () => {
    const [newest] = newestOf([
      ran({ counts: [kills(9)], at: '2026-11-25T10:00:00.000Z' }),
      ran({ counts: [kills(5)], at: '2026-11-24T23:00:00.000Z' }),
    ]);
    assert.deepEqual(newest!.counts, [kills(9)]);
  });

  it('of a topic that has not run here stay in the README', () => {
    const readme = readmeOf([ran({ counts: [kills(50)] })]);
    const later = readmeOf([ran({ proof: 'hostile/a.test.ts', counts: [kills(7)] })], readme).split('\n');
    assert.match(later[0]!, /: 50 kills$/);
    assert.match(later[1]!, /: 7 kills$/);
  });

  it('count a volume once in the README, though a short and a long run of the proof are kept', () => {
    const results = newestOf([
      ran({ counts: [kills(50)], command: 'KILLS=50 npm run proofs -- delivery/sqlite.test.ts --seed 1' }),
      ran({ counts: [kills(500)], command: 'KILLS=500 npm run proofs -- delivery/sqlite.test.ts --seed 1' }),
    ]);
    assert.match(readmeOf(results), /: 500 kills$/m);
  });

  it('stand on a page whose sentences are read without scrolling sideways', () => {
    const sentences = pageOf([ran({})])
      .split('\n')
      .filter((line) => !line.startsWith('|'));
    assert.deepEqual(
      sentences.filter((line) => line.length > 150),
      [],
    );
  });

  it('show five topics in the README', () => {
    const suites = [
      'conformance',
      'delivery',
      'hostile',
      'mutation',
      'peers',
      'documents',
      'words',
      'statuses',
    ];
    const results = suites.map((suite, n) =>
      ran({ proof: `${suite}/a.test.ts`, counts: [kills(n), kills(1_000 + n)] }),
    );
    const lines = readmeOf(results).split('\n');
    assert.equal(lines.filter((line) => line.startsWith('- ')).length, 5);
    assert.ok(!lines.some((line) => line.startsWith('- Programs')), 'figures of others are not added up');
    assert.match(lines[0]!, /: 1,000 kills$/);
  });
});
