/** Messages that can follow a delivered document: Invoice Responses of the buyer, MLS and MLR. */
export const ANSWERS = {
  AB: { kind: 'invoice-response', code: 'AB' },
  IP: { kind: 'invoice-response', code: 'IP' },
  UQ: {
    kind: 'invoice-response',
    code: 'UQ',
    reason: 'REF',
    text: 'An order reference is missing.',
    action: 'PIN',
  },
  CA: {
    kind: 'invoice-response',
    code: 'CA',
    reason: 'PAY',
    text: 'Accepted with another due date.',
    action: 'NOA',
  },
  RE: {
    kind: 'invoice-response',
    code: 'RE',
    reason: 'REF',
    text: 'The order number is unknown.',
    action: 'NIN',
  },
  AP: { kind: 'invoice-response', code: 'AP' },
  PD: { kind: 'invoice-response', code: 'PD' },
  /** Paid in part. */
  PPD: { kind: 'invoice-response', code: 'PD', reason: 'PPD', text: 'Half of the amount was paid.' },
  'MLS-AP': { kind: 'mls', code: 'AP' },
  'MLS-AB': { kind: 'mls', code: 'AB' },
  'MLS-RE-FD': { kind: 'mls', code: 'RE', reason: 'FD', text: 'The receiver could not be reached.' },
  'MLS-RE-SV': { kind: 'mls', code: 'RE', reason: 'SV', text: 'The document does not fit its schema.' },
  'MLS-RE-BV': { kind: 'mls', code: 'RE', reason: 'BV', text: 'The document breaks a rule.' },
  'MLR-AP': { kind: 'mlr', code: 'AP' },
  'MLR-AB': { kind: 'mlr', code: 'AB' },
  'MLR-RE-SV': { kind: 'mlr', code: 'RE', reason: 'SV', text: 'The document does not fit its schema.' },
  'MLR-RE-BV': { kind: 'mlr', code: 'RE', reason: 'BV', text: 'The document breaks a rule.' },
} as const satisfies Record<string, AnswerSpec>;

export interface AnswerSpec {
  readonly kind: 'invoice-response' | 'mls' | 'mlr';
  /** The response code in the message. */
  readonly code: string;
  readonly reason?: string;
  readonly text?: string;
  /** What the buyer asks for (OPStatusAction). */
  readonly action?: string;
}

export type AnswerCode = keyof typeof ANSWERS;
