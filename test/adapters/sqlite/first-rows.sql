-- Rows as release 0.1.0 writes them.

INSERT INTO meta (name, value)
VALUES ('clock_offset_ms', '5000');
INSERT INTO invoice (id, client, environment, route, state, version, invoice_ref, invoice_number, issue_date, format, fingerprint, intake_key, legal_id, buyer_status, document_sha256, errors, documents, care, open_care, last_sequence, failures, due_at, lease_token, lease_until, reached_rail, deadline_at, at_risk_at, created_at, updated_at, search, holds, work)
VALUES ('inv_0123456789abcdef01234567', 'acme', 'sandbox', 'DE-XRECHNUNG', 'queued', 1, 'RE-1', 'RE-1', '2026-03-02', 'xrechnung-ubl', 'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff', 'intake-1', NULL, NULL, NULL, '[{"code":"BR-1","severity":"error","source":"EN16931","message":"it''s wrong"}]', '[]', '[{"code":"BR-1","whoActs":"erp","openedAt":"2026-03-02T09:00:00.000Z"}]', 1, 1, 0, 1772442000000, NULL, NULL, 0, NULL, NULL, 1772442000000, 1772442000000, 're-1
re-1', 1, 'check');
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
INSERT INTO content (client, sha256, sealed, named)
VALUES ('acme', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', X'7365616c6564206279746573', 1);
