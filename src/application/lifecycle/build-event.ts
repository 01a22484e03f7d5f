import type { StatusEvent, StoredEvent } from '../../domain/lifecycle/status-event.ts';
import type { Paperwork } from '../../ports/paperwork.ts';

/** Builds an event with its text in the API's form, which is written once. */
export const buildEvent = (
  subject: StatusEvent['subject'],
  facts: StatusEvent['facts'],
  paperwork: Pick<Paperwork, 'event'>,
): StoredEvent => {
  const { eventId, sequence, occurredAt } = facts;
  return { eventId, sequence, occurredAt, text: paperwork.event({ subject, facts }) };
};
