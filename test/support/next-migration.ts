import { MIGRATIONS } from '../../src/adapters/sqlite/migrations/all.ts';

/** The migrations of a program that is one version newer. */
export const WITH_NEXT: readonly string[] = [
  ...MIGRATIONS,
  `
  -- Rows of an older store; with a semicolon in a comment.
  CREATE TABLE next_number (id TEXT PRIMARY KEY, number INTEGER NOT NULL) STRICT;
  INSERT INTO next_number SELECT id, 7 FROM invoice;
  ALTER TABLE next_number ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX next_number_order ON next_number (number);
  CREATE TRIGGER next_number_changed AFTER UPDATE OF number ON next_number BEGIN
    UPDATE next_number SET changes = changes + 1 WHERE id = NEW.id;
    DELETE FROM next_number WHERE number < 0;
  END;
  `,
];
