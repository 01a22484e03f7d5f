/** The tables of what is shown to those who watch and correct. */
export const ROUTES_AND_REFUSALS = `
  -- How a route answered a client last.
  CREATE TABLE route_state (
    id TEXT PRIMARY KEY, route TEXT NOT NULL, client TEXT NOT NULL, at INTEGER NOT NULL, answer TEXT NOT NULL,
    took_ms INTEGER NOT NULL, works INTEGER NOT NULL, worked_at INTEGER, failing_since INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX route_state_newest ON route_state (route, at);

  -- Submissions that were answered 422.
  CREATE TABLE refusal (
    id TEXT PRIMARY KEY, client TEXT NOT NULL, call TEXT NOT NULL, route TEXT, invoice_ref TEXT, problem TEXT NOT NULL,
    sealed_findings TEXT NOT NULL, media_type TEXT NOT NULL, sha256 TEXT NOT NULL, size INTEGER NOT NULL,
    times INTEGER NOT NULL, first_at INTEGER NOT NULL, at INTEGER NOT NULL, expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX refusal_newest ON refusal (at, id);
  CREATE INDEX refusal_of_client ON refusal (client, at, id, size);
  CREATE INDEX refusal_expires ON refusal (expires_at);
  CREATE TABLE refusal_body (id TEXT PRIMARY KEY, sealed BLOB NOT NULL) STRICT;
  CREATE TRIGGER refusal_gone AFTER DELETE ON refusal BEGIN
    DELETE FROM refusal_body WHERE id = OLD.id;
  END;

  -- Links for one reader.
  CREATE TABLE share (
    id TEXT PRIMARY KEY, client TEXT NOT NULL, subject TEXT NOT NULL, hash TEXT NOT NULL, made_by TEXT NOT NULL,
    created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, revoked_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX share_expires ON share (expires_at);
  CREATE INDEX share_of_client ON share (client);
`;
