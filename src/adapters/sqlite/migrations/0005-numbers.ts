/** A number used before is found whether its invoice was sent, waits, or is never sent by the service. */
export const NUMBERS = `
  DROP INDEX invoice_numbered;
  CREATE INDEX invoice_numbered ON invoice (client, invoice_number);
`;
