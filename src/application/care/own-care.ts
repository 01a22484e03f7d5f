import { say } from 'en16931-rules/vocabulary/message.ts';
import { type Connection, CONNECTION_ID } from '../../domain/connections/connection.ts';
import { OLD_PACK_ID, type OldPack } from '../../domain/lifecycle/old-pack.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { RECEIVED_ID, type ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { CareRow, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { CareList } from '../../ports/care-list.ts';
import type { Connections } from '../../ports/connections.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import { REPORT_ID, type TaxReport } from '../../domain/reports/tax-report.ts';
import {
  REGISTRATION_ID,
  type ReceiverRegistration,
} from '../../domain/registrations/receiver-registration.ts';
import type { OldPacks } from '../../ports/old-packs.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import type { ReceiverRegistrations } from '../../ports/receiver-registrations.ts';
import type { ReportStore } from '../../ports/report-store.ts';
import { mayRead } from '../access/tenancy.ts';

/** The stores whose records may be on the care list. */
export interface CaredFor {
  readonly invoices: Pick<InvoiceReads, 'find'>;
  readonly received: Pick<ReceivedStore, 'find'>;
  readonly reports: Pick<ReportStore, 'find'>;
  readonly oldPacks: Pick<OldPacks, 'find'>;
  readonly receiverRegistrations: Pick<ReceiverRegistrations, 'find'>;
  readonly connections: Pick<Connections, 'find'>;
}

/** The ledgers whose care rows are listed. */
export type CareLists = { readonly [Ledger in keyof CaredFor]: CareList };

export const listsOf = (lists: CareLists): readonly CareList[] => [
  lists.invoices,
  lists.received,
  lists.reports,
  lists.oldPacks,
  lists.receiverRegistrations,
  lists.connections,
];

/** A record that may be on the care list. */
export type CareHolder =
  InvoiceRecord | ReceivedRecord | TaxReport | OldPack | ReceiverRegistration | Connection;

export const isOldPack = (holder: CareHolder): holder is OldPack => OLD_PACK_ID.test(holder.id);

export const isRegistration = (holder: CareHolder): holder is ReceiverRegistration =>
  REGISTRATION_ID.test(holder.id);

export const isConnection = (holder: CareHolder): holder is Connection => CONNECTION_ID.test(holder.id);

/** No worker holds it, and it has no documents. */
export const isSmall = (holder: CareHolder): holder is OldPack | ReceiverRegistration | Connection =>
  isOldPack(holder) || isRegistration(holder) || isConnection(holder);

/** Undefined: the operator's alone. */
export const clientOf = (holder: CareHolder): string | undefined =>
  isOldPack(holder) ? undefined : holder.client;

/** @throws CallFailed `not-found`, for an invoice that has no care row and for another client's too. */
export async function invoiceInCare(
  { invoices, received, reports, oldPacks, receiverRegistrations, connections }: CaredFor,
  caller: Caller,
  id: string,
): Promise<CareHolder> {
  const stores = [
    [OLD_PACK_ID, oldPacks],
    [RECEIVED_ID, received],
    [REPORT_ID, reports],
    [REGISTRATION_ID, receiverRegistrations],
    [CONNECTION_ID, connections],
  ] as const;
  const [, store] = stores.find(([isOf]) => isOf.test(id)) ?? [undefined, invoices];
  const holder: CareHolder | undefined = await store.find(id);
  if (!holder?.care.length || !mayRead(caller, clientOf(holder)))
    throw new CallFailed({ kind: 'not-found', detail: say('calls.no-such-invoice-on-care-list') });
  return holder;
}

/** @throws CallFailed `not-found`, for a code that the invoice has no row of. */
export function requireRow(care: readonly CareRow[], code: string): void {
  if (!care.some((row) => row.code === code))
    throw new CallFailed({ kind: 'not-found', detail: say('calls.invoice-has-no-such-row-on-care-list') });
}
