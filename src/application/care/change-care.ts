import type { Caller } from '../../domain/access/caller.ts';
import type { Connection } from '../../domain/connections/connection.ts';
import type { CareRow } from '../../domain/lifecycle/invoice-record.ts';
import type { OldPack } from '../../domain/lifecycle/old-pack.ts';
import type { ReceiverRegistration } from '../../domain/registrations/receiver-registration.ts';
import { RECEIVED_ID, type ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import { REPORT_ID, type TaxReport } from '../../domain/reports/tax-report.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Connections } from '../../ports/connections.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { OldPacks } from '../../ports/old-packs.ts';
import type { Change } from '../../ports/ledger.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import type { ReceiverRegistrations } from '../../ports/receiver-registrations.ts';
import type { ReportStore } from '../../ports/report-store.ts';
import { busy, repeatOnConflict } from '../repeat-on-conflict.ts';
import {
  type CareHolder,
  clientOf,
  invoiceInCare,
  isConnection,
  isOldPack,
  isRegistration,
  isSmall,
} from './own-care.ts';

export interface CareCall {
  readonly caller: Caller;
  /** The invoice. */
  readonly id: string;
  readonly requestId: string;
}

export interface CarePorts {
  readonly invoices: Pick<InvoiceStore, 'find' | 'commit'>;
  readonly received: Pick<ReceivedStore, 'find' | 'commit'>;
  readonly reports: Pick<ReportStore, 'find' | 'commit'>;
  readonly oldPacks: Pick<OldPacks, 'find' | 'replace'>;
  readonly receiverRegistrations: Pick<ReceiverRegistrations, 'find' | 'replace'>;
  readonly connections: Pick<Connections, 'find' | 'replace'>;
  readonly clock: Clock;
}

interface CareChange extends Pick<AuditEntry, 'action' | 'details'> {
  readonly care: readonly CareRow[];
}

/**
 * Changes the care rows of an invoice, and nothing else of it: no event, and no time of a last change, because a series counts a
 * rejection on that day.
 * @param change undefined if nothing is to be changed.
 * @returns whether something was.
 * @throws CallFailed `not-found`; `busy` while a worker holds the invoice.
 */
export async function changeCare(
  ports: CarePorts,
  { caller, id, requestId }: CareCall,
  change: (invoice: CareHolder, at: Date) => CareChange | undefined,
): Promise<boolean> {
  return repeatOnConflict(async () => {
    const invoice = await invoiceInCare(ports, caller, id);
    const at = ports.clock.now();
    const changed = change(invoice, at);
    if (!changed) return false;
    // A worker may be waiting for its route's answer; a commit from here would refuse that answer's commit.
    if (!isSmall(invoice) && invoice.lease && invoice.lease.until > at) throw busy();
    const { care, ...audited } = changed;
    const client = clientOf(invoice);
    const of = { ...(client !== undefined && { client }), subject: id, requestId };
    const audit = { at, actor: caller.keyId, ...of, ...audited };
    return (await commit(ports, invoice, care, audit)) ? true : undefined;
  });
}

async function commit(
  { invoices, received, reports, oldPacks, receiverRegistrations, connections }: CarePorts,
  invoice: CareHolder,
  care: readonly CareRow[],
  audit: AuditEntry,
): Promise<boolean> {
  if (isOldPack(invoice)) return oldPacks.replace({ ...invoice, care, version: invoice.version + 1 }, audit);
  if (isRegistration(invoice))
    return receiverRegistrations.replace({ ...invoice, care, version: invoice.version + 1 }, audit);
  if (isConnection(invoice))
    return connections.replace({ ...invoice, care, version: invoice.version + 1 }, audit);
  const changeOf = <R extends Exclude<CareHolder, OldPack | ReceiverRegistration | Connection>>(
    record: R,
  ): Change<R> => ({
    record: { ...record, care, version: record.version + 1 },
    events: [],
    files: [],
    audit: [audit],
  });
  if (isReport(invoice)) return (await reports.commit(changeOf(invoice))) === 'committed';
  const result = isReceived(invoice)
    ? await received.commit(changeOf(invoice))
    : await invoices.commit(changeOf(invoice));
  return result === 'committed';
}

const isReceived = (invoice: CareHolder): invoice is ReceivedRecord => RECEIVED_ID.test(invoice.id);
const isReport = (record: CareHolder): record is TaxReport => REPORT_ID.test(record.id);

export const isOpen = ({ handledAt }: CareRow): boolean => handledAt === undefined;
