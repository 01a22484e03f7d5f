import type { Family } from '../findings/code-words.ts';

/** Codes found in a request or an invoice before anything is sent. */
export const CHECK_CODES: readonly Family[] = [
  {
    family: 'request',
    codes: [
      [
        'EI-REQUEST',
        'erp',
        'A part of the request does not match the API reference',
        'The field names the part: a member of the body, a header or a query parameter.',
        'Compare the request with the reference at /docs, correct it and send it again.',
      ],
    ],
  },
  {
    family: 'schema',
    layer: 'schema',
    codes: [
      [
        'EI-SCHEMA',
        'us',
        'The canonical invoice does not fit its model',
        'A field is missing, unknown, of the wrong type or outside its codes or limits, or a field that the route requires is ' +
          'missing. The finding gives the place as a JSON path; the message names the rule of the route, if there is one.',
        'Correct the field that the finding names; of an export, in the ERP.',
      ],
    ],
  },
  {
    family: 'identifier check',
    layer: 'pre-check',
    codes: [
      [
        'EI-ID-IBAN',
        'erp',
        'The IBAN is wrong',
        'Its check digits (ISO 7064, modulo 97) do not match the other digits: a digit is mistyped, missing or swapped.',
        'Correct the account number in the master data.',
      ],
      [
        'EI-ID-VAT',
        'erp',
        'A VAT number looks wrong',
        'Its form or check digit does not match the country that it begins with. This is a warning: the official rules accept the ' +
          'number.',
        'Check the VAT number of the seller or buyer.',
      ],
      [
        'EI-ID-LEITWEG',
        'erp',
        'The Leitweg-ID looks wrong',
        'The two check digits at the end are wrong. The official rules accept it, but the portal of the public buyer refuses it.',
        'Ask the buyer for the Leitweg-ID and enter it unchanged.',
      ],
      [
        'EI-ID-GLN',
        'erp',
        'A GLN looks wrong',
        'The last of its 13 digits is a check digit, and it does not match the others.',
        'Check the location number.',
      ],
      [
        'EI-ID-SIREN',
        'erp',
        'A SIREN or SIRET looks wrong',
        'The digits do not pass the Luhn check.',
        'Check the number in the French register of companies.',
      ],
      [
        'EI-ID-NIP',
        'erp',
        'A NIP looks wrong',
        'The last digit of the Polish tax number is a check digit, and it does not match the others.',
        'Check the tax number of the seller or buyer.',
      ],
      [
        'EI-ID-CUI',
        'erp',
        'A CUI looks wrong',
        'The last digit of the Romanian tax number (CUI, or the CNP of a person) is a check digit, and it does not match the others.',
        'Check the tax number of the seller or buyer.',
      ],
    ],
  },
  {
    family: 'pre-check',
    layer: 'pre-check',
    codes: [
      [
        'EI-TOTALS-MISMATCH',
        'erp',
        'The totals of the ERP differ from the computed totals',
        'The service computes the totals from the lines, in decimals, and rounds VAT once per category and rate. The totals in ' +
          'erp_totals differ from these. The service adjusts nothing silently.',
        'Compare the rounding, discounts and VAT rates of the ERP with the invoice lines.',
      ],
      [
        'EI-DATE-AHEAD',
        'erp',
        'The issue date is in the future',
        'It is later than the day after the one on which the invoice was submitted. This is a warning: it does not stop the invoice.',
        'Check the issue date. If it is right, hand in the invoice on that day.',
      ],
      [
        'EI-DUE-BEFORE-ISSUE',
        'erp',
        'The invoice is due before it is issued',
        'The due date is before the issue date. This is a warning: most routes accept it.',
        'Check both dates. If the invoice is already paid, leave the due date out.',
      ],
      [
        'EI-DEADLINE-PASSED',
        'business',
        'The invoice is submitted after the last day to file it',
        'The law gives a number of working days from the issue date to file an invoice on this route, and they are over. This is a ' +
          'warning: the invoice is still sent. Weekends and public holidays are no working days.',
        'Check the issue date. If it is right, ask your tax adviser what follows from the late filing.',
      ],
      [
        'EI-VAT-RATE',
        'erp',
        'No country concerned has this VAT rate',
        'The service compares the rates of category S with those of the countries of seller, VAT id, delivery and buyer, on the days of the ' +
          'supply: the stated ones, else from the month before the issue date on. Corrections may have earlier rates. Where the list is not ' +
          'sure, only rates below 0.9 and above 27 are reported. This is a warning, unless the record of the client makes it a refusal.',
        'Write the rate as a percentage (19, not 0.19) and check its digits. If a rate has changed, state the day of delivery: it decides.',
      ],
      [
        'EI-CREDIT-NEGATIVE',
        'erp',
        'The credit note charges the buyer',
        'A credit note states what it takes back without a sign. This one has negative quantities and a negative total, so it charges the ' +
          'buyer instead. This is a warning, unless the record of the client makes it a refusal.',
        'State the quantities without a sign. To charge more, send an invoice.',
      ],
      [
        'EI-IBAN-COUNTRY',
        'erp',
        'The account is in another country than the seller',
        'No IBAN of the invoice begins with the country of the seller, of its VAT id or of its tax representative. Such accounts are allowed, ' +
          'but a changed account is also how invoices are forged. Accounts of a payee and on credit notes are not compared. This is a warning, ' +
          'unless the record of the client makes it a refusal.',
        'Compare the IBAN with the account of the seller in the ERP. If it is right, nothing has to change.',
      ],
      [
        'EI-FR-EXEMPT-CODE',
        'erp',
        'An exempt sale of a French seller has no code',
        'The invoice has VAT category E and no code that names the article of the law. Readers of the invoice compare codes, and a report of ' +
          'the sale demands one. This is a warning, unless the record of the client makes it a refusal.',
        'State reason and code (VATEX-FR-…) in vat_exemption.',
      ],
      [
        'EI-FR-CREDIT-REFUSED',
        'business',
        'The credit note takes back an invoice that was refused',
        'The platform (213) or the buyer (210) has refused the invoice. The seller cancels such an invoice in its books; a credit note for ' +
          'it is not sent. This is a warning, unless the record of the client makes it a refusal.',
        'Cancel the refused invoice in your books. Send a credit note only for an invoice that was accepted.',
      ],
      [
        'EI-VAT-OF-DAY',
        'erp',
        'The VAT of a day does not fit its rate',
        'In the totals of a day the VAT is not what the rate makes of the net amount, beyond the rounding of each sale. This is a warning, ' +
          'unless the record of the client makes it a refusal.',
        'Compare the totals with the till, and state them again with replaces.',
      ],
      [
        'EI-FR-NOT-REPORTED',
        'erp',
        'A sale is delivered and not reported',
        'A French seller reports sales to consumers and abroad. Over this route the invoice is delivered, and the service does not report it: ' +
          'the record of the client does not say so, a report cannot state the sale, or the invoice is a finished file. This is a warning, ' +
          'unless the record of the client makes it a refusal.',
        'Have fr.reports set to own, or have such sales reported at the platform or by the accountant.',
      ],
      [
        'EI-FR-REASON-TEXT',
        'erp',
        'A refusal has no text',
        "The refusal of an invoice (210) has the code of a reason and no text. The administration's portal may refuse it. It is sent.",
        'Explain each refusal in the note.',
      ],
      [
        'EI-PAID-TOO-MUCH',
        'erp',
        'More is paid than the invoice is about',
        'The amount that is paid (BT-113) is above the total with VAT, so nothing is due and the seller owes the difference. This ' +
          'is a warning, unless the record of the client makes it a refusal.',
        'State what was paid on this invoice only. If the buyer has paid too much, nothing has to change: pay it back, or set it off.',
      ],
      [
        'EI-NUMBER-REPEATED',
        'erp',
        'Another invoice has this number',
        'The client has already sent an invoice or a file with this number and different content on this route. This is a warning, because ' +
          'two sellers of one client may use the same number, unless the record of the client makes it a refusal.',
        'If one invoice replaces the other, send a credit note or a correction. Otherwise give each invoice its own number.',
      ],
      [
        'EI-TOTAL-UNUSUAL',
        'erp',
        'The total is far above the usual one',
        "It is above a hundred times the median of the client's totals in this currency on this route, from the twentieth invoice on. This is " +
          'a warning, unless the record of the client makes it a refusal.',
        'Check quantities, units and prices: a decimal point may be missing.',
      ],
    ],
  },
  {
    family: 'serializer',
    layer: 'serializer',
    codes: [
      [
        'EI-NOT-WRITTEN',
        'erp',
        'A field has no place in the document and was left out',
        'The format of the document has no place for it, and the law does not require it. This is a remark: it does not stop the invoice. If ' +
          'the law may require such a field, the invoice is refused instead.',
        'Nothing to change.',
      ],
      [
        'EI-ADAPTED',
        'erp',
        'A value was derived, or is written in the form that the route requires',
        'The route requires a value that the invoice leaves out or states in another form, and the value follows from other fields: a ' +
          'county from a post code, a sector of Bucharest, the number of a consumer. This is a remark: it does not stop the invoice.',
        'Check the field in the built document. If it is wrong, state the right value in the invoice.',
      ],
    ],
  },
  {
    family: 'XML safety',
    layer: 'xml-safety',
    codes: [
      [
        'EI-XML-DTD',
        'erp',
        'The XML declares a DOCTYPE',
        'Such a declaration can make a reader load other files, so the file is refused before anything reads it.',
        'Write the file without <!DOCTYPE …>.',
      ],
      [
        'EI-XML-SYNTAX',
        'erp',
        'The file is not well-formed XML',
        'A tag is not closed, a character is not allowed, or the bytes are not in the encoding that the file declares.',
        'Write the file with an XML library, in UTF-8.',
      ],
      [
        'EI-XML-TYPE',
        'erp',
        'The XML is not an invoice format that the route accepts',
        'The service accepts UBL Invoice and CreditNote, CII and FA(3), depending on the route. It does not accept FA(2) files.',
        'Send the invoice in a format that the route accepts.',
      ],
    ],
  },
  {
    family: 'XML schema',
    layer: 'xsd',
    codes: [
      [
        'EI-XSD',
        'us',
        'The file does not follow its XML schema',
        'An element is missing, misplaced, repeated or has a value of the wrong type. The business rules run only on files that ' +
          'follow their schema.',
        'Correct the element at the place that the finding names. The order of elements matters.',
      ],
    ],
  },
  {
    family: 'rules',
    codes: [
      [
        'EI-RULE',
        'erp',
        'A rule without a number was broken',
        'The published rules give this rule no id. The message is its own text.',
        'Follow the message.',
      ],
      [
        'EI-RULES-END',
        'erp',
        'The rules of a layer end with an error on this file',
        'A published rule expects one value and the file has several, or it expects a number or a date and finds another text. The ' +
          'rule then ends with an error, in the validator of its publisher too. A file that the rules cannot judge is not sent.',
        'If EN 16931 allows an element once (a total, a name, an id), state it only once, and write each value in the type of its ' +
          'element. If the file has the level EXTENDED, send the invoice at the level EN 16931.',
      ],
      [
        'EI-EDITION',
        'erp',
        'The edition of 2026 is not judged yet',
        'The file follows EN 16931-1:2026 (BT-24 begins with urn:cen.eu:en16931:2026; UBL 2.5, CII D25A, XRechnung 4.0), for which no rules are ' +
          'published. The rules of 2017 would judge it wrongly, because several terms stand elsewhere in it. A file is refused. An invoice that ' +
          'was received is stored and can be read and downloaded; the service checks it once rules are installed.',
        'Send the invoice by the edition of 2017. Judge a received one by hand.',
      ],
      [
        'EI-BT24-UNKNOWN',
        'erp',
        'No rules are known for the specification identifier (BT-24)',
        'The file names a specification for which no rule pack is installed, so only the common rules ran.',
        'Use the identifier that the route requires.',
      ],
    ],
  },
  {
    family: 'router',
    codes: [
      [
        'EI-ROUTE-UNDECIDED',
        'erp',
        'No route fits the invoice',
        'The countries, identifiers and format of the invoice match no routing rule. Nothing was queued.',
        'Name the route in the call, or complete the addresses of seller and buyer.',
      ],
      [
        'EI-ROUTE-PEPPOL-UNKNOWN',
        'erp',
        'The look-up of the buyer in Peppol failed',
        'It failed for a technical reason. The service chooses no other route, because the buyer may not read it. Nothing was queued.',
        'Send it again later with another Idempotency-Key, or name the route.',
      ],
    ],
  },
  {
    family: 'checks that did not run',
    codes: [
      [
        'KOSIT-RUN',
        'us',
        'The rules could not be run',
        'The validator failed, or ran out of time or memory. The service repeats the check; after six ' +
          'failures the invoice waits for the operator. The invoice was not sent.',
        'The operator checks the log, then releases the invoice.',
      ],
      [
        'EI-PDF-CHECK',
        'us',
        'The check of the PDF could not be run',
        'The service repeats the check; after six failures the invoice waits for the operator. The invoice was not sent.',
        'The operator checks the log, then releases the invoice.',
      ],
      [
        'EI-PACK-MISSING',
        'us',
        'The rules of this specification are not installed',
        'The service has no rule pack for the specification identifier (BT-24) of the document, so it cannot check it, and does not send ' +
          'it. A file is refused at once. An invoice that was received, or accepted before the pack was removed, is stored and waits: the ' +
          'service checks it within ten minutes after the pack is installed.',
        'The operator installs the pack that the finding names. Then send a refused file again under a new Idempotency-Key, or send the ' +
          'invoice at another level, such as EN 16931.',
      ],
    ],
  },
];
