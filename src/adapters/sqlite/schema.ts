import { CLIENT_FIELDS } from '../../domain/clients/client-record.ts';
import { CREDENTIAL_FIELDS } from '../../domain/credentials/credential-fields.ts';
import { AUDIT_FIELDS } from '../../ports/audit-log.ts';
import { EVENT_FIELDS, LEASE_FIELDS } from '../../domain/lifecycle/invoice-fields.ts';
import { DELIVERY_FIELDS } from '../../domain/webhooks/delivery.ts';
import { OUTGOING_FIELDS } from '../../domain/statuses/outgoing-status.ts';
import { WEBHOOK_FIELDS } from '../../domain/webhooks/webhook.ts';
import type { Fields } from '../../domain/vocabulary/fields.ts';
import { columnsOf } from './field-columns.ts';
import { SENT } from './invoice-rows.ts';
import { RECEIVED } from './received-rows.ts';

interface OfFields {
  readonly fields: Fields;
  /** Columns that are not fields. */
  readonly beside: readonly string[];
}

/** Tables whose columns are fields. A new field becomes a column of an older store without a migration. */
export const TABLES: Readonly<Record<string, OfFields>> = {
  invoice: { fields: SENT.fields, beside: columnsOf(LEASE_FIELDS, 'lease') },
  event: { fields: EVENT_FIELDS, beside: ['position', 'invoice_id', 'client'] },
  audit: { fields: AUDIT_FIELDS, beside: ['id', 'fold'] },
  credential: { fields: CREDENTIAL_FIELDS, beside: [] },
  client: { fields: CLIENT_FIELDS, beside: [] },
  webhook: { fields: WEBHOOK_FIELDS, beside: ['last_delivery_at', 'last_delivery_status', 'notice_day'] },
  webhook_delivery: { fields: DELIVERY_FIELDS, beside: columnsOf(LEASE_FIELDS, 'lease') },
  received: { fields: RECEIVED.fields, beside: columnsOf(LEASE_FIELDS, 'lease') },
  outgoing_status: { fields: OUTGOING_FIELDS, beside: columnsOf(LEASE_FIELDS, 'lease') },
};

/**
 * The migrations, oldest first. A released version is never edited, because stores of it exist. Times are milliseconds since
 * 1970, booleans 0 and 1, lists JSON.
 */
export const MIGRATIONS: readonly string[] = [
  `
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
  `,
  `
  -- Jobs of the scheduler; \`body\` holds what no query looks at.
  CREATE TABLE job (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, unique_key TEXT UNIQUE, type TEXT NOT NULL, priority INTEGER NOT NULL,
    disabled INTEGER NOT NULL, asked INTEGER NOT NULL, next_run_at INTEGER, locked_at INTEGER, body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX job_due ON job (name, next_run_at, priority DESC) WHERE locked_at IS NULL AND disabled = 0;
  CREATE INDEX job_locked ON job (name, locked_at) WHERE locked_at IS NOT NULL;
  `,
  `
  -- Every index costs a page with every invoice. Audit rows are in the order of time and ids of events unique by themselves.
  DROP INDEX audit_at;

  CREATE TABLE new_event (
    position INTEGER PRIMARY KEY AUTOINCREMENT, event_id TEXT NOT NULL, invoice_id TEXT NOT NULL, client TEXT NOT NULL,
    sequence INTEGER NOT NULL, occurred_at INTEGER NOT NULL, text TEXT NOT NULL, UNIQUE (invoice_id, sequence)
  ) STRICT;
  INSERT INTO new_event SELECT position, event_id, invoice_id, client, sequence, occurred_at, text FROM event;
  DROP TABLE event;
  ALTER TABLE new_event RENAME TO event;
  `,
  `
  -- Clients take turns: the index leads from one that has jobs to the next, and to the earliest of each.
  ALTER TABLE job ADD COLUMN client TEXT NOT NULL DEFAULT '';
  DROP INDEX job_due;
  CREATE INDEX job_due ON job (name, client, next_run_at, priority DESC) WHERE locked_at IS NULL AND disabled = 0;
  `,
  `
  ALTER TABLE invoice ADD COLUMN lease_holders INTEGER;
  `,
  `
  -- A row that stands for several has a name under which they are counted.
  ALTER TABLE audit ADD COLUMN fold TEXT;
  ALTER TABLE audit ADD COLUMN times INTEGER;
  ALTER TABLE audit ADD COLUMN last_at INTEGER;
  CREATE UNIQUE INDEX audit_fold ON audit (fold) WHERE fold IS NOT NULL;
  `,
  `
  -- What waits for a stuck route is not looked through for what is due on another.
  DROP INDEX invoice_due;
  CREATE INDEX invoice_due ON invoice (route, due_at) WHERE due_at IS NOT NULL;
  `,
  `
  CREATE TABLE cap (key TEXT PRIMARY KEY, calls TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  `
  -- What lists and figures count, kept with every change of an invoice. The client '' is all of them; \`day\` is that on which
  -- the invoice came in, counted since 1970.
  CREATE TABLE invoice_count (
    client TEXT NOT NULL, day INTEGER NOT NULL, route TEXT NOT NULL, state TEXT NOT NULL, invoices INTEGER NOT NULL,
    PRIMARY KEY (client, day, route, state)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO invoice_count
    SELECT client, created_at / 86400000, route, state, count(*) FROM invoice GROUP BY 1, 2, 3, 4;
  INSERT INTO invoice_count
    SELECT '', day, route, state, sum(invoices) FROM invoice_count GROUP BY 2, 3, 4;

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

  CREATE TABLE care_count (
    code TEXT NOT NULL, who_acts TEXT NOT NULL, open INTEGER NOT NULL, PRIMARY KEY (code, who_acts)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO care_count
    SELECT row.value ->> 'code', row.value ->> 'whoActs', count(*) FROM invoice, json_each(invoice.care) AS row
    WHERE row.value ->> 'handledAt' IS NULL GROUP BY 1, 2;
  CREATE TRIGGER care_came AFTER INSERT ON invoice WHEN NEW.open_care > 0 BEGIN
    INSERT INTO care_count SELECT value ->> 'code', value ->> 'whoActs', 1 FROM json_each(NEW.care)
      WHERE value ->> 'handledAt' IS NULL ON CONFLICT DO UPDATE SET open = open + 1;
  END;
  CREATE TRIGGER care_changed AFTER UPDATE OF care ON invoice WHEN OLD.care <> NEW.care BEGIN
    INSERT INTO care_count SELECT value ->> 'code', value ->> 'whoActs', -1 FROM json_each(OLD.care)
      WHERE value ->> 'handledAt' IS NULL ON CONFLICT DO UPDATE SET open = open - 1;
    INSERT INTO care_count SELECT value ->> 'code', value ->> 'whoActs', 1 FROM json_each(NEW.care)
      WHERE value ->> 'handledAt' IS NULL ON CONFLICT DO UPDATE SET open = open + 1;
  END;

  -- Was only for what is counted now.
  DROP INDEX invoice_open_care;
  -- With client and route, so that a series reads no rows.
  DROP INDEX invoice_rejected;
  CREATE INDEX invoice_rejected ON invoice (updated_at, client, route) WHERE state = 'rejected';
  `,
  `
  CREATE TABLE credential (
    id TEXT PRIMARY KEY, client TEXT NOT NULL, route TEXT NOT NULL, kind TEXT NOT NULL, issued_by TEXT NOT NULL,
    issued_on TEXT NOT NULL, expires_on TEXT, environment TEXT NOT NULL, legal_entity TEXT, sealed_value TEXT NOT NULL,
    created_at INTEGER NOT NULL, revoked_at INTEGER
  ) STRICT;
  CREATE INDEX credential_of_client ON credential (client, route) WHERE revoked_at IS NULL;
  CREATE INDEX credential_expiring ON credential (expires_on) WHERE expires_on IS NOT NULL AND revoked_at IS NULL;
  `,
  `
  -- The messages of a route name what was sent by its identity or by its number.
  ALTER TABLE invoice ADD COLUMN submission_id TEXT;
  CREATE INDEX invoice_submission ON invoice (submission_id) WHERE submission_id IS NOT NULL;
  CREATE INDEX invoice_numbered ON invoice (client, invoice_number) WHERE submission_id IS NOT NULL;
  CREATE TABLE feed (
    name TEXT PRIMARY KEY, route TEXT NOT NULL, client TEXT NOT NULL, credential_id TEXT, cursor TEXT
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Most invoices have no care row.
  CREATE INDEX invoice_in_care ON invoice (client) WHERE care <> '[]';
  `,
  `
  -- How many invoices name it, and since when none does; NULL of what is older, which is never swept.
  ALTER TABLE content ADD COLUMN named INTEGER;
  ALTER TABLE content ADD COLUMN unnamed_since INTEGER;
  CREATE INDEX content_unnamed ON content (unnamed_since) WHERE unnamed_since IS NOT NULL;
  `,
  `
  CREATE TABLE session (
    name TEXT PRIMARY KEY, version INTEGER NOT NULL, sealed TEXT, opening_until INTEGER
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE registration (
    name TEXT PRIMARY KEY, registered TEXT NOT NULL, known_until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX registration_over ON registration (known_until);
  `,
  `
  ALTER TABLE invoice ADD COLUMN warn_at INTEGER;
  CREATE INDEX invoice_warned ON invoice (warn_at) WHERE warn_at IS NOT NULL;
  `,
  `
  -- In order of time, so that the newest are found without the others.
  DROP INDEX invoice_attempts;
  CREATE INDEX invoice_attempts ON invoice (client, invoice_ref, created_at, id);
  -- What somebody has to act on now; most care rows of the past are handled.
  CREATE INDEX invoice_open_care ON invoice (client) WHERE open_care > 0;
  -- Within a client in the order of their writing.
  CREATE INDEX audit_of_client ON audit (client) WHERE client IS NOT NULL;
  `,
  `
  ALTER TABLE cap ADD COLUMN promised TEXT NOT NULL DEFAULT '[]';
  `,
  `
  ALTER TABLE invoice ADD COLUMN open_care_since INTEGER;
  UPDATE invoice SET open_care_since = (
    SELECT unixepoch(min(json_extract(value, '$.openedAt'))) * 1000 FROM json_each(care) WHERE json_extract(value, '$.handledAt') IS NULL
  ) WHERE open_care > 0;
  CREATE INDEX invoice_care_since ON invoice (open_care_since) WHERE open_care_since IS NOT NULL;
  `,
  `
  ALTER TABLE cap ADD COLUMN under_way TEXT NOT NULL DEFAULT '[]';
  `,
  `
  ALTER TABLE cap ADD COLUMN blocked_until INTEGER;
  `,
  `
  -- So that the newest rows of a care list are found without the others, which are more with every year.
  ALTER TABLE invoice ADD COLUMN newest_open_care INTEGER;
  ALTER TABLE invoice ADD COLUMN newest_handled_care INTEGER;
  UPDATE invoice SET
    newest_open_care = (
      SELECT CAST(round(unixepoch(max(value ->> 'openedAt'), 'subsec') * 1000) AS INTEGER) FROM json_each(care)
      WHERE value ->> 'handledAt' IS NULL),
    newest_handled_care = (
      SELECT CAST(round(unixepoch(max(value ->> 'openedAt'), 'subsec') * 1000) AS INTEGER) FROM json_each(care)
      WHERE value ->> 'handledAt' IS NOT NULL)
  WHERE care <> '[]';
  DROP INDEX invoice_in_care;
  DROP INDEX invoice_open_care;
  CREATE INDEX care_open ON invoice (newest_open_care) WHERE newest_open_care IS NOT NULL;
  CREATE INDEX care_open_of_client ON invoice (client, newest_open_care) WHERE newest_open_care IS NOT NULL;
  CREATE INDEX care_handled ON invoice (newest_handled_care) WHERE newest_handled_care IS NOT NULL;
  CREATE INDEX care_handled_of_client ON invoice (client, newest_handled_care) WHERE newest_handled_care IS NOT NULL;
  `,
  `
  -- The event feed of one client.
  CREATE INDEX event_of_client ON event (client, position);
  `,
  `
  -- Leases that were taken before the clock was set back; there are as many leases as invoices that are worked on.
  CREATE INDEX invoice_leased ON invoice (lease_until) WHERE lease_until IS NOT NULL;
  `,
  `
  CREATE TABLE client (
    client TEXT PRIMARY KEY, version INTEGER NOT NULL, name TEXT, partner TEXT, stage TEXT NOT NULL, contact_email TEXT,
    legal_entities TEXT NOT NULL, countries TEXT NOT NULL, retention_days INTEGER, collect TEXT NOT NULL,
    connectors_set TEXT NOT NULL, sealed_settings TEXT, updated_at INTEGER NOT NULL, deleted_at INTEGER
  ) STRICT;
  CREATE INDEX client_of_partner ON client (partner, client) WHERE partner IS NOT NULL;
  `,
  `
  CREATE TABLE webhook (
    owner TEXT PRIMARY KEY, version INTEGER NOT NULL, url TEXT NOT NULL, active INTEGER NOT NULL, statuses TEXT,
    sealed_secret TEXT NOT NULL, sealed_previous_secret TEXT, secret_rotated_at INTEGER, contact_email TEXT,
    starts_after TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
    last_delivery_at INTEGER, last_delivery_status INTEGER, notice_day TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE webhook_delivery (
    id TEXT PRIMARY KEY, client TEXT NOT NULL, state TEXT NOT NULL, event_id TEXT NOT NULL, occurred_at INTEGER NOT NULL,
    invoice_id TEXT NOT NULL, sequence INTEGER NOT NULL, attempts INTEGER NOT NULL, failures INTEGER NOT NULL,
    crashes INTEGER, first_failure_at INTEGER, last_attempt_at INTEGER, last_error TEXT, due_at INTEGER,
    work TEXT NOT NULL, version INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
    lease_token TEXT, lease_until INTEGER, lease_holders INTEGER
  ) STRICT;
  CREATE INDEX webhook_delivery_due ON webhook_delivery (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX webhook_delivery_leased ON webhook_delivery (lease_until) WHERE lease_until IS NOT NULL;
  CREATE INDEX webhook_delivery_pending ON webhook_delivery (occurred_at) WHERE state = 'pending';
  CREATE INDEX webhook_delivery_dead ON webhook_delivery (client) WHERE state = 'dead';
  CREATE INDEX webhook_delivery_ended ON webhook_delivery (updated_at) WHERE due_at IS NULL;
  CREATE INDEX webhook_delivery_listed ON webhook_delivery (client, coalesce(last_attempt_at, 0) DESC, id DESC);
  CREATE INDEX webhook_delivery_of_owner ON webhook_delivery (client, occurred_at, id);
  CREATE TABLE webhook_cursor (name TEXT PRIMARY KEY, position TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  `
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
  CREATE INDEX received_created ON received (created_at, id, state, route);
  CREATE INDEX received_of_client ON received (client, created_at, id, state, route);
  CREATE INDEX received_finished ON received (client, updated_at) WHERE due_at IS NULL AND newest_open_care IS NULL;
  CREATE INDEX received_care_open ON received (newest_open_care) WHERE newest_open_care IS NOT NULL;
  CREATE INDEX received_care_handled ON received (newest_handled_care) WHERE newest_handled_care IS NOT NULL;
  -- Under which names a document is held.
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
  `,
  `
  CREATE TABLE collect_place (
    name TEXT PRIMARY KEY, cursor TEXT, held_until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- What was changed later than now: nothing, unless the clock was set back.
  CREATE INDEX invoice_changed ON invoice (updated_at) WHERE due_at IS NOT NULL;
  CREATE INDEX received_changed ON received (updated_at) WHERE due_at IS NOT NULL;
  CREATE INDEX webhook_delivery_changed ON webhook_delivery (updated_at) WHERE due_at IS NOT NULL;
  -- What a client has in line.
  CREATE INDEX invoice_in_line ON invoice (client, route, due_at) WHERE state = 'queued' AND due_at IS NOT NULL;
  `,
  `
  -- A deleted invoice stays counted for the series, by the day on which it came and, if it was rejected, by that of its last change.
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
    INSERT INTO care_count SELECT value ->> 'code', value ->> 'whoActs', -1 FROM json_each(OLD.care)
      WHERE value ->> 'handledAt' IS NULL ON CONFLICT DO UPDATE SET open = open - 1;
  END;

  -- Files that are older than the counting of who names them; what nobody names is swept from now on, as of younger ones.
  CREATE TABLE naming (
    client TEXT NOT NULL, sha256 TEXT NOT NULL, invoices INTEGER NOT NULL, PRIMARY KEY (client, sha256)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO naming
    SELECT invoice.client, document.value ->> 'sha256', count(DISTINCT invoice.id)
    FROM (SELECT id, client, documents FROM invoice UNION ALL SELECT id, client, documents FROM received) AS invoice,
      json_each(invoice.documents) AS document
    WHERE EXISTS (SELECT 1 FROM content WHERE named IS NULL) GROUP BY 1, 2;
  UPDATE content SET named = coalesce((
      SELECT invoices FROM naming WHERE naming.client = content.client AND naming.sha256 = content.sha256), 0)
    WHERE named IS NULL;
  UPDATE content SET unnamed_since = unixepoch() * 1000 WHERE named = 0 AND unnamed_since IS NULL;
  DROP TABLE naming;
  `,
  `
  CREATE TABLE signing_key (
    number INTEGER PRIMARY KEY, kid TEXT NOT NULL, public_key TEXT NOT NULL, sealed_key TEXT NOT NULL, created_at INTEGER NOT NULL
  ) STRICT;
  `,
  `
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
  `,
  `
  -- A care row that whoever handed the invoice in can correct is counted apart; there is none yet.
  DROP TRIGGER care_came;
  DROP TRIGGER care_changed;
  DROP TRIGGER invoice_went;
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
  `,
  `
  -- What has begun and not ended.
  ALTER TABLE audit ADD COLUMN open_until INTEGER;
  CREATE INDEX audit_open ON audit (open_until) WHERE open_until IS NOT NULL;
  `,
  `
  -- What is due to a receiver.
  CREATE INDEX webhook_delivery_of_receiver ON webhook_delivery (client, (failures > 0), due_at, occurred_at)
    WHERE due_at IS NOT NULL;
  `,
  `
  -- A message about a status names its submission.
  CREATE INDEX outgoing_status_of_submission ON outgoing_status (submission ->> 'id');
  `,
  `
  CREATE TABLE live_process (
    id TEXT PRIMARY KEY, role TEXT NOT NULL, lanes TEXT NOT NULL, version TEXT NOT NULL, master_keys TEXT NOT NULL,
    started_at INTEGER NOT NULL, seen_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
];
