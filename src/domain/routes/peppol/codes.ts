import type { Family } from '../../findings/code-words.ts';

/** Answers of Peppol, with the codes of the contract. */
export const PEPPOL_CODES: readonly Family[] = [
  {
    family: 'route answer',
    codes: [
      [
        'EI-PEPPOL-NO-ROUTE',
        'erp',
        "No recipient was found for the buyer's identifier",
        'The identifier is not registered in Peppol, or its entry cannot be used. The service does not try again.',
        "Check the buyer's electronic address, or send the invoice in another way.",
      ],
      [
        'EI-PEPPOL-LOOK-UP',
        'route',
        'It is unknown whether the receiver is registered in Peppol',
        'In a dry run this is a warning: there was no answer within a second, the client has used up its look-ups, or Peppol offers no ' +
          'look-up for this kind of document. An invoice waits if DNS knows no participant at all: its zone or the resolver is wrong.',
        'Repeat the dry run later, or call GET /lookup/{scheme}/{id}.',
      ],
      [
        'EI-PEPPOL-REFUSED',
        'route',
        "The receiver's access point refuses the invoice",
        'The refusal is final. If it names a broken rule or a wrong format, this service has made the error.',
        'Ask the receiver, or send the invoice in another way.',
      ],
      [
        'EI-PEPPOL-DUPLICATE',
        'us',
        'The receiver reports that it already has this message',
        'This service sent the message for the first time, so the earlier message must be a different one.',
        'The operator compares the identifiers of both messages.',
      ],
      [
        'EI-RECEIPT-BROKEN',
        'route',
        'The receipt does not belong to this invoice',
        'The access point reports the invoice as delivered. Its proof is not a receipt, or is the receipt of another message. The ' +
          'service stores no receipt.',
        'Ask the access point for the receipt. Its number is the legal_id.',
      ],
      [
        'EI-BUYER-REFUSED',
        'business',
        'The buyer rejects the invoice',
        "The buyer's answer may give the reason.",
        'Settle the matter with the buyer. Then send a credit note or a new invoice.',
      ],
    ],
  },
];
