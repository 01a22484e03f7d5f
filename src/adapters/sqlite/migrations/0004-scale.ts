/** What a store of many millions of invoices is read by. */
export const SCALE = `
  -- Rejected invoices by the day of their last change, for the series: with the client '' for all clients. A deleted invoice is no
  -- longer counted here, but in invoice_count.
  CREATE TABLE rejected_count (
    client TEXT NOT NULL, day INTEGER NOT NULL, route TEXT NOT NULL, invoices INTEGER NOT NULL,
    PRIMARY KEY (client, day, route)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO rejected_count
    SELECT whose.value, updated_at / 86400000, route, count(*) FROM invoice, json_each(json_array('', client)) AS whose
    WHERE state = 'rejected' GROUP BY 1, 2, 3;
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
  DROP INDEX invoice_rejected;

  -- With the searched text, as the index of a client: an operator's search reads no rows but those that it finds.
  DROP INDEX invoice_created;
  CREATE INDEX invoice_created ON invoice (created_at, id, state, route, search);
`;
