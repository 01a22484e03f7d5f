import type { StoreClock } from '../../ports/store-clock.ts';
import { meta, setMeta } from './open-sqlite.ts';
import type { Sqlite } from './sqlite.ts';

export class SqliteStoreClock implements StoreClock {
  constructor(private readonly sqlite: Sqlite) {}

  async offsetMs(): Promise<number> {
    return this.sqlite.read(() => this.offset());
  }

  async advance(ms: number, maxMs: number): Promise<number | undefined> {
    return this.sqlite.writeToDisk(() => {
      const offset = this.offset() + ms;
      if (offset > maxMs) return undefined;
      setMeta(this.sqlite, 'clock_offset_ms', String(offset));
      return offset;
    });
  }

  private offset(): number {
    return Number(meta(this.sqlite, 'clock_offset_ms') ?? 0);
  }
}
