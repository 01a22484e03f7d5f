import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Disk, StoreCheck } from '../../ports/store-check.ts';
import { BACKED_UP_AT, NOTE_BACKUP } from './copy-sqlite.ts';
import { meta, setMeta } from './open-sqlite.ts';
import type { Sqlite } from './sqlite.ts';

/** The most bytes of one invoice with its document and report. */
const MIN_FREE_BYTES = 16_000_000;

/** Rows that are read at both ends and, at random, between them. */
const TABLES = ['invoice', 'event', 'content', 'audit', 'idempotency', 'api_key', 'job'];

export class SqliteStoreCheck implements StoreCheck {
  constructor(private readonly sqlite: Sqlite) {}

  async tryOut(now: Date): Promise<void> {
    const { damage } = this.sqlite;
    if (damage) throw damage;
    await this.refuseWithoutRoom();
    await this.sqlite.writeToDisk(() => setMeta(this.sqlite, 'tried_out_at', now.toISOString()));
    await this.sqlite.read(() => {
      for (const table of TABLES) this.readSome(table);
    });
  }

  async disk(): Promise<Disk | undefined> {
    const [file] = this.sqlite.all('PRAGMA database_list');
    const { bavail, bsize, blocks } = await statfs(dirname(String(file?.['file'])));
    // Some file systems do not report free space.
    return blocks > 0 ? { sizeBytes: blocks * bsize, freeBytes: bavail * bsize } : undefined;
  }

  async noteBackup(takenAt: Date): Promise<void> {
    await this.sqlite.writeToDisk(() => this.sqlite.run(NOTE_BACKUP, { at: takenAt.toISOString() }));
  }

  async backedUpAt(): Promise<Date | undefined> {
    const at = await this.sqlite.read(() => meta(this.sqlite, BACKED_UP_AT));
    return at === undefined ? undefined : new Date(at);
  }

  /** The log may have free space although the disk is full: small writes go on while larger ones fail. */
  private async refuseWithoutRoom(): Promise<void> {
    const disk = await this.disk();
    if (disk && disk.freeBytes < MIN_FREE_BYTES)
      throw new Error(`the disk of the store has ${disk.freeBytes} bytes left`);
  }

  /** The page of a row shows whether it is damaged; the row itself may be large. */
  private readSome(table: string): void {
    for (const at of [0, Math.random(), Math.random(), 1])
      this.sqlite.all(
        `SELECT rowid FROM ${table} WHERE rowid >= (SELECT max(rowid) FROM ${table}) * @at ORDER BY rowid LIMIT 1`,
        { at },
      );
  }
}
