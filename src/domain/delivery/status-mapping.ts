import type { Owner } from '../findings/finding.ts';

/**
 * What an answer of a network means for an invoice. `decisions.ts` says which state each meaning leads to.
 */
export const MEANINGS = [
  /** The route holds the document; how it ends is not known yet. */
  'held',
  /** Taken for good, and nothing more is to come: how it ends on a route that confirms no delivery. */
  'accepted',
  /** Taken for good; whether it was delivered is still to be told. */
  'accepted-so-far',
  'delivered',
  /** Delivered; whether the receiver's side could use it is still to be told. */
  'delivered-so-far',
  /** Delivered, and refused for good by the receiver's side since then. */
  'refused-since',
  /** Refused for good: another try would be refused, too. */
  'refused',
  /** Nothing was taken; worth another try. */
  'not-taken',
  /** The same, but what failed so twice in a row is refused. */
  'not-taken-once',
  /** The route may hold the document: the answer was lost, or says too little. */
  'unclear',
  'unclear-once',
  /** Too many calls: come back later, which is no failure. */
  'later',
  /** Asked for, it does not hold the document. */
  'not-held',
  /** Asked for, it cannot tell. */
  'cannot-tell',
  /** It held the document and has dropped it: another submission is needed. */
  'dropped',
  /** The same, but what is dropped so twice in a row is refused. */
  'dropped-once',
  /** Asked for its receipt: it came along. */
  'receipt',
] as const;
export type Meaning = (typeof MEANINGS)[number];

/** A row of a rail's table: what the network says, and what it means for the invoice. */
export interface StatusMapping {
  /** The network's own status, for logs and metrics: `AS4_ERROR EBMS:0005`, `HTTP 503`. */
  readonly networkStatus: string;
  readonly meaning: Meaning;
  /** Catalogue code; of what is no failure none. */
  readonly code?: string;
  readonly owner?: Owner;
  /** For people, without content of the invoice. */
  readonly message: string;
  readonly fixHint?: string;
  /** In its place once the invoice is a dead letter, which does not go on by itself; what follows is said besides. */
  readonly hintAtLast?: string;
  /** The care row is opened with the first failure, since somebody can correct the cause while the invoice waits. */
  readonly opensCareAtOnce?: true;
  /** Of what refuses nothing and opens no care row; left out: an error, of a remark a warning. */
  readonly severity?: 'information';
  /** Of a refusal: the route's proof is fetched after it, and brings the reasons. */
  readonly receiptFollows?: true;
  /** Its row is handled by itself once the route has gone on (decisions, "healed"). */
  readonly heals?: true;
  /** What the row was read from: a published text, the code of the network's software, or a recorded answer. */
  readonly source: string;
}

/** Failures that say the same on every route. */
export const COMMON_STATUSES = {
  unreachable: {
    networkStatus: 'unreachable',
    source: 'no connection: DNS, TCP or TLS',
    meaning: 'not-taken',
    code: 'EI-ROUTE-UNAVAILABLE',
    owner: 'route',
    message: 'The route cannot be reached.',
  },
  answerLost: {
    networkStatus: 'answer-lost',
    source: 'no whole answer to what was sent',
    meaning: 'unclear',
    code: 'EI-SEND-UNKNOWN',
    owner: 'us',
    message: 'The answer of the route was lost.',
  },
  outOfOrder: {
    networkStatus: 'out-of-order',
    source: 'RFC 9110 section 15.6: HTTP 5xx; an answer that is none',
    meaning: 'unclear',
    code: 'EI-ROUTE-UNAVAILABLE',
    owner: 'route',
    message: 'The route fails on its side.',
  },
  brokenUp: {
    networkStatus: 'batch broken up',
    source: 'this service: a batch that is not whole',
    meaning: 'later',
    message: 'The batch was not sent, since one of its documents had gone.',
  },
  throttled: {
    networkStatus: 'too-many-too-often',
    source: 'RFC 6585 section 4: HTTP 429, ten times in a row',
    meaning: 'not-taken',
    code: 'EI-ROUTE-UNAVAILABLE',
    owner: 'route',
    message: 'The route wants fewer calls, however long the service waits.',
  },
  tooMany: {
    networkStatus: 'too-many',
    source: 'RFC 6585 section 4: HTTP 429',
    meaning: 'later',
    message: 'The route wants fewer calls.',
  },
  credentialMissing: {
    networkStatus: 'credential-missing',
    source: 'this service: no live credential fits',
    meaning: 'not-taken',
    code: 'EI-CREDENTIAL-MISSING',
    owner: 'client',
    message: 'No live credential of the client fits this route and seller.',
    fixHint: 'Store a credential for the route; the invoice goes on by itself.',
    hintAtLast: 'Store a credential for the route.',
    opensCareAtOnce: true,
    heals: true,
  },
  credentialRefused: {
    networkStatus: 'credential-refused',
    source: 'RFC 9110 section 15.5: HTTP 401, 403; a value that cannot be read',
    meaning: 'not-taken',
    code: 'EI-CREDENTIAL-REFUSED',
    owner: 'client',
    message: "The route refuses the client's credential.",
    fixHint: 'Replace the credential; the invoice goes on by itself.',
    hintAtLast: 'Replace the credential.',
    opensCareAtOnce: true,
    heals: true,
  },
  blocked: {
    networkStatus: 'address-refused',
    source: 'this service: addresses that it calls (docs/security.md)',
    meaning: 'not-taken',
    code: 'EI-CREDENTIAL-REFUSED',
    owner: 'client',
    message: "The address in the client's credential is none that the service calls.",
    fixHint: 'Replace the credential by one with a public https address.',
    hintAtLast: 'Replace the credential by one with a public https address.',
    opensCareAtOnce: true,
    heals: true,
  },
  overdue: {
    networkStatus: 'status-overdue',
    source: 'this service: 24 hours without an end',
    meaning: 'held',
    code: 'EI-STATUS-OVERDUE',
    owner: 'route',
    message: 'The route has given no end state for 24 hours.',
    fixHint: 'Nothing to change in the invoice; the service goes on asking.',
    heals: true,
  },
  unmatched: {
    networkStatus: 'answer-unmatched',
    source: 'this service: an answer that fits none or several',
    meaning: 'held',
    code: 'EI-ANSWER-UNMATCHED',
    owner: 'us',
    message: 'An answer under the number of this invoice fits no invoice, or several.',
    fixHint: 'Compare the kept answer with the invoices of this number; nothing was changed by it.',
  },
  receiptUnverified: {
    networkStatus: 'receipt-unverified',
    source: 'this service: its check of the receipt',
    meaning: 'receipt',
    code: 'EI-RECEIPT-UNVERIFIED',
    owner: 'us',
    severity: 'information',
    message: "The route's receipt is kept as it came, but is not verified.",
  },
  receiptOverdue: {
    networkStatus: 'receipt-overdue',
    source: 'this service: 24 hours without a receipt',
    meaning: 'held',
    code: 'EI-RECEIPT-OVERDUE',
    owner: 'route',
    message: 'The route has given no receipt for 24 hours.',
    fixHint: 'Nothing to change in the invoice; the service goes on asking.',
    heals: true,
  },
} as const satisfies Record<string, StatusMapping>;
