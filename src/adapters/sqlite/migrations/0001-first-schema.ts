/** The tables of release 0.1.0. Times are milliseconds since 1970, booleans 0 and 1, lists JSON. */
export const FIRST_SCHEMA = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE live_process (
    id TEXT PRIMARY KEY, role TEXT NOT NULL, lanes TEXT NOT NULL, version TEXT NOT NULL, master_keys TEXT NOT NULL,
    started_at INTEGER NOT NULL, seen_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Sent invoices. Every index costs a page with every invoice. What may be long comes last: the columns before it are read without it.
  CREATE TABLE invoice (
    id TEXT PRIMARY KEY, client TEXT NOT NULL, environment TEXT NOT NULL, route TEXT NOT NULL, state TEXT NOT NULL,
    work TEXT NOT NULL, due_at INTEGER, version INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
    lease_token TEXT, lease_until INTEGER, lease_holders INTEGER, invoice_ref TEXT NOT NULL, invoice_number TEXT,
    issue_date TEXT, format TEXT NOT NULL, fingerprint TEXT NOT NULL, intake_key TEXT NOT NULL UNIQUE,
    holds INTEGER NOT NULL, legal_id TEXT, buyer_status TEXT, document_sha256 TEXT, submission_id TEXT,
    reached_rail INTEGER NOT NULL, last_sequence INTEGER NOT NULL, failures INTEGER NOT NULL, crashes INTEGER,
    deadline_at INTEGER, deadline_warnings INTEGER, at_risk_at INTEGER, warn_at INTEGER, open_care INTEGER NOT NULL,
    open_care_since INTEGER, newest_open_care INTEGER, newest_handled_care INTEGER, search TEXT NOT NULL, submission TEXT,
    mapping TEXT, documents TEXT NOT NULL, care TEXT NOT NULL, sealed_receiver TEXT, sealed_defaults TEXT,
    sealed_reading TEXT, sealed_payments TEXT, errors TEXT NOT NULL, warnings TEXT
  ) STRICT;
  -- The duplicate rule, kept by the database itself.
  CREATE UNIQUE INDEX invoice_holding ON invoice (client, fingerprint) WHERE holds = 1;
  -- With the route, so that due work of a stuck route is not read in the search for another's.
  CREATE INDEX invoice_due ON invoice (route, due_at) WHERE due_at IS NOT NULL;
  -- With state and route, so that counting reads no rows.
  CREATE INDEX invoice_created ON invoice (created_at, id, state, route);
  CREATE INDEX invoice_of_client ON invoice (client, created_at, id, state, route);
  -- In order of time, so that the newest are found without the others.
  CREATE INDEX invoice_attempts ON invoice (client, invoice_ref, created_at, id);
  -- With client and route, so that a series reads no rows.
  CREATE INDEX invoice_rejected ON invoice (updated_at, client, route) WHERE state = 'rejected';
  CREATE INDEX invoice_at_risk ON invoice (at_risk_at) WHERE state = 'queued' AND at_risk_at IS NOT NULL;
  CREATE INDEX invoice_warned ON invoice (warn_at) WHERE warn_at IS NOT NULL;
  -- The messages of a route name an invoice by its submission or by its number.
  CREATE INDEX invoice_submission ON invoice (submission_id) WHERE submission_id IS NOT NULL;
  CREATE INDEX invoice_numbered ON invoice (client, invoice_number) WHERE submission_id IS NOT NULL;
  -- The queue of a client.
  CREATE INDEX invoice_in_line ON invoice (client, route, due_at) WHERE state = 'queued' AND due_at IS NOT NULL;
  -- Leases from before the clock was set back; there are as many leases as invoices under work.
  CREATE INDEX invoice_leased ON invoice (lease_until) WHERE lease_until IS NOT NULL;
  -- Changes that are later than now: none, unless the clock was set back.
  CREATE INDEX invoice_changed ON invoice (updated_at) WHERE due_at IS NOT NULL;
  CREATE INDEX invoice_care_since ON invoice (open_care_since) WHERE open_care_since IS NOT NULL;
  -- The newest rows of a care list are found without the others, whose number grows every year.
  CREATE INDEX care_open ON invoice (newest_open_care) WHERE newest_open_care IS NOT NULL;
  CREATE INDEX care_open_of_client ON invoice (client, newest_open_care) WHERE newest_open_care IS NOT NULL;
  CREATE INDEX care_handled ON invoice (newest_handled_care) WHERE newest_handled_care IS NOT NULL;
  CREATE INDEX care_handled_of_client ON invoice (client, newest_handled_care) WHERE newest_handled_care IS NOT NULL;

  -- The counts of lists and figures, kept with every change of an invoice. The client '' stands for all clients; \`day\` is the
  -- day of the intake, counted since 1970. A deleted invoice stays counted for the series: as removed on the day of its intake
  -- and, if it was rejected, on the day of its last change.
  CREATE TABLE invoice_count (
    client TEXT NOT NULL, day INTEGER NOT NULL, route TEXT NOT NULL, state TEXT NOT NULL, invoices INTEGER NOT NULL,
    PRIMARY KEY (client, day, route, state)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER invoice_came AFTER INSERT ON invoice BEGIN
    INSERT INTO invoice_count VALUES
      (NEW.client, NEW.created_at / 86400000, NEW.route, NEW.state, 1),
      ('', NEW.created_at / 86400000, NEW.route, NEW.state, 1)
    ON CONFLICT DO UPDATE SET invoices = invoices + 1;
  END;
  CREATE TRIGGER invoice_moved AFTER UPDATE OF state ON invoice WHEN OLD.state <> NEW.state BEGIN
    UPDATE invoice_count SET invoices = invoices - 1
      WHERE client IN ('', OLD.client) AND day = OLD.created_at / 86400000 AND route = OLD.route AND state = OLD.state;
    INSERT INTO invoice_count VALUES
      (NEW.client, NEW.created_at / 86400000, NEW.route, NEW.state, 1),
      ('', NEW.created_at / 86400000, NEW.route, NEW.state, 1)
    ON CONFLICT DO UPDATE SET invoices = invoices + 1;
  END;
  CREATE TRIGGER invoice_went AFTER DELETE ON invoice BEGIN
    UPDATE invoice_count SET invoices = invoices - 1
      WHERE client IN ('', OLD.client) AND day = OLD.created_at / 86400000 AND route = OLD.route AND state = OLD.state;
    INSERT INTO invoice_count VALUES
      (OLD.client, OLD.created_at / 86400000, OLD.route, 'removed', 1),
      ('', OLD.created_at / 86400000, OLD.route, 'removed', 1)
    ON CONFLICT DO UPDATE SET invoices = invoices + 1;
    INSERT INTO invoice_count
      SELECT value, OLD.updated_at / 86400000, OLD.route, 'removed-rejected', 1 FROM json_each(json_array('', OLD.client))
      WHERE OLD.state = 'rejected' ON CONFLICT DO UPDATE SET invoices = invoices + 1;
    INSERT INTO care_count SELECT value ->> 'code', iif(value ->> 'senderCanFix', 'sender', value ->> 'whoActs'), -1
      FROM json_each(OLD.care) WHERE value ->> 'handledAt' IS NULL ON CONFLICT DO UPDATE SET open = open - 1;
  END;

  -- Open care rows. Rows that the sender of the invoice can correct are counted apart.
  CREATE TABLE care_count (
    code TEXT NOT NULL, who_acts TEXT NOT NULL, open INTEGER NOT NULL, PRIMARY KEY (code, who_acts)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER care_came AFTER INSERT ON invoice WHEN NEW.open_care > 0 BEGIN
    INSERT INTO care_count SELECT value ->> 'code', iif(value ->> 'senderCanFix', 'sender', value ->> 'whoActs'), 1
      FROM json_each(NEW.care) WHERE value ->> 'handledAt' IS NULL ON CONFLICT DO UPDATE SET open = open + 1;
  END;
  CREATE TRIGGER care_changed AFTER UPDATE OF care ON invoice WHEN OLD.care <> NEW.care BEGIN
    INSERT INTO care_count SELECT value ->> 'code', iif(value ->> 'senderCanFix', 'sender', value ->> 'whoActs'), -1
      FROM json_each(OLD.care) WHERE value ->> 'handledAt' IS NULL ON CONFLICT DO UPDATE SET open = open - 1;
    INSERT INTO care_count SELECT value ->> 'code', iif(value ->> 'senderCanFix', 'sender', value ->> 'whoActs'), 1
      FROM json_each(NEW.care) WHERE value ->> 'handledAt' IS NULL ON CONFLICT DO UPDATE SET open = open + 1;
  END;

  CREATE TABLE received (
    id TEXT PRIMARY KEY, client TEXT NOT NULL, environment TEXT NOT NULL, route TEXT NOT NULL, version INTEGER NOT NULL,
    errors TEXT NOT NULL, warnings TEXT, documents TEXT NOT NULL, care TEXT NOT NULL, last_sequence INTEGER NOT NULL,
    failures INTEGER NOT NULL, crashes INTEGER, due_at INTEGER, work TEXT NOT NULL, created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL, state TEXT NOT NULL, invoice_ref TEXT NOT NULL, invoice_number TEXT, rail_id TEXT,
    document_sha256 TEXT NOT NULL, intake_key TEXT NOT NULL, search TEXT NOT NULL, newest_open_care INTEGER,
    newest_handled_care INTEGER, lease_token TEXT, lease_until INTEGER, lease_holders INTEGER
  ) STRICT;
  CREATE INDEX received_due ON received (route, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX received_leased ON received (lease_until) WHERE lease_until IS NOT NULL;
  CREATE INDEX received_changed ON received (updated_at) WHERE due_at IS NOT NULL;
  CREATE INDEX received_created ON received (created_at, id, state, route);
  CREATE INDEX received_of_client ON received (client, created_at, id, state, route);
  CREATE INDEX received_finished ON received (client, updated_at) WHERE due_at IS NULL AND newest_open_care IS NULL;
  CREATE INDEX received_care_open ON received (newest_open_care) WHERE newest_open_care IS NOT NULL;
  CREATE INDEX received_care_handled ON received (newest_handled_care) WHERE newest_handled_care IS NOT NULL;
  -- The names under which a document is held.
  CREATE TABLE received_claim (
    client TEXT NOT NULL, name TEXT NOT NULL, received_id TEXT NOT NULL, PRIMARY KEY (client, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX received_claim_of ON received_claim (received_id);
  -- As invoice_count.
  CREATE TABLE received_count (
    client TEXT NOT NULL, day INTEGER NOT NULL, route TEXT NOT NULL, state TEXT NOT NULL, invoices INTEGER NOT NULL,
    PRIMARY KEY (client, day, route, state)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER received_came AFTER INSERT ON received BEGIN
    INSERT INTO received_count VALUES
      (NEW.client, NEW.created_at / 86400000, NEW.route, NEW.state, 1),
      ('', NEW.created_at / 86400000, NEW.route, NEW.state, 1)
    ON CONFLICT DO UPDATE SET invoices = invoices + 1;
  END;
  CREATE TRIGGER received_moved AFTER UPDATE OF state ON received WHEN OLD.state <> NEW.state BEGIN
    UPDATE received_count SET invoices = invoices - 1
      WHERE client IN ('', OLD.client) AND day = OLD.created_at / 86400000 AND route = OLD.route AND state = OLD.state;
    INSERT INTO received_count VALUES
      (NEW.client, NEW.created_at / 86400000, NEW.route, NEW.state, 1),
      ('', NEW.created_at / 86400000, NEW.route, NEW.state, 1)
    ON CONFLICT DO UPDATE SET invoices = invoices + 1;
  END;
  CREATE TRIGGER received_gone AFTER DELETE ON received BEGIN
    UPDATE received_count SET invoices = invoices - 1
      WHERE client IN ('', OLD.client) AND day = OLD.created_at / 86400000 AND route = OLD.route AND state = OLD.state;
  END;
  CREATE TABLE collection_cursor (
    name TEXT PRIMARY KEY, cursor TEXT, held_until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE outgoing_status (
    id TEXT PRIMARY KEY, client TEXT NOT NULL, state TEXT NOT NULL, work TEXT NOT NULL, route TEXT NOT NULL, invoice_id TEXT NOT NULL,
    status TEXT NOT NULL, sealed_message TEXT NOT NULL, submission TEXT NOT NULL, failures INTEGER NOT NULL, crashes INTEGER,
    due_at INTEGER, version INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
    lease_token TEXT, lease_until INTEGER, lease_holders INTEGER
  ) STRICT;
  CREATE INDEX outgoing_status_due ON outgoing_status (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX outgoing_status_changed ON outgoing_status (updated_at) WHERE due_at IS NOT NULL;
  CREATE INDEX outgoing_status_leased ON outgoing_status (lease_until) WHERE lease_until IS NOT NULL;
  CREATE INDEX outgoing_status_ended ON outgoing_status (updated_at) WHERE due_at IS NULL;
  CREATE INDEX outgoing_status_of_invoice ON outgoing_status (invoice_id);
  CREATE INDEX outgoing_status_of_client ON outgoing_status (client);
  -- A message about a status names its submission.
  CREATE INDEX outgoing_status_of_submission ON outgoing_status (submission ->> 'id');

  -- Also the outbox: written under the write lock, so positions come in the order of the commits.
  CREATE TABLE event (
    position INTEGER PRIMARY KEY AUTOINCREMENT, event_id TEXT NOT NULL, invoice_id TEXT NOT NULL, client TEXT NOT NULL,
    sequence INTEGER NOT NULL, occurred_at INTEGER NOT NULL, text TEXT NOT NULL, UNIQUE (invoice_id, sequence)
  ) STRICT;
  -- The event feed of one client.
  CREATE INDEX event_of_client ON event (client, position);

  CREATE TABLE webhook (
    owner TEXT PRIMARY KEY, version INTEGER NOT NULL, url TEXT NOT NULL, active INTEGER NOT NULL, statuses TEXT,
    sealed_secret TEXT NOT NULL, sealed_previous_secret TEXT, sealed_earlier_secret TEXT, secret_rotated_at INTEGER,
    previous_rotated_at INTEGER, contact_email TEXT, starts_after TEXT NOT NULL, created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL, last_delivery_at INTEGER, last_delivery_status INTEGER, notice_day TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE webhook_delivery (
    id TEXT PRIMARY KEY, client TEXT NOT NULL, state TEXT NOT NULL, event_id TEXT NOT NULL, occurred_at INTEGER NOT NULL,
    invoice_id TEXT NOT NULL, sequence INTEGER NOT NULL, attempts INTEGER NOT NULL, failures INTEGER NOT NULL,
    crashes INTEGER, uncalled INTEGER, first_failure_at INTEGER, inactive_since INTEGER, last_attempt_at INTEGER,
    last_error TEXT, due_at INTEGER, work TEXT NOT NULL, version INTEGER NOT NULL, created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL, lease_token TEXT, lease_until INTEGER, lease_holders INTEGER
  ) STRICT;
  CREATE INDEX webhook_delivery_due ON webhook_delivery (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX webhook_delivery_leased ON webhook_delivery (lease_until) WHERE lease_until IS NOT NULL;
  CREATE INDEX webhook_delivery_changed ON webhook_delivery (updated_at) WHERE due_at IS NOT NULL;
  CREATE INDEX webhook_delivery_pending ON webhook_delivery (occurred_at) WHERE state = 'pending';
  CREATE INDEX webhook_delivery_dead ON webhook_delivery (client) WHERE state = 'dead';
  CREATE INDEX webhook_delivery_ended ON webhook_delivery (updated_at) WHERE due_at IS NULL;
  CREATE INDEX webhook_delivery_listed ON webhook_delivery (client, coalesce(last_attempt_at, 0) DESC, id DESC);
  CREATE INDEX webhook_delivery_of_owner ON webhook_delivery (client, occurred_at, id);
  -- What is due to a receiver.
  CREATE INDEX webhook_delivery_of_receiver ON webhook_delivery (client, (failures > 0), due_at, occurred_at)
    WHERE due_at IS NOT NULL;
  CREATE TABLE webhook_cursor (name TEXT PRIMARY KEY, position TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE client (
    client TEXT PRIMARY KEY, version INTEGER NOT NULL, name TEXT, partner TEXT, stage TEXT NOT NULL, contact_email TEXT,
    legal_entities TEXT NOT NULL, countries TEXT NOT NULL, retention_days INTEGER, collect TEXT NOT NULL,
    connectors_set TEXT NOT NULL, sealed_settings TEXT, updated_at INTEGER NOT NULL, deleted_at INTEGER
  ) STRICT;
  CREATE INDEX client_of_partner ON client (partner, client) WHERE partner IS NOT NULL;

  CREATE TABLE credential (
    id TEXT PRIMARY KEY, client TEXT NOT NULL, route TEXT NOT NULL, kind TEXT NOT NULL, issued_by TEXT NOT NULL,
    issued_on TEXT NOT NULL, expires_on TEXT, environment TEXT NOT NULL, legal_entity TEXT, sealed_value TEXT NOT NULL,
    created_at INTEGER NOT NULL, revoked_at INTEGER
  ) STRICT;
  CREATE INDEX credential_of_client ON credential (client, route) WHERE revoked_at IS NULL;
  CREATE INDEX credential_expiring ON credential (expires_on) WHERE expires_on IS NOT NULL AND revoked_at IS NULL;

  CREATE TABLE api_key (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, client TEXT, partner TEXT, scopes TEXT, hash TEXT NOT NULL UNIQUE,
    label TEXT, created_at INTEGER NOT NULL, revoked_at INTEGER, ancestors TEXT NOT NULL
  ) STRICT;
  CREATE INDEX api_key_of_client ON api_key (client, id);

  -- Rows are in the order of time. A row that stands for several has a name under which they are counted (\`fold\`).
  CREATE TABLE audit (
    id INTEGER PRIMARY KEY, at INTEGER NOT NULL, action TEXT NOT NULL, actor TEXT NOT NULL, client TEXT, subject TEXT,
    request_id TEXT, details TEXT, fold TEXT, times INTEGER, last_at INTEGER, open_until INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX audit_fold ON audit (fold) WHERE fold IS NOT NULL;
  CREATE INDEX audit_of_client ON audit (client) WHERE client IS NOT NULL;
  -- What has begun and not ended.
  CREATE INDEX audit_open ON audit (open_until) WHERE open_until IS NOT NULL;

  CREATE TABLE idempotency (
    space TEXT NOT NULL, key TEXT NOT NULL, request_hash TEXT NOT NULL, claim_id TEXT NOT NULL, token TEXT NOT NULL,
    lease_until INTEGER NOT NULL, expires_at INTEGER, answer TEXT, invoice_id TEXT,
    PRIMARY KEY (space, key)
  ) STRICT;
  CREATE INDEX idempotency_expires ON idempotency (expires_at) WHERE expires_at IS NOT NULL;
  CREATE INDEX idempotency_invoice ON idempotency (invoice_id) WHERE invoice_id IS NOT NULL;

  -- Rate limits of callers, and caps of routes.
  CREATE TABLE rate (bucket TEXT PRIMARY KEY, counts TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE cap (
    key TEXT PRIMARY KEY, calls TEXT NOT NULL, open TEXT NOT NULL, promised TEXT NOT NULL, blocked_until INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE data_key (client TEXT PRIMARY KEY, wrapped TEXT NOT NULL) STRICT, WITHOUT ROWID;
  -- How many invoices name a file, and since when none does.
  CREATE TABLE content (
    client TEXT NOT NULL, sha256 TEXT NOT NULL, sealed BLOB NOT NULL, named INTEGER NOT NULL, unnamed_since INTEGER,
    PRIMARY KEY (client, sha256)
  ) STRICT;
  CREATE INDEX content_unnamed ON content (unnamed_since) WHERE unnamed_since IS NOT NULL;
  CREATE TABLE signing_key (
    number INTEGER PRIMARY KEY, kid TEXT NOT NULL, public_key TEXT NOT NULL, sealed_key TEXT NOT NULL, created_at INTEGER NOT NULL
  ) STRICT;

  -- What rails store: how far messages are read, log-ins, answers of registers.
  CREATE TABLE feed (
    name TEXT PRIMARY KEY, route TEXT NOT NULL, client TEXT NOT NULL, credential_id TEXT, cursor TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE session (
    name TEXT PRIMARY KEY, version INTEGER NOT NULL, sealed TEXT, opening_until INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE registration (
    name TEXT PRIMARY KEY, registered TEXT NOT NULL, known_until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX registration_over ON registration (known_until);

  -- Jobs of the scheduler; \`body\` holds what no query reads.
  CREATE TABLE job (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, client TEXT NOT NULL, unique_key TEXT UNIQUE, type TEXT NOT NULL,
    priority INTEGER NOT NULL, disabled INTEGER NOT NULL, asked INTEGER NOT NULL, next_run_at INTEGER, locked_at INTEGER,
    body TEXT NOT NULL
  ) STRICT;
  -- Clients take turns: the index leads from one that has jobs to the next, and to the earliest of each.
  CREATE INDEX job_due ON job (name, client, next_run_at, priority DESC) WHERE locked_at IS NULL AND disabled = 0;
  CREATE INDEX job_locked ON job (name, locked_at) WHERE locked_at IS NOT NULL;
`;
