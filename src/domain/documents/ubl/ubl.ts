import type { En16931Invoice } from '../../invoice/en16931.ts';
import { bind, fixed, type Binding } from '../binding.ts';
import { writeDocument, type DocumentForm } from '../write-document.ts';
import { line } from './line.ts';
import {
  ATTACHMENT,
  DOCUMENT_ALLOWANCE,
  DOCUMENT_CHARGE,
  MONETARY_TOTAL,
  PAYMENT_ACCOUNT,
  PRECEDING_INVOICE,
  VAT_SCHEME,
  VAT_SUBTOTAL,
  address,
  contact,
} from './parts.ts';

/** Binding of EN 16931-1 to UBL 2.1 (CEN/TS 16931-3-2), each table in the order of the schema. */
const { around, group, list, notes, term } = bind<En16931Invoice>();

const PERIOD = around(
  'cac:InvoicePeriod',
  term('BT-73', 'cbc:StartDate', 'period.start'),
  term('BT-74', 'cbc:EndDate', 'period.end'),
);
const ORDER = around('cac:OrderReference', term('BT-13', 'cbc:ID', 'orderReference'));
const PRECEDING = list('cac:BillingReference', 'precedingInvoices', PRECEDING_INVOICE);
const CONTRACT = around('cac:ContractDocumentReference', term('BT-12', 'cbc:ID', 'contractReference'));
const ATTACHMENTS = list('cac:AdditionalDocumentReference', 'attachments', ATTACHMENT);

const SELLER = around(
  'cac:AccountingSupplierParty',
  around(
    'cac:Party',
    term('BT-34', 'cbc:EndpointID', 'seller.endpoint.id', {
      attributes: [{ name: 'schemeID', path: 'seller.endpoint.scheme' }],
    }),
    around(
      'cac:PartyIdentification',
      term('BT-90', 'cbc:ID', 'payment.directDebit.creditorId', {
        attributes: [{ name: 'schemeID', value: 'SEPA' }],
      }),
    ),
    group(
      'cac:PostalAddress',
      'seller.address',
      address(['BT-35', 'BT-36', 'BT-37', 'BT-38', 'BT-39', 'BT-40']),
    ),
    around('cac:PartyTaxScheme', term('BT-31', 'cbc:CompanyID', 'seller.vatId'), VAT_SCHEME),
    around(
      'cac:PartyTaxScheme',
      term('BT-32', 'cbc:CompanyID', 'seller.taxNumber'),
      fixed('cac:TaxScheme', fixed('cbc:ID', 'FC')),
    ),
    around(
      'cac:PartyLegalEntity',
      term('BT-27', 'cbc:RegistrationName', 'seller.name'),
      term('BT-30', 'cbc:CompanyID', 'seller.companyId.id', {
        attributes: [{ name: 'schemeID', path: 'seller.companyId.scheme' }],
      }),
      term('BT-33', 'cbc:CompanyLegalForm', 'seller.legalInfo'),
    ),
    group('cac:Contact', 'seller.contact', contact(['BT-41', 'BT-42', 'BT-43'])),
  ),
);

const BUYER = around(
  'cac:AccountingCustomerParty',
  around(
    'cac:Party',
    term('BT-49', 'cbc:EndpointID', 'buyer.endpoint.id', {
      attributes: [{ name: 'schemeID', path: 'buyer.endpoint.scheme' }],
    }),
    around('cac:PartyIdentification', term('BT-46', 'cbc:ID', 'buyer.id.id')),
    group(
      'cac:PostalAddress',
      'buyer.address',
      address(['BT-50', 'BT-51', 'BT-52', 'BT-53', 'BT-54', 'BT-55']),
    ),
    around('cac:PartyTaxScheme', term('BT-48', 'cbc:CompanyID', 'buyer.vatId'), VAT_SCHEME),
    around(
      'cac:PartyLegalEntity',
      term('BT-44', 'cbc:RegistrationName', 'buyer.name'),
      term('BT-47', 'cbc:CompanyID', 'buyer.companyId.id', {
        attributes: [{ name: 'schemeID', path: 'buyer.companyId.scheme' }],
      }),
    ),
    group('cac:Contact', 'buyer.contact', contact(['BT-56', 'BT-57', 'BT-58'])),
  ),
);

const PARTIES: readonly Binding[] = [
  SELLER,
  BUYER,
  around(
    'cac:PayeeParty',
    around('cac:PartyIdentification', term('BT-60', 'cbc:ID', 'payee.id.id')),
    around('cac:PartyName', term('BT-59', 'cbc:Name', 'payee.name')),
    around('cac:PartyLegalEntity', term('BT-61', 'cbc:CompanyID', 'payee.companyId.id')),
  ),
  around(
    'cac:TaxRepresentativeParty',
    around('cac:PartyName', term('BT-62', 'cbc:Name', 'taxRepresentative.name')),
    group(
      'cac:PostalAddress',
      'taxRepresentative.address',
      address(['BT-64', 'BT-65', 'BT-66', 'BT-67', 'BT-68', 'BT-69']),
    ),
    around('cac:PartyTaxScheme', term('BT-63', 'cbc:CompanyID', 'taxRepresentative.vatId'), VAT_SCHEME),
  ),
];

const DELIVERY = around(
  'cac:Delivery',
  term('BT-72', 'cbc:ActualDeliveryDate', 'delivery.date'),
  around(
    'cac:DeliveryLocation',
    group('cac:Address', 'delivery.address', address(['BT-75', 'BT-76', 'BT-77', 'BT-78', 'BT-79', 'BT-80'])),
  ),
  around('cac:DeliveryParty', around('cac:PartyName', term('BT-70', 'cbc:Name', 'delivery.name'))),
);

/** @param dueDate BT-9 where the root has no place for it. */
const paymentMeans = (...dueDate: readonly Binding[]) =>
  around(
    'cac:PaymentMeans',
    term('BT-81', 'cbc:PaymentMeansCode', 'payment.meansCode'),
    ...dueDate,
    term('BT-83', 'cbc:PaymentID', 'payment.reference'),
    list('cac:PayeeFinancialAccount', 'payment.accounts', PAYMENT_ACCOUNT),
    around(
      'cac:PaymentMandate',
      term('BT-89', 'cbc:ID', 'payment.directDebit.mandate'),
      around('cac:PayerFinancialAccount', term('BT-91', 'cbc:ID', 'payment.directDebit.debitedIban')),
    ),
  );

const AMOUNTS: readonly Binding[] = [
  around('cac:PaymentTerms', term('BT-20', 'cbc:Note', 'paymentTerms')),
  list('cac:AllowanceCharge', 'allowances', DOCUMENT_ALLOWANCE),
  list('cac:AllowanceCharge', 'charges', DOCUMENT_CHARGE),
  around(
    'cac:TaxTotal',
    term('BT-110', 'cbc:TaxAmount', 'totals.vat', { format: 'amount' }),
    list('cac:TaxSubtotal', 'vatBreakdown', VAT_SUBTOTAL),
  ),
  around(
    'cac:TaxTotal',
    term('BT-111', 'cbc:TaxAmount', 'totals.vatInVatCurrency', { format: 'vat-amount' }),
  ),
  group('cac:LegalMonetaryTotal', 'totals', MONETARY_TOTAL),
];

const HEAD: readonly Binding[] = [
  term('BT-24', 'cbc:CustomizationID', 'specification'),
  term('BT-23', 'cbc:ProfileID', 'process'),
  term('BT-1', 'cbc:ID', 'number'),
  term('BT-2', 'cbc:IssueDate', 'issueDate'),
];
const NOTES = notes('BT-22', 'cbc:Note', 'notes');
const TAX_POINT_DATE = term('BT-7', 'cbc:TaxPointDate', 'taxPointDate');
const CURRENCIES: readonly Binding[] = [
  term('BT-5', 'cbc:DocumentCurrencyCode', 'currency'),
  term('BT-6', 'cbc:TaxCurrencyCode', 'vatCurrency'),
  term('BT-10', 'cbc:BuyerReference', 'buyerReference'),
  PERIOD,
  ORDER,
  PRECEDING,
  CONTRACT,
  ATTACHMENTS,
];

const COMPONENTS = 'urn:oasis:names:specification:ubl:schema:xsd:Common';
const namespaces = (root: string) => ({
  '': `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`,
  cac: `${COMPONENTS}AggregateComponents-2`,
  cbc: `${COMPONENTS}BasicComponents-2`,
});

export const UBL_INVOICE: DocumentForm = {
  root: 'Invoice',
  namespaces: namespaces('Invoice'),
  bindings: [
    ...HEAD,
    term('BT-9', 'cbc:DueDate', 'dueDate'),
    term('BT-3', 'cbc:InvoiceTypeCode', 'typeCode'),
    NOTES,
    TAX_POINT_DATE,
    ...CURRENCIES,
    around('cac:ProjectReference', term('BT-11', 'cbc:ID', 'projectReference')),
    ...PARTIES,
    DELIVERY,
    paymentMeans(),
    ...AMOUNTS,
    list('cac:InvoiceLine', 'lines', line('cbc:InvoicedQuantity')),
  ],
};

export const UBL_CREDIT_NOTE: DocumentForm = {
  root: 'CreditNote',
  namespaces: namespaces('CreditNote'),
  bindings: [
    ...HEAD,
    TAX_POINT_DATE,
    term('BT-3', 'cbc:CreditNoteTypeCode', 'typeCode'),
    NOTES,
    ...CURRENCIES,
    // A credit note has no ProjectReference: the project is a document reference of type 50 (UNTDID 1001).
    around(
      'cac:AdditionalDocumentReference',
      term('BT-11', 'cbc:ID', 'projectReference'),
      fixed('cbc:DocumentTypeCode', '50'),
    ),
    ...PARTIES,
    DELIVERY,
    paymentMeans(term('BT-9', 'cbc:PaymentDueDate', 'dueDate')),
    ...AMOUNTS,
    list('cac:CreditNoteLine', 'lines', line('cbc:CreditedQuantity')),
  ],
};

/** 381 is the one type of the canonical form that UBL keeps in a root of its own. */
export const ublForm = (invoice: Pick<En16931Invoice, 'typeCode'>): DocumentForm =>
  invoice.typeCode === '381' ? UBL_CREDIT_NOTE : UBL_INVOICE;

/** UBL 2.1, in schema order. */
export const writeUbl = (invoice: En16931Invoice): string => writeDocument(ublForm(invoice), invoice);
