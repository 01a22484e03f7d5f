import { type Row, StateFile } from './state-file.ts';

/** A business document in a network. */
export interface HeldDocument {
  readonly route: string;
  /** Its id in the network: an InstanceIdentifier, an upload index. */
  readonly identity: string;
  readonly number: string;
  /** SHA-256 of the document without its envelope. */
  readonly sha256: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** An item for the next caller, available from its time on. */
interface Message {
  readonly route: string;
  /** Who may fetch it; every caller if absent. */
  readonly audience?: string;
  readonly dueAt: number;
  readonly documentType: string;
  readonly content: string;
}

export interface DueMessage {
  readonly id: string;
  readonly cursor: string;
  readonly dueAt: number;
  readonly documentType: string;
  readonly content: string;
}

/** Calls beyond this number are dropped, oldest first. */
const CALLS_KEPT = 200_000;
const CALLS_LOOKED_AT_EVERY = 1000;

/** Kinds that survive a reset: certificates of the sandbox stay trusted. */
const LASTING_KIND = 'lasting';

/** The stored state of the networks: one file, so that neither a restart nor a kill loses anything. */
export class State {
  private readonly file: StateFile;

  constructor(path: string) {
    this.file = new StateFile(path);
  }

  close(): void {
    this.file.close();
  }

  /** Writes everything in `work`, or nothing. */
  transaction<T>(work: () => T): T {
    return this.file.transaction(work);
  }

  /** Deletes everything except what survives a reset. */
  reset(): void {
    this.transaction(() => {
      for (const table of ['calls', 'documents', 'counts', 'messages', 'faults'])
        this.file.run(`DELETE FROM ${table}`, []);
      this.file.run('DELETE FROM kept WHERE kind <> ?', [LASTING_KIND]);
    });
  }

  /** @returns the number with which its status is stored. */
  callCame(route: string, method: string, path: string, fault: string | undefined): number {
    const id = this.file.insert('INSERT INTO calls (at, route, method, path, fault) VALUES (?, ?, ?, ?, ?)', [
      Date.now(),
      route,
      method,
      path,
      fault ?? null,
    ]);
    if (id % CALLS_LOOKED_AT_EVERY === 0) this.file.run('DELETE FROM calls WHERE id <= ?', [id - CALLS_KEPT]);
    return id;
  }

  /** @param status null if the call got no answer. */
  callEnded(id: number, status: number | null): void {
    this.file.run('UPDATE calls SET status = ? WHERE id = ?', [status, id]);
  }

  calls(route: string | undefined, after: number): readonly Row[] {
    return this.file.all('SELECT * FROM calls WHERE id > ? AND (? IS NULL OR route = ?) ORDER BY id', [
      after,
      route ?? null,
      route ?? null,
    ]);
  }

  hold(document: HeldDocument): void {
    const { route, identity, number, sha256, facts } = document;
    this.file.insert(
      'INSERT INTO documents (at, route, identity, number, sha256, facts) VALUES (?, ?, ?, ?, ?, ?)',
      [Date.now(), route, identity, number, sha256, JSON.stringify(facts)],
    );
  }

  holds(route: string, identity: string): boolean {
    return (
      this.file.all('SELECT id FROM documents WHERE route = ? AND identity = ? LIMIT 1', [route, identity])
        .length > 0
    );
  }

  documents(route: string | undefined): readonly (HeldDocument & { readonly at: number })[] {
    return this.file
      .all('SELECT * FROM documents WHERE (? IS NULL OR route = ?) ORDER BY id', [
        route ?? null,
        route ?? null,
      ])
      .map(documentFromRow);
  }

  /** The newest of that number. */
  documentNumbered(route: string, number: string): HeldDocument | undefined {
    return this.file
      .all('SELECT * FROM documents WHERE route = ? AND number = ? ORDER BY id DESC LIMIT 1', [route, number])
      .map(documentFromRow)[0];
  }

  /** @returns how often this was counted, this time included. */
  count(route: string, key: string): number {
    this.file.run(
      'INSERT INTO counts (route, key, count) VALUES (?, ?, 1) ON CONFLICT (route, key) DO UPDATE SET count = count + 1',
      [route, key],
    );
    return this.countFor(route, key);
  }

  /** @returns how often this was counted so far. */
  countFor(route: string, key: string): number {
    return Number(
      this.file.all('SELECT count FROM counts WHERE route = ? AND key = ?', [route, key])[0]?.['count'] ?? 0,
    );
  }

  layReady({ route, audience, dueAt, documentType, content }: Message): string {
    return String(
      this.file.insert(
        'INSERT INTO messages (route, audience, due_at, document_type, content) VALUES (?, ?, ?, ?, ?)',
        [route, audience ?? null, dueAt, documentType, content],
      ),
    );
  }

  /** Items that are available to `audience` after `cursor`, in the order in which they became available. */
  messages(
    route: string,
    audience: string,
    cursor: string | undefined,
    limit: number,
  ): readonly DueMessage[] {
    const [dueAt = 0, id = 0] = (cursor ?? '').split('-').map(Number);
    return this.file
      .all(
        `SELECT * FROM messages WHERE route = ? AND (audience IS NULL OR audience = ?) AND due_at <= ?
         AND (due_at > ? OR (due_at = ? AND id > ?)) ORDER BY due_at, id LIMIT ?`,
        [route, audience, Date.now(), dueAt, dueAt, id, limit],
      )
      .map((row) => ({
        id: String(row['id']),
        cursor: `${String(row['due_at'])}-${String(row['id'])}`,
        dueAt: Number(row['due_at']),
        documentType: String(row['document_type']),
        content: String(row['content']),
      }));
  }

  planFault(route: string, call: string, fault: string, count: number): void {
    this.file.insert('INSERT INTO faults (route, call, fault, remaining) VALUES (?, ?, ?, ?)', [
      route,
      call,
      fault,
      count,
    ]);
  }

  /** Uses the oldest planned fault for this call. */
  takeFault(route: string, isFor: (call: string) => boolean): string | undefined {
    const planned = this.file.all('SELECT * FROM faults WHERE route = ? AND remaining > 0 ORDER BY id', [
      route,
    ]);
    const matchingRow = planned.find((row) => isFor(String(row['call'])));
    if (!matchingRow) return undefined;
    this.file.run('UPDATE faults SET remaining = remaining - 1 WHERE id = ?', [Number(matchingRow['id'])]);
    return String(matchingRow['fault']);
  }

  keep(route: string, kind: string, id: string, value: unknown): void {
    this.file.run('INSERT OR REPLACE INTO kept (route, kind, id, value) VALUES (?, ?, ?, ?)', [
      route,
      kind,
      id,
      JSON.stringify(value),
    ]);
  }

  unkeep(route: string, kind: string, id: string): void {
    this.file.run('DELETE FROM kept WHERE route = ? AND kind = ? AND id = ?', [route, kind, id]);
  }

  /** The stored value. The code that writes a kind knows its form. */
  findKept<T>(route: string, kind: string, id: string): T | undefined {
    const row = this.file.all('SELECT value FROM kept WHERE route = ? AND kind = ? AND id = ?', [
      route,
      kind,
      id,
    ])[0];
    return row && (JSON.parse(String(row['value'])) as T);
  }

  allKept<T>(route: string, kind: string): readonly T[] {
    return this.file
      .all('SELECT value FROM kept WHERE route = ? AND kind = ? ORDER BY rowid', [route, kind])
      .map((row) => JSON.parse(String(row['value'])) as T);
  }

  /** Created at its first use, and kept through resets. If several are created at the same time, all use the first. */
  async lasting<T>(route: string, id: string, make: () => T | Promise<T>): Promise<T> {
    const known = this.findKept<T>(route, LASTING_KIND, id);
    if (known !== undefined) return known;
    const made = JSON.stringify(await make());
    this.file.run('INSERT INTO kept (route, kind, id, value) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING', [
      route,
      LASTING_KIND,
      id,
      made,
    ]);
    return this.findKept<T>(route, LASTING_KIND, id)!;
  }

  /** Replaces the stored value, also through resets. */
  keepLasting(route: string, id: string, value: unknown): void {
    this.keep(route, LASTING_KIND, id, value);
  }
}

const documentFromRow = (row: Row): HeldDocument & { readonly at: number } => ({
  at: Number(row['at']),
  route: String(row['route']),
  identity: String(row['identity']),
  number: String(row['number']),
  sha256: String(row['sha256']),
  facts: JSON.parse(String(row['facts'])) as Record<string, unknown>,
});
