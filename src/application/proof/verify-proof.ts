import { couldSignAt, type PublishedKey } from '../../domain/proof/signing-key.ts';
import type { Statement } from '../../domain/proof/statement.ts';
import type { Digests } from '../../ports/digests.ts';
import { type ProofReader, ProofRefused } from '../../ports/proof-signer.ts';

interface Ports {
  readonly reader: ProofReader;
  readonly digests: Pick<Digests, 'sha256'>;
}

interface ProofToVerify {
  /** JWS in compact form. */
  readonly proof: string;
  /** One of them is the document. Several are the attachments of a PDF. */
  readonly documents: readonly Uint8Array[];
  /** JWK set (RFC 7517) as JSON. */
  readonly jwks: string;
}

interface VerifiedProof {
  readonly statement: Statement;
  /** The one that it is about. */
  readonly document: Uint8Array;
}

/** Verifies a proof against the document and the published keys, without a store, a network or a clock. */
export class VerifyProof {
  constructor(private readonly ports: Ports) {}

  /** @throws ProofRefused */
  async run({ proof, documents, jwks }: ProofToVerify): Promise<VerifiedProof> {
    const { reader, digests } = this.ports;
    const { statement, key } = await reader.open(proof, reader.keys(jwks));
    requireSigning(key, statement.issuedAt);
    if (!statement.document) throw new ProofRefused('The statement names no document: none was built yet.');
    const { sha256 } = statement.document;
    const document = documents.find((bytes) => digests.sha256(bytes) === sha256);
    if (document) return { statement, document };
    const [only, ...others] = documents.map((bytes) => digests.sha256(bytes));
    if (only === undefined)
      throw new ProofRefused(
        `The document that the proof states, with SHA-256 ${sha256}, is not attached: name it with --document.`,
      );
    throw new ProofRefused(
      others.length === 0
        ? `The document is not the one that the proof states: it has SHA-256 ${only}, and the proof states ${sha256}.`
        : `None of the ${documents.length} attached files is the document that the proof states, with SHA-256 ${sha256}.`,
    );
  }
}

/** @throws ProofRefused if the key did not sign at the time that is stated. */
export function requireSigning(key: PublishedKey, at: Date): void {
  if (!couldSignAt(key, at))
    throw new ProofRefused(
      `The statement names the time ${at.toISOString()}, at which the key ${key.kid} did not sign.`,
    );
}
