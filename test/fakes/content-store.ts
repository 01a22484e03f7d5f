import { createHash } from 'node:crypto';
import type { ContentStore, SealedFile } from '../../src/ports/content-store.ts';

/** Keeps plain bytes; for use cases that do not care how they are sealed. */
export class FakeContentStore implements ContentStore {
  readonly #contents = new Map<string, Uint8Array>();

  async seal(client: string, bytes: Uint8Array): Promise<SealedFile> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.#contents.set(`${client} ${sha256}`, bytes);
    return { sha256, sealed: bytes };
  }

  async get(client: string, sha256: string): Promise<Uint8Array | undefined> {
    return this.#contents.get(`${client} ${sha256}`);
  }
}
