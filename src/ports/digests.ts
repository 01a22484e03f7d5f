/** SHA-256 and the secrets that are told apart by it. */
export interface Digests {
  /** 64 lowercase hex. Text counts as UTF-8. */
  sha256(data: string | Uint8Array): string;
  /** Of bytes that come one after the other. */
  running(): RunningDigest;
  /** Compares two hashes in a time that does not depend on where they differ. */
  same(one: string, other: string): boolean;
  /** 48 random hex digits: the secret part of an API key. */
  newSecret(): string;
}

export interface RunningDigest {
  update(bytes: Uint8Array): void;
  /** SHA-256 of all, 64 lowercase hex; asked once, at the end. */
  hex(): string;
}
