import type { Family } from '../../findings/code-words.ts';

const SHORTEN = 'Shorten the text that the message names.';

/** Ids in the messages of CIUS-RO that no rule of it has as its own. */
const PRINTED_RULES: readonly (readonly [code: string, title: string, fix: string])[] = [
  ['BR-RO-080', "A party's street is missing", 'Enter street and number of seller and buyer.'],
  ['BR-RO-090', "A party's city is missing", 'Enter the city of seller and buyer.'],
  [
    'BR-RO-200',
    'The city of the delivery address is missing, or the address is in Bucharest and its city is not a sector',
    'Enter it, in Bucharest as SECTOR1 to SECTOR6, or leave the delivery address out.',
  ],
  [
    'BR-RO-210',
    'The county of the delivery address is missing, or the address is Romanian and has no Romanian county',
    'Enter it as an ISO 3166-2 code, or leave the delivery address out.',
  ],
  ['BR-RO-A050', 'There are more than 50 attachments or item attributes', 'Leave some out.'],
  [
    'BR-RO-DT003-CN',
    'The due date of a credit note is not written as YYYY-MM-DD',
    'Write year, month and day.',
  ],
  ['BR-RO-L020', 'A post code is longer than 20 characters', SHORTEN],
  ['BR-RO-L050', 'A city or the name of an item attribute is longer than 50 characters', SHORTEN],
  ['BR-RO-L100', 'A text is longer than 100 characters', SHORTEN],
  ['BR-RO-L150', 'A street is longer than 150 characters', SHORTEN],
  ['BR-RO-L200', 'A name, reference or description is longer than 200 characters', SHORTEN],
  ['BR-RO-L300', 'A note or the payment terms are longer than 300 characters', SHORTEN],
  ['BR-RO-Z2', 'An amount has more than two decimals', 'Round it to two decimals.'],
];

/** Answers of ANAF, and rules of CIUS-RO under the ids that ANAF names. */
export const ROMANIAN_CODES: readonly Family[] = [
  {
    family: 'Romania rule',
    layer: 'schema',
    codes: [
      [
        'EI-RO-CIF',
        'erp',
        'The issuer of the invoice has no Romanian tax number (CIF)',
        'ANAF accepts an upload under a tax number: that of the seller, or, if the buyer writes the invoice (389), that of the buyer.',
        'Enter the CIF: in vat_id with RO before it, or, if the company is not registered for VAT, in tax_number or company_id.',
      ],
      [
        'EI-RO-CII',
        'erp',
        'A CII file is not checked by the rules of CIUS-RO before it is sent',
        'These rules are published for UBL only. ANAF takes CII files, and says what is wrong after the upload.',
        'Send UBL or the canonical form if the rules are to be checked before.',
      ],
      [
        'EI-RO-CONSUMER',
        'erp',
        'The buyer is marked as a consumer and has the number of a business',
        'ANAF recognises a consumer by the number of the buyer.',
        'Leave buyer.is_consumer out, or leave vat_id and company_id out.',
      ],
    ],
  },
  {
    family: 'Romania validator',
    layer: 'cius-ro',
    codes: [
      [
        'BR-RO-001',
        'us',
        'The specification identifier (BT-24) is not that of CIUS-RO',
        'Romania accepts only invoices that name its own specification.',
        'Set the profile ro-cius; in a file, write the identifier of CIUS-RO 1.0.1 into BT-24.',
      ],
      [
        'BR-RO-020',
        'erp',
        'Romania does not accept invoices of this type (BT-3)',
        'Findings on the canonical form have this code. In files, the rule has the ids BR-RO-020_1 (invoices) and BR-RO-020_2 (credit ' +
          'notes).',
        'Use 380, 384 or 389; a credit note is 381.',
      ],
    ],
  },
  {
    // ANAF's answers name rules as the published messages print them, which may differ from the id of the rule.
    family: 'Romania validator',
    layer: 'cius-ro',
    codes: PRINTED_RULES.map(([code, what, fix]) => [
      code,
      'erp',
      what,
      'A rule of CIUS-RO. The code is the id in its published message; one id may cover several parties or texts.',
      fix,
    ]),
  },
  {
    family: 'Romania route answer',
    codes: [
      [
        'ANAF-UPLOAD',
        'erp',
        'ANAF refuses the upload',
        'The finding carries the text of the answer.',
        'Correct the error that the text names and send the invoice again.',
      ],
      [
        'ANAF-NOK',
        'erp',
        'ANAF refuses the invoice',
        "ANAF's check ended with nok. Its reasons name no rule, or could not be read yet. In the second case they follow in an " +
          'event.',
        'Correct the error that the text names and send the invoice again.',
      ],
      [
        'R6.1',
        'erp',
        "The seller's tax number is not in the register",
        'ANAF knows no company under the number (CIF) of the seller.',
        'Correct the VAT or tax number of the seller.',
      ],
      [
        'R_BT_32_cui',
        'erp',
        "The seller's tax number is mistyped",
        'The check digit of the number (CUI) is wrong.',
        'Correct the VAT or tax number of the seller.',
      ],
      [
        'ANAF-NOT-TAKEN',
        'erp',
        'ANAF could not read the file',
        'ANAF received the file, but could not process it.',
        'Send the invoice again. If that fails, ask the operator.',
      ],
      [
        'ANAF-RIGHTS',
        'client',
        'The log-in has no right to send for this tax number (CIF)',
        'The log-in belongs to a person whom the company has not authorised.',
        'Register the authorisation at ANAF.',
      ],
      [
        'ANAF-BUYER-MESSAGE',
        'business',
        'The buyer writes about the invoice',
        'A text that the buyer sends through ANAF (RASP). It changes nothing: ANAF has accepted the invoice, and the buyer refuses it ' +
          'by no such message.',
        'Read the text in the message, and answer the buyer. If the invoice is wrong, correct it by a credit note.',
      ],
      [
        'ANAF-DUPLICATE',
        'us',
        'ANAF holds another invoice under this number',
        'An invoice with different content was sent before; the finding names the index of the first one.',
        'Compare both. A correction needs its own number.',
      ],
    ],
  },
];
