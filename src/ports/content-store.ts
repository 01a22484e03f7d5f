/** Files of invoices, sealed under their client's data key and addressed by the SHA-256 of the plain bytes. */
export interface ContentStore {
  /**
   * Seals and stores; storing the same bytes for the same client again changes nothing.
   * @returns SHA-256 of the plain bytes, 64 lowercase hex.
   * @throws CallFailed `no-master-key`
   */
  put(client: string, bytes: Uint8Array): Promise<string>;
  /**
   * The plain bytes, checked against their hash; undefined when they are not held.
   * @throws CallFailed `no-master-key`
   */
  get(client: string, sha256: string): Promise<Uint8Array | undefined>;
}
