import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { booked } from '../../domain/invoice/booked.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { hasFailed } from '../../domain/lifecycle/states.ts';
import type { InvoiceSummary } from '../../domain/vocabulary/invoice-summary.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { BlindIndex } from '../../ports/blind-index.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { InvoiceReads, OrderQuery } from '../../ports/invoice-reads.ts';
import { listedClient } from '../access/tenancy.ts';
import { batches, sentRows } from './exported-rows.ts';
import { laterOf } from './list-lines.ts';
import { noteSummariesRead } from '../tracking/note-summaries-read.ts';
import { openSummaries } from '../tracking/open-summaries.ts';

export interface Sum {
  readonly invoices: number;
  /** BT-112. Credit notes are subtracted. */
  readonly total: Decimal;
  /** BT-115. */
  readonly due: Decimal;
}

interface CurrencySum extends Sum {
  readonly currency: string;
  /** What ended without reaching its buyer and was not sent again; the sum is without it. */
  readonly notArrived: Sum;
}

interface InvoiceSums {
  /** By currency, in the order of the alphabet. */
  readonly sums: readonly CurrencySum[];
  /** Invoices without a total or a currency that can be read: in no sum. */
  readonly withoutAmounts: number;
  /** False if more than `MAX_SUMMED` match: the oldest ones were summed. */
  readonly isComplete: boolean;
}

interface Ports {
  readonly invoices: Pick<InvoiceReads, 'inOrder' | 'attempts'>;
  readonly content: Pick<ContentStore, 'openTexts'>;
  /** Absent if buyers are not searched for. */
  readonly buyerIndex?: BlindIndex | undefined;
  readonly audit: Pick<AuditLog, 'write'>;
  readonly clock: Clock;
}

/** Summaries opened for one answer. */
const MAX_SUMMED = 5_000;

/** What the invoices of a list amount to. */
export class SumInvoices {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `not-found` if a client key names another client; `no-master-key` */
  async run(caller: Caller, filters: OrderQuery, requestId: string): Promise<InvoiceSums> {
    const client = listedClient(caller, filters.client);
    const sums = new Map<string, CurrencySum>();
    let [read, withoutAmounts, isComplete] = [0, 0, true];
    for await (const batch of batches(sentRows({ ...filters, client }, this.ports))) {
      const some = batch.slice(0, MAX_SUMMED - read);
      read += some.length;
      // The later one counts alone.
      const replaced = await laterOf(some, this.ports.invoices);
      for (const [invoice, summary] of await openSummaries(some, this.ports))
        if (!replaced.has(invoice) && !addTo(sums, invoice, summary)) withoutAmounts += 1;
      isComplete = some.length === batch.length;
      if (!isComplete) break;
    }
    await noteSummariesRead({ caller, client, count: read, requestId }, this.ports);
    const inOrder = [...sums.values()].sort((one, other) => (one.currency < other.currency ? -1 : 1));
    return { sums: inOrder, withoutAmounts, isComplete };
  }
}

const NONE: Sum = { invoices: 0, total: new Decimal(0), due: new Decimal(0) };

/** @returns false if the summary has no amount or no currency. */
function addTo(
  sums: Map<string, CurrencySum>,
  { state }: Pick<InvoiceRecord, 'state'>,
  summary: InvoiceSummary,
): boolean {
  const { currency, total, due = total } = booked(summary);
  if (currency === undefined || total === undefined || due === undefined) return false;
  const before = sums.get(currency) ?? { currency, ...NONE, notArrived: NONE };
  const plus = (to: Sum): Sum => ({
    invoices: to.invoices + 1,
    total: to.total.plus(total),
    due: to.due.plus(due),
  });
  sums.set(
    currency,
    hasFailed(state) ? { ...before, notArrived: plus(before.notArrived) } : { ...before, ...plus(before) },
  );
  return true;
}
