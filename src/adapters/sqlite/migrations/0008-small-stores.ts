/** Small stores on rows: a column has the name of its member in every database. */
export const SMALL_STORES = `
  ALTER TABLE registration RENAME COLUMN known_until TO expires_at;

  -- One live credential of a use, and 20 live keys of a client: each has a slot.
  ALTER TABLE credential ADD COLUMN slot TEXT;
  UPDATE credential SET slot = json_array(client, route, kind, legal_entity)
    WHERE revoked_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM credential AS newer
        WHERE newer.client = credential.client AND newer.route = credential.route AND newer.kind = credential.kind
          AND newer.legal_entity IS credential.legal_entity AND newer.revoked_at IS NULL
          AND (newer.created_at, newer.id) > (credential.created_at, credential.id)
    );
  CREATE UNIQUE INDEX credential_slot ON credential (slot) WHERE slot IS NOT NULL;
  ALTER TABLE api_key ADD COLUMN slot TEXT;
  UPDATE api_key SET slot = client || ' ' || (
      SELECT count(*) FROM api_key AS earlier
        WHERE earlier.client = api_key.client AND earlier.revoked_at IS NULL AND earlier.id < api_key.id
    ) WHERE kind = 'client' AND revoked_at IS NULL;
  CREATE UNIQUE INDEX api_key_slot ON api_key (slot) WHERE slot IS NOT NULL;

  -- A body is the last column of its refusal: a list that leaves it out reads none of its pages.
  ALTER TABLE refusal ADD COLUMN sealed BLOB NOT NULL DEFAULT x'';
  UPDATE refusal SET sealed = body.sealed FROM refusal_body AS body WHERE body.id = refusal.id;
  DROP TRIGGER refusal_gone;
  DROP TABLE refusal_body;
`;
