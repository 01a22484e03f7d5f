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
        'The identifier is not registered on Peppol, or its entry cannot be used. Final for this sending.',
        "Check the buyer's electronic address, or send the invoice another way.",
      ],
      [
        'EI-PEPPOL-LOOK-UP',
        'route',
        'It is unknown whether the receiver is registered in Peppol',
        'A dry run looks the receiver up and waits one second. There was no answer in that time, the client has made as many look-ups as it ' +
          'may, or Peppol cannot be asked for this kind of document. A warning: a sending may succeed.',
        'Make the dry run again later, or ask GET /lookup/{scheme}/{id}.',
      ],
      [
        'EI-PEPPOL-REFUSED',
        'route',
        "The receiver's access point refuses the invoice",
        'It refused for good. When it names a broken rule or a wrong format, the fault lies with this service.',
        'Ask the receiver, or send the invoice another way.',
      ],
      [
        'EI-PEPPOL-DUPLICATE',
        'us',
        'The receiver says that it already has this message',
        'It says so for a first sending, which therefore was another one.',
        'The operator compares the identifiers of both messages.',
      ],
      [
        'EI-RECEIPT-BROKEN',
        'route',
        'The receipt that came is none for this invoice',
        'The access point says that the invoice was delivered; what it gave as proof is no receipt, or that of another message. Nothing is kept as a receipt.',
        'Ask the access point for the receipt; its number is the legal_id.',
      ],
      [
        'EI-BUYER-REFUSED',
        'business',
        'The buyer rejects the invoice',
        'The answer of the buyer gives the reason, if there is one.',
        'Settle the matter with the buyer; then send a credit note or a new invoice.',
      ],
    ],
  },
];
