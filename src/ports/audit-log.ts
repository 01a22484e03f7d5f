import { type FieldsOf, map, optional, positive, text, time } from '../domain/vocabulary/fields.ts';
import type { Page } from './page.ts';

/** One row of the audit log: the actor, the action and its object. Never a key, never content. */
export interface AuditEntry {
  readonly at: Date;
  /** `key_used`, `key_minted`, `key_revoked`, `invoice_cancelled`, `route_chosen`, … */
  readonly action: string;
  /** Key id, or `system`. */
  readonly actor: string;
  readonly client?: string;
  /** The object acted on: an invoice id, a key id. */
  readonly subject?: string;
  readonly requestId?: string;
  readonly details?: Readonly<Record<string, string | number | boolean>>;
  /** For a row that stands for several: how many. Its `at` is that of the first. */
  readonly times?: number;
  /** The time of the last of them. */
  readonly lastAt?: Date;
  /** Of a row about what has begun and not ended: after this its process counts as dead, unless it says otherwise before. */
  readonly openUntil?: Date;
}

export const AUDIT_FIELDS: FieldsOf<AuditEntry> = {
  at: time,
  action: text,
  actor: text,
  client: optional(text),
  subject: optional(text),
  requestId: optional(text),
  details: optional(map),
  times: optional(positive),
  lastAt: optional(time),
  openUntil: optional(time),
};

/** Repeated actions in one row. */
export type FoldedEntry = AuditEntry & Required<Pick<AuditEntry, 'times' | 'lastAt'>>;

/** A row about what has begun and will end. */
export type OpenEntry = AuditEntry & Required<Pick<AuditEntry, 'openUntil'>>;

export interface AuditLog {
  write(entry: AuditEntry): Promise<void>;
  /**
   * Writes a row about what has begun; it is on disk when the promise resolves.
   * @param name unique among all that begins.
   */
  begin(name: string, entry: OpenEntry): Promise<void>;
  /** Changes nothing if it has ended. */
  keepOpen(name: string, until: Date): Promise<void>;
  /**
   * Writes the row about the end of what has begun, and closes the row of its beginning; of several ends the first is written. A process
   * may die at any point and the call be repeated.
   * @returns whether this end was written.
   */
  end(name: string, entry: AuditEntry): Promise<boolean>;
  /** What has begun and was to be kept open before that time, but was not. */
  leftOpen(before: Date, limit: number): Promise<readonly LeftOpen[]>;
  /**
   * Writes a row under a name, or adds to the row of that name: its `times` grow and its `lastAt` advances; everything else stays as in the
   * first entry. Several processes may add to one row at a time.
   * @param name unique among folded rows.
   */
  fold(name: string, entry: FoldedEntry): Promise<void>;
  /**
   * Removes older rows, the oldest first, at most `limit`; a row that stands for several is as old as its last one.
   * @returns how many; fewer than `limit` if no more are left for now.
   */
  forget(before: Date, limit: number): Promise<number>;
  /**
   * Newest first, after the cursor `after`.
   * @returns undefined for a cursor that no page has named.
   */
  page(query: AuditQuery): Promise<Page<AuditEntry> | undefined>;
  /** Newest first; for operators and tests. */
  recent(query: {
    readonly client?: string;
    readonly action?: string;
    readonly limit: number;
  }): Promise<readonly AuditEntry[]>;
}

export interface LeftOpen {
  readonly name: string;
  readonly entry: OpenEntry;
}

export interface AuditQuery {
  readonly client?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}
