import { all, make, remove, repeat, set, untouched } from './edits.ts';
import { SELLER, BUYER, PAYMENT } from './places.ts';
import { CARD, code, creditor, directDebit, mandate, noAccount, terms } from './payments.ts';
import type { Row } from './row.ts';

export const GERMAN_ROWS: readonly Row[] = [
  { it: 'requires the payment instructions', edit: remove(PAYMENT), finds: ['BR-DE-1'] },
  { it: 'requires the contact', edit: remove(`${SELLER}/cac:Contact`), finds: ['BR-DE-2'] },
  {
    it: "requires the seller's city",
    edit: remove(`${SELLER}/cac:PostalAddress/cbc:CityName`),
    finds: ['BR-DE-3'],
  },
  {
    it: "requires the seller's postcode",
    edit: remove(`${SELLER}/cac:PostalAddress/cbc:PostalZone`),
    finds: ['BR-DE-4'],
  },
  { it: "requires the contact's name", edit: remove(`${SELLER}/cac:Contact/cbc:Name`), finds: ['BR-DE-5'] },
  {
    it: "requires the contact's telephone",
    edit: remove(`${SELLER}/cac:Contact/cbc:Telephone`),
    finds: ['BR-DE-27', 'BR-DE-6'],
  },
  {
    it: "requires the contact's e-mail",
    edit: remove(`${SELLER}/cac:Contact/cbc:ElectronicMail`),
    finds: ['BR-DE-28', 'BR-DE-7'],
  },
  {
    it: "requires the buyer's city",
    edit: remove(`${BUYER}/cac:PostalAddress/cbc:CityName`),
    finds: ['BR-DE-8'],
  },
  {
    it: "requires the buyer's postcode",
    edit: remove(`${BUYER}/cac:PostalAddress/cbc:PostalZone`),
    finds: ['BR-DE-9'],
  },
  {
    it: 'requires the city of delivery',
    edit: remove('cac:Delivery/cac:DeliveryLocation/cac:Address/cbc:CityName'),
    finds: ['BR-DE-10'],
  },
  {
    it: 'requires the postcode of delivery',
    edit: remove('cac:Delivery/cac:DeliveryLocation/cac:Address/cbc:PostalZone'),
    finds: ['BR-DE-11'],
  },
  {
    it: 'requires the rate of a breakdown of category O',
    of: { category: 'O' },
    edit: remove('cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:Percent'),
    finds: ['BR-DE-14'],
  },
  { it: 'requires the buyer reference', edit: remove('cbc:BuyerReference'), finds: ['BR-DE-15'] },
  {
    it: 'requires a tax number of the seller',
    edit: remove(`${SELLER}/cac:PartyTaxScheme`, 'cac:TaxRepresentativeParty'),
    finds: ['BR-DE-16'],
  },
  {
    it: 'accepts a seller without tax number in category O',
    of: { category: 'O' },
    edit: untouched,
    finds: [],
  },
  { it: 'finds an unusual type', edit: set('cbc:InvoiceTypeCode', '386'), finds: ['BR-DE-17'] },
  ...[
    '#SKONTO#TAGE=14#PROZENT=2.00#',
    '#SKONTO#TAGE=14#PROZENT=2#\n',
    '#skonto#TAGE=14#PROZENT=2.00#\n',
    '#2 % discount\n',
  ].map((text) => ({
    it: `finds a cash discount that is written ${JSON.stringify(text)}`,
    edit: terms(text),
    finds: ['BR-DE-18'],
  })),
  {
    it: 'accepts two cash discounts, one of a part of the amount',
    edit: terms('#SKONTO#TAGE=7#PROZENT=3.00#BASISBETRAG=-100.00#\n#SKONTO#TAGE=14#PROZENT=2.00#\n'),
    finds: [],
  },
  {
    it: 'accepts payment terms without cash discount',
    edit: terms('Payable within 30 days, order #4711'),
    finds: [],
  },
  {
    it: 'finds a wrong IBAN',
    edit: set(`${PAYMENT}/cac:PayeeFinancialAccount/cbc:ID`, 'DE75512108001245126198'),
    finds: ['BR-DE-19'],
  },
  {
    it: 'accepts an IBAN in groups of four',
    edit: set(`${PAYMENT}/cac:PayeeFinancialAccount/cbc:ID`, 'DE75 5121 0800 1245 1261 99'),
    finds: [],
  },
  {
    it: 'accepts an account without IBAN for another transfer',
    edit: all(code('30'), set(`${PAYMENT}/cac:PayeeFinancialAccount/cbc:ID`, '1245126199')),
    finds: [],
  },
  { it: 'accepts a direct debit', edit: directDebit, finds: [] },
  {
    it: 'finds a wrong IBAN of the debited account',
    edit: all(
      directDebit,
      set(`${PAYMENT}/cac:PaymentMandate/cac:PayerFinancialAccount/cbc:ID`, 'DE75512108001245126198'),
    ),
    finds: ['BR-DE-20'],
  },
  {
    it: 'finds another specification',
    edit: set('cbc:CustomizationID', 'urn:cen.eu:en16931:2017'),
    finds: ['BR-DE-21'],
  },
  { it: 'finds two files of one name', edit: repeat('cac:AdditionalDocumentReference'), finds: ['BR-DE-22'] },
  { it: 'requires the account of a transfer', edit: all(code('30'), noAccount), finds: ['BR-DE-23-a'] },
  { it: 'finds a card beside a transfer', edit: make(CARD, '1234'), finds: ['BR-DE-23-b'] },
  { it: 'accepts payment by card', edit: all(code('48'), noAccount, make(CARD, '1234')), finds: [] },
  { it: 'requires the card', edit: all(code('54'), noAccount), finds: ['BR-DE-24-a'] },
  { it: 'finds an account beside a card', edit: all(code('55'), make(CARD, '1234')), finds: ['BR-DE-24-b'] },
  {
    it: 'requires the data of a direct debit',
    edit: all(code('59'), noAccount),
    finds: ['BR-DE-20', 'BR-DE-25-a', 'PEPPOL-EN16931-R061'],
  },
  {
    it: 'finds an account beside a direct debit',
    edit: all(code('59'), mandate, creditor),
    finds: ['BR-DE-25-b'],
  },
  {
    it: 'requires the corrected invoice',
    edit: all(set('cbc:InvoiceTypeCode', '384'), remove('cac:BillingReference')),
    finds: ['BR-DE-26'],
  },
  {
    it: 'finds too short a telephone number',
    edit: set(`${SELLER}/cac:Contact/cbc:Telephone`, '110'.slice(1)),
    finds: ['BR-DE-27'],
  },
  ...['accounts', 'accounts@example', 'a@b@example.com', 'accounts@.com', 'acc ounts@example.com'].map(
    (address) => ({
      it: `finds the e-mail address ${address}`,
      edit: set(`${SELLER}/cac:Contact/cbc:ElectronicMail`, address),
      finds: ['BR-DE-28'],
    }),
  ),
  { it: 'requires the creditor identifier', edit: all(code('59'), noAccount, mandate), finds: ['BR-DE-30'] },
  {
    it: 'requires the debited account, whose absence also breaks the rule on its IBAN',
    edit: all(directDebit, remove(`${PAYMENT}/cac:PaymentMandate/cac:PayerFinancialAccount`)),
    finds: ['BR-DE-20', 'BR-DE-31'],
  },
  {
    it: 'requires a date of delivery',
    edit: remove('cac:Delivery/cbc:ActualDeliveryDate', 'cac:InvoicePeriod'),
    finds: ['BR-DE-TMP-32'],
  },
  {
    it: 'finds a relative address of a document',
    edit: set(
      'cac:AdditionalDocumentReference/cac:Attachment/cac:ExternalReference/cbc:URI',
      'files/hours.pdf',
    ),
    finds: ['BR-TMP-2'],
  },
];

/** Of XRechnung since 2.6.0, and not of the German rules in Peppol. */
export const XRECHNUNG_ROWS: readonly Row[] = [
  { it: 'finds a date with a time zone', edit: set('cbc:IssueDate', '2026-10-05Z'), finds: ['BR-TMP-6'] },
  {
    it: 'accepts an empty number of an order beside that of a sales order',
    edit: all(set('cac:OrderReference/cbc:ID', ' '), make('cac:OrderReference/cbc:SalesOrderID', 'S-1')),
    finds: [],
  },
];
