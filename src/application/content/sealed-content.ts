import { CallFailed } from '../../domain/failures.ts';
import { type ContentStore, ContentUnreadable, type SealedFile } from '../../ports/content-store.ts';
import type { Digests } from '../../ports/digests.ts';
import type { SealedRows } from '../../ports/sealed-rows.ts';
import type { Sealer } from '../../ports/sealer.ts';

/** Content as the stores keep it: sealed under the client's data key, addressed by the hash of the plain bytes. */
export class SealedContent implements ContentStore {
  readonly #rows: SealedRows;
  readonly #sealer: Sealer;
  readonly #digests: Digests;

  constructor(rows: SealedRows, sealer: Sealer, digests: Digests) {
    this.#rows = rows;
    this.#sealer = sealer;
    this.#digests = digests;
  }

  async seal(client: string, bytes: Uint8Array): Promise<SealedFile> {
    const key = (await this.#rows.dataKey(client)) ?? (await this.#firstKey(client));
    return { sha256: this.#digests.sha256(bytes), sealed: await this.#sealer.seal(key, bytes) };
  }

  async get(client: string, sha256: string): Promise<Uint8Array | undefined> {
    const sealed = await this.#rows.content(client, sha256);
    if (!sealed) return undefined;
    const key = await this.#rows.dataKey(client);
    const bytes = key === undefined ? undefined : await this.#opened(client, sha256, { key, sealed });
    if (bytes === undefined || this.#digests.sha256(bytes) !== sha256)
      throw new ContentUnreadable(client, sha256);
    return bytes;
  }

  async #opened(
    client: string,
    sha256: string,
    { key, sealed }: { readonly key: string; readonly sealed: Uint8Array },
  ): Promise<Uint8Array> {
    try {
      return await this.#sealer.open(key, sealed);
    } catch (error) {
      throw error instanceof CallFailed ? error : new ContentUnreadable(client, sha256, error);
    }
  }

  // Of two first files at one instant one key is kept, and both are sealed under it.
  async #firstKey(client: string): Promise<string> {
    return this.#rows.keepDataKey(client, await this.#sealer.newDataKey());
  }
}
