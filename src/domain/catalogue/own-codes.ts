import { ROUTES, type Route } from '../vocabulary/route.ts';
import type { CatalogueEntry, Words } from './entry.ts';
import { FRENCH_ALIASES, FRENCH_REASONS } from './french-reasons.ts';
import { KSEF_FILE_CODES, KSEF_RULE_CODES } from './ksef-codes.ts';

interface Family {
  readonly family: string;
  readonly routes?: readonly Route[];
  readonly layer?: string;
  readonly codes: readonly Words[];
  readonly aliases?: Readonly<Record<string, readonly string[]>>;
}

const SHORTEN = 'Shorten the text that the message names.';

/** Ids that CIUS-RO prints and that no rule of it has as its own. */
const PRINTED_RULES: readonly (readonly [code: string, title: string, fix: string])[] = [
  ['BR-RO-080', "A party's street is missing", 'Enter street and number of seller and buyer.'],
  ['BR-RO-090', "A party's city is missing", 'Enter the city of seller and buyer.'],
  [
    'BR-RO-200',
    'The city of the delivery address is missing, or is no sector of Bucharest',
    'Enter it, or leave the delivery address out.',
  ],
  [
    'BR-RO-210',
    'The county of the delivery address is missing, or is none of Romania',
    'Enter it as ISO 3166-2 code, or leave the delivery address out.',
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

/**
 * Codes that this service gives itself, and codes of route answers that the contract names (part 7; decisions, "Our own
 * codes"). Rule ids are explained by the packs that bring them.
 */
const FAMILIES: readonly Family[] = [
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
        'The last digit of the Romanian tax number is a check digit and does not fit the others.',
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
        'A tag is not closed, a character is not allowed, the bytes are not in the encoding that the file declares, or the official rules themselves end on it.',
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
        'Correct the element that is named; the order of elements counts.',
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
        'The look-up failed for a technical reason, and no channel is chosen that nobody may be watching. Nothing was queued.',
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
  {
    family: 'service',
    codes: [
      [
        'EI-CONTENT-UNREADABLE',
        'us',
        'What the service keeps of the invoice cannot be opened',
        'The stored document is damaged, or its key is another. It was tried again; after six failures the invoice waits for ' +
          'the operator. It was not sent.',
        'The operator restores the store from a backup, or releases the invoice so that it can be sent again.',
      ],
      [
        'EI-SERVICE-FAULT',
        'us',
        'The service failed on the invoice',
        'A fault of the service, not of the invoice, ended its processing. It was tried again; after six failures the invoice ' +
          'waits for the operator. It was not sent.',
        'The operator looks at the log, mends the cause, then releases the invoice.',
      ],
    ],
  },
  {
    family: 'intake',
    codes: [
      [
        'EI-SOURCE',
        'erp',
        'The ERP reports that it could not make the invoice',
        'The caller sent a source error in place of a document; there is nothing to deliver.',
        'Repair the document in the ERP and send it again.',
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
        'Six attempts over almost two hours failed for technical reasons. The invoice was not taken.',
        'Wait until the route works again; the operator then releases the invoice.',
      ],
      [
        'EI-SEND-UNKNOWN',
        'us',
        'It is not known whether the route took the invoice',
        'The answer to the sending was lost, and asking for the invoice six times did not settle it. It is not sent again, ' +
          'because it might arrive twice.',
        'The operator asks the route by other means and then closes or releases the invoice.',
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
        'EI-CREDENTIAL-MISSING',
        'client',
        'There is no credential for this route',
        'No live credential of the client fits the route and the seller.',
        'Store a credential; the invoice is then sent by itself.',
      ],
      [
        'EI-CREDENTIAL-REFUSED',
        'client',
        'The route refuses the log-in',
        'The stored credential is expired, revoked or without the rights that are needed.',
        'Renew the credential or the rights at the authority; the invoice is then sent by itself.',
      ],
    ],
  },
  {
    family: 'route answer',
    routes: ['PEPPOL'],
    codes: [
      [
        'EI-PEPPOL-NO-ROUTE',
        'erp',
        "No recipient was found for the buyer's identifier",
        'The identifier is not registered on Peppol, or its entry cannot be used. Final for this sending.',
        "Check the buyer's electronic address, or send the invoice another way.",
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
        'EI-BUYER-REFUSED',
        'business',
        'The buyer rejects the invoice',
        'The answer of the buyer gives the reason, if there is one.',
        'Settle the matter with the buyer; then send a credit note or a new invoice.',
      ],
    ],
  },
  { family: 'Poland rule', routes: ['PL-KSEF'], layer: 'schema', codes: KSEF_RULE_CODES },
  {
    family: 'Poland file check',
    routes: ['PL-KSEF'],
    layer: 'ksef-file',
    codes: KSEF_FILE_CODES,
  },
  {
    family: 'Poland route answer',
    routes: ['PL-KSEF'],
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
        'Attachments need a consent given in e-Urząd Skarbowy, and another way of sending. The number (P_2) is free.',
        'Send the invoice without the attachment.',
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
  {
    family: 'Romania validator',
    routes: ['RO-EFACTURA'],
    layer: 'cius-ro',
    codes: [
      [
        'BR-RO-001',
        'us',
        'The specification identifier (BT-24) is not that of CIUS-RO',
        'Romania takes invoices that name its own specification only.',
        'Set the profile ro-cius.',
      ],
      [
        'BR-RO-020',
        'erp',
        'Romania does not take invoices of this type (BT-3)',
        'Named by findings about the canonical form. Of a file the rule speaks as BR-RO-020_1 (invoices) and BR-RO-020_2 (credit notes).',
        'Use 380, 384 or 389; a credit note is 381.',
      ],
    ],
  },
  {
    // ANAF's answers name rules as the published messages print them, which is not always the id of the rule.
    family: 'Romania validator',
    routes: ['RO-EFACTURA'],
    layer: 'cius-ro',
    codes: PRINTED_RULES.map(([code, what, fix]) => [
      code,
      'erp',
      what,
      'A rule of CIUS-RO under the id that its message prints; one id may stand for the same rule of several parties or texts.',
      fix,
    ]),
  },
  {
    family: 'Romania route answer',
    routes: ['RO-EFACTURA'],
    codes: [
      [
        'ANAF-UPLOAD',
        'erp',
        'ANAF refuses the upload',
        'The finding carries the text of the answer.',
        'Correct what the text names and send the invoice again.',
      ],
      [
        'ANAF-NOT-TAKEN',
        'erp',
        'ANAF could not read the file',
        'The file was uploaded, but taken for broken.',
        'Send the invoice again; if that fails, ask the operator.',
      ],
      [
        'ANAF-RIGHTS',
        'client',
        'There is no right to send for this tax number (CIF)',
        'The log-in belongs to somebody whom the company has not authorised.',
        'Have the authorisation entered at ANAF.',
      ],
      [
        'ANAF-DUPLICATE',
        'us',
        'ANAF holds another invoice under this number',
        'It was sent before with other content; the finding names the index of the first one.',
        'Compare both; a correction needs a number of its own.',
      ],
    ],
  },
  {
    family: 'France route answer',
    routes: ['FR-PA'],
    codes: FRENCH_REASONS,
    aliases: FRENCH_ALIASES,
  },
];

const entries = ({ family, routes = ROUTES, layer, codes, aliases }: Family): CatalogueEntry[] =>
  codes.map(([code, whoFixes, title, explanation, fixHint]) => ({
    code,
    aliases: aliases?.[code] ?? [],
    family,
    whoFixes,
    title,
    explanation,
    fixHint,
    routes,
    layer: layer ?? null,
  }));

export const OWN_CODES: readonly CatalogueEntry[] = FAMILIES.flatMap(entries);
