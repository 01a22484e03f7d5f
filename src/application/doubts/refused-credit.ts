import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { profileOf } from '../../domain/routes/all.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';

interface Crediting {
  readonly client: string;
  readonly route: Route;
  /** Numbers of the invoices that it takes back. */
  readonly credited?: readonly string[] | undefined;
}

const isRefused = ({ state, buyerStatus }: InvoiceRecord): boolean =>
  state === 'rejected' || buyerStatus === 'refused';

/** Warns if all invoices of a number that a credit note takes back were refused. A number that was sent again has one that was not. */
export async function refusedCredit(
  invoices: Pick<InvoiceReads, 'findNumbered'>,
  { client, route, credited = [] }: Crediting,
): Promise<readonly Finding[]> {
  const doubt = profileOf(route).doubts?.refusedCredit;
  if (!doubt) return [];
  for (const invoiceNumber of new Set(credited)) {
    const numbered = await invoices.findNumbered({ client, route, invoiceNumber });
    if (numbered.length > 0 && numbered.every(isRefused)) return [doubt];
  }
  return [];
}
