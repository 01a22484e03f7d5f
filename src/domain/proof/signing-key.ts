/**
 * A stored signing key of proofs. Keys are numbered from 1 and never change. The key with the highest number signs; the one before it is
 * retired from the creation of its successor on.
 */
export interface SigningKey {
  readonly number: number;
  /** RFC 7638: the thumbprint of the public key. */
  readonly kid: string;
  /** The member `x` of the public JWK (RFC 8037, Ed25519). */
  readonly publicKey: string;
  /** The private JWK, sealed. */
  readonly sealedKey: string;
  readonly createdAt: Date;
}

/** The published part of a key. */
export interface PublishedKey {
  readonly kid: string;
  readonly publicKey: string;
  readonly createdAt: Date;
  /** Absent for the key that signs now. */
  readonly retiredAt?: Date;
}

/** @param keys oldest first. */
export const publish = (keys: readonly SigningKey[]): readonly PublishedKey[] =>
  keys.map(({ kid, publicKey, createdAt }, n) => {
    const next = keys[n + 1];
    return { kid, publicKey, createdAt, ...(next && { retiredAt: next.createdAt }) };
  });

/** A process that has just read the keys may sign with the retired one for this long, and clocks of processes differ. */
export const OVERLAP_MS = 5 * 60_000;

/** Whether the key signed statements at that time. */
export const couldSignAt = ({ createdAt, retiredAt }: PublishedKey, at: Date): boolean =>
  at.getTime() >= createdAt.getTime() - OVERLAP_MS &&
  (retiredAt === undefined || at.getTime() <= retiredAt.getTime() + OVERLAP_MS);
