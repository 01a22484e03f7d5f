import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { RESPONSE_ACTIONS, RESPONSE_REASONS } from './invoice-response.ts';

// They stand in a sentence, without a capital.

/** Action codes of `OPStatusAction` in BIS 63: what the buyer wants. */
export const ACTION_WORDS: Readonly<Record<(typeof RESPONSE_ACTIONS)[number] | 'OTH', Text>> = {
  NOA: say('networks-peppol.no-action-is-wanted'),
  PIN: say('networks-peppol.it-wants-information'),
  NIN: say('networks-peppol.it-wants-new-invoice'),
  CNF: say('networks-peppol.it-wants-full-credit-note'),
  CNP: say('networks-peppol.it-wants-credit-note-for-part'),
  CNA: say('networks-peppol.it-wants-credit-note-for-amount'),
  OTH: say('networks-peppol.it-wants-something-else'),
};

/** Reason codes of `OPStatusReason` in BIS 63: why. */
export const REASON_WORDS: Readonly<Record<(typeof RESPONSE_REASONS)[number], Text>> = {
  NON: say('networks-peppol.reason-non'),
  REF: say('networks-peppol.reason-ref'),
  LEG: say('networks-peppol.reason-leg'),
  REC: say('networks-peppol.reason-rec'),
  QUA: say('networks-peppol.reason-qua'),
  DEL: say('networks-peppol.reason-del'),
  PRI: say('networks-peppol.reason-pri'),
  QTY: say('networks-peppol.reason-qty'),
  ITM: say('networks-peppol.reason-itm'),
  PAY: say('networks-peppol.reason-pay'),
  UNR: say('networks-peppol.reason-unr'),
  FIN: say('networks-peppol.reason-fin'),
  PPD: say('networks-peppol.reason-ppd'),
  OTH: say('networks-peppol.reason-oth'),
};
