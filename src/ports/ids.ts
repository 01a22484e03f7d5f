/** New identifiers, never given twice. */
export interface Ids {
  /** `<prefix>_` and 24 random hex digits. */
  next(prefix: 'inv' | 'evt' | 'key' | 'lse' | 'req'): string;
}
