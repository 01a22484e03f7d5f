import type { Caller } from '../../domain/access/caller.ts';
import { searchedWords } from '../../domain/lifecycle/party-words.ts';
import type { BlindIndex } from '../../ports/blind-index.ts';
import type { InvoicePage, InvoiceQuery } from '../../ports/invoice-reads.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import { type ShownInvoice, withAttempts } from './find-invoice.ts';
import { listedClient } from '../access/tenancy.ts';

type ShownPage = Omit<InvoicePage, 'invoices'> & { readonly rows: readonly ShownInvoice[] };

export class ListInvoices {
  constructor(
    private readonly ports: {
      readonly invoices: Pick<InvoiceReads, 'list' | 'attempts'>;
      /** Absent if buyers are not searched for. */
      readonly buyerIndex?: BlindIndex | undefined;
    },
  ) {}

  /** @throws CallFailed `not-found` when a client key names another client. */
  async run(caller: Caller, query: InvoiceQuery): Promise<ShownPage> {
    const client = listedClient(caller, query.client);
    const buyerWords = await buyerWordsIn(this.ports.buyerIndex, client, query.q);
    const { invoices, ...page } = await this.ports.invoices.list({
      ...query,
      client,
      ...(buyerWords && { buyerWords }),
    });
    return { ...page, rows: await withAttempts(this.ports.invoices, invoices) };
  }
}

/** Each client has hashes of its own, so words are searched for one client only. */
export async function buyerWordsIn(
  buyerIndex: BlindIndex | undefined,
  client: string | undefined,
  q: string | undefined,
): Promise<InvoiceQuery['buyerWords']> {
  if (client === undefined || q === undefined || !buyerIndex) return undefined;
  const hashes = searchedWords(q).map((words) => buyerIndex.hashes(client, words));
  return (await Promise.all(hashes)).filter(({ length }) => length > 0);
}
