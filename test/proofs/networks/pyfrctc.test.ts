import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BUYER, invoice, SELLER } from '../../sandbox/fr-pa/platform.ts';
import { aSandbox, type TestSandbox } from '../../sandbox/running.ts';
import { findJudge } from '../../support/judges.ts';

const { folder, missing } = findJudge('pyfrctc');
const PYTHON = join(folder, 'bin/python');
const JUDGE = fileURLToPath(new URL('pyfrctc/judge.py', import.meta.url));

interface Read {
  readonly healthy: boolean;
  readonly state: string;
  readonly again: readonly [state: string, details: string];
  readonly lines: readonly string[];
  readonly messages: readonly (readonly [number: string, code: string])[];
  readonly refused: string | null;
}

/** A client by other authors, made for Super PDP's own system. Its addresses are set to the simulated one. */
describe('pyfrctc at the sandbox of Super PDP', () => {
  if (missing) return void it.skip(missing);

  let sandbox: TestSandbox;
  let read: Read;
  before(async () => {
    sandbox = await aSandbox();
    const file = join(sandbox.folder, 'invoice.xml');
    writeFileSync(file, invoice('PY-1'));
    const url = `${sandbox.url}/fr-pa/superpdp`;
    const { stdout } = await promisify(execFile)(PYTHON, [JUDGE, url, file, BUYER], {
      // The simulated platform has no certificate.
      env: { ...process.env, OAUTHLIB_INSECURE_TRANSPORT: '1' },
    });
    read = JSON.parse(stdout) as Read;
  });
  after(() => sandbox.stop());

  it('logs in, sends an invoice and reads that it is accepted', () => assert.equal(read.state, 'done'));

  it('reads that the same invoice was accepted before', () => {
    const [state, details] = read.again;
    assert.equal(state, 'error');
    assert.match(details, /^Error on file: .+ \(code: AlreadyExistingFlow\)$/);
  });

  it('finds the messages of the lifecycle, and reads each by its own schema', () =>
    assert.deepEqual(
      read.messages,
      ['200', '201', '202', '203'].map((code) => ['PY-1', code]),
    ));

  it('is refused a search for a type that the platform does not know', () =>
    assert.match(read.refused ?? '', /failed \(400\)\. Error code: PARAMS_ERROR/));

  it('finds the receiving address of a company in the directory', () => {
    assert.deepEqual([read.lines, read.healthy], [[BUYER], true]);
    assert.notEqual(BUYER, SELLER);
  });
});
