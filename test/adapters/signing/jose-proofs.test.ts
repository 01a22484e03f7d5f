import assert from 'node:assert/strict';
import { CompactSign, importJWK, type JWK } from 'jose';
import { JoseProofs } from '../../../src/adapters/signing/jose-proofs.ts';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import { VerifyProof } from '../../../src/application/proof/verify-proof.ts';
import { OVERLAP_MS, type PublishedKey } from '../../../src/domain/proof/signing-key.ts';
import { type NewSigningKey, ProofRefused } from '../../../src/ports/proof-signer.ts';
import { aStatement } from '../../support/statement.ts';

const digests = new NodeDigests();
const DOCUMENT = new TextEncoder().encode('<a/>');
const STATEMENT = aStatement(digests.sha256(DOCUMENT));
const MADE = new Date('2026-10-01T00:00:00.000Z');
const proofs = new JoseProofs();
const verify = new VerifyProof({ reader: proofs, digests });

const jwkOf = (key: NewSigningKey, more: object = {}) => ({
  kty: 'OKP',
  crv: 'Ed25519',
  x: key.publicKey,
  kid: key.kid,
  use: 'sig',
  alg: 'EdDSA',
  iat: MADE.getTime() / 1000,
  ...more,
});
const setOf = (...keys: readonly unknown[]): string => JSON.stringify({ keys });

describe('a signed statement', () => {
  let key: NewSigningKey;
  let proof: string;
  before(async () => {
    key = await proofs.newKey();
    proof = await proofs.sign(STATEMENT, key);
  });

  it('has keys that are published from their making to their end, in whole seconds', () => {
    const end = new Date('2026-11-01T00:00:00.001Z');
    const published = {
      kid: key.kid,
      publicKey: key.publicKey,
      createdAt: new Date('2026-10-01T00:00:00.999Z'),
    };
    const [read] = proofs.keys(proofs.jwks([{ ...published, retiredAt: end }]));
    assert.deepEqual([read?.createdAt, read?.retiredAt], [MADE, new Date('2026-11-01T00:00:01.000Z')]);
  });

  const check = async ({
    document = DOCUMENT,
    ...given
  }: { proof?: string; document?: Uint8Array; jwks?: string } = {}) => {
    const asked = { proof, documents: [document], jwks: setOf(jwkOf(key)), ...given };
    return (await verify.run(asked)).statement;
  };
  const isRefused = (given: Parameters<typeof check>[0], message: RegExp): Promise<void> =>
    assert.rejects(check(given), (error) => error instanceof ProofRefused && message.test(error.message));
  const resigned = async (payload: string, header: object = {}): Promise<string> =>
    new CompactSign(new TextEncoder().encode(payload))
      .setProtectedHeader({ alg: 'EdDSA', kid: key.kid, typ: 'invoice-proof+json', ...header })
      .sign(await importJWK(JSON.parse(key.privateKey) as JWK, 'EdDSA'));
  const payload = (): string => Buffer.from(proof.split('.')[1]!, 'base64url').toString();

  it('is read unchanged', async () => {
    assert.deepEqual(await check(), STATEMENT);
    const bare = aStatement(digests.sha256(DOCUMENT), {
      answer: { legalId: null, buyerStatus: null, errors: [] },
      check: { layers: [{ layer: 'xsd', source: 'XSD', pack: null, outcome: 'not_run' }] },
    });
    assert.deepEqual(await check({ proof: await proofs.sign(bare, key) }), bare);
  });

  it('is refused if any byte of it differs', async () => {
    for (let n = 0; n < proof.length; n += 1) {
      const other = proof[n] === 'A' ? 'B' : 'A';
      await isRefused({ proof: proof.slice(0, n) + other + proof.slice(n + 1) }, /./);
    }
    // The last letter of a signature has four bits that belong to no byte.
    const last = proof.at(-1)!;
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const twin = letters[letters.indexOf(last) ^ 1]!;
    await isRefused({ proof: proof.slice(0, -1) + twin }, /no JWS in compact form/);
  });

  it('is refused for a document with a changed byte', async () => {
    await isRefused({ document: new TextEncoder().encode('<b/>') }, /is not the one that the proof states/);
  });

  it('is refused if its time, pack or outcome is changed', async () => {
    for (const [from, to] of [
      ['2026-10-05T07:00:01.000Z', '2026-10-04T07:00:01.000Z'],
      ['"version":"1.3.16"', '"version":"1.3.15"'],
      ['c'.repeat(64), 'd'.repeat(64)],
      ['"outcome":"valid"', '"outcome":"invalid"'],
    ] as const) {
      const [header, , signature] = proof.split('.');
      assert.ok(payload().includes(from));
      const changed = Buffer.from(payload().replace(from, to)).toString('base64url');
      await isRefused({ proof: `${header}.${changed}.${signature}` }, /a byte was changed/);
    }
  });

  it('is refused under another key, also one with the id of the right key', async () => {
    const other = await proofs.newKey();
    await isRefused({ jwks: setOf(jwkOf(other)) }, /none of the given keys/);
    await isRefused({ jwks: setOf(jwkOf(other, { kid: key.kid })) }, /the thumbprint/);
    await isRefused({ jwks: setOf() }, /none of the given keys/);
    assert.ok(await check({ jwks: setOf(jwkOf(other), jwkOf(key)) }));
  });

  it('is refused at a time at which its key did not sign', async () => {
    const at = STATEMENT.issuedAt.getTime();
    const seconds = (ms: number): number => Math.ceil(ms / 1000);
    const retired = (ms: number): string => setOf(jwkOf(key, { exp: seconds(ms) }));
    assert.ok(await check({ jwks: retired(at) }));
    await isRefused({ jwks: retired(at - OVERLAP_MS - 2000) }, /did not sign/);
    await isRefused(
      { jwks: setOf(jwkOf(key, { iat: seconds(at + OVERLAP_MS) + 1 })) },
      /names the time 2026-10-05T08:00:00\.123Z, at which the key \S+ did not sign/,
    );
  });

  it('is refused if it has another algorithm or is not a statement', async () => {
    await isRefused({ proof: await resigned(payload(), { typ: 'JWT' }) }, /not of the type/);
    await isRefused({ proof: await resigned(payload().replace('"format":1', '"format":2')) }, /of no form/);
    await isRefused({ proof: await resigned('{}') }, /of no form/);
    await isRefused(
      { proof: await resigned(payload().replace('2026-10-05T08:00:00.123Z', 'now')) },
      /of no form/,
    );
    const none = Buffer.from(JSON.stringify({ alg: 'none', kid: key.kid, typ: 'invoice-proof+json' }));
    const [, body] = proof.split('.');
    await isRefused({ proof: `${none.toString('base64url')}.${body}.` }, /signed with EdDSA/);
    for (const junk of ['', 'a', 'a.b', '{}']) await isRefused({ proof: junk }, /no JWS|not of the type/);
    for (const jwks of ['', '[]', '{"keys":1}']) await isRefused({ jwks }, /not a JWK set/);
  });

  it('is refused if it names no document', async () => {
    const { document: _, ...early } = STATEMENT;
    await isRefused({ proof: await proofs.sign(early, key) }, /names no document/);
  });

  it('is valid beside keys of other kinds in the set', () => {
    const rsa = { kty: 'RSA', kid: 'r', n: 'n', e: 'AQAB' };
    const known: readonly PublishedKey[] = proofs.keys(setOf(rsa, 'x', jwkOf(key)));
    assert.deepEqual(known, [{ kid: key.kid, publicKey: key.publicKey, createdAt: MADE }]);
  });
});
