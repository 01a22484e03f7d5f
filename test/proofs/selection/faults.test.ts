import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { copyOfProject } from '../../support/copy-of-project.ts';
import { printCount } from '../counts.ts';
import { FAULTS, type Fault } from './faults.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

const run = promisify(execFile);

/** Of a run by Mocha. */
interface Counts {
  readonly passes: number;
  readonly failures: number;
}

describe('a fault in each room', function () {
  let copy: ReturnType<typeof copyOfProject>;
  let found = 0;
  before(() => {
    copy = copyOfProject(PROJECT);
  });
  after(() => {
    copy?.remove();
    printCount({ of: '', unit: 'faults', count: found });
  });

  async function ran(tests: readonly string[]): Promise<Counts> {
    const words = ['--config', '.mocharc.proofs.cjs', '--reporter', 'json', ...tests];
    const options = { cwd: copy.path, maxBuffer: 64 * 1024 * 1024 };
    const mocha = run(process.execPath, ['node_modules/mocha/bin/mocha.js', ...words], options);
    // Mocha ends with the number of failures.
    const { stdout } = await mocha.catch((error: unknown) => error as { stdout: string });
    return (JSON.parse(stdout.slice(stdout.indexOf('{\n'))) as { stats: Counts }).stats;
  }

  /** What `npm test -- --changed` selects in the copy. */
  async function selected(): Promise<readonly string[]> {
    const program =
      "import { changedSince, testsReachedBy } from './scripts/changed-tests.mjs';" +
      "console.log(JSON.stringify(testsReachedBy(changedSince('HEAD'))));";
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], {
      cwd: copy.path,
    });
    return JSON.parse(stdout) as readonly string[];
  }

  async function withFaults(faults: readonly Fault[], act: () => Promise<void>): Promise<void> {
    const texts = faults.map(({ file }) => readFileSync(join(copy.path, file), 'utf8'));
    try {
      for (const [n, { file, text, wrong }] of faults.entries()) {
        assert.equal(texts[n]!.split(text).length, 2, `${file} has this once: ${text}`);
        writeFileSync(
          join(copy.path, file),
          texts[n]!.replace(text, () => wrong),
        );
      }
      await act();
    } finally {
      for (const [n, { file }] of faults.entries()) writeFileSync(join(copy.path, file), texts[n]!);
    }
  }

  it('is in the table', () =>
    assert.deepEqual(
      FAULTS.map(({ room }) => room),
      ['src', 'validators'].flatMap((folder) =>
        readdirSync(join(PROJECT, folder), { withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .map(({ name }) => `${folder}/${name}`)
          .sort(),
      ),
    ));

  it('is none of types', () =>
    withFaults(FAULTS, async () => {
      for (const config of ['tsconfig.json', 'src/console/tsconfig.json'])
        await run(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', config], {
          cwd: copy.path,
        });
    }));

  it('is found by tests that pass without it', async () => {
    const { passes, failures } = await ran([...new Set(FAULTS.map(({ test }) => test))]);
    assert.ok(passes >= FAULTS.length);
    assert.equal(failures, 0);
  });

  for (const fault of FAULTS)
    it(`in ${fault.room} is found by a test of the selection: ${fault.test}`, () =>
      withFaults([fault], async () => {
        assert.ok((await selected()).includes(fault.test));
        assert.ok((await ran([fault.test])).failures > 0);
        found += 1;
      }));
});
