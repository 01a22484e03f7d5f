export const CONNECTIONS = `
  -- Consents of companies at providers. One that is under way has the slot of its use, and its link the hash of a state.
  CREATE TABLE connection (
    id TEXT PRIMARY KEY, client TEXT NOT NULL, route TEXT NOT NULL, provider TEXT NOT NULL, company TEXT NOT NULL,
    state TEXT NOT NULL, link_hash TEXT, link_until INTEGER, sealed_verifier TEXT, sealed_value TEXT, credential TEXT,
    problem TEXT, given_at INTEGER, checked_at INTEGER, ends_at INTEGER, due_at INTEGER, created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL, care TEXT NOT NULL, version INTEGER NOT NULL, slot TEXT
  ) STRICT;
  CREATE UNIQUE INDEX connection_slot ON connection (slot) WHERE slot IS NOT NULL;
  CREATE UNIQUE INDEX connection_link ON connection (link_hash) WHERE link_hash IS NOT NULL;
  CREATE INDEX connection_of_client ON connection (client, id);
  CREATE INDEX connection_due ON connection (due_at) WHERE due_at IS NOT NULL;
`;
