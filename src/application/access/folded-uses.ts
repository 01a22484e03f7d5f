import type { Caller } from '../../domain/access/caller.ts';
import type { FailureKind } from '../../domain/failures.ts';
import type { AuditLog, FoldedEntry } from '../../ports/audit-log.ts';

interface Use {
  readonly caller: Caller;
  readonly operation: string;
  readonly requestId: string;
  readonly refusal: FailureKind;
  readonly at: Date;
}

const HOUR_MS = 3_600_000;

/** Rows counted at a time. A key has some dozens an hour at most: operations times refusals. */
const MOST_ROWS = 1_000;

/**
 * Refused uses of keys (contract part 5: each use leaves an audit row): of one key, operation and refusal one row an hour. The
 * first use is written at once; the count of the others waits for `write`, and a crash may cost what has not been written.
 */
export class FoldedUses {
  /** By name; undefined if no use followed the written one. */
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
    // Taken before the write, so that uses that come meanwhile are counted.
    if (this.rows.size < MOST_ROWS) this.rows.set(name, undefined);
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
      if (this.rows.size >= MOST_ROWS && !this.rows.has(name)) return;
      const since = this.rows.get(name);
      this.rows.set(
        name,
        since ? { ...entry, times: entry.times + since.times, lastAt: since.lastAt } : entry,
      );
    });
  }
}

const nameOf = ({ caller, operation, refusal, at }: Use): string =>
  `${caller.keyId} ${operation} ${refusal} ${Math.floor(at.getTime() / HOUR_MS)}`;

const entryOf = ({ caller, operation, requestId, refusal, at }: Use): FoldedEntry => ({
  at,
  action: 'key_used',
  actor: caller.keyId,
  ...(caller.kind === 'client' && { client: caller.client }),
  requestId,
  details: { operation, refused: refusal },
  times: 1,
  lastAt: at,
});
