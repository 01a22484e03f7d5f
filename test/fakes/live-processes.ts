import type { LiveProcess, LiveProcesses } from '../../src/ports/live-processes.ts';

export class FakeLiveProcesses implements LiveProcesses {
  private readonly rows = new Map<string, LiveProcess>();

  async renew(process: LiveProcess, before: Date): Promise<void> {
    for (const { id, seenAt } of [...this.rows.values()]) if (seenAt < before) this.rows.delete(id);
    this.rows.set(process.id, process);
  }

  async leave(id: string): Promise<void> {
    this.rows.delete(id);
  }

  async seenSince(since: Date): Promise<readonly LiveProcess[]> {
    return [...this.rows.values()]
      .filter(({ seenAt }) => seenAt >= since)
      .sort((one, other) => Number(one.startedAt) - Number(other.startedAt) || (one.id < other.id ? -1 : 1));
  }
}
