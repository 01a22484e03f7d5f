/** The tables of what is shown to those who watch and correct, and of tax reports. */
export const ROUTES_AND_REFUSALS = `
  -- How a route answered a client last.
  CREATE TABLE route_state (
    id TEXT PRIMARY KEY, route TEXT NOT NULL, client TEXT NOT NULL, at INTEGER NOT NULL, answer TEXT NOT NULL,
    took_ms INTEGER NOT NULL, works INTEGER NOT NULL, worked_at INTEGER, failing_since INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX route_state_newest ON route_state (route, at);

  -- Ids begin with the time, so new ones are together at the end.
  CREATE INDEX event_by_id ON event (event_id);

  -- What happened to sent invoices, by the hour since 1970 in which it happened. The client '' stands for all clients. A deleted invoice
  -- stays counted; old hours are swept.
  ALTER TABLE invoice ADD COLUMN delivered_at INTEGER;
  ALTER TABLE invoice ADD COLUMN refused_at INTEGER;
  CREATE TABLE activity_count (
    client TEXT NOT NULL, hour INTEGER NOT NULL, route TEXT NOT NULL, activity TEXT NOT NULL, invoices INTEGER NOT NULL,
    PRIMARY KEY (client, hour, route, activity)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX activity_count_hour ON activity_count (hour);
  CREATE TRIGGER activity_came AFTER INSERT ON invoice BEGIN
    INSERT INTO activity_count VALUES
      (NEW.client, NEW.created_at / 3600000, NEW.route, 'received', 1),
      ('', NEW.created_at / 3600000, NEW.route, 'received', 1)
    ON CONFLICT DO UPDATE SET invoices = invoices + 1;
    INSERT INTO activity_count
      SELECT whose.value, unixepoch(care.value ->> 'openedAt') / 3600, NEW.route, 'care', 1
      FROM json_each(NEW.care) AS care, json_each(json_array('', NEW.client)) AS whose
      WHERE true ON CONFLICT DO UPDATE SET invoices = invoices + 1;
  END;
  CREATE TRIGGER activity_delivered AFTER UPDATE OF delivered_at ON invoice
    WHEN OLD.delivered_at IS NULL AND NEW.delivered_at IS NOT NULL BEGIN
    INSERT INTO activity_count VALUES
      (NEW.client, NEW.delivered_at / 3600000, NEW.route, 'delivered', 1),
      ('', NEW.delivered_at / 3600000, NEW.route, 'delivered', 1)
    ON CONFLICT DO UPDATE SET invoices = invoices + 1;
  END;
  CREATE TRIGGER activity_refused AFTER UPDATE OF refused_at ON invoice
    WHEN OLD.refused_at IS NULL AND NEW.refused_at IS NOT NULL BEGIN
    INSERT INTO activity_count VALUES
      (NEW.client, NEW.refused_at / 3600000, NEW.route, 'refused', 1),
      ('', NEW.refused_at / 3600000, NEW.route, 'refused', 1)
    ON CONFLICT DO UPDATE SET invoices = invoices + 1;
  END;
  CREATE TRIGGER activity_care AFTER UPDATE OF care ON invoice WHEN OLD.care <> NEW.care BEGIN
    INSERT INTO activity_count
      SELECT whose.value, unixepoch(care.value ->> 'openedAt') / 3600, NEW.route, 'care', 1
      FROM json_each(NEW.care) AS care, json_each(json_array('', NEW.client)) AS whose
      WHERE NOT EXISTS (
        SELECT 1 FROM json_each(OLD.care) AS known WHERE known.value ->> 'code' = care.value ->> 'code'
          AND known.value ->> 'openedAt' = care.value ->> 'openedAt')
      ON CONFLICT DO UPDATE SET invoices = invoices + 1;
  END;

  -- The words of an invoice's buyer, by which a search finds it. By client first, so that the words of one invoice are in few pages.
  ALTER TABLE invoice ADD COLUMN buyer_words TEXT;
  CREATE TABLE invoice_buyer_word (
    client TEXT NOT NULL, word TEXT NOT NULL, created_at INTEGER NOT NULL, invoice_id TEXT NOT NULL,
    PRIMARY KEY (client, word, created_at, invoice_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER buyer_words_came AFTER INSERT ON invoice WHEN NEW.buyer_words IS NOT NULL BEGIN
    INSERT OR IGNORE INTO invoice_buyer_word
      SELECT NEW.client, value, NEW.created_at, NEW.id FROM json_each(NEW.buyer_words);
  END;
  CREATE TRIGGER buyer_words_changed AFTER UPDATE OF buyer_words ON invoice
    WHEN OLD.buyer_words IS NOT NEW.buyer_words BEGIN
    DELETE FROM invoice_buyer_word WHERE client = OLD.client AND word IN (SELECT value FROM json_each(OLD.buyer_words))
      AND created_at = OLD.created_at AND invoice_id = OLD.id;
    INSERT OR IGNORE INTO invoice_buyer_word
      SELECT NEW.client, value, NEW.created_at, NEW.id FROM json_each(NEW.buyer_words);
  END;
  CREATE TRIGGER buyer_words_went AFTER DELETE ON invoice WHEN OLD.buyer_words IS NOT NULL BEGIN
    DELETE FROM invoice_buyer_word WHERE client = OLD.client AND word IN (SELECT value FROM json_each(OLD.buyer_words))
      AND created_at = OLD.created_at AND invoice_id = OLD.id;
  END;

  -- With the searched text, so that a search reads no rows but those that it finds.
  DROP INDEX invoice_of_client;
  CREATE INDEX invoice_of_client ON invoice (client, created_at, id, state, route, search);

  ALTER TABLE api_key ADD COLUMN last_used_at INTEGER;

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

  -- Counts changes: a change names the version that it goes out from.
  ALTER TABLE cap ADD COLUMN version INTEGER NOT NULL DEFAULT 0;

  -- A look for a job visits only clients with a job whose time has come: such jobs are marked.
  ALTER TABLE job ADD COLUMN is_due INTEGER NOT NULL DEFAULT 0;
  DROP INDEX job_due;
  CREATE INDEX job_due ON job (name, client, next_run_at, priority DESC)
    WHERE is_due = 1 AND locked_at IS NULL AND disabled = 0;
  CREATE INDEX job_later ON job (name, next_run_at) WHERE is_due = 0 AND locked_at IS NULL AND disabled = 0;

  -- A network may list messages by company, and name an invoice by its own identifier.
  ALTER TABLE feed ADD COLUMN company TEXT;
  CREATE INDEX invoice_by_legal_id ON invoice (client, legal_id) WHERE submission_id IS NOT NULL;

  -- A message of a network names a received invoice by its number.
  CREATE INDEX received_numbered ON received (client, invoice_number);

  -- Reports to the tax administration, and what they state.
  CREATE TABLE tax_report (
    id TEXT PRIMARY KEY, client TEXT NOT NULL, environment TEXT NOT NULL, route TEXT NOT NULL, version INTEGER NOT NULL,
    errors TEXT NOT NULL, warnings TEXT, documents TEXT NOT NULL, care TEXT NOT NULL, last_sequence INTEGER NOT NULL,
    failures INTEGER NOT NULL, crashes INTEGER, due_at INTEGER, work TEXT NOT NULL, created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL, state TEXT NOT NULL, invoice_ref TEXT NOT NULL, declarant TEXT NOT NULL, part TEXT NOT NULL,
    first_day TEXT NOT NULL, last_day TEXT NOT NULL, send_at INTEGER NOT NULL, deadline_at INTEGER NOT NULL, warned_at INTEGER,
    documents_made INTEGER NOT NULL, sales_sha256 TEXT, sales_stated INTEGER, accepted_sales TEXT, may_be_held INTEGER NOT NULL,
    held_since INTEGER,
    document_sha256 TEXT, legal_id TEXT, submission TEXT, newest_open_care INTEGER, newest_handled_care INTEGER,
    submission_id TEXT, lease_token TEXT, lease_until INTEGER, lease_holders INTEGER
  ) STRICT;
  CREATE INDEX tax_report_due ON tax_report (route, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX tax_report_leased ON tax_report (lease_until) WHERE lease_until IS NOT NULL;
  CREATE INDEX tax_report_changed ON tax_report (updated_at) WHERE due_at IS NOT NULL;
  CREATE INDEX tax_report_listed ON tax_report (first_day DESC, id DESC);
  CREATE INDEX tax_report_of_client ON tax_report (client, first_day DESC, id DESC);
  CREATE INDEX tax_report_near ON tax_report (deadline_at) WHERE warned_at IS NULL AND state <> 'accepted';
  CREATE INDEX tax_report_submission ON tax_report (submission_id) WHERE submission_id IS NOT NULL;
  CREATE INDEX tax_report_care_open ON tax_report (newest_open_care) WHERE newest_open_care IS NOT NULL;
  CREATE INDEX tax_report_care_handled ON tax_report (newest_handled_care) WHERE newest_handled_care IS NOT NULL;
  CREATE TABLE reported_sale (
    id TEXT PRIMARY KEY, client TEXT NOT NULL, report_id TEXT NOT NULL, day TEXT NOT NULL, invoice_id TEXT, replaces TEXT,
    sealed_sale TEXT NOT NULL, created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX reported_sale_of_report ON reported_sale (report_id);
  CREATE INDEX reported_sale_of_client ON reported_sale (client);
  CREATE INDEX reported_sale_of_invoice ON reported_sale (invoice_id) WHERE invoice_id IS NOT NULL;
  CREATE UNIQUE INDEX reported_sale_replaces ON reported_sale (replaces) WHERE replaces IS NOT NULL;
`;
