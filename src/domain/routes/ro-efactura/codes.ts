import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import { type Family, SENDER_CAN_FIX } from '../../findings/code-words.ts';

const SHORTEN = say('routes-ro-efactura.shorten-text-that-message-names');

/** Ids in the messages of CIUS-RO that no rule of it has as its own. */
const PRINTED_RULES: readonly (readonly [code: string, title: Text, fix: Text])[] = [
  ['BR-RO-080', say('routes-ro-efactura.BR-RO-080.title'), say('routes-ro-efactura.BR-RO-080.hint')],
  ['BR-RO-090', say('routes-ro-efactura.BR-RO-090.title'), say('routes-ro-efactura.BR-RO-090.hint')],
  ['BR-RO-200', say('routes-ro-efactura.BR-RO-200.title'), say('routes-ro-efactura.BR-RO-200.hint')],
  ['BR-RO-210', say('routes-ro-efactura.BR-RO-210.title'), say('routes-ro-efactura.BR-RO-210.hint')],
  ['BR-RO-A050', say('routes-ro-efactura.BR-RO-A050.title'), say('routes-ro-efactura.BR-RO-A050.hint')],
  [
    'BR-RO-DT003-CN',
    say('routes-ro-efactura.BR-RO-DT003-CN.title'),
    say('routes-ro-efactura.BR-RO-DT003-CN.hint'),
  ],
  ['BR-RO-L020', say('routes-ro-efactura.BR-RO-L020.title'), SHORTEN],
  ['BR-RO-L050', say('routes-ro-efactura.BR-RO-L050.title'), SHORTEN],
  ['BR-RO-L100', say('routes-ro-efactura.BR-RO-L100.title'), SHORTEN],
  ['BR-RO-L150', say('routes-ro-efactura.BR-RO-L150.title'), SHORTEN],
  ['BR-RO-L200', say('routes-ro-efactura.BR-RO-L200.title'), SHORTEN],
  ['BR-RO-L300', say('routes-ro-efactura.BR-RO-L300.title'), SHORTEN],
  ['BR-RO-Z2', say('routes-ro-efactura.BR-RO-Z2.title'), say('routes-ro-efactura.BR-RO-Z2.hint')],
];

/** Answers of ANAF, and rules of CIUS-RO under the ids that ANAF names. */
export const ROMANIAN_CODES: readonly Family[] = [
  {
    family: say('routes-ro-efactura.romania-rule'),
    layer: 'schema',
    codes: [
      [
        'EI-RO-CIF',
        'erp',
        say('routes-ro-efactura.EI-RO-CIF.title'),
        say('routes-ro-efactura.EI-RO-CIF.explanation'),
        say('routes-ro-efactura.EI-RO-CIF.hint'),
      ],
      [
        'EI-RO-CII',
        'erp',
        say('routes-ro-efactura.EI-RO-CII.title'),
        say('routes-ro-efactura.EI-RO-CII.explanation'),
        say('routes-ro-efactura.EI-RO-CII.hint'),
      ],
      [
        'EI-RO-CONSUMER',
        'erp',
        say('routes-ro-efactura.EI-RO-CONSUMER.title'),
        say('routes-ro-efactura.EI-RO-CONSUMER.explanation'),
        say('routes-ro-efactura.EI-RO-CONSUMER.hint'),
      ],
    ],
  },
  {
    family: say('routes-ro-efactura.romania-validator'),
    layer: 'cius-ro',
    codes: [
      [
        'BR-RO-001',
        'us',
        say('routes-ro-efactura.BR-RO-001.title'),
        say('routes-ro-efactura.BR-RO-001.explanation'),
        say('routes-ro-efactura.BR-RO-001.hint'),
      ],
      [
        'BR-RO-020',
        'erp',
        say('routes-ro-efactura.BR-RO-020.title'),
        say('routes-ro-efactura.BR-RO-020.explanation'),
        say('routes-ro-efactura.BR-RO-020.hint'),
      ],
    ],
  },
  {
    // ANAF's answers name rules as the published messages print them, which may differ from the id of the rule.
    family: say('routes-ro-efactura.romania-validator'),
    layer: 'cius-ro',
    codes: PRINTED_RULES.map(([code, what, fix]) => [
      code,
      'erp',
      what,
      say('routes-ro-efactura.rule-of-cius-ro-code-is-id-in'),
      fix,
    ]),
  },
  {
    family: say('routes-ro-efactura.romania-route-answer'),
    codes: [
      [
        'ANAF-UPLOAD',
        'erp',
        say('routes-ro-efactura.ANAF-UPLOAD.title'),
        say('routes-ro-efactura.ANAF-UPLOAD.explanation'),
        say('routes-ro-efactura.ANAF-UPLOAD.hint'),
      ],
      [
        'ANAF-NOK',
        'erp',
        say('routes-ro-efactura.ANAF-NOK.title'),
        say('routes-ro-efactura.ANAF-NOK.explanation'),
        say('routes-ro-efactura.ANAF-UPLOAD.hint'),
      ],
      [
        'R6.1',
        'erp',
        say('routes-ro-efactura.R6.1.title'),
        say('routes-ro-efactura.R6.1.explanation'),
        say('routes-ro-efactura.R6.1.hint'),
      ],
      [
        'R_BT_32_cui',
        'erp',
        say('routes-ro-efactura.seller-s-tax-number-is-mistyped'),
        say('routes-ro-efactura.check-digit-of-number-is-wrong'),
        say('routes-ro-efactura.R6.1.hint'),
      ],
      [
        'ANAF-NOT-TAKEN',
        'erp',
        say('routes-ro-efactura.ANAF-NOT-TAKEN.title'),
        say('routes-ro-efactura.ANAF-NOT-TAKEN.explanation'),
        say('routes-ro-efactura.ANAF-NOT-TAKEN.hint'),
      ],
      [
        'ANAF-RIGHTS',
        'client',
        say('routes-ro-efactura.ANAF-RIGHTS.title'),
        say('routes-ro-efactura.ANAF-RIGHTS.explanation'),
        say('routes-ro-efactura.ANAF-RIGHTS.hint'),
      ],
      [
        'ANAF-BUYER-MESSAGE',
        'business',
        say('routes-ro-efactura.ANAF-BUYER-MESSAGE.title'),
        say('routes-ro-efactura.ANAF-BUYER-MESSAGE.explanation'),
        say('routes-ro-efactura.ANAF-BUYER-MESSAGE.hint'),
      ],
      [
        'ANAF-DUPLICATE',
        'us',
        say('routes-ro-efactura.ANAF-DUPLICATE.title'),
        say('routes-ro-efactura.ANAF-DUPLICATE.explanation'),
        say('routes-ro-efactura.ANAF-DUPLICATE.hint'),
        SENDER_CAN_FIX,
      ],
    ],
  },
];
