import type { SessionRow, SessionRows } from '../../src/ports/session-rows.ts';

export class FakeSessionRows implements SessionRows {
  private readonly rows = new Map<string, SessionRow>();

  async find(name: string): Promise<SessionRow | undefined> {
    return this.rows.get(name);
  }

  async replace(row: SessionRow): Promise<boolean> {
    if ((this.rows.get(row.name)?.version ?? 0) !== row.version - 1) return false;
    this.rows.set(row.name, row);
    return true;
  }
}
