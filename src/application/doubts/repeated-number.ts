import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import {
  NOT_COMPARED,
  receivedUnderNumber,
  REPEATED_NUMBER,
  SAME_AS_EARLIER,
} from '../../domain/checks/pre-check/repeated-number.ts';
import { namingEarlier } from '../../domain/lifecycle/earlier-invoice.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import { writtenNumber } from '../../domain/routes/written-number.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import { isSameIssuer, type Issuer } from '../../domain/vocabulary/issuer.ts';
import type { InvoiceSummary } from '../../domain/vocabulary/invoice-summary.ts';
import { isEnded } from '../../domain/vocabulary/buyer-status.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import { openSummaries } from '../tracking/open-summaries.ts';

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

interface ReceivedPorts {
  readonly received: Pick<ReceivedStore, 'findNumbered'>;
  readonly content: Pick<ContentStore, 'openTexts'>;
}

/** Of all issuers; the oldest of more are not compared. */
const MAX_NUMBERED = 200;

/**
 * Warns if the issuer has sent the client another document under this number, over any route. Of two that arrive at once both are stored
 * before either is checked, so at least the one that was stored later gets the warning.
 */
export async function repeatedReceived(
  record: ReceivedRecord,
  { received, content }: ReceivedPorts,
): Promise<readonly Finding[]> {
  const { id, client, invoiceNumber, documentSha256 } = record;
  if (invoiceNumber === undefined) return [];
  const numbered = await received.findNumbered({ client, invoiceNumber, limit: MAX_NUMBERED });
  const others = numbered.filter(
    (other) => other.id !== id && other.documentSha256 !== documentSha256 && !isWithoutPayment(other),
  );
  if (others.length === 0) return [];
  const summaries = await openSummaries([record, ...others], { content });
  const issuer = issuerIn(summaries.get(record));
  const first = others.findLast((other) => isSameIssuer(issuer, issuerIn(summaries.get(other))));
  return first ? [receivedUnderNumber(first)] : [];
}

/** It is not paid, so the issuer may use its number again. */
const isWithoutPayment = ({ presentStatus, answerStatus }: ReceivedRecord): boolean =>
  isEnded(presentStatus) || presentStatus === 'refused' || answerStatus === 'refused';

/** Summaries of earlier versions have no issuer. */
const issuerIn = ({ issuer, sellerVatId }: InvoiceSummary = {}): Issuer =>
  issuer ?? (sellerVatId === undefined ? {} : { vatId: sellerVatId });
