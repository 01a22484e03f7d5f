import { say } from 'en16931-rules/vocabulary/message.ts';
import { type Family, SENDER_CAN_FIX } from '../../findings/code-words.ts';

/** Answers of Peppol, with the codes of the contract. */
export const PEPPOL_CODES: readonly Family[] = [
  {
    family: say('routes-peppol.route-answer'),
    codes: [
      [
        'EI-PEPPOL-NO-ROUTE',
        'erp',
        say('routes-peppol.EI-PEPPOL-NO-ROUTE.title'),
        say('routes-peppol.EI-PEPPOL-NO-ROUTE.explanation'),
        say('routes-peppol.EI-PEPPOL-NO-ROUTE.hint'),
      ],
      [
        'EI-PEPPOL-LOOK-UP',
        'route',
        say('routes-peppol.EI-PEPPOL-LOOK-UP.title'),
        say('routes-peppol.EI-PEPPOL-LOOK-UP.explanation'),
        say('routes-peppol.EI-PEPPOL-LOOK-UP.hint'),
      ],
      [
        'EI-PEPPOL-REFUSED',
        'route',
        say('routes-peppol.EI-PEPPOL-REFUSED.title'),
        say('routes-peppol.EI-PEPPOL-REFUSED.explanation'),
        say('routes-peppol.EI-PEPPOL-REFUSED.hint'),
        SENDER_CAN_FIX,
      ],
      [
        'EI-PEPPOL-DUPLICATE',
        'us',
        say('routes-peppol.EI-PEPPOL-DUPLICATE.title'),
        say('routes-peppol.EI-PEPPOL-DUPLICATE.explanation'),
        say('routes-peppol.EI-PEPPOL-DUPLICATE.hint'),
      ],
      [
        'EI-RECEIPT-BROKEN',
        'route',
        say('routes-peppol.EI-RECEIPT-BROKEN.title'),
        say('routes-peppol.EI-RECEIPT-BROKEN.explanation'),
        say('routes-peppol.EI-RECEIPT-BROKEN.hint'),
      ],
    ],
  },
];
