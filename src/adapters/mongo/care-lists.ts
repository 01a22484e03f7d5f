import type { Collection, Filter } from 'mongodb';
import { type CareKind, listedCare } from '../../application/care/listed-care.ts';
import type { CareItem } from '../../domain/lifecycle/care-item.ts';
import type { CareQuery } from '../../ports/care-list.ts';
import { placeOf } from './care-times.ts';
import type { InvoiceDocument } from './documents.ts';

type Invoices = Collection<InvoiceDocument>;

const NEWEST = { open: 'newestOpenCare', handled: 'newestHandledCare' } as const satisfies Record<
  CareKind,
  string
>;

/** @see CareList */
export const careItems = (invoices: Invoices, query: CareQuery): Promise<readonly CareItem[]> =>
  listedCare(query, async (kind, count, before) => {
    const { client } = query;
    const [field, at] =
      client === undefined
        ? [NEWEST[kind], (time: Date) => time]
        : [`careOfClient.${kind}`, (time: Date) => placeOf(client, time)];
    const older = (from: Date): Filter<InvoiceDocument> => ({ [field]: { $gte: at(from), $lt: at(before) } });
    const projection = {
      client: 1,
      route: 1,
      invoiceRef: 1,
      deadlineAt: 1,
      care: 1,
      [NEWEST[kind]]: 1,
    } as const;
    const [last] = await invoices
      .find(older(BEGINNING), { projection: { _id: 0, [NEWEST[kind]]: 1 } })
      .sort({ [field]: -1 })
      .skip(count - 1)
      .limit(1)
      .toArray();
    const found = await invoices
      .find(older(last?.[NEWEST[kind]] ?? BEGINNING), { projection })
      .sort({ [field]: -1 })
      .toArray();
    return found.map(({ _id, client: of, route, invoiceRef, deadlineAt, care, ...times }) => ({
      id: _id,
      client: of,
      route,
      invoiceRef,
      ...(deadlineAt && { deadlineAt }),
      care,
      newestAt: times[NEWEST[kind]]!,
    }));
  });

const BEGINNING = new Date(0);
