import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import Database from 'libsql';

// The write-ahead log, as in https://sqlite.org/fileformat2.html (4).
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** The log grows by megabytes a second, and is overwritten only after it was copied into the file. */
const LOOK_EVERY_MS = 100;

/** How often each page of a store is written from now on, by the frames of its log. */
export class WrittenPages {
  private readonly written = new Map<number, number>();
  private salts = '';
  private at = HEADER_BYTES;
  private pageBytes = 0;
  private readonly looking: NodeJS.Timeout;

  /** @param path of the store, which another process has open. */
  constructor(private readonly path: string) {
    this.look();
    this.written.clear();
    this.looking = setInterval(() => this.look(), LOOK_EVERY_MS);
  }

  /** @returns how many KB were written of each table and index, and of pages that belong to none any more. */
  end(): Readonly<Record<string, number>> {
    clearInterval(this.looking);
    this.look();
    const store = new Database(this.path, { readonly: true });
    const rows = store.prepare('SELECT name, pageno FROM dbstat').all() as { name: string; pageno: number }[];
    store.close();
    const owners = new Map(rows.map(({ name, pageno }) => [pageno, name]));
    const kb: Record<string, number> = {};
    for (const [page, times] of this.written) {
      const owner = owners.get(page) ?? '(free pages)';
      kb[owner] = (kb[owner] ?? 0) + (times * this.pageBytes) / 1024;
    }
    return kb;
  }

  private look(): void {
    const log = openSync(`${this.path}-wal`, 'r');
    try {
      this.readFrames(log);
    } finally {
      closeSync(log);
    }
  }

  private readFrames(log: number): void {
    const header = Buffer.alloc(HEADER_BYTES);
    if (readSync(log, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return;
    const salts = header.toString('hex', 16, 24);
    if (salts !== this.salts) [this.salts, this.at] = [salts, HEADER_BYTES];
    this.pageBytes = header.readUInt32BE(8);
    const { size } = fstatSync(log);
    const frame = Buffer.alloc(FRAME_HEADER_BYTES);
    for (
      ;
      this.at + FRAME_HEADER_BYTES + this.pageBytes <= size;
      this.at += FRAME_HEADER_BYTES + this.pageBytes
    ) {
      readSync(log, frame, 0, FRAME_HEADER_BYTES, this.at);
      // What an earlier log has left.
      if (frame.toString('hex', 8, 16) !== salts) return;
      const page = frame.readUInt32BE(0);
      this.written.set(page, (this.written.get(page) ?? 0) + 1);
    }
  }
}
