import { type FieldsOf, map, optional, positive, text, time } from '../domain/vocabulary/fields.ts';

/** One row of the audit log: who did what to which object. Never a key, never content. */
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
  /** Of a row that stands for several: how many. Its `at` is that of the first. */
  readonly times?: number;
  /** The last of them. */
  readonly lastAt?: Date;
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
};

/** What happened again and again, in one row. */
export type FoldedEntry = AuditEntry & Required<Pick<AuditEntry, 'times' | 'lastAt'>>;

export interface AuditLog {
  write(entry: AuditEntry): Promise<void>;
  /**
   * Writes a row under a name, or adds to the one that has it: its `times` grow and its `lastAt` moves on, everything else
   * stays as the first entry said it. Processes may add to one row at a time.
   * @param name unique among folded rows.
   */
  fold(name: string, entry: FoldedEntry): Promise<void>;
  /**
   * Removes rows that are older, the oldest first, at most `limit`; a row that stands for several is as old as the last of them.
   * @returns how many; fewer than `limit` when there are no more for now.
   */
  forget(before: Date, limit: number): Promise<number>;
  /**
   * Newest first, behind the place `after`.
   * @returns undefined for a place that none of its pages has named.
   */
  page(query: AuditQuery): Promise<AuditPage | undefined>;
  /** Newest first; for operators and tests. */
  recent(query: {
    readonly client?: string;
    readonly action?: string;
    readonly limit: number;
  }): Promise<readonly AuditEntry[]>;
}

export interface AuditQuery {
  readonly client?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** The place of the last one, if there are more. */
  readonly next?: string;
}
