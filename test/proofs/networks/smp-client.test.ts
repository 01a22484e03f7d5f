import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { aSandbox, type TestSandbox } from '../../sandbox/running.ts';
import { MAGIC_ENDINGS } from '../../../src/sandbox/peppol/participants.ts';
import { BILLING, BILLING_PROCESS, CREDIT_NOTES } from '../../sandbox/peppol/sending.ts';
import { findJudge } from '../../support/judges.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const { folder: JARS, missing } = findJudge('peppol-smp-client');
const PROGRAM = join(PROJECT, 'test/proofs/networks/peppol-smp-client/LookUp.java');

/** A reader by other authors: it checks schemas, signatures against the sandbox's CA, redirects and their certificates. */
describe('com.helger.peppol:peppol-smp-client in the sandbox', () => {
  if (missing) return void it.skip(missing);

  /** Each kind of registration: by scheme, then by the last four characters (decisions, "Sandbox"). */
  const FINDS = {
    '9930:de123456789': /^endpoint http:\S+\/peppol\/as4 of 9 types$/,
    '0088:4012345000009': /^endpoint http:\S+\/peppol\/as4 of 6 types$/,
    '0204:04011000-1234512345-06': /^endpoint http:\S+\/peppol\/as4 of 9 types$/,
    '0225:123456789': /^endpoint http:\S+\/peppol\/as4 of 10 types$/,
    '9930:de111110381': /^endpoint \S+ of 3 types$/,
    '9930:de111110302': /^endpoint /,
    '9930:de111110410': /^no endpoint$/,
    '9930:de111110404': /^none$/,
    '9930:de111110414': /^none$/,
    '9930:de111110408': /^SMPClient\w*Exception/,
    '9930:de111110503': /^SMPClient\w*Exception.*503/,
    // It follows one redirect, and the answer of the second one has no endpoint.
    '9930:de111110310': /^no endpoint$/,
    '9930:de111110495': /^CertificateExpiredException/,
  };
  let sandbox: TestSandbox;
  let found: Record<string, string>;

  async function lookUp(
    ca: string,
    documentType: string,
    participants: readonly string[],
  ): Promise<Record<string, string>> {
    const args = [
      // The process ends after seconds: optimised machine code would not pay.
      '-XX:TieredStopAtLevel=1',
      '-cp',
      `${JARS}/*`,
      PROGRAM,
      `${sandbox.url}/peppol/smp`,
      ca,
      documentType,
      BILLING_PROCESS,
    ];
    const { stdout } = await promisify(execFile)('java', [...args, ...participants]);
    return Object.fromEntries(
      stdout
        .trim()
        .split('\n')
        .map((line) => [line.split(' ')[0], line.replace(/^\S+ /, '')]),
    );
  }

  before(async () => {
    sandbox = await aSandbox();
    found = await lookUp(join(sandbox.folder, 'peppol-smp-ca.pem'), BILLING, Object.keys(FINDS));
  });
  after(() => sandbox.stop());

  for (const [participant, finds] of Object.entries(FINDS))
    it(`finds of ${participant}: ${finds.source}`, () => assert.match(found[participant] ?? '', finds));

  it('finds every participant with a special registration', () => {
    const asked = new Set(Object.keys(FINDS).map((participant) => participant.slice(-4)));
    assert.deepEqual(
      MAGIC_ENDINGS.filter((ending) => !asked.has(ending)),
      [],
    );
  });

  it('finds which participants accept credit notes, and which only invoices', async () => {
    const [both, invoicesOnly] = ['9930:de123456789', '9930:de111110381'] as const;
    const ca = join(sandbox.folder, 'peppol-smp-ca.pem');
    const creditNotes = await lookUp(ca, CREDIT_NOTES, [both, invoicesOnly]);
    assert.match(creditNotes[both] ?? '', /^endpoint /);
    assert.equal(creditNotes[invoicesOnly], 'none');
  });

  it('accepts no answer if it trusts another CA', async () => {
    const other = await aSandbox({ hasOwnKeys: true });
    const pem = join(sandbox.folder, 'other.pem');
    writeFileSync(pem, await (await fetch(`${other.url}/peppol/smp-ca.pem`)).text());
    await other.stop();
    const registered = '9930:de123456789';
    assert.match(
      (await lookUp(pem, BILLING, [registered]))[registered] ?? '',
      /^SMPClientBadResponseException: .*(sign|trust|certif)/i,
    );
  });
});
