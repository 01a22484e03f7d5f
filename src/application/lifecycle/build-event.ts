import type { StatusEvent, StoredEvent } from '../../domain/lifecycle/status-event.ts';
import type { ReportWriter } from '../../ports/report-writer.ts';

/** Builds an event with its text in the API's form, which is written once. */
export const buildEvent = (
  subject: StatusEvent['subject'],
  facts: StatusEvent['facts'],
  reportWriter: Pick<ReportWriter, 'event'>,
): StoredEvent => {
  const { eventId, sequence, occurredAt } = facts;
  return { eventId, sequence, occurredAt, text: reportWriter.event({ subject, facts }) };
};
