import type { Family } from '../findings/code-words.ts';

/** Events on an invoice's way through the service. */
export const SERVICE_CODES: readonly Family[] = [
  {
    family: 'service',
    codes: [
      [
        'EI-CONTENT-UNREADABLE',
        'us',
        'The stored content of the invoice cannot be opened',
        'The stored document is damaged, or it was sealed with another key. The service tried again; after ten failures the invoice ' +
          'waits for the operator. No route holds it.',
        'The operator restores the store from a backup, or releases the invoice so that it can be sent again.',
      ],
      [
        'EI-SERVICE-FAULT',
        'us',
        'The service failed on the invoice',
        'A fault of the service, not of the invoice, ended its processing. The service tried again; after ten failures the invoice ' +
          'waits for the operator. No route holds it.',
        'The operator checks the log, corrects the cause, then releases the invoice.',
      ],
      [
        'EI-PACK-OLD',
        'us',
        'A rule pack is out of date',
        'The newest installed rule pack of a publisher is 60 days older than the pause between its releases, or a registry that PACKS_ALLOW names has ' +
          'a newer version. Invoices are checked by this pack, which may no longer be in force. The row is of no invoice.',
        'The operator installs the newer release (ids packs install) or adopts it (ids packs adopt). The row is then handled.',
      ],
      [
        'EI-RESTORED',
        'us',
        'The invoice may have been sent after the backup from which the store was restored',
        'In the backup from which the store was restored, the invoice had not yet reached its route. The invoice is held, because the ' +
          'service may have sent it after the backup. The same holds for a tax report that was not accepted.',
        'The operator checks whether the route holds the invoice, then releases it or gives it up (docs/operations.md, "Restoring").',
      ],
    ],
  },
  {
    family: 'tax report',
    codes: [
      [
        'EI-REPORTED',
        'us',
        'The sale is stated in a tax report',
        'The sale is no invoice that goes over a network: the service reports it to the tax administration, with the others of its period.',
        'Nothing to change. The message names the report.',
      ],
      [
        'EI-PURCHASE-NOT-REPORTED',
        'business',
        'The purchase cannot be stated in a tax report',
        'The client reports its purchases from abroad through the service, and the rules on reports ask for more than this invoice states.',
        'Have it reported at the platform or by the accountant, or ask the seller for an invoice that states it.',
      ],
      [
        'EI-REPORT-DUE',
        'us',
        'A tax report is due and not accepted',
        'In two days, or earlier, the deadline of the report ends, and the administration has not accepted it.',
        'Read the report (GET /reports/{id}): its errors say what keeps it. Without errors nothing is to be done.',
      ],
      [
        'EI-REPORT-DIFFERS',
        'client',
        'The report of the platform and the invoices that it took differ',
        'The platform derives the tax report from invoices. Its count or its sums are not those of the invoices that it took for the period.',
        'Compare the list of the platform with the invoices of the period, and have the platform correct its report.',
      ],
    ],
  },
  {
    family: 'mail',
    codes: [
      [
        'EI-MAIL-ADDRESS',
        'client',
        'The address of the buyer is refused',
        "The mail server refuses the address that the client's record names for this buyer (de.mail.buyers). The document was not mailed, and " +
          'the service does not try again. The invoice is ready: its document can be picked up.',
        'Ask the buyer for the right address and correct it in the record, which counts for later invoices. Hand this document over yourself.',
      ],
      [
        'EI-MAIL-REFUSED',
        'us',
        'The mail server refuses the mail',
        'The mail server does not take the mail for a reason that lasts, such as its size or its sender. The document was not mailed, and the ' +
          'service does not try again. The invoice is ready: its document can be picked up.',
        'The operator reads the answer of the mail server (GET /invoices/{id}/attempts) and corrects the cause. Hand this document over by hand.',
      ],
      [
        'EI-MAIL-SERVER',
        'us',
        'The service cannot use its mail server',
        'No mail server is set (SMTP_URL), or it refuses the log-in of the service. The service tries six times in almost two hours. The invoice ' +
          'is ready: its document can be picked up.',
        'The operator corrects SMTP_URL. If the service has given up meanwhile, hand the document over by hand.',
      ],
      [
        'EI-MAIL-UNAVAILABLE',
        'us',
        'The mail server did not take the mail',
        'Six attempts over almost two hours failed: the mail server was not reached, or it answered that it takes no mail at present. The ' +
          'service does not try again. The invoice is ready: its document can be picked up.',
        'The operator checks the mail server. Hand this document over by hand.',
      ],
      [
        'EI-MAIL-UNKNOWN',
        'us',
        'It is unknown whether the mail arrived',
        'The mail left the service, and the answer of the mail server was lost, at every attempt. The buyer has the mail once, several times under ' +
          'one Message-ID, or not at all. The service does not try again.',
        'Look for the Message-ID (route.submission_id of the event) in the log of the mail server, or ask the buyer. If the mail is not there, hand ' +
          'the document over by hand.',
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
        'The service accepted it, but could no longer read or map it before sending, for example because the version of its mapping ' +
          'was withdrawn. It was not sent.',
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
        'Six attempts over almost two hours failed for technical reasons. The service does not try again. Its document stays assigned ' +
          'to it: the same document, submitted again, is answered with duplicate_of.',
        'Wait until the route works again and check whether it holds the invoice. If it does not, send the invoice under another ' +
          'number.',
      ],
      [
        'EI-SEND-UNKNOWN',
        'us',
        'It is unknown whether the route holds the invoice',
        'A call may have delivered the invoice to the route, and the status inquiries gave no clear answer. The service does not send ' +
          'it again, because it might arrive twice.',
        'The operator asks the route by other means. If the route holds nothing, the invoice is sent under another number.',
      ],
      [
        'EI-NO-WORKER',
        'us',
        'No worker takes the invoice',
        'The invoice has been due for a minute, and in that time no process gave a sign of life that works on its route or checks. It waits, ' +
          'and nothing is lost.',
        'The operator starts a worker (ROLE worker or all). The invoice then continues by itself, and its care row is handled.',
      ],
      [
        'EI-OFFLINE-CERTIFICATE',
        'client',
        'The certificate for offline invoices does not hold',
        'The route states that the certificate that signs the codes of offline invoices is blocked, revoked or expired, or does not accept it. ' +
          'A scan of a code that it has signed shows that. Offline invoices are refused until another one is stored.',
        'The client stores another credential of the same kind and seller. The row is then handled.',
      ],
      [
        'EI-COMING',
        'erp',
        'A rule that comes into force refuses invoices like this one',
        'The operator had stored invoices judged by a rule pack that is not in force yet. This one is valid as it was sent, and nothing is to be ' +
          'done about it. Invoices that are issued from the first day of that pack on and are alike are refused.',
        'Change what the ERP sends before that day. A later judgement that no longer finds it handles the row.',
      ],
      [
        'EI-CLOCK-BEHIND',
        'us',
        'The clock of the service was set back behind a send',
        'The answer to a send was lost, and the route does not show what was sent. By the clock of the service the send is in the future, so ' +
          'it cannot be told whether the route shows it yet. The service asks each hour, and sends nothing again before its clock has ' +
          'passed the time of the send.',
        'The operator corrects the clock of the service. If it is right, the invoice goes on by itself.',
      ],
      [
        'EI-ANSWER-UNMATCHED',
        'us',
        'An answer matches no invoice, or several',
        'An answer names the number of this invoice, but its parties, date or document type match another invoice, or several. The ' +
          'service stores the answer with this invoice as unmatched-answer. The answer changes nothing.',
        'Compare the stored answer with the invoices of this number, and pass it on to the client.',
      ],
      [
        'EI-STATUS-OVERDUE',
        'route',
        'The route has not decided for 24 hours',
        'The route holds the invoice, or a status that was sent with POST …/statuses, but has neither accepted nor refused it. ' +
          'The service continues to ask.',
        'Wait, or ask the operator of the route.',
      ],
      [
        'EI-RECEIPT-OVERDUE',
        'route',
        'The route has given no receipt for 24 hours',
        'The invoice has its final state; only the receipt is missing. The service continues to ask.',
        'Wait, or ask the operator of the route for it.',
      ],
      [
        'EI-RECEIPT-UNVERIFIED',
        'us',
        "The route's receipt is not verified",
        'Its signature is wrong or has an unknown form, or the receipt cannot be read. The service stores it unchanged. The state of ' +
          'the invoice follows from the status of the route, and does not change.',
        'Nothing to change in the invoice. If the receipt is needed as proof, ask the authority to check its signature.',
      ],
      [
        'EI-ROUTE-ANSWER',
        'us',
        'The route gives an answer that its description does not contain',
        'The answer cannot be read, or is about another invoice. It changes nothing, and the service continues to ask.',
        'The operator compares the answer with the description of the route.',
      ],
      [
        'EI-LOG-IN-WARNING',
        'us',
        'The route warns about the log-in',
        'The route accepts the log-in and announces that it may refuse log-ins of this form in future. Invoices are still sent. The ' +
          'finding quotes the route; it appears on one invoice of each company a day.',
        'The operator installs a newer version of the service, or reports the warning to its makers.',
      ],
      [
        'EI-TOKEN-ENDS',
        'client',
        'The credential is of a kind that ends by law',
        'The route accepts log-ins by this kind of credential until the day that the finding names, and the client has none of the kind that ' +
          'takes its place. Invoices are still sent; the finding appears on one accepted invoice of each company a week.',
        'Get a credential of the other kind and store it; it is used from then on.',
      ],
      [
        'EI-CREDENTIAL-MISSING',
        'client',
        'There is no credential for this route',
        'The client has no live credential for this route and seller.',
        'Store a credential. The service then sends the invoice, unless it is already a dead letter.',
      ],
      [
        'EI-CREDENTIAL-REFUSED',
        'client',
        'The route refuses the log-in',
        'The stored credential is expired, revoked or lacks the necessary rights.',
        'Renew the credential or its rights at the authority. The service then sends the invoice, unless it is already a dead letter.',
      ],
    ],
  },
];
