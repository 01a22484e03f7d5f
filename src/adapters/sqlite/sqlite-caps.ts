import {
  blockAt,
  type CallEnd,
  type CapState,
  countCall,
  type CountResult,
  endCall,
  NO_CALLS,
} from '../../domain/lifecycle/caps.ts';
import { Newest } from '../../domain/newest.ts';
import type { CapKey, Caps, PermitResult } from '../../ports/caps.ts';
import { integer, json, optional } from './columns.ts';
import type { Sqlite } from './sqlite.ts';

/** A row as it was read or written; without a version there is none. */
interface Known {
  readonly state: CapState;
  readonly version?: number;
}

/** Of the keys in use: one has up to 1,200 times. */
const MAX_KNOWN = 500;

/**
 * A change names the version that it goes out from, so a row that no other process has changed is not read again: a permit is one
 * statement, and so is its end.
 */
export class SqliteCaps implements Caps {
  /** By key, as this process has left the rows. */
  private readonly known = new Newest<Known>(MAX_KNOWN);

  constructor(private readonly sqlite: Sqlite) {}

  async take({ key, windows }: CapKey, now: Date, position?: Date): Promise<PermitResult> {
    const count = (state: CapState): CountResult => countCall(state, windows, now, position);
    let from = this.known.get(key);
    // No call is refused by memory: another process may have changed the row.
    if (!from || count(from.state).promised) {
      from = await this.sqlite.read(() => this.readKnown(key));
      // An unchanged row needs neither the write lock nor the disk.
      const { state, promised } = count(from.state);
      if (promised && state === from.state) return { taken: false, promised };
    }
    const { promised } = this.keep(key, await this.sqlite.writeToDisk(() => this.change(key, from, count)));
    return promised ? { taken: false, promised } : { taken: true };
  }

  async end({ key, windows }: CapKey, call: CallEnd, now: Date): Promise<void> {
    const end = (state: CapState): CountResult => ({ state: endCall(state, windows, call, now) });
    // A loss of power may leave the call counted for some minutes, which keeps the cap.
    this.keep(key, await this.sqlite.write(() => this.change(key, this.known.get(key), end)));
  }

  async blockedUntil({ key }: CapKey, now: Date): Promise<Date | undefined> {
    return blockAt(await this.sqlite.read(() => this.readKnown(key).state), now);
  }

  /** Remembers a row that is committed; before that it may be undone. */
  private keep<C extends Known>(key: string, changed: C): C {
    this.known.set(key, { state: changed.state, version: changed.version! });
    return changed;
  }

  private readKnown(key: string): Known {
    const row = this.sqlite.one('SELECT * FROM cap WHERE key = @key', { key });
    if (!row) return { state: NO_CALLS };
    const blockedUntil = optional(row, 'blocked_until', integer) ?? null;
    const times = (column: string): number[] => json<number[]>(row, column);
    const state = { calls: times('calls'), open: times('open'), promised: times('promised'), blockedUntil };
    return { state, version: integer(row, 'version') };
  }

  /** Within a transaction, in which a row that is read stays. */
  private change(
    key: string,
    from: Known | undefined,
    next: (state: CapState) => CountResult,
  ): CountResult & Known {
    const changed = from && this.tryChange(key, from, next);
    if (changed) return changed;
    const again = this.tryChange(key, this.readKnown(key), next);
    if (!again) throw new Error(`the row of the cap ${key} changes within a transaction`);
    return again;
  }

  private tryChange(
    key: string,
    { state: before, version: from }: Known,
    next: (state: CapState) => CountResult,
  ): (CountResult & Known) | undefined {
    const result = next(before);
    // The row of a deleted client is gone. A later one begins with a version that no earlier one has had.
    const version = (from ?? Date.now()) + 1;
    const { calls, open, promised, blockedUntil } = result.state;
    const written = this.sqlite.run(from === undefined ? INSERT : UPDATE, {
      key,
      version,
      blockedUntil,
      calls: JSON.stringify(calls),
      open: JSON.stringify(open),
      promised: JSON.stringify(promised),
    });
    return written === 1 ? { ...result, version } : undefined;
  }
}

const INSERT = `INSERT INTO cap (key, calls, open, promised, blocked_until, version)
  VALUES (@key, @calls, @open, @promised, @blockedUntil, @version) ON CONFLICT DO NOTHING`;

const UPDATE = `UPDATE cap SET calls = @calls, open = @open, promised = @promised, blocked_until = @blockedUntil,
  version = @version WHERE key = @key AND version = @version - 1`;
