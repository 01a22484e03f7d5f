import type { Caller } from '../../domain/access/caller.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Exchange, KeptExchange } from '../../domain/sending/network-calls.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import { ownInvoice } from './find-invoice.ts';

/** An exchange with the number of its first call, and when the next one begins. */
export interface ShownExchange extends Exchange {
  readonly no: number;
  readonly nextAt?: Date;
}

/** The calls to the network, in order. */
export class ListAttempts {
  constructor(
    private readonly ports: { readonly invoices: Pick<InvoiceReads, 'find'>; readonly content: TextSealer },
  ) {}

  /** @throws CallFailed `not-found`, also for another client's invoice; `no-master-key` */
  async run(caller: Caller, id: string): Promise<readonly ShownExchange[]> {
    const invoice = await ownInvoice(this.ports.invoices, caller, id);
    const { exchanges = [] } = invoice;
    return Promise.all(
      exchanges.map(async (exchange, n) => ({
        ...(await this.open(invoice, exchange)),
        no: exchange.no,
        ...nextAt(exchanges[n + 1]?.at ?? invoice.dueAt),
      })),
    );
  }

  private async open({ client }: InvoiceRecord, { sealed }: KeptExchange): Promise<Exchange> {
    const { calls, ...exchange } = JSON.parse(await this.ports.content.openText(client, sealed)) as Exchange;
    return { ...exchange, calls: calls.map((call) => ({ ...call, at: new Date(call.at) })) };
  }
}

const nextAt = (at: Date | null): Pick<ShownExchange, 'nextAt'> => (at ? { nextAt: at } : {});
