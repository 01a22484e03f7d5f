/** Rule packs that have grown old, with their care rows. */
export const OLD_PACKS = `
  CREATE TABLE old_pack (
    id TEXT PRIMARY KEY, pack TEXT NOT NULL, newer TEXT, care TEXT NOT NULL, version INTEGER NOT NULL
  ) STRICT;
`;
