import type { Caller } from '../../domain/access/caller.ts';
import type { BlindIndex } from '../../ports/blind-index.ts';
import type { InvoicePage, InvoiceReads, OrderQuery } from '../../ports/invoice-reads.ts';
import { listedClient } from '../access/tenancy.ts';
import { buyerWordsIn } from './list-invoices.ts';

type Counts = InvoicePage['countsByState'];
type Filters = Omit<OrderQuery, 'states' | 'fetch' | 'buyerStatuses' | 'buyerAsks' | 'buyerWords'>;

interface InvoiceCounts {
  readonly byState: Counts;
  /** Of what is still to be filed. */
  readonly unfiledByState: Counts;
  readonly toFetch: number;
  readonly buyerAsks: number;
}

/** How many invoices each view of a list has. */
export class CountInvoices {
  constructor(
    private readonly ports: {
      readonly invoices: Pick<InvoiceReads, 'countByState'>;
      /** Absent if buyers are not searched for. */
      readonly buyerIndex?: BlindIndex | undefined;
    },
  ) {}

  /** @throws CallFailed `not-found` if a client key names another client. */
  async run(caller: Caller, filters: Filters): Promise<InvoiceCounts> {
    const client = listedClient(caller, filters.client);
    const buyerWords = await buyerWordsIn(this.ports.buyerIndex, client, filters.q);
    const all = { ...filters, client, ...(buyerWords && { buyerWords }) };
    const count = (part: Partial<OrderQuery>) => this.ports.invoices.countByState({ ...all, ...part });
    const [byState, unfiledByState, toFetch, buyerAsks] = await Promise.all([
      count({}),
      count({ filing: 'open' }),
      count({ fetch: 'open' }),
      count({ buyerAsks: 'open' }),
    ]);
    return { byState, unfiledByState, toFetch: sumOfCounts(toFetch), buyerAsks: sumOfCounts(buyerAsks) };
  }
}

export const sumOfCounts = (counts: Counts): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);
