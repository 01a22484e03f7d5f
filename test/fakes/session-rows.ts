import type { SessionRow, SessionRows } from '../../src/ports/session-rows.ts';
import { removeWhere } from './remove-where.ts';

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

  removeOf(client: string): number {
    return removeWhere(this.rows, (name) => name.split(' ')[1] === client);
  }
}
