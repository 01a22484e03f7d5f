import { english } from '../support/words.ts';
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KsefOfflineCodes } from '../../src/adapters/rails/pl-ksef/client/offline-codes.ts';
import { aCertificate, seal } from '../sandbox/pl-ksef/certificates.ts';
import { Ksef, SELLER } from '../sandbox/pl-ksef/ksef.ts';
import { aSandbox, type TestSandbox } from '../sandbox/running.ts';
import { aPolishConsignment } from '../adapters/rails/pl-ksef/ksef.ts';
import { runIds } from './run-ids.ts';

describe('ids ksef-certificate', () => {
  let sandbox: TestSandbox;
  let logIn: readonly string[];
  before(async () => {
    sandbox = await aSandbox({ limits: 'off' });
    const { certificate, key } = await aCertificate(seal(SELLER));
    const [certificateFile, keyFile] = ['log-in.pem', 'log-in-key.pem'].map((name) =>
      join(sandbox.folder, name),
    );
    writeFileSync(certificateFile!, certificate);
    writeFileSync(keyFile!, key);
    logIn = ['--nip', SELLER, '--certificate', certificateFile!, '--key', keyFile!];
  });
  after(() => sandbox.stop());

  const url = () => ['--url', `${sandbox.url}/ksef/v2`];
  const folder = (name: string): string => join(sandbox.folder, name);
  const made = (name: string, file: string): string => readFileSync(join(folder(name), file), 'utf8');

  it('makes a key that stays here, and fetches its certificate, which logs in', async () => {
    const ran = await runIds(['ksef-certificate', ...logIn, ...url(), '--out', folder('new'), '--json']);
    assert.equal(ran.code, 0, ran.err);
    const { certificate, private_key: key } = JSON.parse(made('new', 'credential-value.json')) as Record<
      string,
      string
    >;
    const parsed = new X509Certificate(certificate!);
    assert.match(parsed.subject, new RegExp(`organizationIdentifier=VATPL-${SELLER}`));
    assert.equal(statSync(join(folder('new'), 'private-key.pem')).mode & 0o777, 0o600);
    writeFileSync(folder('second.pem'), certificate!);
    writeFileSync(folder('second-key.pem'), key!);
    const second = [
      '--nip',
      SELLER,
      '--certificate',
      folder('second.pem'),
      '--key',
      folder('second-key.pem'),
    ];
    const again = await runIds(['ksef-certificate', ...second, ...url(), '--out', folder('renewed')]);
    assert.equal(again.code, 0, again.err);
  });

  it('fetches an Offline certificate, whose signature of KOD II the simulated ministry verifies', async () => {
    const type = ['--type', 'Offline'];
    const ran = await runIds(['ksef-certificate', ...logIn, ...url(), ...type, '--out', folder('offline')]);
    assert.equal(ran.code, 0, ran.err);
    const value = made('offline', 'credential-value.json');
    const credential = { client: 'acme', id: 'crd_1', kind: 'ksef-offline-certificate', value };
    const codes = new KsefOfflineCodes(`${sandbox.url}/ksef/qr`, { call: async () => ({ kind: 'done' }) });
    assert.equal(english(codes.explainUnfit(credential, new Date())), undefined);
    const { addressing } = aPolishConsignment();
    const document = { sha256: 'ab'.repeat(32), issueDate: '2026-10-05', addressing };
    const link = codes.sign(credential, document)?.certificate ?? '';
    assert.equal((await fetch(link)).status, 200, link);
    const forged = link.replace(/[^/]+$/, (signature) =>
      signature.replace(/^./, (one) => (one === 'A' ? 'B' : 'A')),
    );
    assert.equal((await fetch(forged)).status, 404);
  });

  it('fetches the certificate of a request that was sent before', async () => {
    const sent = await runIds(['ksef-certificate', ...logIn, ...url(), '--out', folder('cut'), '--json']);
    assert.equal(sent.code, 0, sent.err);
    const { reference } = JSON.parse(sent.out) as { reference: string };
    const [key] = [made('cut', 'private-key.pem')];
    const { rmSync } = await import('node:fs');
    for (const file of ['certificate.pem', 'credential-value.json']) rmSync(join(folder('cut'), file));
    const args = ['ksef-certificate', ...logIn, ...url(), '--out', folder('cut'), '--reference', reference];
    assert.equal((await runIds(args)).code, 0);
    assert.equal(made('cut', 'private-key.pem'), key);
    assert.ok(existsSync(join(folder('cut'), 'credential-value.json')));
  });

  it('never writes over a key, and then sends no request', async () => {
    const ran = await runIds(['ksef-certificate', ...logIn, ...url(), '--out', folder('new')]);
    assert.notEqual(ran.code, 0);
    assert.match(ran.err, /private-key\.pem cannot be written/);
  });

  it('says why KSeF refuses, such as a log-in by an Offline certificate', async () => {
    const { certificate, key } = await aCertificate(seal(SELLER), 'P-256', { usage: 'Offline' });
    writeFileSync(folder('off.pem'), certificate);
    writeFileSync(folder('off-key.pem'), key);
    const offline = ['--nip', SELLER, '--certificate', folder('off.pem'), '--key', folder('off-key.pem')];
    const ran = await runIds(['ksef-certificate', ...offline, ...url(), '--out', folder('none')]);
    assert.notEqual(ran.code, 0);
    assert.match(ran.err, /21115/);
    assert.equal(existsSync(folder('none')), false);
  });
});

describe('a KSeF token', () => {
  it('cannot request a certificate (25002)', async () => {
    const sandbox = await aSandbox({ limits: 'off' });
    try {
      const ksef = await Ksef.loggedIn(sandbox.url);
      const { status, text } = await ksef.call('GET', '/certificates/enrollments/data');
      assert.equal(status, 400);
      assert.match(text, /25002/);
    } finally {
      await sandbox.stop();
    }
  });
});
