export const RECEIVER_REGISTRATIONS = `
  -- Companies that a provider registers to receive. One that is not over has the slot of its participant.
  CREATE TABLE receiver_registration (
    id TEXT PRIMARY KEY, client TEXT NOT NULL, route TEXT NOT NULL, participant TEXT NOT NULL, state TEXT NOT NULL,
    credential TEXT, provider TEXT NOT NULL, reference TEXT, sealed_migration_key TEXT, elsewhere TEXT, problem TEXT,
    called_at INTEGER, seen_at INTEGER, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, care TEXT NOT NULL,
    version INTEGER NOT NULL, slot TEXT
  ) STRICT;
  CREATE UNIQUE INDEX receiver_registration_slot ON receiver_registration (slot) WHERE slot IS NOT NULL;
  CREATE INDEX receiver_registration_of_client ON receiver_registration (client, id);
`;
