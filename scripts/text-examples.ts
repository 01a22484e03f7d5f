/**
 * Texts whose code and whose line are cut differently: a value decides which line is theirs, or a text of ours is inside another one. Each
 * has whole texts that are made from it; these have to be found.
 */
export const TEXT_EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'row {}': ['row 3, column Betrag differs from row 2: it must be the same in each row of an invoice.'],
  'column {}': ['row 3, column Betrag differs from row 2: it must be the same in each row of an invoice.'],
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
