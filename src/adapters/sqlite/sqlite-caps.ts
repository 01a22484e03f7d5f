import { type CapWindow, counted, type Counted, NO_CALLS } from '../../domain/lifecycle/caps.ts';
import type { Caps, Taking } from '../../ports/caps.ts';
import { json } from './columns.ts';
import type { Sqlite } from './sqlite.ts';

export class SqliteCaps implements Caps {
  readonly #sqlite: Sqlite;

  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite;
  }

  async take(key: string, windows: readonly CapWindow[], now: Date): Promise<Taking> {
    // While nothing changes neither the write lock nor the disk is needed.
    const seen = await this.#sqlite.read(() => this.#counted(key, windows, now));
    const { freeAt } = seen.isChanged
      ? await this.#sqlite.writeToDisk(() => this.#count(key, windows, now))
      : seen;
    return freeAt ? { taken: false, freeAt } : { taken: true };
  }

  #counted(key: string, windows: readonly CapWindow[], now: Date): Counted & { readonly isChanged: boolean } {
    const row = this.#sqlite.one('SELECT calls, promised FROM cap WHERE key = @key', { key });
    const before = row
      ? { calls: json<number[]>(row, 'calls'), promised: json<number[]>(row, 'promised') }
      : NO_CALLS;
    const result = counted(before, windows, now);
    return { ...result, isChanged: result.state !== before };
  }

  #count(key: string, windows: readonly CapWindow[], now: Date): Counted {
    const result = this.#counted(key, windows, now);
    this.#sqlite.run(
      `INSERT INTO cap (key, calls, promised) VALUES (@key, @calls, @promised)
       ON CONFLICT (key) DO UPDATE SET calls = @calls, promised = @promised`,
      {
        key,
        calls: JSON.stringify(result.state.calls),
        promised: JSON.stringify(result.state.promised),
      },
    );
    return result;
  }
}
