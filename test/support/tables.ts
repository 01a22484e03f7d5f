import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';

/** An example table, as POST /invoices takes it. */
export const tableNamed = (name: string): { readonly csv_base64: string } => ({
  csv_base64: readFileSync(join(projectFolder(), 'examples/exports', `${name}.csv`), 'base64'),
});
