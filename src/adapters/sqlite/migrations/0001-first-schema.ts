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
    deadline_at INTEGER, deadline_warnings INTEGER, at_risk_at INTEGER, warn_at INTEGER, delivered_at INTEGER,
    refused_at INTEGER, open_care INTEGER NOT NULL, open_care_since INTEGER, newest_open_care INTEGER,
    newest_handled_care INTEGER, search TEXT NOT NULL, processing_rule TEXT, offline TEXT, submission TEXT, mapping TEXT,
    documents TEXT NOT NULL, care TEXT NOT NULL, sealed_receiver TEXT, sealed_addressee TEXT, sealed_sale TEXT,
    sealed_defaults TEXT, sealed_reading TEXT, sealed_payments TEXT, search_words TEXT, buyer_words TEXT, also_sent_as TEXT, exchanges TEXT,
    errors TEXT NOT NULL, warnings TEXT
  ) STRICT;
  -- The duplicate rule, kept by the database itself.
  CREATE UNIQUE INDEX invoice_holding ON invoice (client, fingerprint) WHERE holds = 1;
  -- With the route, so that due work of a stuck route is not read in the search for another's.
  CREATE INDEX invoice_due ON invoice (route, due_at) WHERE due_at IS NOT NULL;
  -- With state and route, so that counting reads no rows, and with what is searched, so that a search reads those that it finds.
  CREATE INDEX invoice_created ON invoice (created_at, id, state, route, search);
  CREATE INDEX invoice_of_client ON invoice (client, created_at, id, state, route, issue_date, search, search_words);
  -- In order of time, so that the newest are found without the others.
  CREATE INDEX invoice_attempts ON invoice (client, invoice_ref, created_at, id);
  CREATE INDEX invoice_at_risk ON invoice (at_risk_at) WHERE state = 'queued' AND at_risk_at IS NOT NULL;
  CREATE INDEX invoice_warned ON invoice (warn_at) WHERE warn_at IS NOT NULL;
  -- The messages of a route name an invoice by its submission, its number or the identifier of the network. A number used before is
  -- found whether its invoice was sent, waits, or is never sent by the service.
  CREATE INDEX invoice_submission ON invoice (submission_id) WHERE submission_id IS NOT NULL;
  CREATE INDEX invoice_numbered ON invoice (client, invoice_number);
  CREATE INDEX invoice_by_legal_id ON invoice (client, legal_id) WHERE submission_id IS NOT NULL;
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

  -- Rejected invoices by the day of their last change, for the series: with the client '' for all clients. A deleted invoice is no
  -- longer counted here, but in invoice_count.
  CREATE TABLE rejected_count (
    client TEXT NOT NULL, day INTEGER NOT NULL, route TEXT NOT NULL, invoices INTEGER NOT NULL,
    PRIMARY KEY (client, day, route)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER rejected_came AFTER INSERT ON invoice WHEN NEW.state = 'rejected' BEGIN
    INSERT INTO rejected_count VALUES
      (NEW.client, NEW.updated_at / 86400000, NEW.route, 1), ('', NEW.updated_at / 86400000, NEW.route, 1)
    ON CONFLICT DO UPDATE SET invoices = invoices + 1;
  END;
  CREATE TRIGGER rejected_left AFTER UPDATE OF state, updated_at ON invoice
    WHEN OLD.state = 'rejected' AND (NEW.state <> 'rejected' OR NEW.updated_at / 86400000 <> OLD.updated_at / 86400000) BEGIN
    UPDATE rejected_count SET invoices = invoices - 1
      WHERE client IN ('', OLD.client) AND day = OLD.updated_at / 86400000 AND route = OLD.route;
  END;
  CREATE TRIGGER rejected_reached AFTER UPDATE OF state, updated_at ON invoice
    WHEN NEW.state = 'rejected' AND (OLD.state <> 'rejected' OR NEW.updated_at / 86400000 <> OLD.updated_at / 86400000) BEGIN
    INSERT INTO rejected_count VALUES
      (NEW.client, NEW.updated_at / 86400000, NEW.route, 1), ('', NEW.updated_at / 86400000, NEW.route, 1)
    ON CONFLICT DO UPDATE SET invoices = invoices + 1;
  END;
  CREATE TRIGGER rejected_went AFTER DELETE ON invoice WHEN OLD.state = 'rejected' BEGIN
    UPDATE rejected_count SET invoices = invoices - 1
      WHERE client IN ('', OLD.client) AND day = OLD.updated_at / 86400000 AND route = OLD.route;
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

  -- What happened to sent invoices, by the hour since 1970 in which it happened. The client '' stands for all clients. A deleted invoice
  -- stays counted; old hours are swept.
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

  -- Parts of references and numbers of the clients in whose long lists they are searched (search-index.ts).
  -- Invoices that came in from \`indexed_from\` and before \`indexed_until\` are in a block or in search_late.
  CREATE TABLE search_index (
    client TEXT PRIMARY KEY, indexed_from INTEGER NOT NULL, indexed_until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Some invoices of a client. \`offsets\`: when they came in, in milliseconds after the first; each time once, in order.
  CREATE TABLE search_block (
    block INTEGER PRIMARY KEY, client TEXT NOT NULL, first_at INTEGER NOT NULL, last_at INTEGER NOT NULL, offsets TEXT NOT NULL
  ) STRICT;
  CREATE INDEX search_block_of_client ON search_block (client, last_at, first_at);

  -- The invoices of a block in whose searched texts four characters occur in a row: their \`offsets\`. NULL stands for all of them.
  CREATE TABLE search_part (
    block INTEGER NOT NULL, characters TEXT NOT NULL, offsets TEXT, PRIMARY KEY (block, characters)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER search_block_went AFTER DELETE ON search_block BEGIN
    DELETE FROM search_part WHERE block = OLD.block;
  END;

  -- Invoices that came in, or whose searched text changed, after invoices of their time were put into blocks.
  CREATE TABLE search_late (
    client TEXT NOT NULL, created_at INTEGER NOT NULL, invoice_id TEXT NOT NULL, PRIMARY KEY (client, created_at, invoice_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER search_came_late AFTER INSERT ON invoice
    WHEN NEW.created_at < (SELECT indexed_until FROM search_index WHERE client = NEW.client) BEGIN
    INSERT INTO search_late VALUES (NEW.client, NEW.created_at, NEW.id);
  END;
  CREATE TRIGGER search_changed_late AFTER UPDATE OF search ON invoice
    WHEN NEW.search <> OLD.search AND NEW.created_at < (SELECT indexed_until FROM search_index WHERE client = NEW.client) BEGIN
    INSERT OR IGNORE INTO search_late VALUES (NEW.client, NEW.created_at, NEW.id);
  END;
  CREATE TRIGGER search_went AFTER DELETE ON invoice
    WHEN OLD.created_at < (SELECT indexed_until FROM search_index WHERE client = OLD.client) BEGIN
    DELETE FROM search_late WHERE client = OLD.client AND created_at = OLD.created_at AND invoice_id = OLD.id;
  END;

  CREATE TABLE received (
    id TEXT PRIMARY KEY, client TEXT NOT NULL, environment TEXT NOT NULL, route TEXT NOT NULL, version INTEGER NOT NULL,
    errors TEXT NOT NULL, warnings TEXT, documents TEXT NOT NULL, care TEXT NOT NULL, last_sequence INTEGER NOT NULL,
    failures INTEGER NOT NULL, crashes INTEGER, due_at INTEGER, work TEXT NOT NULL, created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL, state TEXT NOT NULL, invoice_ref TEXT NOT NULL, invoice_number TEXT, issue_date TEXT, rail_id TEXT,
    document_sha256 TEXT NOT NULL, intake_key TEXT NOT NULL, search TEXT NOT NULL, search_words TEXT, present_status TEXT, newest_open_care INTEGER,
    newest_handled_care INTEGER, lease_token TEXT, lease_until INTEGER, lease_holders INTEGER
  ) STRICT;
  CREATE INDEX received_due ON received (route, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX received_leased ON received (lease_until) WHERE lease_until IS NOT NULL;
  CREATE INDEX received_changed ON received (updated_at) WHERE due_at IS NOT NULL;
  CREATE INDEX received_created ON received (created_at, id, state, route);
  CREATE INDEX received_of_client ON received (client, created_at, id, state, route, issue_date, search, search_words);
  -- A message of a network names a received invoice by its number.
  CREATE INDEX received_numbered ON received (client, invoice_number);
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

  -- Reports to the tax administration, and what they state.
  CREATE TABLE tax_report (
    id TEXT PRIMARY KEY, client TEXT NOT NULL, environment TEXT NOT NULL, route TEXT NOT NULL, version INTEGER NOT NULL,
    errors TEXT NOT NULL, warnings TEXT, documents TEXT NOT NULL, care TEXT NOT NULL, last_sequence INTEGER NOT NULL,
    failures INTEGER NOT NULL, crashes INTEGER, due_at INTEGER, work TEXT NOT NULL, created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL, state TEXT NOT NULL, invoice_ref TEXT NOT NULL, declarant TEXT NOT NULL, part TEXT NOT NULL,
    first_day TEXT NOT NULL, last_day TEXT NOT NULL, send_at INTEGER NOT NULL, deadline_at INTEGER NOT NULL, warned_at INTEGER,
    documents_made INTEGER NOT NULL, sales_sha256 TEXT, sales_stated INTEGER, accepted_sales TEXT, may_be_held INTEGER NOT NULL,
    held_since INTEGER, is_derived INTEGER, document_sha256 TEXT, legal_id TEXT, submission TEXT, newest_open_care INTEGER,
    newest_handled_care INTEGER, submission_id TEXT, lease_token TEXT, lease_until INTEGER, lease_holders INTEGER
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

  -- Also the outbox: written under the write lock, so positions come in the order of the commits.
  CREATE TABLE event (
    position INTEGER PRIMARY KEY AUTOINCREMENT, event_id TEXT NOT NULL, invoice_id TEXT NOT NULL, client TEXT NOT NULL,
    sequence INTEGER NOT NULL, occurred_at INTEGER NOT NULL, text TEXT NOT NULL, UNIQUE (invoice_id, sequence)
  ) STRICT;
  -- The event feed of one client.
  CREATE INDEX event_of_client ON event (client, position);
  -- Ids begin with the time, so new ones are together at the end.
  CREATE INDEX event_by_id ON event (event_id);

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
    last_error TEXT, tries TEXT, due_at INTEGER, work TEXT NOT NULL, version INTEGER NOT NULL, created_at INTEGER NOT NULL,
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
    language TEXT, legal_entities TEXT NOT NULL, countries TEXT NOT NULL, retention_days INTEGER, collect TEXT NOT NULL,
    collect_third_party INTEGER, plausibility TEXT, connectors_set TEXT NOT NULL, sealed_settings TEXT,
    updated_at INTEGER NOT NULL, stopped_at INTEGER, deleted_at INTEGER
  ) STRICT;
  CREATE INDEX client_of_partner ON client (partner, client) WHERE partner IS NOT NULL;

  CREATE TABLE credential (
    id TEXT PRIMARY KEY, client TEXT NOT NULL, route TEXT NOT NULL, kind TEXT NOT NULL, issued_by TEXT NOT NULL,
    issued_on TEXT NOT NULL, expires_on TEXT, environment TEXT NOT NULL, legal_entity TEXT, sealed_value TEXT NOT NULL,
    created_at INTEGER NOT NULL, revoked_at INTEGER, slot TEXT, problem TEXT
  ) STRICT;
  -- One live credential of a use has the slot of that use.
  CREATE UNIQUE INDEX credential_slot ON credential (slot) WHERE slot IS NOT NULL;
  CREATE INDEX credential_of_client ON credential (client, route) WHERE revoked_at IS NULL;
  CREATE INDEX credential_expiring ON credential (expires_on) WHERE expires_on IS NOT NULL AND revoked_at IS NULL;

  CREATE TABLE api_key (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, client TEXT, partner TEXT, scopes TEXT, hash TEXT NOT NULL UNIQUE,
    label TEXT, created_at INTEGER NOT NULL, last_used_at INTEGER, revoked_at INTEGER, ancestors TEXT NOT NULL, slot TEXT
  ) STRICT;
  -- A client has 20 slots for live keys.
  CREATE UNIQUE INDEX api_key_slot ON api_key (slot) WHERE slot IS NOT NULL;
  CREATE INDEX api_key_of_client ON api_key (client, id);

  -- People at the console.
  CREATE TABLE browser_session (
    id TEXT PRIMARY KEY, hash TEXT NOT NULL, key_id TEXT, person TEXT, subject TEXT, kind TEXT, client TEXT, scopes TEXT,
    sealed_refresh_token TEXT, ask_at INTEGER, confirmed_until INTEGER, created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL, ended_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX browser_session_expires ON browser_session (expires_at);

  -- Links for one reader.
  CREATE TABLE share (
    id TEXT PRIMARY KEY, client TEXT NOT NULL, subject TEXT NOT NULL, hash TEXT NOT NULL, made_by TEXT NOT NULL,
    created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, revoked_at INTEGER, last_read_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX share_expires ON share (expires_at);
  CREATE INDEX share_of_client ON share (client);

  -- Submissions that were answered 422. The body comes last: a list that leaves it out reads none of its pages.
  CREATE TABLE refusal (
    id TEXT PRIMARY KEY, client TEXT NOT NULL, call TEXT NOT NULL, route TEXT, invoice_ref TEXT, problem TEXT NOT NULL,
    sealed_findings TEXT NOT NULL, media_type TEXT NOT NULL, sha256 TEXT NOT NULL, size INTEGER NOT NULL,
    times INTEGER NOT NULL, first_at INTEGER NOT NULL, at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT;
  CREATE INDEX refusal_newest ON refusal (at, id);
  CREATE INDEX refusal_of_client ON refusal (client, at, id, size);
  CREATE INDEX refusal_expires ON refusal (expires_at);

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
  -- \`version\` counts changes: a change names the version that it goes out from.
  CREATE TABLE cap (
    key TEXT PRIMARY KEY, version INTEGER NOT NULL, calls TEXT NOT NULL, open TEXT NOT NULL, promised TEXT NOT NULL,
    blocked_until INTEGER
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
    name TEXT PRIMARY KEY, route TEXT NOT NULL, client TEXT NOT NULL, credential_id TEXT, company TEXT, cursor TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE session (
    name TEXT PRIMARY KEY, version INTEGER NOT NULL, sealed TEXT, opening_until INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE registration (
    name TEXT PRIMARY KEY, registered TEXT NOT NULL, expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX registration_over ON registration (expires_at);

  -- How a route answered a client last.
  CREATE TABLE route_state (
    id TEXT PRIMARY KEY, route TEXT NOT NULL, client TEXT NOT NULL, at INTEGER NOT NULL, answer TEXT NOT NULL,
    took_ms INTEGER NOT NULL, works INTEGER NOT NULL, worked_at INTEGER, failing_since INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX route_state_newest ON route_state (route, at);

  -- Stored invoices judged by coming packs.
  CREATE TABLE radar (
    id TEXT PRIMARY KEY, client TEXT, version INTEGER NOT NULL, pack TEXT, day TEXT NOT NULL, before TEXT NOT NULL, since TEXT,
    made_by TEXT NOT NULL, state TEXT NOT NULL, work TEXT NOT NULL, failures INTEGER NOT NULL, crashes INTEGER,
    total INTEGER NOT NULL, counted INTEGER NOT NULL, progress TEXT NOT NULL, cursor_at INTEGER, cursor_id TEXT, due_at INTEGER,
    lease_token TEXT, lease_until INTEGER, lease_holders INTEGER, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL, tells TEXT
  ) STRICT;
  CREATE INDEX radar_newest ON radar (created_at, id);
  CREATE INDEX radar_of_client ON radar (client, created_at, id);
  CREATE INDEX radar_due ON radar (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX radar_leased ON radar (lease_until) WHERE lease_until IS NOT NULL;
  CREATE INDEX radar_changed ON radar (updated_at) WHERE due_at IS NOT NULL;
  CREATE INDEX radar_expires ON radar (expires_at);
  CREATE TABLE radar_part (
    id TEXT PRIMARY KEY, radar_id TEXT NOT NULL, client TEXT NOT NULL, version INTEGER NOT NULL, cursor_at INTEGER NOT NULL,
    cursor_id TEXT NOT NULL, judged INTEGER NOT NULL, skipped INTEGER NOT NULL, unjudged INTEGER NOT NULL,
    changed INTEGER NOT NULL, broken INTEGER NOT NULL, rows TEXT NOT NULL, more INTEGER NOT NULL, told_at INTEGER
  ) STRICT;
  CREATE INDEX radar_part_of_radar ON radar_part (radar_id, client);
  CREATE INDEX radar_part_of_client ON radar_part (client);
  CREATE TRIGGER radar_gone AFTER DELETE ON radar BEGIN
    DELETE FROM radar_part WHERE radar_id = OLD.id;
  END;

  -- Rule packs that have grown old, with their care rows.
  CREATE TABLE old_pack (
    id TEXT PRIMARY KEY, pack TEXT NOT NULL, newer TEXT, care TEXT NOT NULL, version INTEGER NOT NULL
  ) STRICT;

  -- Jobs of the scheduler; \`body\` holds what no query reads.
  CREATE TABLE job (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, client TEXT NOT NULL, unique_key TEXT UNIQUE, type TEXT NOT NULL,
    priority INTEGER NOT NULL, disabled INTEGER NOT NULL, asked INTEGER NOT NULL, is_due INTEGER NOT NULL,
    next_run_at INTEGER, locked_at INTEGER, body TEXT NOT NULL
  ) STRICT;
  -- Jobs whose time has come are marked. Clients take turns: the index leads from one that has due jobs to the next, and to the earliest
  -- of each.
  CREATE INDEX job_due ON job (name, client, next_run_at, priority DESC)
    WHERE is_due = 1 AND locked_at IS NULL AND disabled = 0;
  CREATE INDEX job_later ON job (name, next_run_at) WHERE is_due = 0 AND locked_at IS NULL AND disabled = 0;
  CREATE INDEX job_locked ON job (name, locked_at) WHERE locked_at IS NOT NULL;
`;
