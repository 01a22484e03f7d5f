/** SHA-256, and random secrets. */
export interface Digests {
  /** 64 lowercase hex. Text counts as UTF-8. */
  sha256(data: string | Uint8Array): string;
  /** Of bytes that come piece by piece. */
  running(): RunningDigest;
  /** Compares two hashes in a time that does not depend on where they differ. */
  same(one: string, other: string): boolean;
  /** 48 random hex digits: the secret part of an API key. */
  newSecret(): string;
  /** 64 random hex digits, 256 bits: the secret of a session or of a sign-in. */
  newToken(): string;
}

export interface RunningDigest {
  update(bytes: Uint8Array): void;
  /** SHA-256 of all bytes, 64 lowercase hex; called once, at the end. */
  hex(): string;
}
