import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';

const { spent } = createRequire(import.meta.url)('../../scripts/test-costs.cjs') as { spent(): number };

/** Computes for half a second of processor time, says so, and goes on living until its input ends. */
const BUSY = `while (process.cpuUsage().user < 500_000); console.log('done'); process.stdin.resume();`;
/** Starts another program with its own input and output. */
const PARENT = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(BUSY)}], { stdio: 'inherit' });`;

describe('the processor time of a test file', () => {
  it('is also that of a browser or a service that still runs, and of what that one has started', async function () {
    if (process.platform !== 'linux') this.skip();
    const before = spent();
    const parent = spawn(process.execPath, ['-e', PARENT], { stdio: ['pipe', 'pipe', 'inherit'] });
    const exited = once(parent, 'exit');
    await once(parent.stdout, 'data');
    const living = spent();
    parent.stdin.end();
    await exited;
    assert.ok(living - before >= 0.5, `${living - before} s`);
    assert.ok(spent() >= living, 'what has ended still counts');
  });
});
