import { RESPONSE_ACTIONS, RESPONSE_REASONS } from '../../documents/invoice-response/invoice-response.ts';
import { ACTION_WORDS, REASON_WORDS } from '../../documents/invoice-response/words.ts';
import type { BuyerStatus } from '../../vocabulary/buyer-status.ts';
import type { RouteStatuses, SendableStatus } from '../profile.ts';

// BIS Invoice Response 3 (OpenPEPPOL/poacc-upgrade-3, profile 63): which code needs a clarification, and the order of the codes.

/** "No issue" explains no query and no rejection; a part payment goes with PD alone (PEPPOL-T111-R005). */
const REASONS = RESPONSE_REASONS.filter((code) => code !== 'NON' && code !== 'PPD');
const CLARIFIED = { reasons: [...REASONS, ...RESPONSE_ACTIONS], needsReason: true, takesAmounts: false };
const PLAIN = { reasons: ['NON', 'OTH'], needsReason: false, takesAmounts: false };

/** UNCL4343-T111. */
export const RESPONSE_STATUSES = {
  AB: 'received',
  IP: 'in_process',
  UQ: 'under_query',
  CA: 'conditionally_accepted',
  RE: 'refused',
  AP: 'accepted',
  PD: 'paid',
} as const satisfies Record<string, BuyerStatus>;

const row = (
  code: keyof typeof RESPONSE_STATUSES,
  options: Pick<SendableStatus, 'reasons' | 'needsReason' | 'takesAmounts'>,
): SendableStatus => ({ status: RESPONSE_STATUSES[code], code, ...options });

/** In the order in which they may follow each other (OP-BR111-R012). */
const BUYER: readonly SendableStatus[] = [
  row('AB', PLAIN),
  row('IP', PLAIN),
  row('UQ', CLARIFIED),
  row('CA', CLARIFIED),
  row('RE', CLARIFIED),
  row('AP', PLAIN),
  // With PPD a part was paid, and more follows.
  row('PD', { ...PLAIN, reasons: ['PPD', 'NON', 'OTH'] }),
];

export const PEPPOL_STATUSES: RouteStatuses = {
  // OP-BR111-R001: from the buyer to the seller only.
  seller: [],
  buyer: BUYER,
  reasonWords: { ...ACTION_WORDS, ...REASON_WORDS },
  wishes: RESPONSE_ACTIONS,
  buyersDocument: 'invoice-response-',
  reasonsWithNote: ['OTH', 'PPD'],
  wantsNote: [],
  note: 'free',
  order: { repeated: ['under_query', 'paid'], last: ['refused'] },
  // UNTDID 1001: the buyer has issued it.
  selfBilledTypes: ['261', '389', '527'],
};
