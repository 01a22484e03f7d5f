import type { Caller } from '../../domain/access/caller.ts';
import type { FailureKind } from '../../domain/failures.ts';
import type { AuditLog, FoldedEntry } from '../../ports/audit-log.ts';

interface Use {
  readonly caller: Caller;
  readonly operation: string;
  readonly requestId: string;
  readonly denial: FailureKind;
  readonly at: Date;
}

const HOUR_MS = 3_600_000;

/** Rows in memory at a time. A key has some dozens an hour at most: operations times denials. */
const MAX_ROWS = 1_000;

/**
 * Folds refused uses of a key into one audit row for each operation, denial and hour (contract part 5: each use leaves an audit row). The
 * first use is written at once. Later ones are counted until `write`; a crash loses the counts that are not written yet.
 */
export class FoldedUses {
  /** By name; undefined if no use has followed the written one. */
  private readonly rows = new Map<string, FoldedEntry | undefined>();

  constructor(private readonly audit: Pick<AuditLog, 'fold'>) {}

  async add(use: Use): Promise<void> {
    const name = nameOf(use);
    const waiting = this.rows.get(name);
    if (waiting) this.rows.set(name, { ...waiting, times: waiting.times + 1, lastAt: use.at });
    else if (this.rows.has(name)) this.rows.set(name, entryOf(use));
    else await this.begin(name, entryOf(use));
  }

  private async begin(name: string, entry: FoldedEntry): Promise<void> {
    // Taken before the write, so that uses during the write are counted.
    if (this.rows.size < MAX_ROWS) this.rows.set(name, undefined);
    await this.writeRow(name, entry);
  }

  async write(): Promise<void> {
    const waiting = [...this.rows];
    this.rows.clear();
    for (const [name, entry] of waiting) if (entry) await this.writeRow(name, entry);
  }

  /** What cannot be written now waits for the next write. */
  private async writeRow(name: string, entry: FoldedEntry): Promise<void> {
    await this.audit.fold(name, entry).catch(() => {
      if (this.rows.size >= MAX_ROWS && !this.rows.has(name)) return;
      const since = this.rows.get(name);
      this.rows.set(
        name,
        since ? { ...entry, times: entry.times + since.times, lastAt: since.lastAt } : entry,
      );
    });
  }
}

const nameOf = ({ caller, operation, denial, at }: Use): string =>
  `${caller.keyId} ${operation} ${denial} ${Math.floor(at.getTime() / HOUR_MS)}`;

const entryOf = ({ caller, operation, requestId, denial, at }: Use): FoldedEntry => ({
  at,
  action: 'key_used',
  actor: caller.keyId,
  ...(caller.kind === 'client' && { client: caller.client }),
  requestId,
  details: { operation, refused: denial },
  times: 1,
  lastAt: at,
});
