import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { KeptBytes } from '../../ports/archives.ts';

const PIECE_BYTES = 65_536;

/** Many small records in few large pieces, each compressed: a separate piece of memory costs more than such a record holds. */
export class PackedBytes implements KeptBytes {
  private readonly packed: Uint8Array[] = [];
  private open = new Uint8Array(PIECE_BYTES);
  private used = 0;
  private bytes = 0;

  get size(): number {
    return this.bytes;
  }

  add(bytes: Uint8Array): void {
    if (this.used + bytes.length > this.open.length) {
      this.packed.push(deflateRawSync(this.open.subarray(0, this.used)));
      if (bytes.length > this.open.length) this.open = new Uint8Array(bytes.length);
      this.used = 0;
    }
    this.open.set(bytes, this.used);
    this.used += bytes.length;
    this.bytes += bytes.length;
  }

  *chunks(): Generator<Uint8Array> {
    for (const piece of this.packed) yield inflateRawSync(piece);
    yield this.open.subarray(0, this.used);
  }
}
