import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import {
  NOT_COMPARED,
  REPEATED_NUMBER,
  SAME_AS_EARLIER,
} from '../../domain/checks/pre-check/repeated-number.ts';
import { namingEarlier } from '../../domain/lifecycle/earlier-invoice.ts';
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
  /** SHA-256 of the bytes that the route would get; undefined if they cannot be made now. */
  readonly deliveredSha256: () => string | undefined | Promise<string | undefined>;
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
 * Warns if the client has handed in another document under this number on this route, or the same one as data and as a file; it names the
 * earlier invoice. One that still waits counts: two of a batch are found, and a route without a network sends none.
 */
export async function repeatedNumber(
  invoices: Pick<InvoiceReads, 'findNumbered'>,
  { client, route, number, fingerprint, deliveredSha256 }: Numbered,
): Promise<readonly Finding[]> {
  if (number === null) return [];
  const numbered = await invoices.findNumbered({
    client,
    route,
    invoiceNumber: writtenNumber(route, number),
  });
  const counting = numbered.filter((one) => !isWithoutEffect(one));
  if (counting.length === 0) return [];
  const own = await fingerprint();
  const unlike = counting.filter((one) => one.fingerprint !== own);
  if (unlike.length === 0) return [];
  const isBuilt = unlike.some(({ documentSha256 }) => documentSha256 !== undefined);
  const delivered = isBuilt ? await deliveredSha256() : undefined;
  const others = unlike.filter((one) => delivered === undefined || one.documentSha256 !== delivered);
  // Of several the one that is surely another document.
  const other = others.find(({ documentSha256 }) => documentSha256 !== undefined) ?? others[0];
  const isCompared = delivered !== undefined && other?.documentSha256 !== undefined;
  const doubt = !other ? SAME_AS_EARLIER : isCompared ? REPEATED_NUMBER : NOT_COMPARED;
  return [{ ...doubt, message: namingEarlier(doubt.message, other ?? unlike[0]!) }];
}
