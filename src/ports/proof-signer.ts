import type { PublishedKey } from '../domain/proof/signing-key.ts';
import type { Statement } from '../domain/proof/statement.ts';

/** What a signed text is: the member `typ` of its header. A text of one type is never read as another. */
export type SignedTextType = 'invoice-proof+json' | 'scorecard+json';

export interface PrivateKey {
  readonly kid: string;
  /** As `newKey` gives it. */
  readonly privateKey: string;
}

/** Writes and signs statements (JWS in compact form, EdDSA). */
export interface ProofSigner {
  /** The JWK set (RFC 7517), JSON, from which `ProofReader` reads keys. */
  jwks(keys: readonly PublishedKey[]): string;
  newKey(): Promise<NewSigningKey>;
  sign(statement: Statement, key: PrivateKey): Promise<string>;
  signText(text: string, type: SignedTextType, key: PrivateKey): Promise<string>;
}

export interface NewSigningKey {
  readonly kid: string;
  readonly publicKey: string;
  /** JWK as JSON: a secret. */
  readonly privateKey: string;
}

/** Reads signed statements, without a store. */
export interface ProofReader {
  /** @throws ProofRefused */
  keys(jwks: string): readonly PublishedKey[];
  /** The statement, if one of the keys has signed exactly these bytes. @throws ProofRefused */
  open(
    proof: string,
    keys: readonly PublishedKey[],
  ): Promise<{ readonly statement: Statement; readonly key: PublishedKey }>;
  /** The text, if one of the keys has signed exactly these bytes as that type. @throws ProofRefused */
  openText(
    signed: string,
    type: SignedTextType,
    keys: readonly PublishedKey[],
  ): Promise<{ readonly text: string; readonly key: PublishedKey }>;
}

/** Why a proof is invalid; its message is one sentence. */
export class ProofRefused extends Error {}
