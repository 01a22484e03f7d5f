/** Paths of the elements that rows edit in their documents. */
export const SELLER = 'cac:AccountingSupplierParty/cac:Party';
export const BUYER = 'cac:AccountingCustomerParty/cac:Party';
export const PAYMENT = 'cac:PaymentMeans';
export const ALLOWANCE = 'cac:AllowanceCharge';
export const CHARGE = 'cac:AllowanceCharge[2]';
export const LINE = 'cac:InvoiceLine';
export const LINE_ALLOWANCE = 'cac:InvoiceLine/cac:AllowanceCharge';
export const LINE_CHARGE = 'cac:InvoiceLine/cac:AllowanceCharge[2]';
export const ITEM = 'cac:InvoiceLine/cac:Item';
export const SUMS = 'cac:LegalMonetaryTotal';
export const BREAKDOWN = 'cac:TaxTotal/cac:TaxSubtotal';
export const FILE = 'cac:AdditionalDocumentReference/cac:Attachment/cbc:EmbeddedDocumentBinaryObject';
export const VAT_SCHEME = '<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>';
