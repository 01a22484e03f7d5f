import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { makePdfWith } from '../../../src/adapters/pdf/make-pdf.ts';
import { JoseProofs } from '../../../src/adapters/signing/jose-proofs.ts';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import { invoicePage } from '../../../src/domain/page/invoice-page.ts';
import type { AttachedFile } from '../../../src/ports/printer.ts';
import { emptyFolder } from '../../support/folder.ts';
import { aStatement } from '../../support/statement.ts';
import { runIds } from '../run-ids.ts';

const DOCUMENT = Buffer.from('<Invoice/>');
const OTHER = Buffer.from('<Invoice>other</Invoice>');

/** One letter of the payload is another. */
function changed(jws: Uint8Array): Uint8Array {
  const text = Buffer.from(jws).toString();
  const at = text.indexOf('.') + 100;
  return Buffer.from(`${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`);
}

describe('ids proof verify with a PDF', () => {
  const folder = emptyFolder();
  const at = (name: string): string => join(folder.path, name);
  const proofs = new JoseProofs();
  let proof: AttachedFile;
  /** Signed by another service. */
  let foreign: AttachedFile;

  before(async () => {
    const key = await proofs.newKey();
    const signed = await proofs.sign(aStatement(new NodeDigests().sha256(DOCUMENT)), key);
    proof = { name: 'proof.jws', mediaType: 'application/jose', bytes: Buffer.from(signed) };
    const other = await proofs.sign(aStatement(new NodeDigests().sha256(DOCUMENT)), await proofs.newKey());
    foreign = { ...proof, bytes: Buffer.from(other) };
    const { kid, publicKey: x } = key;
    const jwk = { kty: 'OKP', crv: 'Ed25519', x, kid, iat: Date.parse('2026-10-01') / 1000 };
    writeFileSync(at('keys.json'), JSON.stringify({ keys: [jwk] }));
    writeFileSync(at('other.xml'), OTHER);
    writeFileSync(at('document.xml'), DOCUMENT);
    writeFileSync(at('signed.jws'), signed);
  });
  after(() => folder.remove());

  const named = (name: string, bytes: Uint8Array): AttachedFile => ({
    name,
    mediaType: 'application/xml',
    bytes,
  });

  async function verified(files: readonly AttachedFile[], ...options: readonly string[]) {
    writeFileSync(at('proof.pdf'), await makePdfWith(invoicePage({}), files));
    return runIds(['proof', 'verify', at('proof.pdf'), '--keys', at('keys.json'), ...options]);
  }

  it('takes the signed statement and the document out of it', async () => {
    const { code, out, err } = await verified([proof, named('document-RE-1.xml', DOCUMENT)]);
    assert.equal(code, 0, err);
    assert.match(out, /"invoice_number": "RE-1"/);
  });

  it('takes a document beside it', async () => {
    assert.equal((await verified([proof], '--document', at('document.xml'))).code, 0);
  });

  for (const [what, files, options, message] of [
    ['no proof', () => [named('a.xml', DOCUMENT)], [], /carries no proof: it has no attachment proof.jws/],
    ['no attachment', () => [], [], /carries no proof/],
    ['two proofs', () => [proof, proof], [], /carries 2 attachments proof.jws/],
    ['a proof of an unknown key', () => [foreign, named('a.xml', DOCUMENT)], [], /none of the given keys/],
    [
      'a changed statement',
      () => [{ ...proof, bytes: changed(proof.bytes) }, named('a.xml', DOCUMENT)],
      [],
      /The signature is not valid/,
    ],
    [
      'a changed document in it',
      () => [proof, named('document-RE-1.xml', OTHER)],
      [],
      /is not the one that the proof states: it has SHA-256/,
    ],
    [
      'several files of which none is the document',
      () => [proof, named('a.xml', OTHER), named('b.xml', Buffer.from('b'))],
      [],
      /None of the 2 attached files is the document/,
    ],
    ['no document', () => [proof], [], /is not attached: name it with --document/],
    [
      'another document beside it',
      () => [proof, named('a.xml', DOCUMENT)],
      ['--document', 'other.xml'],
      /is not the one that the proof states/,
    ],
  ] as const)
    it(`refuses ${what}`, async () => {
      const paths = options.map((word) => (word.startsWith('--') ? word : at(word)));
      const { code, err } = await verified(files(), ...paths);
      assert.equal(code, 1, err);
      assert.match(err, message);
    });

  it('refuses a PDF that cannot be read', async () => {
    writeFileSync(at('broken.pdf'), '%PDF-1.7 nothing');
    const { code, err } = await runIds(['proof', 'verify', at('broken.pdf'), '--keys', at('keys.json')]);
    assert.equal(code, 1);
    assert.match(err, /The PDF cannot be read/);
  });

  it('needs the document beside a statement that is in no PDF', async () => {
    const words = ['proof', 'verify', at('signed.jws'), '--keys', at('keys.json')];
    const { code, err } = await runIds(words);
    assert.equal(code, 2);
    assert.match(err, /--document is missing/);
    assert.equal((await runIds([...words, '--document', at('document.xml')])).code, 0);
  });

  describe('with the keys of a service', () => {
    /** By path: a service, as it answers to `/.well-known/jwks.json` below it. */
    let server: Server;
    const address = (path = ''): string =>
      `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    const asked: string[] = [];
    const ANSWERS: Readonly<Record<string, (own: string) => readonly [status: number, body: string]>> = {
      '': (own) => [200, own],
      '/gone': () => [404, 'nothing'],
      '/elsewhere': () => [302, ''],
      '/endless': () => [200, ' '.repeat(1_100_000)],
      '/other': () => [200, '{"keys":[]}'],
      '/page': () => [200, '<!doctype html>'],
    };

    before(async () => {
      server = createServer(({ url = '' }, answer) => {
        asked.push(url);
        const [status, body] = ANSWERS[url.replace('/.well-known/jwks.json', '')]!(
          readFileSync(at('keys.json'), 'utf8'),
        );
        answer.writeHead(status, status === 302 ? { location: '/.well-known/jwks.json' } : {}).end(body);
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
    });
    after(() => server.close());

    async function verifiedBy(options: readonly string[], env: NodeJS.ProcessEnv = {}) {
      writeFileSync(at('proof.pdf'), await makePdfWith(invoicePage({}), [proof, named('a.xml', DOCUMENT)]));
      return runIds(['proof', 'verify', at('proof.pdf'), ...options], {
        XDG_CONFIG_HOME: folder.path,
        ...env,
      });
    }

    it('takes those at the address that the caller names, and says whose they are', async () => {
      for (const [options, env] of [
        [['--url', address()], {}],
        [[], { IDS_URL: `${address()}/` }],
        [['--url', address()], { IDS_URL: address('/other') }],
      ] as const) {
        const { code, out, err } = await verifiedBy(options, env);
        assert.equal(code, 0, err);
        assert.match(out, /"invoice_number": "RE-1"/);
        assert.ok(err.includes(`signed with a key of ${address()}, `), err);
        assert.match(err, /the file cannot show/);
      }
    });

    it('asks no service if keys are given, and none that the file could name', async () => {
      asked.length = 0;
      assert.equal((await verifiedBy(['--keys', at('keys.json')], { IDS_URL: address() })).code, 0);
      const { code, out, err } = await verifiedBy([]);
      assert.equal(code, 2);
      assert.equal(out, '');
      assert.match(err, /Not verified: whose keys\?/);
      assert.deepEqual(asked, []);
    });

    for (const [what, options, code, message] of [
      ['another service', () => ['--url', address('/other')], 1, /none of the given keys/],
      ['no set of keys', () => ['--url', address('/page')], 1, /no(t a)? JWK set/],
      ['no answer of a service', () => ['--url', address('/gone')], 2, /cannot be read \(it answers 404\)/],
      ['a redirect', () => ['--url', address('/elsewhere')], 2, /cannot be read \(it answers 302\)/],
      [
        'an answer without an end',
        () => ['--url', address('/endless')],
        2,
        /cannot be read \(answer too large\)/,
      ],
      ['a way that others can change', () => ['--url', 'http://invoices.example.com'], 2, /Use https/],
      ['no address', () => ['--url', 'invoices.example.com'], 2, /no address of a service/],
      ['keys and an address', () => ['--keys', at('keys.json'), '--url', address()], 2, /goes without --url/],
      ['a profile that is not there', () => ['--profile', 'none'], 2, /has no profile none/],
    ] as const)
      it(`does not say that it holds by ${what}`, async () => {
        const answer = await verifiedBy(options());
        assert.equal(answer.code, code, answer.err);
        assert.equal(answer.out, '');
        assert.match(answer.err, message);
      });
  });
});
