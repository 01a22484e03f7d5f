import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { emptyFolder } from '../support/folder.ts';
import type { Result } from './results.ts';
import { runProofs } from './proofs.ts';

const PASSES = "console.log('2 passed, 0 failed, 1 skipped')";
const FAILS = "console.log('1 passed, 1 failed'); process.exit(1)";
const HOUR_MS = 3_600_000;

const COUNTS = `console.log('counted {"of":"sqlite","unit":"kills","count":3}\\n1 passed, 0 failed')`;

describe('npm run proofs', () => {
  const { path, remove } = emptyFolder();
  after(remove);

  /** Each proof takes an hour of the budget. @param programs the `run.ts` of each suite. */
  async function proofs(programs: Readonly<Record<string, string>>, ...words: readonly string[]) {
    const folder = join(path, Object.keys(programs).join('-'));
    for (const [suite, program] of Object.entries(programs)) {
      const file = join(folder, suite, 'run.ts');
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, program);
    }
    let [printed, ran] = ['', 0];
    const kept: Omit<Result, 'at' | 'commit'>[] = [];
    const print = (text: string): void => {
      printed += text;
      if (text.includes('; again: ')) ran += 1;
    };
    const now = (): number => ran * HOUR_MS;
    const code = await runProofs(words, {
      folder,
      state: join(folder, 'state.json'),
      env: { ...process.env, KILLS: '7' },
      // The programs have no types: a process with what reads TypeScript starts five times as slowly.
      loader: [],
      reached: (revision, all) => all.filter((proof) => proof.startsWith(revision)),
      print,
      now,
      keep: (result) => kept.push(result),
    });
    const lines = printed.trimEnd().split('\n');
    return { code, lines, last: lines.at(-1), kept };
  }

  it('counts the proofs, prints how to repeat each, and ends with one line of counts', async () => {
    const { code, lines, last } = await proofs({ a: PASSES, b: FAILS }, '--budget', '2h', '--seed', '4');
    assert.deepEqual([code, last], [1, '3 passed, 1 failed, 1 skipped']);
    assert.ok(
      lines.some((line) =>
        /^b\/run\.ts: 1 passed, 1 failed, \d+ s; again: KILLS=7 npm run proofs -- b\/run\.ts --seed 4$/.test(
          line,
        ),
      ),
    );
  });

  it('starts where the last run stopped, and names the proofs that did not run', async () => {
    const programs = { c: PASSES, d: FAILS, e: PASSES };
    const first = await proofs(programs, '--budget', '1h', '--seed', '0');
    assert.deepEqual([first.code, first.last], [0, '2 passed, 0 failed, 1 skipped']);
    assert.match(
      first.lines.join('\n'),
      /1 of 3 proofs ran; not run: d\/run\.ts, e\/run\.ts\nthe next run starts with d\/run\.ts/,
    );
    const second = await proofs(programs, '--budget', '1h', '--seed', '0');
    assert.deepEqual([second.code, second.last], [1, '1 passed, 1 failed']);
    assert.match(second.lines.join('\n'), /the next run starts with e\/run\.ts/);
  });

  it('begins with the proofs that the changes since a revision reach, wherever the last run stopped', async () => {
    const programs = { i: PASSES, j: PASSES, k: PASSES, l: PASSES };
    const order = async (seed: string) => {
      const { lines } = await proofs(programs, '--budget', '3h', '--seed', seed, '--changed', 'k');
      return lines.flatMap((line) => /^(\w)\/run\.ts: /.exec(line)?.[1] ?? []).join('');
    };
    assert.deepEqual([await order('0'), await order('2')], ['kij', 'kli']);
  });

  it('fails if the budget is too short for any proof', async () => {
    const { code, lines } = await proofs({ c: PASSES }, '--budget', '0s');
    assert.deepEqual(
      [code, lines.slice(-2)],
      [1, ['the budget was too short for any proof', '0 passed, 0 failed']],
    );
  });

  it('runs a suite by its name, and lists the suites if the name is unknown', async () => {
    const { code, last } = await proofs({ f: FAILS, g: PASSES }, 'g');
    assert.deepEqual([code, last], [0, '2 passed, 0 failed, 1 skipped']);
    const none = await proofs({ f: FAILS, g: PASSES }, 'h');
    assert.deepEqual([none.code, none.lines[0]], [2, 'there is no suite and no file h; suites are f, g']);
  });

  it('lists the suites if no name is given', async () => {
    const { code, lines } = await proofs({ f: FAILS, g: PASSES });
    assert.deepEqual(
      [code, lines.slice(-2).map((line) => line.trim())],
      [2, ['f               1 proofs', 'g               1 proofs']],
    );
  });

  it('keeps what each run has counted, with the command that repeats it', async () => {
    const { kept } = await proofs({ counting: COUNTS }, 'counting', '--seed', '9');
    const counts = [{ of: 'sqlite', unit: 'kills', count: 3 }];
    const command = 'KILLS=7 npm run proofs -- counting/run.ts --seed 9';
    const [{ seconds: _, ...result }] = kept as [Result];
    assert.deepEqual(result, {
      ...{ proof: 'counting/run.ts', passed: 1, failed: 0, skipped: 0, counts, seed: 9, command },
    });
  });
});
