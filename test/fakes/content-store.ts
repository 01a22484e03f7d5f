import { createHash } from 'node:crypto';
import type { ContentStore } from '../../src/ports/content-store.ts';

/** Keeps plain bytes; for use cases that do not care how they are sealed. */
export class FakeContentStore implements ContentStore {
  readonly #contents = new Map<string, Uint8Array>();

  async put(client: string, bytes: Uint8Array): Promise<string> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.#contents.set(`${client} ${sha256}`, bytes);
    return sha256;
  }

  async get(client: string, sha256: string): Promise<Uint8Array | undefined> {
    return this.#contents.get(`${client} ${sha256}`);
  }
}
