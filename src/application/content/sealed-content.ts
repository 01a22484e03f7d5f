import type { ContentStore, SealedFile } from '../../ports/content-store.ts';
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
    if (key === undefined) throw new Error(`content of client ${client} is held without its data key`);
    const bytes = await this.#sealer.open(key, sealed);
    if (this.#digests.sha256(bytes) !== sha256)
      throw new Error(`content ${sha256} of client ${client} is not what was put there`);
    return bytes;
  }

  // Of two first files at one instant one key is kept, and both are sealed under it.
  async #firstKey(client: string): Promise<string> {
    return this.#rows.keepDataKey(client, await this.#sealer.newDataKey());
  }
}
