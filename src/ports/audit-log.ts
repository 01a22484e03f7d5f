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
}

export interface AuditLog {
  write(entry: AuditEntry): Promise<void>;
  /** Newest first; for operators and tests. */
  recent(query: {
    readonly client?: string;
    readonly action?: string;
    readonly limit: number;
  }): Promise<readonly AuditEntry[]>;
}
