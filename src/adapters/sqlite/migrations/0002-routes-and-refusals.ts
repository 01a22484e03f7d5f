/** The tables of what is shown to those who watch and correct. */
export const ROUTES_AND_REFUSALS = `
  -- How a route answered a client last.
  CREATE TABLE route_state (
    id TEXT PRIMARY KEY, route TEXT NOT NULL, client TEXT NOT NULL, at INTEGER NOT NULL, answer TEXT NOT NULL,
    took_ms INTEGER NOT NULL, works INTEGER NOT NULL, worked_at INTEGER, failing_since INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX route_state_newest ON route_state (route, at);
`;
