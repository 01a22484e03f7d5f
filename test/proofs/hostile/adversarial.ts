/**
 * Documents made to cost a parser or a rule as much as possible, each within 5 MB. Some are well-formed invoices on which
 * rules of the packs are quadratic as their authors wrote them: those must end at the step budget or the deadline.
 */
export interface Adversary {
  readonly make: () => string;
  /** The parser's result. */
  readonly parser: 'reads' | 'limit' | 'syntax';
}

const range = (n: number, make: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => make(i)).join('');

const NAMESPACES =
  'xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"' +
  ' xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"' +
  ' xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"';

/** An invoice whose header makes rules read the rest of the document. */
const invoice = (content: string): string => `<Invoice ${NAMESPACES}>
<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0</cbc:CustomizationID>
<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>
<cbc:ID>1</cbc:ID><cbc:IssueDate>2026-03-01</cbc:IssueDate><cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>
<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>${content}</Invoice>`;

const attachment = (i: number): string =>
  `<cac:AdditionalDocumentReference><cbc:ID>${String(i)}</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject` +
  ` mimeCode="application/pdf" filename="f${String(i)}.pdf">QQ==</cbc:EmbeddedDocumentBinaryObject></cac:Attachment>` +
  '</cac:AdditionalDocumentReference>';

const category = (percent: number): string =>
  `<cbc:ID>S</cbc:ID><cbc:Percent>${String(percent)}</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>`;

const breakdown = (i: number): string =>
  '<cac:TaxSubtotal><cbc:TaxableAmount currencyID="EUR">1</cbc:TaxableAmount><cbc:TaxAmount currencyID="EUR">1</cbc:TaxAmount>' +
  `<cac:TaxCategory>${category(i / 100)}</cac:TaxCategory></cac:TaxSubtotal>`;

const line = (i: number): string =>
  `<cac:InvoiceLine><cbc:ID>${String(i)}</cbc:ID><cbc:InvoicedQuantity unitCode="C62">1</cbc:InvoicedQuantity>` +
  '<cbc:LineExtensionAmount currencyID="EUR">1</cbc:LineExtensionAmount><cac:Item><cbc:Name>n</cbc:Name>' +
  `<cac:ClassifiedTaxCategory>${category(i / 100)}</cac:ClassifiedTaxCategory></cac:Item></cac:InvoiceLine>`;

const contact = (telephone: string): string =>
  `<cac:AccountingSupplierParty><cac:Party><cac:Contact><cbc:Telephone>${telephone}</cbc:Telephone>` +
  '<cbc:ElectronicMail>a@b.example</cbc:ElectronicMail></cac:Contact></cac:Party></cac:AccountingSupplierParty>';

const total = (amount: string): string =>
  `<cac:LegalMonetaryTotal><cbc:LineExtensionAmount currencyID="EUR">${amount}</cbc:LineExtensionAmount></cac:LegalMonetaryTotal>`;

const note = (text: string): string => `<cac:PaymentTerms><cbc:Note>${text}</cbc:Note></cac:PaymentTerms>`;

export const ADVERSARIES: Readonly<Record<string, Adversary>> = {
  'a hundred thousand levels': {
    parser: 'limit',
    make: () => '<a>'.repeat(100_000) + '</a>'.repeat(100_000),
  },
  'a million elements': { parser: 'limit', make: () => `<a>${'<b/>'.repeat(1_000_000)}</a>` },
  'half a million elements': { parser: 'reads', make: () => `<a>${'<b/>'.repeat(599_999)}</a>` },
  'the deepest comb': {
    parser: 'reads',
    make: () => `<a>${('<b>'.repeat(250) + 'x' + '</b>'.repeat(250)).repeat(2_390)}</a>`,
  },
  'four hundred thousand attributes in one tag': {
    parser: 'limit',
    make: () => `<a${range(400_000, (i) => ` a${String(i)}=""`)}/>`,
  },
  'a million times the same attribute': { parser: 'limit', make: () => `<a${' a=""'.repeat(900_000)}/>` },
  'a million attributes in many tags': {
    parser: 'reads',
    make: () => `<a>${`<b${range(900, (i) => ` a${String(i)}=""`)}/>`.repeat(700)}</a>`,
  },
  'a hundred thousand namespaces': {
    parser: 'limit',
    make: () => `<a>${range(100_000, (i) => `<b xmlns="u${String(i)}"/>`)}</a>`,
  },
  'a thousand declarations in many tags': {
    parser: 'reads',
    make: () => `<a>${`<b${range(900, (i) => ` xmlns:p${String(i)}="u"`)}/>`.repeat(300)}</a>`,
  },
  'a name of a million characters': { parser: 'limit', make: () => `<${'n'.repeat(1_000_000)}/>` },
  'a hundred thousand names': {
    parser: 'limit',
    make: () => `<a>${range(100_000, (i) => `<b${String(i)}/>`)}</a>`,
  },
  'a million paths of few names': {
    parser: 'limit',
    make: () =>
      `<a>${range(200, (i) => `<b${String(i)}>${range(200, (j) => `<b${String(j)}>${range(5, (k) => `<b${String(k)}/>`)}</b${String(j)}>`)}</b${String(i)}>`)}</a>`,
  },
  'a million references': { parser: 'reads', make: () => `<a>${'&amp;'.repeat(900_000)}</a>` },
  'a million comments inside a value': {
    parser: 'reads',
    make: () => `<a>${'x<!---->'.repeat(600_000)}</a>`,
  },
  'a hundred thousand CDATA sections': {
    parser: 'reads',
    make: () => `<a>${'<![CDATA[x]]>'.repeat(380_000)}</a>`,
  },
  'a text of brackets': { parser: 'reads', make: () => `<a>${']'.repeat(4_900_000)}</a>` },
  'a reference that never ends': { parser: 'syntax', make: () => `<a>&${'a'.repeat(4_900_000)}</a>` },
  'a million ampersands': { parser: 'syntax', make: () => `<a>${'&'.repeat(1_000_000)}</a>` },
  'a declaration of white space': { parser: 'syntax', make: () => `<?xml${' '.repeat(4_900_000)}` },
  'carriage returns only': { parser: 'reads', make: () => `<a>${'\r'.repeat(4_900_000)}</a>` },
  'four thousand attachments': { parser: 'reads', make: () => invoice(range(4_000, attachment)) },
  'two thousand tax rates on four thousand lines': {
    parser: 'reads',
    make: () => invoice(`<cac:TaxTotal>${range(2_000, breakdown)}</cac:TaxTotal>${range(4_000, line)}`),
  },
  'a telephone number of a hundred thousand letters': {
    parser: 'reads',
    make: () => invoice(contact('x'.repeat(100_000))),
  },
  'a telephone number just short enough to try': {
    parser: 'reads',
    make: () => invoice(contact('1'.repeat(2) + 'x'.repeat(9_990))),
  },
  'a note of hash signs': { parser: 'reads', make: () => invoice(note('#'.repeat(1_000_000))) },
  'a note of a million lines': { parser: 'reads', make: () => invoice(note('#a\n'.repeat(1_000_000))) },
  'an amount of a million digits': { parser: 'reads', make: () => invoice(total('9'.repeat(1_000_000))) },
  'an amount of just too few digits to refuse': {
    parser: 'reads',
    make: () => invoice(total(`${'9'.repeat(5_000)}.${'9'.repeat(4_999)}`)),
  },
};
