import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import { profileOf } from '../../domain/routes/all.ts';
import {
  type EarlierInvoice,
  keyOf,
  type RouteContext,
  type RouteNumbers,
} from '../../domain/routes/route-context.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import type { ReaderPool } from '../../ports/reader-pool.ts';
import { type ReadingWork, writtenMapping } from './reading-work.ts';
import type { CanonicalSource, LargeSource, Subject } from './subject.ts';

interface Ports {
  readonly readerPool: ReaderPool<ReadingWork>;
  readonly invoices: Pick<InvoiceReads, 'findSent'>;
}

type ToBeBuilt = Subject<CanonicalSource | LargeSource>;

/** Adds the route's numbers of the client's earlier invoices, if the route's documents state them. */
export async function withRouteNumbers(subject: ToBeBuilt, client: string, ports: Ports): Promise<ToBeBuilt> {
  const { route, source } = subject;
  const { context } = profileOf(route);
  if (!context) return subject;
  const routeNumbers: Record<string, RouteNumbers[string]> = {};
  for (const earlier of await earlierInvoicesOf(subject, context, ports.readerPool)) {
    const matchingNumber = await numberOf(earlier, { client, route, context }, ports.invoices);
    if (matchingNumber !== undefined) routeNumbers[keyOf(earlier)] = matchingNumber;
  }
  return { route, source: { ...source, context: { ...source.context, routeNumbers } } };
}

async function earlierInvoicesOf(
  { route, source }: ToBeBuilt,
  context: RouteContext,
  readerPool: Ports['readerPool'],
): Promise<readonly EarlierInvoice[]> {
  if (source.form === 'large')
    return readerPool.run('earlierInvoices', {
      route,
      bytes: source.bytes,
      exported: writtenMapping(source.exported),
    });
  const read = source.read();
  return read.ok ? context.earlierInvoices(read.invoice) : [];
}

interface Asker {
  readonly client: string;
  readonly route: Route;
  readonly context: RouteContext;
}

/** Null if an invoice of its number and day is on its way to the route, of any seller; undefined if this service sent none. */
async function numberOf(
  earlier: EarlierInvoice,
  { client, route, context }: Asker,
  invoices: Ports['invoices'],
): Promise<string | null | undefined> {
  const sent = await invoices.findSent({
    client,
    route,
    invoiceNumber: context.writtenNumber(earlier.number),
  });
  const sameDay = sent.filter((one) => one.issueDate === earlier.issueDate);
  const given = sameDay.flatMap(({ state, legalId }) => (state === 'accepted' && legalId ? [legalId] : []));
  const number = given.find((legalId) => context.isNumberOf(legalId, earlier));
  return number ?? (sameDay.some(({ state }) => ON_ITS_WAY.has(state)) ? null : undefined);
}

const ON_ITS_WAY: ReadonlySet<InvoiceState> = new Set([
  'received',
  'validated',
  'queued',
  'submitting',
  'submitted',
]);
