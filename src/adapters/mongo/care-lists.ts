import type { Collection, Filter } from 'mongodb';
import { type CareKind, listCare } from '../../application/care/listed-care.ts';
import type { CareItem, InvoiceInCare } from '../../domain/lifecycle/care-item.ts';
import type { CareQuery } from '../../ports/care-list.ts';
import { careKey } from './care-times.ts';
import type { InvoiceDocument } from './documents.ts';

type Invoices = Collection<InvoiceDocument>;

const NEWEST = { open: 'newestOpenCare', handled: 'newestHandledCare' } as const satisfies Record<
  CareKind,
  string
>;

/** Index fields that hold the newest row of a kind; invoices without one are not indexed. */
interface CareIndex {
  readonly field: string;
  readonly at: (time: Date) => Date | string;
  readonly of: (document: InvoiceDocument) => Date | string | undefined;
}

const indexOfAll = (kind: CareKind): CareIndex => ({
  field: NEWEST[kind],
  at: (time) => time,
  of: (document) => document[NEWEST[kind]],
});

const indexOfClient = (client: string, kind: CareKind): CareIndex => ({
  field: `careOfClient.${kind}`,
  at: (time) => careKey(client, time),
  of: ({ careOfClient }) => careOfClient?.[kind],
});

/** @see CareList */
export const careItems = (invoices: Invoices, query: CareQuery): Promise<readonly CareItem[]> =>
  listCare(query, async (kind, count, before) => {
    const { client, id } = query;
    const { field, at, of } = client === undefined ? indexOfAll(kind) : indexOfClient(client, kind);
    const older = (from: Date | string = at(BEGINNING)): Filter<InvoiceDocument> => ({
      ...(id !== undefined && { _id: id }),
      [field]: { $gte: from, $lt: at(before) },
    });
    // Read from the index alone, if it is not about one invoice.
    const [last] = await invoices
      .find(older(), { projection: { _id: 0, [field]: 1 } })
      .sort({ [field]: -1 })
      .skip(count - 1)
      .limit(1)
      .toArray();
    const matchingInvoices = await invoices
      .find(older(last && of(last)), { projection: { ...LISTED, [NEWEST[kind]]: 1 } })
      .sort({ [field]: -1 })
      .toArray();
    return matchingInvoices.map((document) => inCare(document, kind));
  });

const LISTED = { client: 1, route: 1, invoiceRef: 1, deadlineAt: 1, care: 1 } as const;
const BEGINNING = new Date(0);

function inCare(document: InvoiceDocument, kind: CareKind): InvoiceInCare {
  const { _id, client, route, invoiceRef, deadlineAt, care } = document;
  const newestAt = document[NEWEST[kind]]!;
  return { id: _id, client, route, invoiceRef, ...(deadlineAt && { deadlineAt }), care, newestAt };
}
