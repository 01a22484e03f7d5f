import type { Family } from '../../findings/code-words.ts';

/** Answers of KSeF, by its own numbers. */
export const KSEF_ANSWERS: readonly Family[] = [
  {
    family: 'Poland route answer',
    codes: [
      [
        'KSEF-400',
        'us',
        'KSeF refuses a call of the service',
        'KSeF could not read the call, twice in a row; the message quotes its reason. KSeF did not check the invoice itself.',
        'Nothing to change in the invoice. The operator checks the call and sends the invoice again.',
      ],
      [
        'KSEF-405',
        'route',
        'KSeF dropped the invoice together with its session',
        'The session in which the invoice was sent has failed at KSeF. KSeF does not hold the number (P_2): it is free.',
        'Nothing to change in the invoice. The service sends it again in a new session.',
      ],
      [
        'KSEF-410',
        'client',
        "The log-in's rights do not cover the invoice",
        'KSeF accepts an invoice only from its seller or from a person with rights for that seller (self-billing: from the buyer). ' +
          'KSeF does not hold the number (P_2): it is free.',
        'Obtain the right in KSeF, or store a credential of the correct company. Then send the invoice again.',
      ],
      [
        'KSEF-415',
        'erp',
        'KSeF refuses the attachment',
        'KSeF accepts attachments only of sellers who have registered for them in e-Urząd Skarbowy. The number (P_2) is free.',
        'Register the seller for attachments, or leave the attachment out. Then send the invoice again.',
      ],
      [
        'KSEF-430',
        'erp',
        'KSeF refuses the file of the invoice',
        'KSeF refuses the size, encoding, format or hash of the file; the message quotes KSeF. KSeF does not hold the number (P_2): ' +
          'it is free.',
        'Correct the file and send it again under the same number.',
      ],
      [
        'KSEF-435',
        'us',
        'KSeF could not decrypt the invoice',
        'KSeF could not open the invoice with its key, twice in a row. The number (P_2) is free.',
        'Nothing to change in the invoice. The operator checks the keys and sends the invoice again.',
      ],
      [
        'KSEF-440',
        'us',
        'KSeF already holds an invoice with this number',
        'KSeF has already accepted an invoice with the same seller, type and number; the finding names its KSeF number. KSeF does not ' +
          'hold a number that it refused with 430 or 450: it can be used again.',
        'Do not send it again. Record the KSeF number of the first invoice.',
      ],
      [
        'KSEF-450',
        'erp',
        'KSeF finds the invoice invalid',
        "The document breaks the FA(3) schema or one of KSeF's further rules: the issue date is not in the future, tax numbers (NIP) " +
          'have a correct check digit. The message quotes KSeF. KSeF does not hold the number (P_2): it is free.',
        'Correct the error that the message names and send the invoice again under the same number.',
      ],
      [
        'KSEF-21166',
        'erp',
        'KSeF has accepted another technical correction',
        'The refused document on the page of the buyer has a technical correction already, with other content than this one.',
        'Do not send it again. The code on the page of the buyer leads to the accepted invoice.',
      ],
      [
        'KSEF-21167',
        'erp',
        'KSeF has accepted the document that this one corrects',
        'A technical correction replaces only a document that KSeF has refused. KSeF has accepted the document with this hash.',
        'Do not send it again. If its content is wrong, send a correction (type 381 or 384).',
      ],
      [
        'KSEF-500',
        'route',
        'KSeF failed to process the invoice and names no reason',
        'The service sent the invoice several times, and KSeF stopped processing it each time.',
        'Send the invoice again later. If KSeF holds it, the service detects that.',
      ],
      [
        'KSEF-550',
        'route',
        'KSeF cancelled the processing of the invoice',
        'The service sent the invoice several times, and KSeF stopped processing it each time. The number (P_2) is free.',
        'Send the invoice again later.',
      ],
    ],
  },
];
