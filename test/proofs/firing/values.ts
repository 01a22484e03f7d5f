/**
 * Values for elements of which a rule expects another one: empty, not a number, too small, too long, not a date, in no code list; then
 * some with valid check digits.
 */
export const WRONG = [
  'zzz', '-1', '1.23456', '0', '', ' ', '7', '2024-02-30', '99999999', 'x y', '#A', '1', '12345678901234567', 'abc'.repeat(400), '-0.5',
] as const; // prettier-ignore

/** Values that pass a check; numbers with valid check digits are computed and belong to no one. */
export const RIGHT = [
  '1', '10', 'x', 'VAT', '2024-01-15', '20240115', 'true', '0088', 'EUR', 'DE', 'C62', '380', '102', '7300010000001', '123456785', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  'DE123456789', 'NO123456785MVA', '0123456749', '53004085616', '20', 'https://example.com/a', 'a@example.com', '+49 30 123456',
  'DE02120300000000202051', 'application/pdf', '1.00', '100.00', '30', '58', '01',
] as const; // prettier-ignore
