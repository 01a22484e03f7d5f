import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { REPEATED_NUMBER } from '../../domain/checks/pre-check/repeated-number.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import { writtenNumber } from '../../domain/routes/written-number.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';

interface Numbered {
  readonly client: string;
  readonly route: Route;
  readonly number: string | null;
  readonly fingerprint: () => string | Promise<string>;
}

/** Such an invoice never reached its receiver, so its number is free. */
const WITHOUT_EFFECT: ReadonlySet<InvoiceState> = new Set([
  'validation_failed',
  'source_error',
  'cancelled',
  'rejected',
]);

const isWithoutEffect = ({ state, submission }: InvoiceRecord): boolean =>
  WITHOUT_EFFECT.has(state) || (state === 'dead_letter' && !submission);

/**
 * Warns if the client has handed in another document under this number on this route. One that still waits counts: two of a batch are
 * found, and a route without a network sends none.
 */
export async function repeatedNumber(
  invoices: Pick<InvoiceReads, 'findNumbered'>,
  { client, route, number, fingerprint }: Numbered,
): Promise<readonly Finding[]> {
  if (number === null) return [];
  const numbered = await invoices.findNumbered({
    client,
    route,
    invoiceNumber: writtenNumber(route, number),
  });
  const others = numbered.filter((one) => !isWithoutEffect(one));
  if (others.length === 0) return [];
  const own = await fingerprint();
  return others.some((one) => one.fingerprint !== own) ? [REPEATED_NUMBER] : [];
}
