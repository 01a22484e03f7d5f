export const EVENT_KIND = 'access-point-event';

/** Events of Storecove about a document whose names are published somewhere; the whole list is not. */
export const KNOWN_EVENTS: readonly string[] = [
  'succeeded',
  'failed',
  'no_action_taken',
  'cleared',
  'acknowledged',
  'in_process',
  'under_query',
  'conditionally_accepted',
  'rejected',
  'accepted',
  'paid',
];

/** The newest of each kind is stored with its invoice, so events of several names stay beside each other. */
export const eventKind = (name: string): string =>
  KNOWN_EVENTS.includes(name) ? `${EVENT_KIND}-${name}` : EVENT_KIND;
