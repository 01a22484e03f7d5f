import { createHash } from 'node:crypto';
import {
  ContentUnreadable,
  type ContentStore,
  type SealedFile,
  type TextSealer,
} from '../../src/ports/content-store.ts';

/** Stores plain bytes, for use cases that do not depend on sealing. */
export class FakeContentStore implements ContentStore, TextSealer {
  private readonly contents = new Map<string, Uint8Array>();
  private readonly damaged = new Map<string, Error>();

  async seal(client: string, bytes: Uint8Array, text?: string, words?: readonly string[]) {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.contents.set(`${client} ${sha256}`, bytes);
    const sealedText = text === undefined ? undefined : await this.sealText(client, text);
    return {
      ...{ sha256, sealed: bytes, ...(sealedText !== undefined && { sealedText }) },
      ...(words && { hashes: await this.hashes(client, words) }),
    };
  }

  /** Acts as if the client is deleted. */
  forget(client: string, sha256: string): void {
    this.contents.delete(`${client} ${sha256}`);
  }

  /** A read of this file fails. */
  damage(client: string, sha256: string, error: Error = new ContentUnreadable(client, sha256)): void {
    this.damaged.set(`${client} ${sha256}`, error);
  }

  async sealText(client: string, text: string): Promise<string> {
    return `sealed for ${client}: ${Buffer.from(text).toString('base64')}`;
  }

  async hashes(client: string, words: readonly string[]): Promise<readonly string[]> {
    const hashOf = (word: string) =>
      createHash('sha256').update(`${client} ${word}`).digest('hex').slice(0, 16);
    return words.map(hashOf);
  }

  async openText(client: string, sealed: string): Promise<string> {
    const [, text] = sealed.split(`sealed for ${client}: `);
    if (text === undefined) throw new ContentUnreadable(client, undefined);
    return Buffer.from(text, 'base64').toString();
  }

  async openTexts(client: string, sealed: readonly string[]): Promise<readonly string[]> {
    return Promise.all(sealed.map((one) => this.openText(client, one)));
  }

  async several(client: string, hashes: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const contents = new Map<string, Uint8Array>();
    for (const hash of hashes) {
      const bytes = await this.get(client, hash);
      if (bytes) contents.set(hash, bytes);
    }
    return contents;
  }

  async open(_client: string, { sealed }: SealedFile): Promise<Uint8Array> {
    return sealed;
  }

  async get(client: string, sha256: string): Promise<Uint8Array | undefined> {
    const damage = this.damaged.get(`${client} ${sha256}`);
    if (damage) throw damage;
    return this.contents.get(`${client} ${sha256}`);
  }
}
