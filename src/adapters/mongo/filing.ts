import type { Collection } from 'mongodb';
import { UNFILED_STATES } from '../../domain/lifecycle/states.ts';
import type { InvoiceRef } from '../../ports/invoice-reads.ts';
import type { InvoiceDocument } from './documents.ts';
import { listKey } from './list-keys.ts';

// Of one reference at most one invoice is still to be filed: the last that was not cancelled, unless the route has it. It has a key, by
// which lists find it. The tally updater decides who gets and who loses the key when it books a change: the decision is stored with its
// batch, so a process that applies the batch late, or again, does the same. Until a change is booked the key is where it was, and every reader
// of the key books first.

type Invoices = Collection<InvoiceDocument>;
type Candidate = Pick<InvoiceDocument, '_id' | 'client' | 'invoiceRef' | 'createdAt' | 'state'>;

/** An invoice gets the key, or loses it. */
export interface Filing {
  readonly invoiceId: string;
  readonly toFile?: NonNullable<InvoiceDocument['toFile']>;
}

/** The number read at once; most references have one invoice. */
const AT_ONCE = 1000;

const nameOf = ({ client, invoiceRef }: InvoiceRef): string => `${client} ${invoiceRef}`;

/** @returns a row for each invoice that changed, and for others of their references whose key changes. */
export async function filingsOf(
  invoices: Invoices,
  changed: readonly (InvoiceRef & { readonly _id: string })[],
): Promise<readonly Filing[]> {
  const refs = [...new Map(changed.map((one) => [nameOf(one), one])).values()];
  const [last, holders] = await Promise.all([lastOf(invoices, refs), holdersOf(invoices, refs)]);
  const decided = new Map(changed.map(({ _id }): [string, Filing] => [_id, { invoiceId: _id }]));
  for (const invoiceId of holders) decided.set(invoiceId, { invoiceId });
  for (const one of last.values())
    if (UNFILED_STATES.includes(one.state)) {
      const toFile = { at: listKey(one.client, { ...one, id: one._id }), of: nameOf(one) };
      decided.set(one._id, { invoiceId: one._id, toFile });
    }
  return [...decided.values()];
}

/** Who has the key of one of the references. The batch that follows is stored for good, so what it is made from must survive an election. */
async function holdersOf(invoices: Invoices, refs: readonly InvoiceRef[]): Promise<readonly string[]> {
  const holders = await invoices
    .find({ 'toFile.of': { $in: refs.map(nameOf) } }, { projection: { _id: 1 }, readConcern: 'majority' })
    .toArray();
  return holders.map(({ _id }) => _id);
}

/** Of each reference the last invoice that was neither cancelled nor is being deleted. Read by a majority as the holders are. */
async function lastOf(
  invoices: Invoices,
  refs: readonly InvoiceRef[],
): Promise<ReadonlyMap<string, Candidate>> {
  const together = await newest(invoices, refs, AT_ONCE);
  // Without the limit a reference with very many invoices would keep the others out.
  const some =
    together.length < AT_ONCE
      ? together
      : (await Promise.all(refs.map((ref) => newest(invoices, [ref], 1)))).flat();
  const last = new Map<string, Candidate>();
  for (const one of some) if (!last.has(nameOf(one))) last.set(nameOf(one), one);
  return last;
}

const newest = (
  invoices: Invoices,
  refs: readonly InvoiceRef[],
  limit: number,
): Promise<readonly Candidate[]> =>
  invoices
    .find(
      {
        $or: refs.map(({ client, invoiceRef }) => ({ client, invoiceRef })),
        state: { $ne: 'cancelled' },
        removingSince: { $exists: false },
      },
      { projection: { client: 1, invoiceRef: 1, createdAt: 1, state: 1 }, readConcern: 'majority' },
    )
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit)
    .toArray();
