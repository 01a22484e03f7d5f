import type { StoreClock } from '../../ports/store-clock.ts';
import { meta, setMeta } from './open-sqlite.ts';
import type { Sqlite } from './sqlite.ts';

export class SqliteStoreClock implements StoreClock {
  readonly #sqlite: Sqlite;

  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite;
  }

  async offsetMs(): Promise<number> {
    return this.#sqlite.read(() => this.#offset());
  }

  async advance(ms: number, mostMs: number): Promise<number | undefined> {
    return this.#sqlite.writeToDisk(() => {
      const offset = this.#offset() + ms;
      if (offset > mostMs) return undefined;
      setMeta(this.#sqlite, 'clock_offset_ms', String(offset));
      return offset;
    });
  }

  #offset(): number {
    return Number(meta(this.#sqlite, 'clock_offset_ms') ?? 0);
  }
}
