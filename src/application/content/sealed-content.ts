import { say } from 'en16931-rules/vocabulary/message.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { LeasedKeys } from '../../domain/lifecycle/leased-keys.ts';
import type { BlindIndex } from '../../ports/blind-index.ts';
import {
  type ContentStore,
  ContentUnreadable,
  type SealedFile,
  type TextSealer,
} from '../../ports/content-store.ts';
import type { Digests } from '../../ports/digests.ts';
import type { ContentWithKey, SealedRows } from '../../ports/sealed-rows.ts';
import type { Sealer } from '../../ports/sealer.ts';

const READ_EACH_TIME: Pick<LeasedKeys, 'of'> = { of: () => undefined };

/** Content as the stores keep it: sealed under the client's data key, addressed by the hash of the plain bytes. */
export class SealedContent implements ContentStore, TextSealer, BlindIndex {
  constructor(
    private readonly rows: SealedRows,
    private readonly sealer: Sealer,
    private readonly digests: Digests,
    /** For work under a lease only: the store refuses its commit if the key was shredded meanwhile. */
    private readonly leased = READ_EACH_TIME,
  ) {}

  async seal(client: string, bytes: Uint8Array, text?: string, words?: readonly string[]) {
    const key = await this.sealingKey(client);
    return {
      sha256: this.digests.sha256(bytes),
      sealed: await this.sealer.seal(key, bytes),
      ...(text !== undefined && { sealedText: await this.sealTextUnder(key, text) }),
      ...(words && { hashes: await this.sealer.hashes(key, words) }),
    };
  }

  async sealText(client: string, text: string): Promise<string> {
    return this.sealTextUnder(await this.sealingKey(client), text);
  }

  async openText(client: string, sealed: string): Promise<string> {
    const [text] = (await this.openTexts(client, [sealed])) ?? [];
    if (text === undefined) throw deletedFailure(client);
    return text;
  }

  async openTexts(client: string, sealed: readonly string[]): Promise<readonly string[] | undefined> {
    const key = await this.dataKey(client);
    if (key === '') return undefined;
    if (sealed.length === 0) return [];
    if (key === undefined) throw new Error(`a text of client ${client} is held without its data key`);
    const texts: string[] = [];
    for (const one of sealed)
      texts.push(new TextDecoder().decode(await this.openBytes(client, key, new TextEncoder().encode(one))));
    return texts;
  }

  async hashes(client: string, words: readonly string[]): Promise<readonly string[]> {
    const key = await this.dataKey(client);
    return key === undefined || key === '' ? [] : this.sealer.hashes(key, words);
  }

  async get(client: string, sha256: string): Promise<Uint8Array | undefined> {
    const content = await this.rows.contentWithKey(client, sha256);
    return content && this.openContent(client, sha256, content);
  }

  async several(client: string, hashes: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const contents = new Map<string, Uint8Array>();
    for (const [hash, content] of await this.rows.contentsWithKey(client, hashes))
      contents.set(hash, await this.openContent(client, hash, content));
    return contents;
  }

  async open(client: string, { sha256, sealed }: SealedFile): Promise<Uint8Array> {
    return this.openContent(client, sha256, { sealed, wrapped: await this.rows.dataKey(client) });
  }

  private async openContent(
    client: string,
    sha256: string,
    { sealed, wrapped: key }: ContentWithKey,
  ): Promise<Uint8Array> {
    if (!key) throw new ContentUnreadable(client, sha256);
    const bytes = await this.openBytes(client, key, sealed, sha256);
    if (this.digests.sha256(bytes) !== sha256) throw new ContentUnreadable(client, sha256);
    return bytes;
  }

  private openBytes(client: string, key: string, sealed: Uint8Array, sha256?: string): Promise<Uint8Array> {
    return this.sealer.open(key, sealed).catch((error: unknown) => {
      throw error instanceof CallFailed ? error : new ContentUnreadable(client, sha256, error);
    });
  }

  private async sealingKey(client: string): Promise<string> {
    const key = (await this.dataKey(client)) ?? (await this.firstKey(client));
    if (key === '') throw deletedFailure(client);
    return key;
  }

  private async sealTextUnder(key: string, text: string): Promise<string> {
    return new TextDecoder().decode(await this.sealer.seal(key, new TextEncoder().encode(text)));
  }

  private async dataKey(client: string): Promise<string | undefined> {
    return this.leased.of(client) ?? this.rows.dataKey(client);
  }

  // If two first files are stored at one instant, one key wins and seals both.
  private async firstKey(client: string): Promise<string> {
    return this.rows.keepDataKey(client, await this.sealer.newDataKey());
  }
}

/** The data key was shredded, and the client gets no other. */
const deletedFailure = (client: string): CallFailed =>
  new CallFailed({ kind: 'forbidden', detail: say('findings.client-was-deleted', { client }) });
