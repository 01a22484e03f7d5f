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
        'KSeF could not read what it was sent, twice in a row; the message quotes its reason. The invoice itself was not looked at.',
        'Nothing to change in the invoice. We look at the call and send the invoice again.',
      ],
      [
        'KSEF-405',
        'route',
        'KSeF dropped the invoice together with its session',
        'The session in which the invoice was sent has failed on the side of KSeF. The number (P_2) is not held and is free.',
        'Nothing to change in the invoice; it goes again in a new session by itself.',
      ],
      [
        'KSEF-410',
        'client',
        "The log-in's rights do not cover the invoice",
        'KSeF takes an invoice only from its seller or from somebody with rights for that seller (self-billing: from the buyer). ' +
          'The number (P_2) is not held and is free.',
        'Have the right granted in KSeF, or store a credential of the right company; then send the invoice again.',
      ],
      [
        'KSEF-415',
        'erp',
        'KSeF does not take the attachment',
        'KSeF takes attachments of sellers alone who have registered for them in e-Urząd Skarbowy. The number (P_2) is free.',
        'Register the seller for attachments, or leave the attachment out; then send the invoice again.',
      ],
      [
        'KSEF-430',
        'erp',
        'KSeF cannot take the file of the invoice',
        'Size, encoding, form or hash of the file are not as KSeF wants them; the message quotes what KSeF says. The number (P_2) ' +
          'is not held and is free.',
        'Correct the file and send it again under the same number.',
      ],
      [
        'KSEF-435',
        'us',
        'KSeF could not decrypt the invoice',
        'The invoice reached KSeF in a form that its key does not open, twice in a row. The number (P_2) is free.',
        'Nothing to change in the invoice. We look at the keys and send the invoice again.',
      ],
      [
        'KSEF-440',
        'us',
        'KSeF already holds an invoice with this number',
        'Seller, type and number are those of an invoice that was taken before; the finding names its KSeF number. A number ' +
          'refused with 430 or 450 is not held and can be used again.',
        'Do not send it again; record the KSeF number of the first one.',
      ],
      [
        'KSEF-450',
        'erp',
        'KSeF finds the invoice invalid',
        'The document breaks the FA(3) schema or a rule that KSeF checks besides: issue date not after today, tax numbers (NIP) with ' +
          'a right check digit. The message quotes what KSeF says. The number (P_2) is not held and is free.',
        'Correct what the message names and send the invoice again under the same number.',
      ],
      [
        'KSEF-500',
        'route',
        'KSeF failed over the invoice for a reason that it does not name',
        'The invoice was sent several times, and KSeF broke off its work each time.',
        'Send the invoice again later; should KSeF hold it after all, that is found out by itself.',
      ],
      [
        'KSEF-550',
        'route',
        'KSeF cancelled its work on the invoice',
        'The invoice was sent several times, and KSeF broke off its work each time. The number (P_2) is free.',
        'Send the invoice again later.',
      ],
    ],
  },
];
