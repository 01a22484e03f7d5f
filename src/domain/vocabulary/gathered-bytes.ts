const CHUNK_BYTES = 65_536;

/** Many small records in few large pieces: a separate piece of memory costs more than such a record holds. */
export class GatheredBytes {
  private readonly full: Uint8Array[] = [];
  private open = new Uint8Array(CHUNK_BYTES);
  private used = 0;

  get size(): number {
    return this.full.reduce((size, { length }) => size + length, this.used);
  }

  add(bytes: Uint8Array): void {
    if (this.used + bytes.length > this.open.length) {
      this.full.push(this.open.slice(0, this.used));
      this.open = new Uint8Array(Math.max(CHUNK_BYTES, bytes.length));
      this.used = 0;
    }
    this.open.set(bytes, this.used);
    this.used += bytes.length;
  }

  *chunks(): Generator<Uint8Array> {
    yield* this.full;
    yield this.open.subarray(0, this.used);
  }
}
