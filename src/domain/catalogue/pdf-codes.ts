import type { Family } from '../findings/code-words.ts';

/** Checks of a hybrid PDF beyond the invoice in it; the number of the code is that of the check. */
export const PDF_CODES: readonly Family[] = [
  {
    family: 'hybrid PDF',
    layer: 'pdf',
    codes: [
      [
        'EI-PDF-1',
        'erp',
        'The PDF cannot be read',
        'The file begins like a PDF, but it is encrypted, cut off or damaged, or its content exceeds the limits of the service.',
        'Write the PDF again, without a password, and send the file exactly as it was written.',
      ],
      [
        'EI-PDF-2',
        'erp',
        'The PDF is not PDF/A-3',
        'A hybrid invoice is archived for years, so it must be PDF/A-3 (ISO 19005-3): the file contains everything that it needs, and ' +
          'nothing in it runs or changes. The message names the clause.',
        'Set the program that writes the PDF to PDF/A-3.',
      ],
      [
        'EI-PDF-3',
        'erp',
        'The XMP metadata of the PDF cannot be read',
        'The catalog of the PDF has no metadata, or the metadata is not well-formed XMP in UTF-8.',
        'Write XMP metadata into the PDF.',
      ],
      [
        'EI-PDF-4',
        'erp',
        'The XMP does not say that the PDF holds an invoice',
        'The property DocumentType of Factur-X is missing or is not INVOICE. Credit notes have the value INVOICE too.',
        'Set DocumentType to INVOICE.',
      ],
      [
        'EI-PDF-5',
        'erp',
        'The XMP does not name the invoice in the PDF',
        'The property DocumentFileName of Factur-X is missing, or it is not the name of the attachment that is the invoice.',
        'Set DocumentFileName to the name of the attachment, factur-x.xml or xrechnung.xml.',
      ],
      [
        'EI-PDF-6',
        'erp',
        'The XMP does not name a known version of Factur-X',
        'The property Version of Factur-X is missing or is not a known version.',
        'Set Version to 1.0; to 3.0 for an XRechnung.',
      ],
      [
        'EI-PDF-7',
        'erp',
        'The XMP does not name a level of Factur-X',
        'The property ConformanceLevel of Factur-X is missing or is not a level. EN 16931 and BASIC WL are written with a space.',
        'Set ConformanceLevel to the level of the invoice in the PDF.',
      ],
      [
        'EI-PDF-8',
        'erp',
        'The XMP does not declare the properties of Factur-X',
        'PDF/A allows additional properties only if the file declares them in an extension schema.',
        'Write the extension schema of Factur-X into the XMP, with all four properties.',
      ],
      [
        'EI-PDF-9',
        'erp',
        'The PDF does not hold exactly one invoice',
        'No attachment is named factur-x.xml or xrechnung.xml, or several attachments are invoices, so it is unclear which one ' +
          'applies.',
        'Attach the invoice once, as factur-x.xml; an XRechnung as xrechnung.xml.',
      ],
      [
        'EI-PDF-10',
        'erp',
        'The invoice is not attached as PDF/A-3 requires',
        'The attachment is missing from the list of attachments or from the associated files of the document, or it has no name, MIME ' +
          'type or date.',
        'Attach the invoice with everything that the message names.',
      ],
      [
        'EI-PDF-11',
        'erp',
        'The relationship of the invoice to the PDF is not the one of its level',
        'AFRelationship states the relation of the attachment to the page: Data for MINIMUM and BASIC WL, otherwise Alternative.',
        'Set AFRelationship to the value that the message names.',
      ],
      [
        'EI-PDF-12',
        'erp',
        'The PDF states another level than the invoice has',
        'ConformanceLevel in the XMP and the specification identifier of the invoice (BT-24) do not name the same level.',
        'Write the level of the invoice into the XMP.',
      ],
      [
        'EI-PDF-13',
        'erp',
        'The invoice in the PDF breaks the schema of its level',
        'The findings of the layer xsd name the errors.',
        'Correct the errors that the layer xsd names.',
      ],
      [
        'EI-PDF-14',
        'erp',
        'The invoice in the PDF breaks the rules of its level or of its country',
        'The findings of the rule layers name the errors.',
        'Correct the errors that these layers name.',
      ],
      [
        'EI-PDF-15',
        'erp',
        'The amounts of the invoice in the PDF do not add up',
        'The service added up lines, allowances, charges, VAT and payments again, and the totals differ from the stated ones. This is ' +
          'a warning.',
        'Compare the totals with the lines.',
      ],
      [
        'EI-PDF-16',
        'erp',
        'The page shows other data than the invoice in the PDF',
        'The number, date or total of the XML is not in the text of the pages, or the pages have no readable text. This is a warning: ' +
          'if they differ, the XML applies.',
        'Make the page from the same data as the XML.',
      ],
      [
        'EI-PDF-LETTERS',
        'erp',
        'The page of the PDF cannot show a letter of a text',
        'The service writes the page of a hybrid PDF with fonts that have Latin, Greek and Cyrillic letters and common signs. A text with ' +
          'another letter, such as a Chinese one or a picture, would have a box on the page, so no PDF is made. The finding names the text.',
        'Write the text in Latin, Greek or Cyrillic letters without pictures, or choose a format without a page: xrechnung-ubl, ' +
          'xrechnung-cii, ubl or cii.',
      ],
    ],
  },
];
