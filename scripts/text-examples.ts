/**
 * Texts whose code and whose line are cut differently: a value decides which line is theirs, or a text of ours is inside another one. Each
 * has whole texts that are made from it; these have to be found.
 */
export const TEXT_EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'Of the seller: {}': ['Of the seller: Greek VAT ids begin with EL; GR is only the code of the country.'],
  'Of the seller:': ['Of the seller: Greek VAT ids begin with EL; GR is only the code of the country.'],
  'Of the buyer:': ['Of the buyer: Greek VAT ids begin with EL; GR is only the code of the country.'],
  "The scheme of the {}'s electronic address ({}) is not allowed in Invoice Responses.": [
    "The scheme of the seller's electronic address (BT-34) is not allowed in Invoice Responses.",
    "The scheme of the buyer's electronic address (BT-49) is not allowed in Invoice Responses.",
  ],
  'The invoice names no {} ({}).': [
    'The invoice names no seller (BT-27).',
    'The invoice names no buyer (BT-44).',
  ],
  "The {}'s electronic address ({}) of the scheme {} {}.": [
    "The seller's electronic address (BT-34) of the scheme 0088 is not a GLN.",
    "The buyer's electronic address (BT-49) of the scheme 0192 is not a Norwegian organisation number.",
  ],
  '{} has its rules': [
    'No rule pack is installed for urn:x; the official pack fr-ctc 1.4.0.03 has its rules.',
    'No rule pack is installed for urn:x; the built-in pack facturx 1.0 has its rules.',
  ],
  'the {} pack {} {}': [
    'No rule pack is installed for urn:x; the official pack fr-ctc 1.4.0.03 has its rules.',
  ],
  '{}; {} has its rules': [
    'no rule pack is installed for urn:x; the official pack fr-ctc 1.4.0.03 has its rules',
  ],
  'A rule of {}': ['A rule of EN16931 cannot judge this file: it ends with an error (XPTY0004).'],
  'Rule {} of {}': ['Rule BR-CO-15 of EN16931 cannot judge this file: it ends with an error (XPTY0004).'],
  '{} cannot judge this file: {} ({}). No rule of this layer gives a verdict on the file.': [
    'Rule BR-CO-15 of EN16931 cannot judge this file: it reads one value, and the file has two totals without VAT (BT-109); EN 16931 allows one (XPTY0004). No rule of this layer gives a verdict on the file.',
  ],
  'Write {} with a decimal point, for example 1234.56 or "1234.56".': [
    'Write a number with a decimal point, for example 1234.56 or "1234.56".',
  ],
  'a number, zero or more,': [
    'Write a number, zero or more, with a decimal point, for example 1234.56 or "1234.56".',
  ],
  'a number above zero': [
    'Write a number above zero with a decimal point, for example 1234.56 or "1234.56".',
  ],
  'Write a code of the {}{}.': [
    'Write a code of the ISO 3166-1 alpha-2 country codes.',
    'Write a code of the VAT exemption reasons (VATEX), for example VATEX-EU-IC.',
  ],
  ', for example {}': [
    'Write a code of the charge reasons (UNTDID 7161), for example FC (freight), ABL (packing).',
  ],
  'Add it{}. {}': [
    'Add it (BT-10). Write text in quotation marks.',
    'Add it. Write true or false, without quotation marks.',
  ],
  '{}The fields here are {}.': ['Is invoice_ref meant? The fields here are number, issue_date.'],
  'The document': ['The document must be an object, not a list.', 'The document has more than 10 entries.'],
  'a number with a decimal {}; {} may mean two numbers': [
    'total (Betrag) must be a number with a decimal comma; 1.234 may mean two numbers.',
    'total (Betrag) must be a number with a decimal point; 1,234 may mean two numbers.',
  ],
  'row {}': ['row 3, column Betrag differs from row 2: it must be the same in each row of an invoice.'],
  'column {}': ['row 3, column Betrag differs from row 2: it must be the same in each row of an invoice.'],
  '{} does not accept invoices of this type{}.': [
    'DE-XRECHNUNG does not accept invoices of this type.',
    'Peppol does not accept invoices of this type (PEPPOL-EN16931-P0100).',
  ],
  "the client's record (fr.business_process)": [
    "The business process was taken from the client's record (fr.business_process).",
  ],
  'The business process was taken from {}, but the invoice is {}, because {}.': [
    "The business process was taken from the client's record (fr.business_process), but the invoice is stated as a final one, because the invoice settles an advance.",
  ],
  'The business process was taken from {}.': [
    "The business process was taken from the client's record (fr.business_process).",
  ],
  'The business process of {} was not used, because the lines state other kinds of items (item_kind).': [
    "The business process of the client's record (fr.business_process) was not used, because the lines state other kinds of items (item_kind).",
  ],
  'The file has no Romanian tax number (CIF) of the {}. The service sends it to ANAF under this number, so ANAF would reject it.':
    [
      'The file has no Romanian tax number (CIF) of the seller. The service sends it to ANAF under this number, so ANAF would reject it.',
      'The file has no Romanian tax number (CIF) of the buyer. The service sends it to ANAF under this number, so ANAF would reject it.',
    ],
  'The codes of an offline invoice need a certificate that signs them. {}': [
    'The codes of an offline invoice need a certificate that signs them. There is none.',
  ],
  'The certificate {}, which signs the codes of offline invoices, does not hold. {}': [
    'The certificate cred_1, which signs the codes of offline invoices, does not hold. It ended on 2026-10-05.',
  ],
  'An offline invoice needs a certificate that signs its codes. {}': [
    'An offline invoice needs a certificate that signs its codes. It does not sign for this seller.',
  ],
  'From {} on, rule {} refuses invoices like this one. Of {} stored invoices it refuses {}.{}': [
    'From 2026-12-01 on, rule BR-DE-15 refuses invoices like this one. Of 12 stored invoices it refuses 3. Add issue_date.',
  ],
  'The request': ['The request has too many entries.'],
  '{} Then send the status again under a new Idempotency-Key.': [
    'Replace the credential. Then send the status again under a new Idempotency-Key.',
  ],
  'Over {} the {} sends no statuses.': [
    'Over FR-PA the seller sends no statuses.',
    'Over FR-PA the buyer sends no statuses.',
  ],
  'Over {} the {} sends {}, not {}.': [
    'Over FR-PA the seller sends paid, cancelled, not accepted.',
    'Over FR-PA the buyer sends accepted, refused, not paid.',
  ],
  'Events {} could not be delivered to {} for 24 hours.': [
    'Events of the service could not be delivered to https://erp.example for 24 hours.',
    'Events of the client acme could not be delivered to https://erp.example for 24 hours.',
  ],
  'of the service': ['Events of the service could not be delivered to https://erp.example for 24 hours.'],
  'of the client {}': [
    'Events of the client acme could not be delivered to https://erp.example for 24 hours.',
  ],
  'must have at least $1 characters': ['name: must have at least 3 characters.'],
  'must have at most $1 characters': ['name: must have at most 3 characters.'],
  'must have at least $1 entries': ['lines: must have at least 1 entries.'],
  'must have at most $1 entries': ['lines: must have at most 1 entries.'],
  '{} No Invoice Response can be written ({}).': [
    'The status needs a reason. No Invoice Response can be written (UBL-BR-1).',
  ],
  'The invoice states no Peppol address of the {} ({}).': [
    'The invoice states no Peppol address of the seller (BT-34).',
    'The invoice states no Peppol address of the buyer (BT-49).',
  ],
  'The access point refuses the document. {}': ['The access point refuses the document.'],
  'it wants': ['The buyer refuses the invoice: it wants a new invoice (NIN)'],
  'about {}': [],
  '{} It does not name the message that was sent, or confirms no part of it.': [
    "The route's receipt is stored unchanged, but is not verified. It does not name the message that was sent, or confirms no part of it.",
  ],
  '{} The session ended with status {}.': [
    'KSeF has dropped the invoice because its session has failed. The session ended with status 440.',
  ],
  '{} KSeF says: {}': ['The route refuses the client\'s credential. KSeF says: 415 "Brak uprawnień"'],
  '{} It says: {}': [
    'KSeF accepts the log-in, and warns that it may refuse log-ins of this form in future. It says: "Uwaga"',
  ],
  '{} Its KSeF number is {}.': [
    'KSeF had accepted the invoice from an earlier try. Its KSeF number is 5265877635-20250916-0200A0D6723E-C2.',
  ],
  'The invoice was sent under a KSeF token. KSeF accepts tokens until': [
    'The invoice was sent under a KSeF token. KSeF accepts tokens until 2026-12-31: 36 days are left.',
    'The invoice was sent under a KSeF token. KSeF accepts tokens until 2026-12-31: that day has passed.',
  ],
  '{} It cannot be read.': [
    "The route's receipt is stored unchanged, but is not verified. It cannot be read.",
  ],
  '{} It holds other content than was sent.': [
    "The route's receipt is stored unchanged, but is not verified. It holds other content than was sent.",
  ],
  '{} Its upload index is {}.': [
    'ANAF had accepted the invoice from an earlier try. Its upload index is 5012345678.',
  ],
  'The buyer writes about the invoice:': ['The buyer writes about the invoice: Vă rugăm'],
  'The file has {} bytes; KSeF accepts {} {}.': [
    'The file has 4000000 bytes; KSeF accepts 3000000 with attachment.',
  ],
  'with attachment': ['The file has 4000000 bytes; KSeF accepts 3000000 with attachment.'],
  'without attachment': ['The file has 2000000 bytes; KSeF accepts 1000000 without attachment.'],
  'is not in the list of attachments (/Names /EmbeddedFiles)': [
    'The invoice factur-x.xml in the PDF is not in the list of attachments (/Names /EmbeddedFiles).',
  ],
  'is not among the associated files of the document (/AF)': [
    'The invoice factur-x.xml in the PDF is not among the associated files of the document (/AF).',
  ],
  'has no name /F': ['The invoice factur-x.xml in the PDF has no name /F.'],
  'has no name /UF': ['The invoice factur-x.xml in the PDF has no name /UF.'],
  'has no MIME type (/Subtype)': ['The invoice factur-x.xml in the PDF has no MIME type (/Subtype).'],
  'has the MIME type {} instead of text/xml': [
    'The invoice factur-x.xml in the PDF has the MIME type text/plain instead of text/xml.',
  ],
  'has no date of its last change (/ModDate)': [
    'The invoice factur-x.xml in the PDF has no date of its last change (/ModDate).',
  ],
  'has {} as the date of its last change (/ModDate)': [
    'The invoice factur-x.xml in the PDF has D:2026 as the date of its last change (/ModDate).',
  ],
  'The invoice {} in the PDF {}.': ['The invoice factur-x.xml in the PDF has no name /F.'],
  'on level {}': ['/AFRelationship is Data on level EN 16931; it can be Alternative, Source.'],
  'The invoice in the PDF breaks the {} of its profile: {}{}.': [
    'The invoice in the PDF breaks the schema of its profile: EI-XSD, ….',
    'The invoice in the PDF breaks the rules of its profile: BR-CO-15.',
  ],
  'The root element {} is not that of an invoice: a UBL Invoice or CreditNote, a CII CrossIndustryInvoice or an FA(3) Faktura.':
    [
      'The root element Order (without a namespace) is not that of an invoice: a UBL Invoice or CreditNote, a CII CrossIndustryInvoice or an FA(3) Faktura.',
    ],
  '{} (without a namespace)': [
    'The root element Order (without a namespace) is not that of an invoice: a UBL Invoice or CreditNote, a CII CrossIndustryInvoice or an FA(3) Faktura.',
  ],
  '{} (namespace {})': [
    'The root element Order (namespace urn:oasis:x) is not that of an invoice: a UBL Invoice or CreditNote, a CII CrossIndustryInvoice or an FA(3) Faktura.',
  ],
  'The attribute {} of {}': [
    'The attribute unitCode of cbc:InvoicedQuantity is not allowed.',
    'The attribute currencyID of cbc:TaxAmount holds "EURO"; it must be EUR, PLN or 3 others.',
    'cbc:TaxAmount lacks its attribute currencyID.',
  ],
  '{} is not allowed at this place: {} may stand here. {}': [
    'cbc:Note is not allowed at this place: cbc:ID or 3 others may stand here. The order of elements counts.',
  ],
  'at least': ['cbc:Percent holds "-1"; it must be at least 0.'],
  'at most': ['cbc:Percent holds "101"; it must be at most 100.'],
  '{} is missing before it.': [
    'cbc:Note is not allowed at this place: cbc:ID may stand here. cbc:ID is missing before it.',
  ],
  'It belongs before {}.': [
    'cbc:Note is not allowed at this place: cbc:ID may stand here. It belongs before cbc:ID.',
  ],
  'It may not occur again.': [
    'cbc:Note is not allowed at this place: cbc:ID may stand here. It may not occur again.',
  ],
  '{} has no such element.': [
    'cbc:Note is not allowed at this place: cbc:ID may stand here. cac:Party has no such element.',
  ],
  'The order of elements counts.': [
    'cbc:Note is not allowed at this place: cbc:ID may stand here. The order of elements counts.',
  ],
  '{} or {}': [
    'cbc:Note is not allowed at this place: cbc:ID, cbc:Name or another may stand here. The order of elements counts.',
  ],
};
