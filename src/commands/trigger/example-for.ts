import type { Route, Submission } from '../../client/client.ts';
import { datedExample } from '../example/dated-example.ts';

/** The example of the route as of today, with the number. */
export function exampleFor(route: Route, number: string): Submission {
  const dated = datedExample(`over-${route.toLowerCase()}`, new Date());
  if (!dated) throw new Error(`the example of ${route} has no date`);
  const submission = JSON.parse(dated.text.replaceAll(dated.number, number)) as Submission;
  return { ...submission, route, invoice_ref: number };
}
