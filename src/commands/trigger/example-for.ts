import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route, Submission } from '../../client/client.ts';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';

/** The example of the route, with the number. */
export function exampleFor(route: Route, number: string): Submission {
  const file = join(projectFolder(), `examples/over-${route.toLowerCase()}.json`);
  const { document, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as Submission & {
    readonly document: { readonly invoice: object };
  };
  const issueDate = new Date().toISOString().slice(0, 10);
  const invoice = { ...document.invoice, number, issue_date: issueDate, due_date: issueDate };
  return { ...rest, route, invoice_ref: number, document: { ...document, invoice } } as Submission;
}
