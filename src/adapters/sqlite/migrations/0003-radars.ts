/** Stored invoices judged by coming packs. */
export const RADARS = `
  CREATE TABLE radar (
    id TEXT PRIMARY KEY, client TEXT, pack TEXT, day TEXT NOT NULL, before TEXT NOT NULL, since TEXT, made_by TEXT NOT NULL,
    state TEXT NOT NULL, total INTEGER NOT NULL, counted INTEGER NOT NULL, progress TEXT NOT NULL, cursor_at INTEGER,
    cursor_id TEXT, lease_token TEXT, lease_until INTEGER, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX radar_newest ON radar (created_at, id);
  CREATE INDEX radar_of_client ON radar (client, created_at, id);
  CREATE INDEX radar_running ON radar (created_at) WHERE state = 'running';
  CREATE INDEX radar_expires ON radar (expires_at);
  CREATE TABLE radar_part (
    id TEXT PRIMARY KEY, radar_id TEXT NOT NULL, client TEXT NOT NULL, version INTEGER NOT NULL, cursor_at INTEGER NOT NULL,
    cursor_id TEXT NOT NULL, judged INTEGER NOT NULL, skipped INTEGER NOT NULL, unjudged INTEGER NOT NULL,
    changed INTEGER NOT NULL, broken INTEGER NOT NULL, rows TEXT NOT NULL, more INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX radar_part_of_radar ON radar_part (radar_id, client);
  CREATE INDEX radar_part_of_client ON radar_part (client);
  CREATE TRIGGER radar_gone AFTER DELETE ON radar BEGIN
    DELETE FROM radar_part WHERE radar_id = OLD.id;
  END;
`;
