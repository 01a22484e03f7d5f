const KIND = 'access-point-event';

/** Events of Storecove about a document whose names are published somewhere; the whole list is not. */
const KNOWN = [
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

export const EVENT_KINDS: readonly string[] = [KIND, ...KNOWN.map((name) => `${KIND}-${name}`)];

/** The newest of each kind is stored with its invoice, so events of several names stay beside each other. */
export const eventKind = (name: string): string => (KNOWN.includes(name) ? `${KIND}-${name}` : KIND);
