import type {
  AuditEntry,
  AuditLog,
  AuditPage,
  AuditQuery,
  FoldedEntry,
  LeftOpen,
  OpenEntry,
} from '../../src/ports/audit-log.ts';

export class FakeAuditLog implements AuditLog {
  private readonly entries: AuditEntry[] = [];
  /** The positions of the folded rows. */
  private readonly folded = new Map<string, number>();

  async write(entry: AuditEntry): Promise<void> {
    this.entries.push(entry);
  }

  async fold(name: string, entry: FoldedEntry): Promise<void> {
    const index = this.folded.get(name);
    if (index === undefined) {
      this.folded.set(name, this.entries.push(entry) - 1);
      return;
    }
    const known = this.entries[index] as FoldedEntry;
    const lastAt = known.lastAt > entry.lastAt ? known.lastAt : entry.lastAt;
    this.entries[index] = { ...known, times: known.times + entry.times, lastAt };
  }

  async begin(name: string, entry: OpenEntry): Promise<void> {
    if (!this.folded.has(name)) this.folded.set(name, this.entries.push(entry) - 1);
  }

  async keepOpen(name: string, openUntil: Date): Promise<void> {
    const index = this.folded.get(name);
    const known = index === undefined ? undefined : this.entries[index];
    if (index !== undefined && known?.openUntil) this.entries[index] = { ...known, openUntil };
  }

  async end(name: string, entry: AuditEntry): Promise<boolean> {
    const index = this.folded.get(name);
    if (index !== undefined) {
      const { openUntil: _, ...closed } = this.entries[index]!;
      this.entries[index] = closed;
    }
    if (this.folded.has(`${name} ended`)) return false;
    this.folded.set(`${name} ended`, this.entries.push(entry) - 1);
    return true;
  }

  async leftOpen(before: Date, limit: number): Promise<readonly LeftOpen[]> {
    return [...this.folded]
      .map(([name, index]) => ({ name, entry: this.entries[index] as OpenEntry }))
      .filter(({ entry: { openUntil } }) => openUntil && openUntil < before)
      .sort((one, other) => Number(one.entry.openUntil) - Number(other.entry.openUntil))
      .slice(0, limit);
  }

  async forget(before: Date, limit: number): Promise<number> {
    const isOld = ({ at, lastAt = at }: AuditEntry): boolean => lastAt < before;
    const old = this.entries.filter(isOld).slice(0, limit);
    for (const entry of old) {
      const index = this.entries.indexOf(entry);
      this.entries.splice(index, 1);
      for (const [name, at] of this.folded)
        if (at === index) this.folded.delete(name);
        else if (at > index) this.folded.set(name, at - 1);
    }
    return old.length;
  }

  async page({ client, after, limit }: AuditQuery): Promise<AuditPage | undefined> {
    if (after !== undefined && !/^\d+$/.test(after)) return undefined;
    const before = this.entries
      .map((entry, index) => ({ entry, index }))
      .filter(
        ({ entry, index }) =>
          index < Number(after ?? Infinity) && (client === undefined || entry.client === client),
      )
      .reverse();
    const shown = before.slice(0, limit);
    const entries = shown.map(({ entry }) => entry);
    return before.length > limit ? { entries, next: String(shown.at(-1)!.index) } : { entries };
  }

  async recent(query: { client?: string; action?: string; limit: number }): Promise<readonly AuditEntry[]> {
    return this.entries
      .filter(({ client }) => query.client === undefined || client === query.client)
      .filter(({ action }) => query.action === undefined || action === query.action)
      .reverse()
      .sort((a, b) => Number(b.at) - Number(a.at))
      .slice(0, query.limit);
  }
}
