import { PEPPOL_STATUSES as statuses } from './status-mappings.ts';

/** Why one document of a list does not come. The log-in is good: the list was answered with it. */
export const CAUSES_OF_ONE = new Map([
  [statuses.credentialRefused.networkStatus, 'document'],
  [statuses.notSending.networkStatus, 'document'],
  [statuses.outOfOrder.networkStatus, 'perhaps'],
  [statuses.answerLost.networkStatus, 'perhaps'],
] as const);
