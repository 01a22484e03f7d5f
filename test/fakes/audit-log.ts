import type { AuditEntry, AuditLog, FoldedEntry } from '../../src/ports/audit-log.ts';

export class FakeAuditLog implements AuditLog {
  readonly #entries: AuditEntry[] = [];
  /** Where the folded rows stand. */
  readonly #folded = new Map<string, number>();

  async write(entry: AuditEntry): Promise<void> {
    this.#entries.push(entry);
  }

  async fold(name: string, entry: FoldedEntry): Promise<void> {
    const place = this.#folded.get(name);
    if (place === undefined) {
      this.#folded.set(name, this.#entries.push(entry) - 1);
      return;
    }
    const known = this.#entries[place] as FoldedEntry;
    const lastAt = known.lastAt > entry.lastAt ? known.lastAt : entry.lastAt;
    this.#entries[place] = { ...known, times: known.times + entry.times, lastAt };
  }

  async recent(query: { client?: string; action?: string; limit: number }): Promise<readonly AuditEntry[]> {
    return this.#entries
      .filter(({ client }) => query.client === undefined || client === query.client)
      .filter(({ action }) => query.action === undefined || action === query.action)
      .reverse()
      .sort((a, b) => Number(b.at) - Number(a.at))
      .slice(0, query.limit);
  }
}
