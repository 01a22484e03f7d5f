import type { CursorKey } from '../../ports/cursor-key.ts';
import type { Digests } from '../../ports/digests.ts';

/** Hex digits. */
const TAG_LENGTH = 24;
const DIGEST_LENGTH = 64;

/**
 * Cursors that tell their reader nothing: a position among the rows of all clients tells how much others do. As in RFC 5297 the tag is made
 * of the text and the mask of the tag, so that a text has the same cursor in every process, and a changed cursor is none.
 */
export class OpaqueCursors {
  private key: Promise<string> | undefined;

  /** @param purpose a cursor of another purpose is none here. */
  constructor(
    private readonly purpose: string,
    private readonly digests: Pick<Digests, 'sha256' | 'same'>,
    private readonly cursorKey: CursorKey,
  ) {}

  async write(text: string): Promise<string> {
    const key = await this.readKey();
    const tag = this.tagOf(key, text);
    return tag + this.mask(key, tag, hexOf(text));
  }

  /** @returns undefined for a cursor that no process of this store has written. */
  async read(cursor: string): Promise<string | undefined> {
    if (!/^(?:[\da-f]{2}){13,150}$/.test(cursor)) return undefined;
    const key = await this.readKey();
    const tag = cursor.slice(0, TAG_LENGTH);
    const text = textOf(this.mask(key, tag, cursor.slice(TAG_LENGTH)));
    return this.digests.same(this.tagOf(key, text), tag) ? text : undefined;
  }

  private readKey(): Promise<string> {
    this.key ??= this.cursorKey().catch((error: unknown) => {
      this.key = undefined;
      throw error;
    });
    return this.key;
  }

  private tagOf(key: string, text: string): string {
    return this.digests.sha256([key, this.purpose, 'tag', text].join('.')).slice(0, TAG_LENGTH);
  }

  /** Masking again unmasks. */
  private mask(key: string, tag: string, hex: string): string {
    const blocks = Array.from({ length: Math.ceil(hex.length / DIGEST_LENGTH) }, (_, block) =>
      this.digests.sha256([key, this.purpose, 'mask', block, tag].join('.')),
    );
    const masked = BigInt(`0x${hex}`) ^ BigInt(`0x${blocks.join('').slice(0, hex.length)}`);
    return masked.toString(16).padStart(hex.length, '0');
  }
}

const hexOf = (text: string): string =>
  [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const textOf = (hex: string): string =>
  new TextDecoder().decode(Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)));
