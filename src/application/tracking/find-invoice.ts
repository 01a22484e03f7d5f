import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { CodeLinks } from '../../domain/vocabulary/code-links.ts';
import type { ElectronicAddress } from '../../domain/vocabulary/addressing.ts';
import type { Attempt } from '../../ports/invoice-reads.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import { requireOwn } from '../access/tenancy.ts';
import { linksOf } from '../content/code-links.ts';
import { addressedTo } from '../content/addressed-to.ts';
import { withFigures } from './with-figures.ts';

export interface ShownInvoice {
  readonly invoice: InvoiceRecord;
  /** Earlier submissions of the same invoice_ref, oldest first. */
  readonly attempts: readonly Attempt[];
  /** The newest later one that was not cancelled. */
  readonly sentAgainAs?: Attempt | undefined;
  /** Of an offline invoice whose document is checked; only where it is asked for by itself. */
  readonly codes?: CodeLinks | undefined;
  /** The address that its document went to; only with figures. */
  readonly receiver?: ElectronicAddress | undefined;
}

/** A ledger that invoices are looked up in. */
export interface Finder<R> {
  find(id: string): Promise<R | undefined>;
}

type Invoices = Pick<InvoiceReads, 'find' | 'attempts'>;

export class FindInvoice {
  constructor(
    private readonly ports: { readonly invoices: Invoices } & Parameters<typeof withFigures>[1] &
      Parameters<typeof linksOf>[1] &
      Parameters<typeof addressedTo>[1],
  ) {}

  /** @throws CallFailed `not-found`, also for another client's invoice. */
  async run(caller: Caller, id: string): Promise<ShownInvoice> {
    const invoice = await ownInvoice(this.ports.invoices, caller, id);
    const [shown] = await withAttempts(this.ports.invoices, [invoice]);
    return { ...shown!, codes: await linksOf(invoice, this.ports) };
  }

  /** The same, with what is content: the figures of its findings, and its address. @throws CallFailed `not-found`, `no-master-key` */
  async runWithFigures(caller: Caller, id: string): Promise<ShownInvoice> {
    const { invoice, ...shown } = await this.run(caller, id);
    return {
      ...shown,
      invoice: await withFigures(invoice, this.ports),
      receiver: await addressedTo(invoice, this.ports),
    };
  }
}

/** @throws CallFailed `not-found`, also for another client's invoice. */
export async function ownInvoice<R extends { readonly client: string }>(
  invoices: Finder<R>,
  caller: Caller,
  id: string,
): Promise<R> {
  return requireOwn(caller, await invoices.find(id), say('calls.no-such-invoice'));
}

export async function withAttempts(
  store: Pick<InvoiceReads, 'attempts'>,
  invoices: readonly InvoiceRecord[],
): Promise<readonly ShownInvoice[]> {
  const attempts = await store.attempts(invoices);
  return invoices.map((invoice, n) => ({ invoice, ...aroundOf(invoice.id, attempts[n]!) }));
}

/** @param all of its invoice_ref, oldest first. */
export function aroundOf(id: string, all: readonly Attempt[]): Omit<ShownInvoice, 'invoice'> {
  const own = all.findIndex((each) => each.id === id);
  // More than the newest are not listed: they are later ones.
  const [earlier, later] = own < 0 ? [all, all] : [all.slice(0, own), all.slice(own + 1)];
  return { attempts: earlier, sentAgainAs: newestOf(later) };
}

/** The newest that counts as sent. @param attempts oldest first. */
export const newestOf = (attempts: readonly Attempt[]): Attempt | undefined =>
  attempts.findLast(({ state }) => state !== 'cancelled');
