/** Finds what is stored sealed by words, without storing the words. */
export interface BlindIndex {
  /**
   * Keyed hashes of words, in their order, under a key that is derived from the client's data key: without it words cannot be tried, and
   * another client's hashes of the same words differ. None for a client without a data key.
   * @throws CallFailed `no-master-key`
   */
  hashes(client: string, words: readonly string[]): Promise<readonly string[]>;
}
