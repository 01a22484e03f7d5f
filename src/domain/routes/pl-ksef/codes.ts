import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Family, Words } from '../../findings/code-words.ts';
import { KSEF_ANSWERS } from './answer-codes.ts';

/** Requirements of KSeF on a file beyond its schema: the layer `ksef-file`. */
const KSEF_FILE_CODES: readonly Words[] = [
  [
    'EI-KSEF-BOM',
    'erp',
    say('routes-pl-ksef.EI-KSEF-BOM.title'),
    say('routes-pl-ksef.EI-KSEF-BOM.explanation'),
    say('routes-pl-ksef.EI-KSEF-BOM.hint'),
  ],
  [
    'EI-KSEF-ENCODING',
    'erp',
    say('routes-pl-ksef.EI-KSEF-ENCODING.title'),
    say('routes-pl-ksef.EI-KSEF-ENCODING.explanation'),
    say('routes-pl-ksef.EI-KSEF-ENCODING.hint'),
  ],
  [
    'EI-KSEF-VERSION',
    'erp',
    say('routes-pl-ksef.EI-KSEF-VERSION.title'),
    say('routes-pl-ksef.EI-KSEF-VERSION.explanation'),
    say('routes-pl-ksef.EI-KSEF-VERSION.hint'),
  ],
  [
    'EI-KSEF-INSTRUCTION',
    'erp',
    say('routes-pl-ksef.EI-KSEF-INSTRUCTION.title'),
    say('routes-pl-ksef.EI-KSEF-INSTRUCTION.hint'),
    say('routes-pl-ksef.remove-the-text-between-and-the-first-line-of'),
  ],
  [
    'EI-KSEF-CHARACTER',
    'erp',
    say('routes-pl-ksef.EI-KSEF-CHARACTER.title'),
    say('routes-pl-ksef.EI-KSEF-CHARACTER.explanation'),
    say('routes-pl-ksef.EI-KSEF-CHARACTER.hint'),
  ],
  [
    'EI-KSEF-SIZE',
    'erp',
    say('routes-pl-ksef.EI-KSEF-SIZE.title'),
    say('routes-pl-ksef.EI-KSEF-SIZE.explanation'),
    say('invoice.split-invoice'),
  ],
  [
    'EI-KSEF-DATE',
    'erp',
    say('routes-pl-ksef.EI-KSEF-DATE.title'),
    say('routes-pl-ksef.EI-KSEF-DATE.explanation'),
    say('routes-pl-ksef.EI-KSEF-DATE.hint'),
  ],
  [
    'EI-KSEF-NIP',
    'erp',
    say('routes-pl-ksef.EI-KSEF-NIP.title'),
    say('routes-pl-ksef.EI-KSEF-NIP.explanation'),
    say('routes-pl-ksef.EI-KSEF-NIP.hint'),
  ],
  [
    'EI-KSEF-ATTACHMENT',
    'client',
    say('routes-pl-ksef.EI-KSEF-ATTACHMENT.title'),
    say('routes-pl-ksef.EI-KSEF-ATTACHMENT.explanation'),
    say('routes-pl-ksef.EI-KSEF-ATTACHMENT.hint'),
  ],
];

/** Polish requirements beyond the schema of FA(3), checked in the canonical form. */
export const KSEF_RULE_CODES: readonly Words[] = [
  [
    'EI-FA3-UNION-BUYER',
    'erp',
    say('routes-pl-ksef.EI-FA3-UNION-BUYER.title'),
    say('routes-pl-ksef.EI-FA3-UNION-BUYER.explanation'),
    say('routes-pl-ksef.EI-FA3-UNION-BUYER.hint'),
  ],
  [
    'EI-FA3-CHARGED-BUYER',
    'erp',
    say('routes-pl-ksef.EI-FA3-CHARGED-BUYER.title'),
    say('routes-pl-ksef.EI-FA3-CHARGED-BUYER.explanation'),
    say('routes-pl-ksef.EI-FA3-CHARGED-BUYER.hint'),
  ],
  [
    'EI-FA3-BILLING-BUYER',
    'erp',
    say('routes-pl-ksef.EI-FA3-BILLING-BUYER.title'),
    say('routes-pl-ksef.EI-FA3-BILLING-BUYER.explanation'),
    say('routes-pl-ksef.EI-FA3-BILLING-BUYER.hint'),
  ],
  [
    'EI-FA3-CORRECTED',
    'erp',
    say('routes-pl-ksef.EI-FA3-CORRECTED.title'),
    say('routes-pl-ksef.EI-FA3-CORRECTED.explanation'),
    say('routes-pl-ksef.EI-FA3-CORRECTED.hint'),
  ],
  [
    'EI-FA3-FORM',
    'erp',
    say('routes-pl-ksef.EI-FA3-FORM.title'),
    say('routes-pl-ksef.EI-FA3-FORM.explanation'),
    say('routes-pl-ksef.EI-FA3-FORM.hint'),
  ],
];

/** Contents that are probably not meant in an invoice for KSeF; they refuse nothing. */
const KSEF_WARNING_CODES: readonly Words[] = [
  [
    'EI-FA3-NOTE',
    'erp',
    say('routes-pl-ksef.EI-FA3-NOTE.title'),
    say('routes-pl-ksef.EI-FA3-NOTE.explanation'),
    say('routes-pl-ksef.EI-FA3-NOTE.hint'),
  ],
  [
    'EI-FA3-SPLIT-PAYMENT',
    'erp',
    say('routes-pl-ksef.EI-FA3-SPLIT-PAYMENT.title'),
    say('routes-pl-ksef.EI-FA3-SPLIT-PAYMENT.explanation'),
    say('routes-pl-ksef.EI-FA3-SPLIT-PAYMENT.hint'),
  ],
  [
    'EI-FA3-BUYER-UNSEEN',
    'erp',
    say('routes-pl-ksef.EI-FA3-BUYER-UNSEEN.title'),
    say('routes-pl-ksef.EI-FA3-BUYER-UNSEEN.explanation'),
    say('routes-pl-ksef.EI-FA3-BUYER-UNSEEN.hint'),
  ],
  [
    'EI-FA3-ADVANCE',
    'erp',
    say('routes-pl-ksef.EI-FA3-ADVANCE.title'),
    say('routes-pl-ksef.EI-FA3-ADVANCE.explanation'),
    say('routes-pl-ksef.EI-FA3-ADVANCE.hint'),
  ],
  [
    'EI-KSEF-CORRECTION',
    'erp',
    say('routes-pl-ksef.EI-KSEF-CORRECTION.title'),
    say('routes-pl-ksef.EI-KSEF-CORRECTION.explanation'),
    say('routes-pl-ksef.EI-KSEF-CORRECTION.hint'),
  ],
];

/** All Polish codes. */
export const KSEF_CODES: readonly Family[] = [
  {
    family: say('routes-pl-ksef.poland-rule'),
    layer: 'schema',
    codes: [...KSEF_RULE_CODES, ...KSEF_WARNING_CODES],
  },
  {
    family: say('routes-pl-ksef.poland-file-check'),
    layer: 'ksef-file',
    codes: KSEF_FILE_CODES,
  },
  ...KSEF_ANSWERS,
];
