import type { Finding } from '../../domain/findings/finding.ts';
import { REPEATED_NUMBER } from '../../domain/checks/pre-check/repeated-number.ts';
import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';

interface Numbered {
  readonly client: string;
  readonly route: Route;
  readonly number: string | null;
  readonly fingerprint: () => string | Promise<string>;
}

/** Such an invoice never reached its receiver, so its number is free. */
const WITHOUT_EFFECT: ReadonlySet<InvoiceState> = new Set(['validation_failed', 'cancelled', 'rejected']);

/** Warns if the client has sent another document under this number on this route; documents that still wait do not count. */
export async function repeatedNumber(
  invoices: Pick<InvoiceReads, 'findSent'>,
  { client, route, number, fingerprint }: Numbered,
): Promise<readonly Finding[]> {
  if (number === null) return [];
  const sent = await invoices.findSent({ client, route, invoiceNumber: number });
  const others = sent.filter(({ state }) => !WITHOUT_EFFECT.has(state));
  if (others.length === 0) return [];
  const own = await fingerprint();
  return others.some((one) => one.fingerprint !== own) ? [REPEATED_NUMBER] : [];
}
