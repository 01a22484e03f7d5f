-- A store of schema version 1, as that version wrote it.
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE invoice (
  id TEXT PRIMARY KEY, client TEXT NOT NULL, environment TEXT NOT NULL, route TEXT NOT NULL, state TEXT NOT NULL,
  version INTEGER NOT NULL, invoice_ref TEXT NOT NULL, invoice_number TEXT, issue_date TEXT, format TEXT NOT NULL,
  fingerprint TEXT NOT NULL, intake_key TEXT NOT NULL UNIQUE, legal_id TEXT, buyer_status TEXT, document_sha256 TEXT,
  errors TEXT NOT NULL, documents TEXT NOT NULL, care TEXT NOT NULL, open_care INTEGER NOT NULL,
  last_sequence INTEGER NOT NULL, failures INTEGER NOT NULL, due_at INTEGER, lease_token TEXT, lease_until INTEGER,
  reached_rail INTEGER NOT NULL, deadline_at INTEGER, at_risk_at INTEGER, created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL, search TEXT NOT NULL, holds INTEGER NOT NULL
) STRICT;
-- The duplicate rule, kept by the database itself.
CREATE UNIQUE INDEX invoice_holding ON invoice (client, fingerprint) WHERE holds = 1;
CREATE INDEX invoice_due ON invoice (due_at) WHERE due_at IS NOT NULL;
-- With state and route, so that counting reads no rows.
CREATE INDEX invoice_created ON invoice (created_at, id, state, route);
CREATE INDEX invoice_of_client ON invoice (client, created_at, id, state, route);
CREATE INDEX invoice_attempts ON invoice (client, invoice_ref);
CREATE INDEX invoice_rejected ON invoice (updated_at) WHERE state = 'rejected';
CREATE INDEX invoice_at_risk ON invoice (at_risk_at) WHERE state = 'queued' AND at_risk_at IS NOT NULL;
CREATE INDEX invoice_open_care ON invoice (open_care) WHERE open_care > 0;

-- Also the outbox: written under the write lock, so positions come in the order of the commits.
CREATE TABLE event (
  position INTEGER PRIMARY KEY AUTOINCREMENT, event_id TEXT NOT NULL UNIQUE, invoice_id TEXT NOT NULL,
  client TEXT NOT NULL, sequence INTEGER NOT NULL, occurred_at INTEGER NOT NULL, text TEXT NOT NULL,
  UNIQUE (invoice_id, sequence)
) STRICT;

CREATE TABLE audit (
  id INTEGER PRIMARY KEY, at INTEGER NOT NULL, action TEXT NOT NULL, actor TEXT NOT NULL, client TEXT, subject TEXT,
  request_id TEXT, details TEXT
) STRICT;
CREATE INDEX audit_at ON audit (at);

CREATE TABLE api_key (
  id TEXT PRIMARY KEY, kind TEXT NOT NULL, client TEXT, partner TEXT, scopes TEXT, hash TEXT NOT NULL UNIQUE,
  label TEXT, created_at INTEGER NOT NULL, revoked_at INTEGER, ancestors TEXT NOT NULL
) STRICT;
CREATE INDEX api_key_of_client ON api_key (client, id);

CREATE TABLE idempotency (
  space TEXT NOT NULL, key TEXT NOT NULL, request_hash TEXT NOT NULL, claim_id TEXT NOT NULL, token TEXT NOT NULL,
  lease_until INTEGER NOT NULL, expires_at INTEGER, answer TEXT, invoice_id TEXT,
  PRIMARY KEY (space, key)
) STRICT;
CREATE INDEX idempotency_expires ON idempotency (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX idempotency_invoice ON idempotency (invoice_id) WHERE invoice_id IS NOT NULL;

CREATE TABLE rate (bucket TEXT PRIMARY KEY, counts TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE data_key (client TEXT PRIMARY KEY, wrapped TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE content (
  client TEXT NOT NULL, sha256 TEXT NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (client, sha256)
) STRICT;

INSERT INTO meta (name, value)
VALUES ('clock_offset_ms', '5000');
INSERT INTO meta (name, value)
VALUES ('environment', 'sandbox');
INSERT INTO meta (name, value)
VALUES ('schema_version', '1');
INSERT INTO invoice (id, client, environment, route, state, version, invoice_ref, invoice_number, issue_date, format, fingerprint, intake_key, legal_id, buyer_status, document_sha256, errors, documents, care, open_care, last_sequence, failures, due_at, lease_token, lease_until, reached_rail, deadline_at, at_risk_at, created_at, updated_at, search, holds)
VALUES ('inv_0123456789abcdef01234567', 'acme', 'sandbox', 'DE-XRECHNUNG', 'queued', 1, 'RE-1', 'RE-1', '2026-03-02', 'xrechnung-ubl', 'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff', 'intake-1', NULL, NULL, NULL, '[{"code":"BR-1","severity":"error","source":"EN16931","message":"it''s wrong"}]', '[]', '[{"code":"BR-1","whoActs":"erp","openedAt":"2026-03-02T09:00:00.000Z"}]', 1, 1, 0, 1772442000000, NULL, NULL, 0, NULL, NULL, 1772442000000, 1772442000000, 're-1
re-1', 1);
INSERT INTO event (position, event_id, invoice_id, client, sequence, occurred_at, text)
VALUES (1, 'evt_209a8445b9e6d298b231fe99', 'inv_0123456789abcdef01234567', 'acme', 1, 1772442000000, '{"event_id":"evt_209a8445b9e6d298b231fe99","sequence":1,"occurred_at":"2026-03-02T09:00:00.000Z","status":"received","direction":"out","invoice_ref":"RE-1","invoice_number":"RE-1","country_route":"DE-XRECHNUNG","environment":"sandbox"}');
INSERT INTO audit (id, at, action, actor, client, subject, request_id, details)
VALUES (1, 1772442000000, 'route_chosen', 'key_1', 'acme', 'inv_0123456789abcdef01234567', NULL, '{"rule":"de-domestic"}');
INSERT INTO api_key (id, kind, client, partner, scopes, hash, label, created_at, revoked_at, ancestors)
VALUES ('key_0123456789abcdef01234567', 'client', 'acme', NULL, '["submit","read"]', 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'ERP', 1772442000000, NULL, '[]');
INSERT INTO idempotency (space, key, request_hash, claim_id, token, lease_until, expires_at, answer, invoice_id)
VALUES ('client:acme', 'key-12345', 'dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', 'intake-1', '12ea4241-e1ea-4265-a15c-91e9af7cf498', 1772442030000, 1772528400000, '{"status":202,"headers":{},"body":"{}","invoiceId":"inv_0123456789abcdef01234567"}', 'inv_0123456789abcdef01234567');
INSERT INTO rate (bucket, counts)
VALUES ('acme/submit', '{"60":[29540700,1]}');
INSERT INTO data_key (client, wrapped)
VALUES ('acme', 'wrapped');
INSERT INTO content (client, sha256, sealed)
VALUES ('acme', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', X'7365616c6564206279746573');
