import { RESPONSE_ACTIONS, RESPONSE_REASONS } from '../../documents/invoice-response/invoice-response.ts';
import type { RouteStatuses, SendableStatus } from '../profile.ts';

// BIS Invoice Response 3 (OpenPEPPOL/poacc-upgrade-3, profile 63): which code needs a clarification, and the order of the codes.

/** "No issue" explains no query and no rejection; a part payment goes with PD alone (PEPPOL-T111-R005). */
const REASONS = RESPONSE_REASONS.filter((code) => code !== 'NON' && code !== 'PPD');
const CLARIFIED = { reasons: [...REASONS, ...RESPONSE_ACTIONS], needsReason: true, takesAmounts: false };
const PLAIN = { reasons: ['NON', 'OTH'], needsReason: false, takesAmounts: false };

/** In the order in which they may follow each other (OP-BR111-R012). */
const BUYER: readonly SendableStatus[] = [
  { status: 'received', code: 'AB', ...PLAIN },
  { status: 'in_process', code: 'IP', ...PLAIN },
  { status: 'under_query', code: 'UQ', ...CLARIFIED },
  { status: 'conditionally_accepted', code: 'CA', ...CLARIFIED },
  { status: 'refused', code: 'RE', ...CLARIFIED },
  { status: 'accepted', code: 'AP', ...PLAIN },
  // With PPD a part was paid, and more follows.
  { status: 'paid', code: 'PD', ...PLAIN, reasons: ['PPD', 'NON', 'OTH'] },
];

export const PEPPOL_STATUSES: RouteStatuses = {
  // OP-BR111-R001: from the buyer to the seller only.
  seller: [],
  buyer: BUYER,
  reasonsWithNote: ['OTH', 'PPD'],
  wantsNote: [],
  note: 'free',
  order: { repeated: ['under_query', 'paid'], last: ['refused'] },
  // UNTDID 1001: the buyer has issued it.
  selfBilledTypes: ['261', '389', '527'],
};
