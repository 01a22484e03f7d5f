import type { PublishedKey } from '../domain/proof/signing-key.ts';
import type { Statement } from '../domain/proof/statement.ts';

/** Writes and signs statements (JWS in compact form, EdDSA). */
export interface ProofSigner {
  newKey(): Promise<NewSigningKey>;
  /** @param privateKey as `newKey` gives it. */
  sign(statement: Statement, key: { readonly kid: string; readonly privateKey: string }): Promise<string>;
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
}

/** Why a proof is invalid; its message is one sentence. */
export class ProofRefused extends Error {}
