import {
  blockAt,
  type CallEnd,
  type CapState,
  countCall,
  type CountResult,
  endCall,
  NO_CALLS,
} from '../../domain/lifecycle/caps.ts';
import type { CapKey, Caps, PermitResult } from '../../ports/caps.ts';
import { integer, json, optional } from './columns.ts';
import type { Sqlite } from './sqlite.ts';

interface Asked {
  readonly cap: CapKey;
  readonly now: Date;
  readonly turn: Date | undefined;
}

export class SqliteCaps implements Caps {
  constructor(private readonly sqlite: Sqlite) {}

  async take(cap: CapKey, now: Date, position?: Date): Promise<PermitResult> {
    const asked = { cap, now, turn: position };
    // An unchanged row needs neither the write lock nor the disk.
    const seen = await this.sqlite.read(() => this.countCall(asked));
    const { promised } = seen.isChanged ? await this.sqlite.writeToDisk(() => this.count(asked)) : seen;
    return promised ? { taken: false, promised } : { taken: true };
  }

  async end({ key, windows }: CapKey, call: CallEnd, now: Date): Promise<void> {
    // A loss of power may leave the call counted for some minutes, which keeps the cap.
    await this.sqlite.write(() => this.keep(key, endCall(this.readKnown(key), windows, call, now)));
  }

  async blockedUntil({ key }: CapKey, now: Date): Promise<Date | undefined> {
    return blockAt(await this.sqlite.read(() => this.readKnown(key)), now);
  }

  private readKnown(key: string): CapState {
    const row = this.sqlite.one('SELECT calls, open, promised, blocked_until FROM cap WHERE key = @key', {
      key,
    });
    if (!row) return NO_CALLS;
    const blockedUntil = optional(row, 'blocked_until', integer) ?? null;
    const times = (column: string): number[] => json<number[]>(row, column);
    return { calls: times('calls'), open: times('open'), promised: times('promised'), blockedUntil };
  }

  private countCall({
    cap: { key, windows },
    now,
    turn: position,
  }: Asked): CountResult & { readonly isChanged: boolean } {
    const before = this.readKnown(key);
    const result = countCall(before, windows, now, position);
    return { ...result, isChanged: result.state !== before };
  }

  private count(asked: Asked): CountResult {
    const result = this.countCall(asked);
    this.keep(asked.cap.key, result.state);
    return result;
  }

  private keep(key: string, { calls, open, promised, blockedUntil }: CapState): void {
    this.sqlite.run(
      `INSERT INTO cap (key, calls, open, promised, blocked_until)
       VALUES (@key, @calls, @open, @promised, @blockedUntil)
       ON CONFLICT (key) DO UPDATE SET calls = @calls, open = @open, promised = @promised,
         blocked_until = @blockedUntil`,
      {
        key,
        calls: JSON.stringify(calls),
        open: JSON.stringify(open),
        promised: JSON.stringify(promised),
        blockedUntil,
      },
    );
  }
}
