import {
  type Corrected,
  correctedWithoutNumber,
  keyOf,
} from '../../domain/documents/fa3/corrected-invoices.ts';
import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { Workbench } from '../../ports/workbench.ts';
import type { ReadingWork } from './reading-work.ts';
import type { CanonicalSource, LargeSource, Subject } from './subject.ts';

interface Tools {
  readonly bench: Workbench<ReadingWork>;
  readonly invoices: Pick<InvoiceStore, 'sent'>;
}

type ToBeBuilt = Subject<CanonicalSource | LargeSource>;

/**
 * KSeF wants the number of an invoice that is corrected, and a document without one says that it was issued outside of KSeF. Of what
 * the client sent through here it is known, whether or not he states it.
 */
export async function withOwnNumbers(subject: ToBeBuilt, client: string, tools: Tools): Promise<ToBeBuilt> {
  const { route, source } = subject;
  if (route !== 'PL-KSEF') return subject;
  const numbers: Record<string, string | null> = {};
  for (const one of await correctedBy(source, tools.bench)) {
    const found = await numberOf(one, client, tools.invoices);
    if (found !== undefined) numbers[keyOf(one)] = found;
  }
  return { route, source: { ...source, routeNumbers: numbers } };
}

async function correctedBy(
  source: ToBeBuilt['source'],
  bench: Tools['bench'],
): Promise<readonly Corrected[]> {
  if (source.form === 'large') return bench.run('corrected', source.bytes);
  const read = source.read();
  return read.ok ? correctedWithoutNumber(read.invoice) : [];
}

/** A KSeF number begins with the NIP of its seller: a client may have several. Of what is on its way the seller is not known. */
async function numberOf(
  { number, issueDate, nip }: Corrected,
  client: string,
  invoices: Tools['invoices'],
): Promise<string | null | undefined> {
  const sent = await invoices.sent({ client, route: 'PL-KSEF', invoiceNumber: number });
  const sameDay = sent.filter((one) => one.issueDate === issueDate);
  const accepted = sameDay.filter(({ state }) => state === 'accepted');
  const [ours] = accepted.flatMap(({ legalId }) => (legalId?.startsWith(`${nip}-`) ? [legalId] : []));
  return ours ?? (sameDay.some(({ state }) => ON_ITS_WAY.has(state)) ? null : undefined);
}

const ON_ITS_WAY: ReadonlySet<InvoiceState> = new Set([
  'received',
  'validated',
  'queued',
  'submitting',
  'submitted',
]);
