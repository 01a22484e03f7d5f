import { english, withEnglish } from '../../../../support/words.ts';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KsefOfflineCodes } from '../../../../../src/adapters/rails/pl-ksef/client/offline-codes.ts';
import type { IssuedDocument } from '../../../../../src/ports/rail/offline-codes.ts';
import type { OpenedCredential } from '../../../../../src/ports/rail/opened-credential.ts';
import {
  aCertificate,
  type KeyKind,
  seal,
  type TestCertificate,
} from '../../../../sandbox/pl-ksef/certificates.ts';
import { emptyFolder } from '../../../../support/folder.ts';
import { exists } from '../../../../support/judges.ts';
import { aPolishConsignment, NIP } from '../ksef.ts';

const unasked = async () => ({ kind: 'done' }) as const;
const codes = new KsefOfflineCodes('https://qr.ksef.mf.gov.pl', { call: unasked });
const sha256 = createHash('sha256').update('the file').digest('hex');
const issued = (): IssuedDocument => ({
  sha256,
  issueDate: '2026-10-05',
  addressing: aPolishConsignment().addressing,
});

const credentialOf = ({ certificate, key }: TestCertificate, more: object = {}): OpenedCredential => ({
  client: 'acme',
  id: 'crd_1',
  kind: 'ksef-offline-certificate',
  value: JSON.stringify({ certificate, private_key: key, ...more }),
});

const offline = (kind: KeyKind, days: { from?: number; until?: number } = {}) =>
  aCertificate(seal(NIP), kind, { ...days, usage: 'Offline' });

/** How OpenSSL verifies the signature in a link, by the certificate alone. */
const VERIFIES: Readonly<Record<string, readonly string[]>> = {
  'RSA 2048': ['-sigopt', 'rsa_padding_mode:pss', '-sigopt', 'rsa_pss_saltlen:32'],
  'P-256': [],
};

describe('the codes of an offline invoice', () => {
  it('lead to the invoice by seller, day of issue and hash', async () => {
    const links = codes.sign(credentialOf(await offline('P-256')), issued());
    const hash = Buffer.from(sha256, 'hex').toString('base64url');
    assert.equal(links?.invoice, `https://qr.ksef.mf.gov.pl/invoice/${NIP}/05-10-2026/${hash}`);
    assert.match(
      links.certificate,
      new RegExp(
        `^https://qr\\.ksef\\.mf\\.gov\\.pl/certificate/Nip/${NIP}/${NIP}/0000000000004A11/${hash}/[\\w-]+$`,
      ),
    );
  });

  it('name the context of the credential', async () => {
    const context = { type: 'InternalId', value: `${NIP}-10010` };
    const links = codes.sign(credentialOf(await offline('P-256'), { context }), issued());
    assert.match(links?.certificate ?? '', new RegExp(`/certificate/InternalId/${NIP}-10010/${NIP}/`));
  });

  for (const kind of ['RSA 2048', 'P-256'] as const) {
    const title = `have a signature that OpenSSL verifies, by a key of ${kind}`;
    (exists('openssl') ? it : it.skip)(
      exists('openssl') ? title : `${title} (openssl is not installed)`,
      async () => {
        const { path, remove } = emptyFolder();
        try {
          const made = await offline(kind);
          const link = codes.sign(credentialOf(made), issued())?.certificate ?? '';
          const [text, signature] = [
            link.slice('https://'.length, link.lastIndexOf('/')),
            link.slice(link.lastIndexOf('/') + 1),
          ];
          const file = (name: string, content: string | Buffer): string => {
            writeFileSync(join(path, name), content);
            return join(path, name);
          };
          const bytes = Buffer.from(signature, 'base64url');
          const ran = (...args: string[]) => spawnSync('openssl', args, { encoding: 'utf8' });
          const certificate = file('certificate.pem', made.certificate);
          const key = file('key.pem', ran('x509', '-in', certificate, '-pubkey', '-noout').stdout);
          const signed = file('signature', kind === 'P-256' ? inDer(bytes) : bytes);
          const verify = (name: string, content: string) => {
            const options = ['-sha256', '-verify', key, ...VERIFIES[kind]!, '-signature', signed];
            return ran('dgst', ...options, file(name, content));
          };
          const verified = verify('text', text);
          assert.equal(verified.stdout.trim(), 'Verified OK', verified.stderr);
          assert.notEqual(verify('text', `${text}A`).stdout.trim(), 'Verified OK');
        } finally {
          remove();
        }
      },
    );
  }

  const NOW = new Date();
  const UNFIT: [what: string, made: () => Promise<TestCertificate>, says: RegExp][] = [
    [
      'an Authentication certificate',
      () => aCertificate(seal(NIP), 'P-256', { usage: 'Authentication' }),
      /type Authentication/,
    ],
    ['a certificate that has ended', () => offline('P-256', { from: -9, until: -1 }), /ended on/],
    ['a certificate that has not begun', () => offline('P-256', { from: 2 }), /begins on/],
    ['another curve', () => offline('P-384'), /P-256/],
  ];
  for (const [what, made, says] of UNFIT)
    it(`are not signed by ${what}`, async () => {
      assert.match(english(codes.explainUnfit(credentialOf(await made()), NOW) ?? ''), says);
    });

  for (const [what, answer, said] of [
    ['holds', { status: 'Active' }, {}],
    ['is revoked', { status: 'Revoked' }, { problem: 'KSeF states that it is revoked.' }],
    ['is not listed', { certificateSerialNumber: '01' }, 'unknown'],
  ] as const)
    it(`are looked at once a day: the certificate ${what}`, async () => {
      const one = { certificateSerialNumber: '0000000000004A11', ...answer };
      const call = async () => ({ kind: 'json', json: { certificates: [one] }, at: NOW }) as const;
      const asking = new KsefOfflineCodes('https://qr.ksef.mf.gov.pl', { call });
      const signer = credentialOf(await offline('P-256'));
      assert.deepEqual(withEnglish(await asking.lookAt(signer, aPolishConsignment().credential)), said);
      const problem = typeof said === 'object' && 'problem' in said ? said.problem : undefined;
      const noted = { ...signer, ...(problem !== undefined && { problem }) };
      assert.equal(english(asking.explainUnfit(noted, NOW)), problem);
    });

  it('are signed by an Offline certificate, and by nothing that is none', async () => {
    assert.equal(english(codes.explainUnfit(credentialOf(await offline('RSA 2048')), NOW)), undefined);
    const [one, other] = [await offline('P-256'), await offline('P-256')];
    const mixed = credentialOf({ certificate: one.certificate, key: other.key });
    assert.match(english(codes.explainUnfit(mixed, NOW) ?? ''), /belong together/);
    assert.equal(codes.sign(mixed, issued()), undefined);
  });
});

/** OpenSSL reads ECDSA signatures in DER alone. */
function inDer(signature: Buffer): Buffer {
  const integer = (bytes: Buffer): Buffer => {
    let first = 0;
    while (first < bytes.length - 1 && bytes[first] === 0) first += 1;
    const short = bytes.subarray(first);
    const positive = short[0]! >= 0x80 ? Buffer.concat([Buffer.from([0]), short]) : short;
    return Buffer.concat([Buffer.from([2, positive.length]), positive]);
  };
  const both = [signature.subarray(0, 32), signature.subarray(32)].map(integer);
  const content = Buffer.concat(both);
  return Buffer.concat([Buffer.from([0x30, content.length]), content]);
}
