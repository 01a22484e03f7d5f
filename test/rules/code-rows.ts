import { all, make, set, setAttribute } from './edits.ts';
import { SELLER, BUYER, ALLOWANCE, CHARGE, ITEM, BREAKDOWN } from './places.ts';
import type { Row } from './row.ts';
import { freeAllowance, freeSecondLine } from './totals.ts';

export const CODE_ROWS: readonly Row[] = [
  { it: 'finds an unknown invoice type', edit: set('cbc:InvoiceTypeCode', '381'), finds: ['BR-CL-01'] },
  {
    it: 'finds an unknown credit note type',
    of: { root: 'CreditNote' },
    edit: set('cbc:CreditNoteTypeCode', '380'),
    finds: ['BR-CL-01'],
  },
  {
    it: 'finds an unknown currency of an amount',
    edit: setAttribute('cac:InvoiceLine/cac:Price/cbc:PriceAmount', 'currencyID', 'EURO'),
    finds: ['BR-CL-03'],
  },
  {
    it: 'finds an unknown invoice currency, in which no VAT is given',
    edit: set('cbc:DocumentCurrencyCode', 'EURO'),
    finds: ['BR-CL-04', 'BR-CO-15'],
  },
  {
    it: 'finds an unknown accounting currency, in which no VAT is given',
    edit: set('cbc:TaxCurrencyCode', 'ZLOTY'),
    finds: ['BR-CL-05', 'BR-53'],
  },
  {
    it: 'finds an unknown tax point code',
    edit: make('cac:InvoicePeriod/cbc:DescriptionCode', '7'),
    finds: ['BR-CL-06'],
  },
  {
    it: 'finds an unknown scheme of the invoiced object',
    edit: setAttribute('cac:AdditionalDocumentReference[2]/cbc:ID', 'schemeID', '?'),
    finds: ['BR-CL-07'],
  },
  { it: 'finds an unknown subject of a note', edit: set('cbc:Note', '#QQQ#Hello'), finds: ['BR-CL-08'] },
  {
    it: 'finds an unknown scheme of a party',
    edit: setAttribute(`${SELLER}/cac:PartyIdentification/cbc:ID`, 'schemeID', '9999'),
    finds: ['BR-CL-10'],
  },
  {
    it: 'finds a creditor identifier at the buyer',
    edit: setAttribute(`${BUYER}/cac:PartyIdentification/cbc:ID`, 'schemeID', 'SEPA'),
    finds: ['BR-CL-10'],
  },
  {
    it: 'finds an unknown register',
    edit: setAttribute(`${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`, 'schemeID', '9999'),
    finds: ['BR-CL-11'],
  },
  {
    it: 'finds an unknown classification',
    edit: setAttribute(`${ITEM}/cac:CommodityClassification/cbc:ItemClassificationCode`, 'listID', '?'),
    finds: ['BR-CL-13'],
  },
  {
    it: 'finds an unknown country',
    edit: set(`${SELLER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`, 'de'),
    finds: ['BR-CL-14'],
  },
  {
    it: 'finds an unknown country of origin',
    edit: set(`${ITEM}/cac:OriginCountry/cbc:IdentificationCode`, 'POL'),
    finds: ['BR-CL-15'],
  },
  {
    it: 'finds an unknown means of payment',
    edit: set('cac:PaymentMeans/cbc:PaymentMeansCode', '99'),
    finds: ['BR-CL-16'],
  },
  {
    it: 'finds an unknown VAT category of an allowance',
    edit: all(freeAllowance(), set(`${ALLOWANCE}/cac:TaxCategory/cbc:ID`, 'T')),
    finds: ['BR-CL-17'],
  },
  {
    it: 'finds an unknown VAT category of a line',
    edit: all(freeSecondLine(), set('cac:InvoiceLine[2]/cac:Item/cac:ClassifiedTaxCategory/cbc:ID', 'T')),
    finds: ['BR-CL-18'],
  },
  {
    it: 'finds an unknown reason of an allowance',
    edit: set(`${ALLOWANCE}/cbc:AllowanceChargeReasonCode`, 'FC'),
    finds: ['BR-CL-19'],
  },
  {
    it: 'finds an unknown reason of a charge',
    edit: set(`${CHARGE}/cbc:AllowanceChargeReasonCode`, '95'),
    finds: ['BR-CL-20'],
  },
  {
    it: 'finds an unknown scheme of an item number',
    edit: setAttribute(`${ITEM}/cac:StandardItemIdentification/cbc:ID`, 'schemeID', 'GTIN'),
    finds: ['BR-CL-21'],
  },
  {
    it: 'finds an unknown exemption code',
    of: { category: 'E' },
    edit: make(`${BREAKDOWN}/cac:TaxCategory/cbc:TaxExemptionReasonCode`, 'VATEX-XX'),
    finds: ['BR-CL-22'],
  },
  {
    it: 'accepts an exemption code in small letters',
    of: { category: 'E' },
    edit: make(`${BREAKDOWN}/cac:TaxCategory/cbc:TaxExemptionReasonCode`, 'vatex-eu-132'),
    finds: [],
  },
  {
    it: 'finds an unknown unit',
    edit: setAttribute('cac:InvoiceLine/cbc:InvoicedQuantity', 'unitCode', 'hours'),
    finds: ['BR-CL-23'],
  },
  {
    it: 'finds an unknown media type',
    edit: setAttribute(
      'cac:AdditionalDocumentReference/cac:Attachment/cbc:EmbeddedDocumentBinaryObject',
      'mimeCode',
      'text/html',
    ),
    finds: ['BR-CL-24'],
  },
  {
    it: 'finds an unknown kind of address',
    edit: setAttribute(`${BUYER}/cbc:EndpointID`, 'schemeID', 'mail'),
    finds: ['BR-CL-25'],
  },
  {
    it: 'finds an unknown scheme of the place of delivery',
    edit: setAttribute('cac:Delivery/cac:DeliveryLocation/cbc:ID', 'schemeID', '?'),
    finds: ['BR-CL-26'],
  },
];
