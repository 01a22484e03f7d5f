import type {
  AllowanceOrCharge,
  Buyer,
  CanonicalInvoice,
  DocumentAllowanceOrCharge,
  Line,
  Payment,
  Seller,
} from './canonical.ts';
import { companyId } from './company-ids.ts';
import { round2, type Decimal } from '../vocabulary/decimal.ts';
import type {
  Adjustment,
  BuyerParty,
  En16931Invoice,
  InvoiceLine,
  PaymentInstructions,
  SellerParty,
  VatBearingAdjustment,
  VatBreakdown,
} from './en16931.ts';
import { exemptionReason } from './exemptions.ts';
import { adjustmentAmount, computeAmounts, type NetLine, type VatGroup } from './totals.ts';

/** What a specification (CIUS) fixes about every document of it. */
export interface Specification {
  /** BT-24. */
  readonly specification: string;
  /** BT-23. */
  readonly process?: string;
  /** BT-119 in the breakdown of category O: XRechnung wants it in every breakdown (BR-DE-14), others forbid it there. */
  readonly rateOutsideScope?: Decimal;
}

/** The whole invoice in EN 16931 terms: defaults applied, every amount computed. */
export function completeInvoice(invoice: CanonicalInvoice, under: Specification): En16931Invoice {
  const { invoice: header, seller, buyer, payment } = invoice;
  const { lines, vatGroups, totals } = computeAmounts(invoice);
  return {
    specification: under.specification,
    process: under.process,
    number: header.number,
    issueDate: header.issueDate,
    dueDate: header.dueDate,
    typeCode: header.typeCode,
    notes: header.notes,
    taxPointDate: header.taxPointDate,
    currency: header.currency,
    vatCurrency: header.vatCurrency,
    buyerReference: header.buyerReference,
    period: header.period,
    orderReference: invoice.orderReference,
    contractReference: invoice.contractReference,
    projectReference: invoice.projectReference,
    precedingInvoices: invoice.precedingInvoices,
    attachments: invoice.attachments,
    seller: sellerParty(seller),
    buyer: buyerParty(buyer),
    payee: invoice.payee,
    taxRepresentative: invoice.taxRepresentative,
    delivery: invoice.delivery,
    payment: payment ? paymentInstructions(payment, header.currency) : {},
    allowances: invoice.allowances.map(vatBearing),
    charges: invoice.charges.map(vatBearing),
    vatBreakdown: vatGroups.map((group) => breakdown(invoice, group, under.rateOutsideScope)),
    totals,
    lines: lines.map(invoiceLine),
  };
}

function sellerParty(seller: Seller): SellerParty {
  const { name, vatId, taxNumber, address, endpoint, contact } = seller;
  // No terms of their own: EN 16931 has one place for everything the law of the register wants to read (BT-33).
  const legal = [seller.register, seller.managingDirectors, seller.legalInfo].filter(
    (text) => text !== undefined,
  );
  return {
    name,
    vatId,
    taxNumber,
    address,
    endpoint,
    contact,
    ...(seller.companyId && { companyId: companyId(seller.companyId, address.country) }),
    ...(legal.length > 0 && { legalInfo: legal.join('; ') }),
  };
}

function buyerParty(buyer: Buyer): BuyerParty {
  const { name, vatId, reference, address, endpoint, contact, taxNumber } = buyer;
  const legalId = buyer.companyId
    ? companyId(buyer.companyId, address.country)
    : taxNumber && { id: taxNumber };
  return { name, vatId, reference, address, endpoint, contact, ...(legalId && { companyId: legalId }) };
}

/** Countries of the single euro payments area, by the first letters of their IBANs (European Payments Council). */
const SEPA = new Set(
  (
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS ' +
    'SE SI SK SM VA'
  ).split(' '),
);

function paymentInstructions(payment: Payment, currency: string): PaymentInstructions {
  const { reference, iban, accountName, bic, mandate, creditorId, debitedIban } = payment;
  const terms = payment.terms && paymentTerms(payment.terms);
  const meansCode = payment.meansCode ?? (iban && creditTransfer(iban, currency));
  return { meansCode, reference, iban, accountName, bic, mandate, creditorId, debitedIban, terms };
}

/** BT-20. Lines that begin with # state discounts, and each of them ends with a line break, the last one too (BR-DE-18). */
function paymentTerms(stated: string): string {
  const trimmed = stated.trim();
  const lastLine = trimmed.slice(trimmed.lastIndexOf('\n') + 1);
  return lastLine.trimStart().startsWith('#') ? `${trimmed}\n` : trimmed;
}

/** BT-81 of an account given without means code. */
const creditTransfer = (iban: string, currency: string): string =>
  currency === 'EUR' && SEPA.has(iban.slice(0, 2)) ? '58' : '30';

const adjustment = (stated: AllowanceOrCharge): Adjustment => ({
  amount: adjustmentAmount(stated),
  base: stated.base && round2(stated.base),
  percent: stated.percent,
  reason: stated.reason,
  reasonCode: stated.reasonCode,
});

const vatBearing = (stated: DocumentAllowanceOrCharge): VatBearingAdjustment => ({
  ...adjustment(stated),
  vatCategory: stated.vatCategory,
  vatRate: stated.vatCategory === 'O' ? undefined : stated.vatRate,
});

const breakdown = (invoice: CanonicalInvoice, group: VatGroup, rateOutsideScope?: Decimal): VatBreakdown => ({
  taxableAmount: group.taxableAmount,
  taxAmount: group.taxAmount,
  category: group.category,
  rate: group.rate ?? rateOutsideScope,
  ...exemptionReason(invoice, group.category),
});

/** A gross price says the discount too: net = gross − discount (PEPPOL-EN16931-R046). */
const priceDiscount = ({ grossPrice, priceDiscount: stated, unitPrice }: Line): Decimal | undefined =>
  stated ?? grossPrice?.minus(unitPrice);

// What is stated comes last: members added behind a spread cost V8 of Node 20 a layout per object, a megabyte per 1,000 lines.
function invoiceLine({ line, netAmount }: NetLine, index: number): InvoiceLine {
  const { id, vatRate, priceDiscount: _stated, allowances, charges, ...asStated } = line;
  return {
    id: id ?? String(index + 1),
    netAmount,
    vatRate: line.vatCategory === 'O' ? undefined : vatRate,
    priceDiscount: priceDiscount(line),
    allowances: allowances.map(adjustment),
    charges: charges.map(adjustment),
    ...asStated,
  };
}
