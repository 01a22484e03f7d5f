import type { SealedFile } from '../../src/ports/content-store.ts';
import type { ContentWithKey, SealedRows, WrappedKey } from '../../src/ports/sealed-rows.ts';
import { removeWhere } from './remove-where.ts';

export class FakeSealedRows implements SealedRows {
  private readonly dataKeys = new Map<string, string>();
  private readonly contents = new Map<string, Uint8Array>();
  private fingerprint: string | undefined;

  async keepDataKey(client: string, wrapped: string): Promise<string> {
    if (!this.dataKeys.has(client)) this.dataKeys.set(client, wrapped);
    return this.dataKeys.get(client)!;
  }

  async dataKey(client: string): Promise<string | undefined> {
    return this.dataKeys.get(client);
  }

  async dataKeysWithout(starts: readonly string[], limit: number): Promise<readonly WrappedKey[]> {
    return [...this.dataKeys]
      .map(([client, wrapped]) => ({ client, wrapped }))
      .filter(({ wrapped }) => wrapped !== '' && !starts.some((start) => wrapped.startsWith(start)))
      .sort((one, other) => (one.client < other.client ? -1 : 1))
      .slice(0, limit);
  }

  async replaceDataKey({ client, wrapped: before }: WrappedKey, wrapped: string): Promise<boolean> {
    if (this.dataKeys.get(client) !== before) return false;
    this.dataKeys.set(client, wrapped);
    return true;
  }

  shred(client: string): void {
    this.dataKeys.set(client, '');
  }

  removeOf(client: string): number {
    return removeWhere(this.contents, (name) => name.startsWith(`${client} `));
  }

  keep(client: string, files: readonly SealedFile[]): void {
    for (const { sha256, sealed } of files) {
      const name = `${client} ${sha256}`;
      if (!this.contents.has(name)) this.contents.set(name, sealed);
    }
  }

  async content(client: string, sha256: string): Promise<Uint8Array | undefined> {
    return this.contents.get(`${client} ${sha256}`);
  }

  async contentWithKey(client: string, sha256: string): Promise<ContentWithKey | undefined> {
    const sealed = await this.content(client, sha256);
    return sealed && { sealed, wrapped: await this.dataKey(client) };
  }

  async contentsWithKey(
    client: string,
    hashes: readonly string[],
  ): Promise<ReadonlyMap<string, ContentWithKey>> {
    const contents = new Map<string, ContentWithKey>();
    for (const hash of hashes) {
      const held = await this.contentWithKey(client, hash);
      if (held) contents.set(hash, held);
    }
    return contents;
  }

  async masterKeyFingerprint(first: string): Promise<string> {
    this.fingerprint ??= first;
    return this.fingerprint;
  }

  async replaceMasterKeyFingerprint(from: string, to: string): Promise<boolean> {
    if (this.fingerprint !== from) return false;
    this.fingerprint = to;
    return true;
  }

  async knowsMasterKey(): Promise<boolean> {
    return this.fingerprint !== undefined;
  }
}
