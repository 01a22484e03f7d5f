import type { Family } from '../findings/code-words.ts';

/** Codes found in a request or an invoice before anything is sent. */
export const CHECK_CODES: readonly Family[] = [
  {
    family: 'request',
    codes: [
      [
        'EI-REQUEST',
        'erp',
        'A part of the request is not as the description says',
        'The field names the part: a member of the body, a header or a query parameter.',
        'Compare the request with the description under /docs and send it again.',
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
        'A field is missing, unknown, of the wrong type or outside its codes or limits, or the route asks for something that ' +
          'is not there. The field names the place as a JSON path; the message names the rule of the route, if there is one.',
        'Correct the field that is named.',
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
        'Its check digits (ISO 7064, modulo 97) do not fit the rest: a digit is mistyped, missing or swapped.',
        'Correct the account number in the master data.',
      ],
      [
        'EI-ID-VAT',
        'erp',
        'A VAT number looks wrong',
        'Its form or check digit is not that of the country it begins with. A warning: the official rules let it pass.',
        'Check the VAT number of the seller or buyer.',
      ],
      [
        'EI-ID-LEITWEG',
        'erp',
        'The Leitweg-ID looks wrong',
        'The two check digits at the end do not fit. The rules let it pass, but the portal of the public buyer refuses it.',
        'Ask the buyer for the Leitweg-ID and enter it as it stands.',
      ],
      [
        'EI-ID-GLN',
        'erp',
        'A GLN looks wrong',
        'The last of its 13 digits is a check digit and does not fit the others.',
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
        'The last digit of the Polish tax number is a check digit and does not fit the others.',
        'Check the tax number of the seller or buyer.',
      ],
      [
        'EI-ID-CUI',
        'erp',
        'A CUI looks wrong',
        'The last digit of the Romanian tax number (CUI, or the CNP of a person) is a check digit and does not fit the others.',
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
        'The totals of the ERP are not what the lines add up to',
        'The service computes the totals from the lines, in decimals, rounding VAT once per category and rate. What the ERP ' +
          'sent in erp_totals differs; nothing is adjusted silently.',
        'Compare rounding, discounts and VAT rates of the ERP with the invoice lines.',
      ],
      [
        'EI-DATE-AHEAD',
        'erp',
        'The issue date is far ahead',
        'It is more than 31 days after the day on which the invoice came. A warning: the invoice goes on.',
        'Check the year and the month of the issue date.',
      ],
      [
        'EI-DUE-BEFORE-ISSUE',
        'erp',
        'The invoice is due before it is issued',
        'The due date is before the issue date. A warning: no rule of most routes forbids it.',
        'Check both dates; leave the due date out of an invoice that is paid already.',
      ],
      [
        'EI-DEADLINE-PASSED',
        'business',
        'The invoice comes after the last day to file it',
        'The route is to have an invoice within some working days of its issue date, and they are over. A warning: it is sent ' +
          'all the same. Public holidays are not counted, so the true last day can be later.',
        'Check the issue date; if it is right, ask your tax adviser what being late means.',
      ],
      [
        'EI-NUMBER-REPEATED',
        'erp',
        'Another invoice has this number',
        'The client has sent an invoice with this number and other content on this route before. A warning: the invoice goes ' +
          'on, as sellers of one client may number alike.',
        'If one replaces the other, send a credit note or a correction; otherwise give each its own number.',
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
        'The syntax of the document has no place for it, and nothing legal hangs on it: a remark, the invoice goes on. What ' +
          'the law of invoices may ask for is refused instead.',
        'Nothing to change.',
      ],
      [
        'EI-ADAPTED',
        'erp',
        'A value was derived, or is written otherwise, as the route wants it',
        'The route asks for something that the invoice leaves out or says in another form, and that follows from what it ' +
          'does say: a county from a post code, a sector of Bucharest, the number of a consumer. A remark, the invoice goes on.',
        'Look at the field in the built document; where it is wrong, say it in the invoice.',
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
        'The XML is not an invoice that the route takes',
        'Taken are UBL Invoice and CreditNote, CII and FA(3), as the route allows; older FA(2) files are not.',
        'Send the invoice in a format of the route.',
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
        'An element is missing, misplaced, repeated or has a value of the wrong type. Business rules run only on files that ' +
          'follow their schema.',
        'Correct the element at the place that is named; the order of elements counts.',
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
        'The published rules give this one no id; its own text is the message.',
        'Follow the message.',
      ],
      [
        'EI-RULES-END',
        'erp',
        'The rules of a layer end on the file without a verdict',
        'A published rule reads one value where the file has several, or a number or date where something else stands. It ends with an ' +
          'error then, as the validator of its publisher does. A file that no rule can judge is not sent.',
        'Write what EN 16931 has once only once (a total, a name, an id), and each value in the type of its syntax; a file of a wider ' +
          'level (EXTENDED) can be sent at the level EN 16931.',
      ],
      [
        'EI-BT24-UNKNOWN',
        'erp',
        'No rules are known for the specification identifier (BT-24)',
        'The file says that it follows a specification for which no rule pack is installed, so only the common rules ran.',
        'Use the identifier that the route prescribes.',
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
        'Countries, identifiers and format of the invoice match none of the routing rules. Nothing was queued.',
        'Name the route in the call, or complete the addresses of seller and buyer.',
      ],
      [
        'EI-ROUTE-PEPPOL-UNKNOWN',
        'erp',
        'It could not be found out whether the buyer is on Peppol',
        'The look-up failed for a technical reason. No other channel is chosen, because the buyer may not read it. Nothing was queued.',
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
        'The validator failed, ran out of time or memory, or no rules are installed. The check is repeated; after six ' +
          'failures the invoice waits for the operator. It was not sent.',
        'The operator looks at the log and the installed packs, then releases the invoice.',
      ],
      [
        'EI-PDF-CHECK',
        'us',
        'The check of the PDF could not be run',
        'The check is repeated; after six failures the invoice waits for the operator. It was not sent.',
        'The operator looks at the log, then releases the invoice.',
      ],
    ],
  },
];
