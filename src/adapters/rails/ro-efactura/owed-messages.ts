import type { OwedWaits } from '../owed.ts';
import { ANAF_STATUSES as statuses } from './status-mappings.ts';

const HOUR = 3_600_000;
/** Five tries on the first day, of the ten that ANAF allows; ANAF keeps a message for 60 days. */
export const OWED_WAITS: OwedWaits = { firstMs: HOUR, maxMs: 12 * HOUR, maxTries: 120 };

/** Why one message of a list does not come. ANAF counts the downloads of each. */
export const CAUSES_OF_ONE = new Map([
  [statuses.dayIsOver.networkStatus, 'document'],
  [statuses.unknownIndex.networkStatus, 'document'],
  [statuses.mayNotAsk.networkStatus, 'document'],
  [statuses.notUnderstood.networkStatus, 'document'],
  // 403, also beyond 1,000 calls a minute: the list was answered with the same log-in.
  [statuses.credentialRefused.networkStatus, 'perhaps'],
  [statuses.answerLost.networkStatus, 'perhaps'],
  [statuses.outOfOrder.networkStatus, 'perhaps'],
  [statuses.technical.networkStatus, 'perhaps'],
] as const);
