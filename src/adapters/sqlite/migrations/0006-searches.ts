/** Parts of references and numbers of the clients in whose long lists they are searched (`search-index.ts`). */
export const SEARCHES = `
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
`;
