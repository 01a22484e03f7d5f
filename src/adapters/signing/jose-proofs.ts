import {
  calculateJwkThumbprint,
  CompactSign,
  compactVerify,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';
import { isObject, parse } from '../../domain/json/json-object.ts';
import type { PublishedKey } from '../../domain/proof/signing-key.ts';
import type { Statement } from '../../domain/proof/statement.ts';
import {
  type NewSigningKey,
  type PrivateKey,
  type ProofReader,
  ProofRefused,
  type ProofSigner,
  type SignedTextType,
} from '../../ports/proof-signer.ts';
import { readStatement, statementText } from './statement-json.ts';

/** RFC 8037: the name of Ed25519 signatures. Nothing else is accepted, whatever a header says. */
const ALGORITHM = 'EdDSA';
const CURVE = { kty: 'OKP', crv: 'Ed25519' } as const;
const TYPE = 'invoice-proof+json';

/** Proofs as JWS in compact form (RFC 7515). */
export class JoseProofs implements ProofSigner, ProofReader {
  async newKey(): Promise<NewSigningKey> {
    const pair = await generateKeyPair(ALGORITHM, { crv: CURVE.crv, extractable: true });
    const jwk = await exportJWK(pair.privateKey);
    const publicKey = String(jwk.x);
    const kid = await thumbprint(publicKey);
    return { kid, publicKey, privateKey: JSON.stringify(jwk) };
  }

  sign(statement: Statement, key: PrivateKey): Promise<string> {
    return this.signText(statementText(statement), TYPE, key);
  }

  async signText(text: string, typ: SignedTextType, { kid, privateKey }: PrivateKey): Promise<string> {
    const key = await importJWK(JSON.parse(privateKey) as JWK, ALGORITHM);
    return new CompactSign(new TextEncoder().encode(text))
      .setProtectedHeader({ alg: ALGORITHM, kid, typ })
      .sign(key);
  }

  jwks(keys: readonly PublishedKey[]): string {
    return JSON.stringify({ keys: keys.map(publicJwk) });
  }

  keys(jwks: string): readonly PublishedKey[] {
    const read = parse(jwks);
    const list =
      isObject(read) && Array.isArray(read['keys']) ? (read['keys'] as readonly unknown[]) : undefined;
    if (!list) throw new ProofRefused('The keys are not a JWK set: a JSON object with the list "keys".');
    return list.flatMap((jwk) => parsePublished(jwk) ?? []);
  }

  async open(
    proof: string,
    keys: readonly PublishedKey[],
  ): Promise<{ readonly statement: Statement; readonly key: PublishedKey }> {
    const { text, key } = await this.openText(proof, TYPE, keys);
    const statement = readStatement(text);
    if (!statement)
      throw new ProofRefused('The statement is signed, but of no form that this version knows.');
    return { statement, key };
  }

  async openText(
    proof: string,
    type: SignedTextType,
    keys: readonly PublishedKey[],
  ): Promise<{ readonly text: string; readonly key: PublishedKey }> {
    const [header, text] = partsOf(proof);
    const kid = kidOf(header, type);
    const key = keys.find((known) => known.kid === kid);
    if (!key)
      throw new ProofRefused(`The proof is signed with the key ${kid}, which is none of the given keys.`);
    if ((await thumbprint(key.publicKey)) !== kid)
      throw new ProofRefused(`The key ${kid} is not the one that its id is the thumbprint of.`);
    await this.verify(proof, key);
    return { text, key };
  }

  /** For people. */
  readable(statement: Statement): string {
    return JSON.stringify(JSON.parse(statementText(statement)), null, 2);
  }

  private async verify(proof: string, { publicKey }: PublishedKey): Promise<void> {
    try {
      const key = await importJWK({ ...CURVE, x: publicKey }, ALGORITHM);
      await compactVerify(proof, key, { algorithms: [ALGORITHM] });
    } catch (error) {
      if (!(error instanceof errors.JOSEError || error instanceof DOMException || error instanceof TypeError))
        throw error;
      throw new ProofRefused('The signature is not valid: a byte was changed, or another key signed.');
    }
  }
}

/** RFC 7638 */
const thumbprint = (x: string): Promise<string> => calculateJwkThumbprint({ ...CURVE, x });

/**
 * Header and payload as texts. Each part has exactly one accepted spelling, though base64url has several for the last letter,
 * so every byte of a proof counts.
 * @throws ProofRefused
 */
function partsOf(proof: string): readonly [header: string, payload: string] {
  const parts = proof.split('.');
  const bytes = parts.map((part) => Buffer.from(part, 'base64url'));
  if (parts.length !== 3 || bytes.some((part, n) => part.toString('base64url') !== parts[n]))
    throw new ProofRefused('The proof is no JWS in compact form.');
  return [bytes[0]!.toString('utf8'), bytes[1]!.toString('utf8')];
}

function kidOf(header: string, type: SignedTextType): string {
  const read = parse(header);
  const { alg, kid, typ } = isObject(read) ? read : {};
  if (alg !== ALGORITHM || typ !== type || typeof kid !== 'string')
    throw new ProofRefused(`The proof is not of the type ${type} signed with ${ALGORITHM}.`);
  return kid;
}

/** `iat` and `exp` of past keys, as in OpenID Federation 1.0 section 8.7.2: made and retired, in seconds. */
const publicJwk = ({ kid, publicKey, createdAt, retiredAt }: PublishedKey) => ({
  ...CURVE,
  x: publicKey,
  kid,
  use: 'sig',
  alg: ALGORITHM,
  iat: Math.floor(createdAt.getTime() / 1000),
  ...(retiredAt && { exp: Math.ceil(retiredAt.getTime() / 1000) }),
});

/** Other keys of a set are skipped: they sign no proofs. */
function parsePublished(jwk: unknown): PublishedKey | undefined {
  if (!isObject(jwk)) return undefined;
  const { kty, crv, x, kid, iat, exp } = jwk;
  if (kty !== CURVE.kty || crv !== CURVE.crv || typeof x !== 'string' || typeof kid !== 'string')
    return undefined;
  if (typeof iat !== 'number' || (exp !== undefined && typeof exp !== 'number')) return undefined;
  const createdAt = new Date(iat * 1000);
  return { kid, publicKey: x, createdAt, ...(exp !== undefined && { retiredAt: new Date(exp * 1000) }) };
}
