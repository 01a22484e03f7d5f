import type { Family } from '../findings/code-words.ts';

/** Events on an invoice's way through the service. */
export const SERVICE_CODES: readonly Family[] = [
  {
    family: 'service',
    codes: [
      [
        'EI-CONTENT-UNREADABLE',
        'us',
        'What the service keeps of the invoice cannot be opened',
        'The stored document is damaged, or its key is another. It was tried again; after ten failures the invoice waits for ' +
          'the operator. No route holds it.',
        'The operator restores the store from a backup, or releases the invoice so that it can be sent again.',
      ],
      [
        'EI-SERVICE-FAULT',
        'us',
        'The service failed on the invoice',
        'A fault of the service, not of the invoice, ended its processing. It was tried again; after ten failures the invoice ' +
          'waits for the operator. No route holds it.',
        'The operator looks at the log, corrects the cause, then releases the invoice.',
      ],
      [
        'EI-RESTORED',
        'us',
        'The invoice may have been sent after the backup that the store was restored from',
        'The store was restored from a backup in which the invoice was not with its route yet. It is held: the store that was lost may ' +
          'have sent it since.',
        'The operator looks whether the route holds the invoice, then releases it or gives it up (docs/operations.md, "Restoring").',
      ],
    ],
  },
  {
    family: 'intake',
    codes: [
      [
        'EI-SOURCE',
        'erp',
        'The document that was accepted can no longer be read',
        'It was taken in, but before it was sent it could no longer be read or mapped, for instance because the version of its ' +
          'mapping was withdrawn. It was not sent.',
        'Send the invoice again under a new Idempotency-Key.',
      ],
    ],
  },
  {
    family: 'delivery',
    codes: [
      [
        'EI-ROUTE-UNAVAILABLE',
        'route',
        'The route did not answer',
        'Six attempts over almost two hours failed for technical reasons. The invoice is not tried again, and keeps its document: ' +
          'the same one is answered with duplicate_of.',
        'Wait until the route works again and look whether it holds the invoice; if not, send it under another number.',
      ],
      [
        'EI-SEND-UNKNOWN',
        'us',
        'It is not known whether the route took the invoice',
        'A call may have left the invoice with the route, and the status inquiries gave no clear answer. It is not sent again, ' +
          'because it might arrive twice.',
        'The operator asks the route by other means; if it holds nothing, the invoice is sent under another number.',
      ],
      [
        'EI-ANSWER-UNMATCHED',
        'us',
        'An answer fits no invoice, or several',
        'An answer came that names the number of this invoice. Its parties, date or document type are those of another invoice, or of ' +
          'several. The answer is kept beside the invoice as unmatched-answer and changes nothing.',
        'Compare the kept answer with the invoices of this number, and tell the client what it says.',
      ],
      [
        'EI-STATUS-OVERDUE',
        'route',
        'The route has not decided for 24 hours',
        'The invoice was taken, but neither accepted nor refused. Asking goes on.',
        'Wait, or ask the operator of the route.',
      ],
      [
        'EI-RECEIPT-OVERDUE',
        'route',
        'The route has given no receipt for 24 hours',
        'The invoice has its end; only the proof of it is missing. Asking goes on.',
        'Wait, or ask the operator of the route for it.',
      ],
      [
        'EI-RECEIPT-UNVERIFIED',
        'us',
        "The route's receipt is not verified",
        'Its signature is wrong or has an unknown form, or the receipt cannot be read. It is stored as it came. The state of the invoice ' +
          'comes from the status of the route, and does not change.',
        'Nothing to change in the invoice. If the receipt is needed as proof, ask the authority to check its signature.',
      ],
      [
        'EI-ROUTE-ANSWER',
        'us',
        'The route answers what its description does not have',
        'The answer cannot be understood, or is about another invoice. It decides nothing; asking goes on.',
        'The operator compares the answer with the description of the route.',
      ],
      [
        'EI-LOG-IN-WARNING',
        'us',
        'The route warns about the log-in',
        'The route accepts the log-in, and says that it may refuse one of this form in future. Invoices go on meanwhile. The finding has the ' +
          'words of the route; it appears on one invoice a day of each company.',
        'The operator looks for a newer version of the service, or reports the warning to its makers.',
      ],
      [
        'EI-CREDENTIAL-MISSING',
        'client',
        'There is no credential for this route',
        'No live credential of the client fits the route and the seller.',
        'Store a credential; until it is a dead letter the invoice is then sent by itself.',
      ],
      [
        'EI-CREDENTIAL-REFUSED',
        'client',
        'The route refuses the log-in',
        'The stored credential is expired, revoked or without the rights that are needed.',
        'Renew the credential or the rights at the authority; until it is a dead letter the invoice is then sent by itself.',
      ],
    ],
  },
];
