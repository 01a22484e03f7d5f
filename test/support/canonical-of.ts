import type { Partly } from '../../src/domain/invoice/partly.ts';
import type {
  Adjustment,
  ContactPoint,
  En16931Invoice,
  Identifier,
  InvoiceLine,
  PaymentAccount,
  PaymentInstructions,
  PostalAddress,
  VatBearingAdjustment,
} from '../../src/domain/invoice/en16931.ts';

type Model = Partly<En16931Invoice>;

/** The content of an invoice as a caller sends it: no totals, no defaults, only stated members. */
export const canonicalOf = (invoice: Model): Record<string, unknown> =>
  stated({
    invoice: headerOf(invoice),
    seller: sellerOf(invoice.seller ?? {}),
    buyer: buyerOf(invoice.buyer ?? {}),
    lines: invoice.lines?.map(lineOf),
    payment: paymentOf(invoice),
    order_reference: invoice.orderReference,
    contract_reference: invoice.contractReference,
    project_reference: invoice.projectReference,
    sales_order_reference: invoice.salesOrderReference,
    receiving_advice_reference: invoice.receivingAdviceReference,
    despatch_advice_reference: invoice.despatchAdviceReference,
    tender_reference: invoice.tenderReference,
    invoiced_object: invoice.invoicedObject,
    accounting_reference: invoice.accountingReference,
    preceding_invoices: invoice.precedingInvoices?.map(({ number, issueDate }) => ({
      number,
      issue_date: issueDate,
    })),
    delivery: deliveryOf(invoice.delivery),
    allowances: invoice.allowances?.map(vatBearing),
    charges: invoice.charges?.map(vatBearing),
    vat_exemption: invoice.vatBreakdown
      ?.filter((group) => group.exemptionReason ?? group.exemptionReasonCode)
      .map((group) => ({
        vat_category: group.category,
        reason: group.exemptionReason,
        reason_code: group.exemptionReasonCode,
      })),
    attachments: invoice.attachments?.map(({ contentBase64, ...attachment }) => ({
      ...attachment,
      content_base64: contentBase64,
    })),
    tax_representative: invoice.taxRepresentative && {
      name: invoice.taxRepresentative.name,
      vat_id: invoice.taxRepresentative.vatId,
      address: addressOf(invoice.taxRepresentative.address),
    },
    payee: invoice.payee && {
      name: invoice.payee.name,
      ...schemed('id', invoice.payee.id),
      ...schemed('company_id', invoice.payee.companyId),
    },
  }) as Record<string, unknown>;

const headerOf = (invoice: Model) => ({
  number: invoice.number,
  issue_date: invoice.issueDate,
  due_date: invoice.dueDate,
  type_code: invoice.typeCode,
  currency: invoice.currency,
  vat_currency: invoice.vatCurrency,
  vat_total_in_vat_currency: invoice.totals?.vatInVatCurrency,
  tax_point_date: invoice.taxPointDate,
  vat_date_code: invoice.vatDateCode,
  buyer_reference: invoice.buyerReference,
  period: invoice.period,
  notes: invoice.notes?.map(({ subjectCode, text }) => ({ subject_code: subjectCode, text })),
});

const sellerOf = (seller: NonNullable<Model['seller']>) => ({
  name: seller.name,
  trading_name: seller.tradingName,
  ids: seller.ids,
  vat_id: seller.vatId,
  tax_number: seller.taxNumber,
  ...schemed('company_id', seller.companyId),
  legal_info: seller.legalInfo,
  ...whereabouts(seller),
});

const buyerOf = (buyer: NonNullable<Model['buyer']>) => ({
  name: buyer.name,
  trading_name: buyer.tradingName,
  vat_id: buyer.vatId,
  ...schemed('company_id', buyer.companyId),
  ...schemed('reference', buyer.id),
  ...whereabouts(buyer),
});

interface Whereabouts {
  readonly address?: Partly<PostalAddress>;
  readonly endpoint?: Partly<Identifier>;
  readonly contact?: Partly<ContactPoint>;
}

const whereabouts = ({ address, endpoint, contact }: Whereabouts) => ({
  address: addressOf(address),
  endpoint,
  contact,
});

const addressOf = (address: Partly<PostalAddress> | undefined) => address && { ...address };

const schemed = (name: string, identifier: Partly<Identifier> | undefined) => ({
  [name]: identifier?.id,
  [`${name}_scheme`]: identifier?.scheme,
});

const deliveryOf = (delivery: Model['delivery']) =>
  delivery && {
    date: delivery.date,
    name: delivery.name,
    location_id: delivery.locationId,
    address: addressOf(delivery.address),
  };

const lineOf = (line: Partly<InvoiceLine>) => ({
  id: line.id,
  name: line.name,
  description: line.description,
  note: line.note,
  invoiced_object: line.invoicedObject,
  quantity: line.quantity,
  unit: line.unit,
  unit_price: line.unitPrice,
  price_base_quantity: line.priceBaseQuantity,
  gross_price: line.grossPrice,
  price_discount: line.priceDiscount,
  vat_category: line.vatCategory,
  vat_rate: line.vatRate,
  period: line.period,
  order_line: line.orderLine,
  accounting_reference: line.accountingReference,
  seller_item_id: line.sellerItemId,
  buyer_item_id: line.buyerItemId,
  standard_item_id: line.standardItemId,
  classification: line.classification,
  country_of_origin: line.countryOfOrigin,
  attributes: line.attributes,
  allowances: line.allowances?.map(adjustment),
  charges: line.charges?.map(adjustment),
});

const adjustment = ({ amount, base, percent, reason, reasonCode }: Partly<Adjustment>) => ({
  amount,
  base,
  percent,
  reason,
  reason_code: reasonCode,
});

const vatBearing = (one: Partly<VatBearingAdjustment>) => ({
  ...adjustment(one),
  vat_category: one.vatCategory,
  vat_rate: one.vatRate,
});

function paymentOf({ payment, paymentTerms, totals }: Model) {
  const { meansCode, meansText, reference, accounts, card, directDebit }: Partly<PaymentInstructions> =
    payment ?? {};
  return {
    means_code: meansCode,
    means_text: meansText,
    reference,
    accounts: accounts?.map(accountOf),
    card,
    mandate: directDebit?.mandate,
    creditor_id: directDebit?.creditorId,
    debited_iban: directDebit?.debitedIban,
    terms: paymentTerms,
    prepaid_amount: totals?.prepaid,
    rounding_amount: totals?.rounding,
  };
}

const accountOf = ({ id = '', name, bic }: Partly<PaymentAccount>) => ({
  [/^[A-Z]{2}\d{2}/.test(id) ? 'iban' : 'account_id']: id,
  account_name: name,
  bic,
});

/** Removes members that are not stated, and objects and lists that are then empty. Decimals become digits. */
function stated(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? value.map(stated) : undefined;
  if (typeof value !== 'object' || value === null) return value;
  if ('toFixed' in value) return String(value);
  const members = Object.entries(value)
    .map(([name, inner]) => [name, stated(inner)] as const)
    .filter(([, inner]) => inner !== undefined);
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}
