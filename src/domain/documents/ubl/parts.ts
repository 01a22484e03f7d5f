import type {
  Adjustment,
  ContactPoint,
  PaymentAccount,
  PostalAddress,
  PrecedingInvoice,
  SupportingDocument,
  Totals,
  VatBearingAdjustment,
  VatBreakdown,
} from '../../invoice/en16931.ts';
import { bind, fixed, type BindingsOf } from '../binding.ts';

/** Every tax of EN 16931 is VAT. */
export const VAT_SCHEME = fixed('cac:TaxScheme', fixed('cbc:ID', 'VAT'));

/** @param terms BTs of street, line2, city, postcode, region, country. */
export function address(
  terms: readonly [string, string, string, string, string, string],
): BindingsOf<PostalAddress> {
  const { all, around, term } = bind<PostalAddress>();
  return all(
    term(terms[0], 'cbc:StreetName', 'street'),
    term(terms[1], 'cbc:AdditionalStreetName', 'line2'),
    term(terms[2], 'cbc:CityName', 'city'),
    term(terms[3], 'cbc:PostalZone', 'postcode'),
    term(terms[4], 'cbc:CountrySubentity', 'region'),
    around('cac:Country', term(terms[5], 'cbc:IdentificationCode', 'country')),
  );
}

/** @param terms BTs of name, telephone, e-mail. */
export function contact(terms: readonly [string, string, string]): BindingsOf<ContactPoint> {
  const { all, term } = bind<ContactPoint>();
  return all(
    term(terms[0], 'cbc:Name', 'name'),
    term(terms[1], 'cbc:Telephone', 'phone'),
    term(terms[2], 'cbc:ElectronicMail', 'email'),
  );
}

const account = bind<PaymentAccount>();
/** BG-17. */
export const PAYMENT_ACCOUNT = account.all(
  account.term('BT-84', 'cbc:ID', 'id'),
  account.term('BT-85', 'cbc:Name', 'name'),
  account.around('cac:FinancialInstitutionBranch', account.term('BT-86', 'cbc:ID', 'bic')),
);

const preceding = bind<PrecedingInvoice>();
/** BG-3. */
export const PRECEDING_INVOICE = preceding.all(
  preceding.around(
    'cac:InvoiceDocumentReference',
    preceding.term('BT-25', 'cbc:ID', 'number'),
    preceding.term('BT-26', 'cbc:IssueDate', 'issueDate'),
  ),
);

const attached = bind<SupportingDocument>();
/** BG-24. */
export const ATTACHMENT = attached.all(
  attached.term('BT-122', 'cbc:ID', 'id'),
  attached.term('BT-123', 'cbc:DocumentDescription', 'description'),
  attached.around(
    'cac:Attachment',
    attached.term('BT-125', 'cbc:EmbeddedDocumentBinaryObject', 'contentBase64', {
      attributes: [
        { name: 'mimeCode', path: 'mime' },
        { name: 'filename', path: 'filename' },
      ],
    }),
    attached.around('cac:ExternalReference', attached.term('BT-124', 'cbc:URI', 'url')),
  ),
);

/** @param terms BTs of amount, base, percent, reason, reason code. */
function adjustment(isCharge: boolean, terms: readonly [string, string, string, string, string]) {
  const { term } = bind<Adjustment>();
  return [
    fixed('cbc:ChargeIndicator', String(isCharge)),
    term(terms[4], 'cbc:AllowanceChargeReasonCode', 'reasonCode'),
    term(terms[3], 'cbc:AllowanceChargeReason', 'reason'),
    term(terms[2], 'cbc:MultiplierFactorNumeric', 'percent', { format: 'decimal' }),
    term(terms[0], 'cbc:Amount', 'amount', { format: 'amount' }),
    term(terms[1], 'cbc:BaseAmount', 'base', { format: 'amount' }),
  ] as const;
}

const bearing = bind<VatBearingAdjustment>();

const adjustmentTax = (category: string, rate: string) =>
  bearing.around(
    'cac:TaxCategory',
    bearing.term(category, 'cbc:ID', 'vatCategory'),
    bearing.term(rate, 'cbc:Percent', 'vatRate', { format: 'decimal' }),
    VAT_SCHEME,
  );

/** BG-20. */
export const DOCUMENT_ALLOWANCE = bearing.all(
  ...adjustment(false, ['BT-92', 'BT-93', 'BT-94', 'BT-97', 'BT-98']),
  adjustmentTax('BT-95', 'BT-96'),
);

/** BG-21. */
export const DOCUMENT_CHARGE = bearing.all(
  ...adjustment(true, ['BT-99', 'BT-100', 'BT-101', 'BT-104', 'BT-105']),
  adjustmentTax('BT-102', 'BT-103'),
);

const onLine = bind<Adjustment>();
/** BG-27. */
export const LINE_ALLOWANCE = onLine.all(
  ...adjustment(false, ['BT-136', 'BT-137', 'BT-138', 'BT-139', 'BT-140']),
);
/** BG-28. */
export const LINE_CHARGE = onLine.all(
  ...adjustment(true, ['BT-141', 'BT-142', 'BT-143', 'BT-144', 'BT-145']),
);

const vat = bind<VatBreakdown>();
/** BG-23. */
export const VAT_SUBTOTAL = vat.all(
  vat.term('BT-116', 'cbc:TaxableAmount', 'taxableAmount', { format: 'amount' }),
  vat.term('BT-117', 'cbc:TaxAmount', 'taxAmount', { format: 'amount' }),
  vat.around(
    'cac:TaxCategory',
    vat.term('BT-118', 'cbc:ID', 'category'),
    vat.term('BT-119', 'cbc:Percent', 'rate', { format: 'decimal' }),
    vat.term('BT-121', 'cbc:TaxExemptionReasonCode', 'exemptionReasonCode'),
    vat.term('BT-120', 'cbc:TaxExemptionReason', 'exemptionReason'),
    VAT_SCHEME,
  ),
);

const totals = bind<Totals>();
/** BG-22 without the VAT amounts, which stand in `cac:TaxTotal`. */
export const MONETARY_TOTAL = totals.all(
  totals.term('BT-106', 'cbc:LineExtensionAmount', 'lines', { format: 'amount' }),
  totals.term('BT-109', 'cbc:TaxExclusiveAmount', 'withoutVat', { format: 'amount' }),
  totals.term('BT-112', 'cbc:TaxInclusiveAmount', 'withVat', { format: 'amount' }),
  totals.term('BT-107', 'cbc:AllowanceTotalAmount', 'allowances', { format: 'amount' }),
  totals.term('BT-108', 'cbc:ChargeTotalAmount', 'charges', { format: 'amount' }),
  totals.term('BT-113', 'cbc:PrepaidAmount', 'prepaid', { format: 'amount' }),
  totals.term('BT-114', 'cbc:PayableRoundingAmount', 'rounding', { format: 'amount' }),
  totals.term('BT-115', 'cbc:PayableAmount', 'due', { format: 'amount' }),
);
