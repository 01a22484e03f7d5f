import { changesStatus } from '../../domain/delivery/buyer-status.ts';
import type { Finding } from '../../domain/findings/finding.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { RouteMessage } from '../../ports/rail.ts';
import { careRows } from '../care/care.ts';
import { moved, said, type Step, withCare } from '../lifecycle/move.ts';
import type { DeliveryTools } from './delivery-tools.ts';
import { routeFacts } from './ended.ts';
import { findingOf } from './trouble.ts';

type Tools = Pick<DeliveryTools, 'clock' | 'ids' | 'paperwork' | 'files' | 'rails'>;

/** What a message of the receiver or the buyer makes of an invoice; undefined when it was taken in before. */
export async function applied(
  record: InvoiceRecord,
  message: RouteMessage,
  tools: Tools,
): Promise<Step | undefined> {
  const { documents, files } = await tools.files.sealReceived(record, [message]);
  const isKnown = record.documents.some(
    ({ kind, sha256 }) => kind === message.kind && sha256 === files[0]?.sha256,
  );
  if (isKnown) return undefined;
  return { ...stepOf({ ...record, documents }, message, tools), files };
}

function stepOf(record: InvoiceRecord, { says, raw }: RouteMessage, tools: Tools): Step {
  const route = routeFacts(record, { raw }, tools);
  if (says.what === 'refused' && (record.state === 'delivered' || record.state === 'accepted'))
    return moved(record, 'rejected', tools, {
      // A receipt that is still to be fetched stays so.
      dueAt: record.work === 'receipt' ? record.dueAt : null,
      errors: [findingOf(record, { word: says.word })],
      route,
    });
  if (says.what === 'status' && changesStatus(record.buyerStatus, says.status)) {
    const errors = says.status === 'refused' ? [refusedByBuyer(record)] : [];
    const care = withCare(record.care, careRows(errors, tools.clock.now()));
    const changed = { ...record, buyerStatus: says.status, care };
    return said(changed, tools, { route, ...(errors.length > 0 && { errors }) });
  }
  // Kept as a document.
  const kept = { ...record, version: record.version + 1, updatedAt: tools.clock.now() };
  return { record: kept, events: [], files: [] };
}

const refusedByBuyer = ({ route }: InvoiceRecord): Finding => ({
  code: 'EI-BUYER-REFUSED',
  severity: 'error',
  source: route,
  message: 'The buyer refuses the invoice.',
  whoFixes: 'business',
});
