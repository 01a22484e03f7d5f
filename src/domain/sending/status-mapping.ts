import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Owner } from 'en16931-rules/vocabulary/finding.ts';

/**
 * What an answer of a network means. `outcomes.ts` says what each meaning leads to.
 */
export const MEANINGS = [
  /** The route holds the document; how it ends is not known yet. */
  'held',
  /** Accepted for good, with nothing more to come: the end on a route that confirms no delivery. */
  'accepted',
  /** Accepted for good; the delivery is still to be reported. */
  'accepted-so-far',
  'delivered',
  /** Delivered; the receiver's side is still to report whether it could use it. */
  'delivered-so-far',
  /** Delivered, and since then refused for good by the receiver's side. */
  'refused-since',
  /** Refused for good: another try would be refused, too. */
  'refused',
  /** Not accepted; worth another try. */
  'not-taken',
  /** As `not-taken`, but a second such failure in a row is a rejection. */
  'not-taken-once',
  /** The route may hold the document: the answer was lost, or is not clear. */
  'unclear',
  'unclear-once',
  /** A pause, as after too many calls: a later call is no failure, until the pauses in a row are too many. */
  'later',
  /** To an inquiry: the route does not hold the document. */
  'not-held',
  /** To an inquiry: the route cannot tell. */
  'cannot-tell',
  /** The route held the document and has dropped it: another submission is needed. */
  'dropped',
  /** As `dropped`, but a second drop in a row is a rejection. */
  'dropped-once',
  /** To a request for the receipt: it came along. */
  'receipt',
] as const;
export type Meaning = (typeof MEANINGS)[number];

/** A row of a rail's table: what the network says, and what it means for the invoice. */
export interface StatusMapping {
  /** The network's own status, for logs and metrics: `AS4_ERROR EBMS:0005`, `HTTP 503`. */
  readonly networkStatus: string;
  readonly meaning: Meaning;
  /** Catalogue code; absent if the status is no failure. */
  readonly code?: string;
  readonly owner?: Owner;
  /** The owner is another party, but the sender of the invoice can correct it, too. */
  readonly senderCanFix?: true;
  /** The term that decides it, if the answer names none: an address that is not registered is BT-49. */
  readonly term?: string;
  /** For people, without content of the invoice. */
  readonly message: Text;
  readonly fixHint?: Text;
  /** The code is a rule that the answer names: the hint of that rule, if the catalogue has it, says more than the one of the row. */
  readonly namesRule?: true;
  /** The hint if the answer does not say what is wrong. */
  readonly hintIfUnnamed?: Text;
  /** The hint once the invoice is a dead letter, which does not go on by itself; the next step is added to it. */
  readonly hintAtLast?: Text;
  /** The care row is opened with the first failure, since somebody can correct the cause while the invoice waits. */
  readonly opensCareAtOnce?: true;
  /** Of a remark that refuses nothing and opens no care row. If left out: a remark is a warning, anything else an error. */
  readonly severity?: 'information';
  /** Of a rejection: the route's proof is fetched after it, and brings the reasons. */
  readonly receiptFollows?: true;
  /** Of a pause: the rail itself ends it in time, or opens a care row. Any other pause counts towards a failure. */
  readonly hasOwnLimit?: true;
  /** The care row is handled by itself once the route has gone on (decisions, "healed"). */
  readonly heals?: true;
  /** What the row was read from: a published text, the code of the network's software, or a recorded answer. */
  readonly source: string;
}

/** The answer does not say what is wrong: its hint says where to look. */
export const unnamed = (mapping: StatusMapping): StatusMapping =>
  mapping.hintIfUnnamed ? { ...mapping, fixHint: mapping.hintIfUnnamed } : mapping;

/** The answer names the rule that is broken. */
export const namingRule = (mapping: StatusMapping, rule: string): StatusMapping => ({
  ...mapping,
  code: rule,
  namesRule: true,
});

/** Failures that say the same on every route. */
export const COMMON_STATUSES = {
  unreachable: {
    networkStatus: 'unreachable',
    source: 'no connection: DNS, TCP or TLS',
    meaning: 'not-taken',
    code: 'EI-ROUTE-UNAVAILABLE',
    owner: 'route',
    message: say('findings.unreachable.message'),
  },
  answerLost: {
    networkStatus: 'answer-lost',
    source: 'no whole answer to what was sent',
    meaning: 'unclear',
    code: 'EI-SEND-UNKNOWN',
    owner: 'us',
    message: say('findings.answer-lost.message'),
  },
  outOfOrder: {
    networkStatus: 'out-of-order',
    source: 'RFC 9110 section 15.6: HTTP 5xx; an answer that is none',
    meaning: 'unclear',
    code: 'EI-ROUTE-UNAVAILABLE',
    owner: 'route',
    message: say('findings.out-of-order.message'),
  },
  brokenUp: {
    networkStatus: 'batch broken up',
    source: 'this service: a batch that is not whole',
    meaning: 'later',
    message: say('findings.broken-up.message'),
  },
  throttled: {
    networkStatus: 'throttled',
    source: 'RFC 6585 section 4: HTTP 429, ten times in a row',
    meaning: 'not-taken',
    code: 'EI-ROUTE-UNAVAILABLE',
    owner: 'route',
    message: say('findings.throttled.message'),
  },
  tooMany: {
    networkStatus: 'too-many',
    source: 'RFC 6585 section 4: HTTP 429',
    meaning: 'later',
    message: say('findings.too-many.message'),
  },
  credentialMissing: {
    networkStatus: 'credential-missing',
    source: 'this service: no live credential fits',
    meaning: 'not-taken',
    code: 'EI-CREDENTIAL-MISSING',
    owner: 'client',
    message: say('findings.credential-missing.message'),
    // The hints name what the route takes: application/sending/missing-credential.ts.
    opensCareAtOnce: true,
    heals: true,
  },
  credentialRefused: {
    networkStatus: 'credential-refused',
    source: 'RFC 9110 section 15.5: HTTP 401, 403; a value that cannot be read',
    meaning: 'not-taken',
    code: 'EI-CREDENTIAL-REFUSED',
    owner: 'client',
    message: say('findings.credential-refused.message'),
    fixHint: say('findings.credential-refused.hint'),
    hintAtLast: say('findings.credential-refused.hint-at-last'),
    opensCareAtOnce: true,
    heals: true,
  },
  blocked: {
    networkStatus: 'address-refused',
    source: 'this service: addresses that it calls (docs/security.md)',
    meaning: 'not-taken',
    code: 'EI-CREDENTIAL-REFUSED',
    owner: 'client',
    message: say('findings.blocked.message'),
    fixHint: say('findings.blocked.hint'),
    hintAtLast: say('findings.blocked.hint'),
    opensCareAtOnce: true,
    heals: true,
  },
  overdue: {
    networkStatus: 'status-overdue',
    source: 'this service: 24 hours without an end',
    meaning: 'held',
    code: 'EI-STATUS-OVERDUE',
    owner: 'route',
    message: say('findings.overdue.message'),
    fixHint: say('findings.overdue.hint'),
    heals: true,
  },
  clockSetBack: {
    networkStatus: 'clock-set-back',
    source: 'this service: the time of the last call is in the future',
    meaning: 'held',
    code: 'EI-CLOCK-BEHIND',
    owner: 'us',
    message: say('findings.clock-set-back.message'),
    fixHint: say('findings.clock-set-back.hint'),
    opensCareAtOnce: true,
    heals: true,
  },
  unmatched: {
    networkStatus: 'answer-unmatched',
    source: 'this service: an answer that fits none or several',
    meaning: 'held',
    code: 'EI-ANSWER-UNMATCHED',
    owner: 'us',
    message: say('findings.unmatched.message'),
    fixHint: say('findings.unmatched.hint'),
  },
  receiptUnverified: {
    networkStatus: 'receipt-unverified',
    source: 'this service: its check of the receipt',
    meaning: 'receipt',
    code: 'EI-RECEIPT-UNVERIFIED',
    owner: 'us',
    severity: 'information',
    message: say('findings.receipt-unverified.message'),
  },
  receiptOverdue: {
    networkStatus: 'receipt-overdue',
    source: 'this service: 24 hours without a receipt',
    meaning: 'held',
    code: 'EI-RECEIPT-OVERDUE',
    owner: 'route',
    message: say('findings.receipt-overdue.message'),
    fixHint: say('findings.overdue.hint'),
    heals: true,
  },
} as const satisfies Record<string, StatusMapping>;
