import { type CallTimes, type CapWindow, counted, type Counted } from '../../domain/lifecycle/caps.ts';
import type { Caps, Taking } from '../../ports/caps.ts';
import { json } from './columns.ts';
import type { Sqlite } from './sqlite.ts';

export class SqliteCaps implements Caps {
  readonly #sqlite: Sqlite;

  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite;
  }

  async take(key: string, windows: readonly CapWindow[], now: Date): Promise<Taking> {
    // Whoever waits asks often, and while nothing changes neither the write lock nor the disk is needed.
    const seen = await this.#sqlite.read(() => this.#counted(key, windows, now));
    const { freeAt } = seen.isChanged
      ? await this.#sqlite.writeToDisk(() => this.#count(key, windows, now))
      : seen;
    return freeAt ? { taken: false, freeAt } : { taken: true };
  }

  #counted(key: string, windows: readonly CapWindow[], now: Date): Counted & { readonly isChanged: boolean } {
    const row = this.#sqlite.one('SELECT calls FROM cap WHERE key = @key', { key });
    const before = row ? json<CallTimes>(row, 'calls') : [];
    const result = counted(before, windows, now);
    return { ...result, isChanged: result.calls !== before };
  }

  #count(key: string, windows: readonly CapWindow[], now: Date): Counted {
    const result = this.#counted(key, windows, now);
    this.#sqlite.run(
      'INSERT INTO cap (key, calls) VALUES (@key, @calls) ON CONFLICT (key) DO UPDATE SET calls = excluded.calls',
      { key, calls: JSON.stringify(result.calls) },
    );
    return result;
  }
}
