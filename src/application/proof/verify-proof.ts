import { couldSignAt, type PublishedKey } from '../../domain/proof/signing-key.ts';
import type { Statement } from '../../domain/proof/statement.ts';
import type { Digests } from '../../ports/digests.ts';
import { type ProofReader, ProofRefused } from '../../ports/proof-signer.ts';

interface Tools {
  readonly reader: ProofReader;
  readonly digests: Pick<Digests, 'sha256'>;
}

export interface ProofToVerify {
  /** JWS in compact form. */
  readonly proof: string;
  readonly document: Uint8Array;
  /** JWK set (RFC 7517) as JSON. */
  readonly jwks: string;
}

/** Verifies a proof against the document and the published keys, without a store, a network or a clock. */
export class VerifyProof {
  constructor(private readonly tools: Tools) {}

  /** @throws ProofRefused */
  async run({ proof, document, jwks }: ProofToVerify): Promise<Statement> {
    const { reader, digests } = this.tools;
    const { statement, key } = await reader.open(proof, reader.keys(jwks));
    requireSigning(key, statement.issuedAt);
    if (!statement.document) throw new ProofRefused('The statement names no document: none was built yet.');
    const sha256 = digests.sha256(document);
    if (sha256 !== statement.document.sha256)
      throw new ProofRefused(
        `The document has SHA-256 ${sha256}, and the statement is about ${statement.document.sha256}.`,
      );
    return statement;
  }
}

/** @throws ProofRefused if the key did not sign at the time that is stated. */
export function requireSigning(key: PublishedKey, at: Date): void {
  if (!couldSignAt(key, at))
    throw new ProofRefused(
      `The statement names the time ${at.toISOString()}, at which the key ${key.kid} did not sign.`,
    );
}
