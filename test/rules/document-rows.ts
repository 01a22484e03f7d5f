import { all, make, remove, removeAttribute, set } from './edits.ts';
import { SELLER, BUYER, BREAKDOWN } from './places.ts';
import type { Row } from './row.ts';
import { totals } from './totals.ts';

/** The members that a document must state once, and those about its parties. */
export const DOCUMENT_ROWS: readonly Row[] = [
  { it: 'requires the specification identifier', edit: remove('cbc:CustomizationID'), finds: ['BR-01'] },
  { it: 'requires the invoice number', edit: remove('cbc:ID'), finds: ['BR-02'] },
  { it: 'requires the issue date', edit: remove('cbc:IssueDate'), finds: ['BR-03'] },
  { it: 'requires the type code', edit: remove('cbc:InvoiceTypeCode'), finds: ['BR-04'] },
  { it: 'requires the currency', edit: remove('cbc:DocumentCurrencyCode'), finds: ['BR-05'] },
  {
    it: "requires the seller's name",
    edit: set(`${SELLER}/cac:PartyLegalEntity/cbc:RegistrationName`, ''),
    finds: ['BR-06'],
  },
  {
    it: "requires the buyer's name",
    edit: set(`${BUYER}/cac:PartyLegalEntity/cbc:RegistrationName`, ' '),
    finds: ['BR-07'],
  },
  { it: "requires the seller's address", edit: remove(`${SELLER}/cac:PostalAddress`), finds: ['BR-08'] },
  {
    it: "requires the seller's country",
    edit: remove(`${SELLER}/cac:PostalAddress/cac:Country`),
    finds: ['BR-09'],
  },
  { it: "requires the buyer's address", edit: remove(`${BUYER}/cac:PostalAddress`), finds: ['BR-10'] },
  {
    it: "requires the buyer's country",
    edit: remove(`${BUYER}/cac:PostalAddress/cac:Country`),
    finds: ['BR-11'],
  },
  {
    it: 'requires the lines',
    edit: all(remove('cac:InvoiceLine', 'cac:InvoiceLine[2]'), totals({ lines: 0 })),
    finds: ['BR-16'],
  },
  {
    it: 'finds the seller as its own payee',
    edit: set('cac:PayeeParty/cac:PartyName/cbc:Name', 'Seller trading'),
    finds: ['BR-17'],
  },
  {
    it: "requires the tax representative's name",
    edit: set('cac:TaxRepresentativeParty/cac:PartyName/cbc:Name', ''),
    finds: ['BR-18'],
  },
  {
    it: "requires the tax representative's address",
    edit: remove('cac:TaxRepresentativeParty/cac:PostalAddress'),
    finds: ['BR-19'],
  },
  {
    it: "requires the tax representative's country",
    edit: remove('cac:TaxRepresentativeParty/cac:PostalAddress/cac:Country'),
    finds: ['BR-20'],
  },
  {
    it: 'finds a period that ends before it starts',
    edit: set('cac:InvoicePeriod/cbc:EndDate', '2026-10-31'),
    finds: ['BR-29'],
  },
  {
    it: 'requires the reference of an attachment',
    edit: set('cac:AdditionalDocumentReference/cbc:ID', ''),
    finds: ['BR-52'],
  },
  { it: 'requires VAT in the accounting currency', edit: remove('cac:TaxTotal[2]'), finds: ['BR-53'] },
  {
    it: 'requires the number of the earlier invoice',
    edit: remove('cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID'),
    finds: ['BR-55', 'UBL-SR-07'],
  },
  {
    it: "requires the tax representative's VAT number",
    edit: remove('cac:TaxRepresentativeParty/cac:PartyTaxScheme'),
    finds: ['BR-56'],
  },
  {
    it: 'requires the country of delivery',
    edit: remove('cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country'),
    finds: ['BR-57'],
  },
  {
    it: "requires the kind of the seller's address",
    edit: removeAttribute(`${SELLER}/cbc:EndpointID`, 'schemeID'),
    finds: ['BR-62'],
  },
  {
    it: "requires the kind of the buyer's address",
    edit: removeAttribute(`${BUYER}/cbc:EndpointID`, 'schemeID'),
    finds: ['BR-63'],
  },
  {
    it: 'finds both a tax point date and a code',
    edit: all(make('cbc:TaxPointDate', '2026-11-15'), make('cac:InvoicePeriod/cbc:DescriptionCode', '35')),
    finds: ['BR-CO-03'],
  },
  {
    it: 'finds a VAT number without country',
    edit: set(`${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`, '987654321'),
    finds: ['BR-CO-09'],
  },
  { it: 'requires the VAT breakdown', edit: remove(BREAKDOWN), finds: ['BR-CO-18', 'BR-S-01'] },
  {
    it: 'finds an empty period',
    edit: remove('cac:InvoicePeriod/cbc:StartDate', 'cac:InvoicePeriod/cbc:EndDate'),
    finds: ['BR-CO-19'],
  },
  {
    it: 'finds nothing that identifies the seller',
    edit: remove(
      `${SELLER}/cac:PartyIdentification`,
      `${SELLER}/cac:PartyTaxScheme`,
      `${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`,
    ),
    finds: ['BR-CO-26'],
  },
  {
    it: 'requires the means of payment',
    edit: remove('cac:PaymentMeans/cbc:PaymentMeansCode'),
    finds: ['BR-49'],
  },
  {
    it: 'finds an account without number',
    edit: set('cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID', ''),
    finds: ['BR-50'],
  },
  {
    it: 'finds a whole card number',
    edit: make('cac:PaymentMeans/cac:CardAccount/cbc:PrimaryAccountNumberID', '4111111111111111'),
    finds: ['BR-51'],
  },
  {
    it: 'requires the account of a transfer',
    edit: remove('cac:PaymentMeans/cac:PayeeFinancialAccount'),
    finds: ['BR-61'],
  },
];
