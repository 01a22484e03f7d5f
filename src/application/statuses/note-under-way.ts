import { RECEIVED_ID, type ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import { noteAnswer } from '../../domain/statuses/answer.ts';
import type { OutgoingStatus } from '../../domain/statuses/outgoing-status.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import { commitToInvoice } from './status-outcome.ts';

/**
 * Notes on a received invoice that an answer to it is under way: once the answer is stored, and again before it is sent, since a process may
 * die in between. Repeated, it changes nothing.
 */
export async function noteUnderWay(
  answer: OutgoingStatus,
  { received }: { readonly received: Pick<ReceivedStore, 'find' | 'commit'> },
): Promise<void> {
  if (!RECEIVED_ID.test(answer.invoiceId)) return;
  await commitToInvoice<ReceivedRecord>(received, answer.invoiceId, async (record) => {
    const noted = noteAnswer(record, answer, 'under_way');
    if (noted === record) return undefined;
    return { record: { ...noted, version: record.version + 1 }, events: [], files: [] };
  });
}
