import { exampleBytes } from './example-file.ts';

/** An example table, as POST /invoices takes it. */
export const tableNamed = (name: string): { readonly csv_base64: string } => ({
  csv_base64: exampleBytes(`exports/${name}.csv`).toString('base64'),
});
