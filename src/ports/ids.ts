/** New identifiers, each given once. */
export interface Ids {
  /** `<prefix>_` and 32 hex digits, at least 70 random bits among them; of `rcv` 24 digits, 48 random bits among them. */
  next(
    prefix:
      'inv' | 'rcv' | 'evt' | 'key' | 'crd' | 'lse' | 'req' | 'prc' | 'shr' | 'rdr' | 'reg' | 'con' | 'ses',
  ): string;
}
