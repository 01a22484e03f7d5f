import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
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
});
