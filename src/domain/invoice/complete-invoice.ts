import type {
  AllowanceOrCharge,
  Buyer,
  CanonicalInvoice,
  DocumentAllowanceOrCharge,
  Line,
  Payee,
  Seller,
} from './canonical.ts';
import { companyId } from './company-ids.ts';
import { round2, type Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { paymentInstructions, paymentTerms } from './complete-payment.ts';
import type {
  Adjustment,
  BuyerParty,
  CompleteInvoice,
  Extensions,
  Identifier,
  InvoiceLine,
  LineExtensions,
  Note,
  PayeeParty,
  SellerParty,
  VatBearingAdjustment,
  VatBreakdown,
} from './en16931.ts';
import { exemptionReason } from './exemptions.ts';
import { priceWithoutVat, statedPrice } from './prices-with-vat.ts';
import { adjustmentAmount, type NetLine } from './line-amounts.ts';
import { isCounted, lineIds } from './line-types.ts';
import { subInvoiceVat } from './sub-invoices.ts';
import { computeAmounts } from './totals.ts';
import type { VatGroup } from './vat-group.ts';

/** The fixed contents of a specification (CIUS). */
export interface Specification {
  /** BT-24. */
  readonly specification: string;
  /** BT-23. */
  readonly process?: string;
  /** The document has a place for the reason of a correction. */
  readonly hasReason?: boolean;
  /** An invoice may state another BT-23. */
  readonly takesProcess?: boolean;
  /** BT-119 in the breakdown of category O: XRechnung requires it in every breakdown (BR-DE-14), others forbid it there. */
  readonly rateOutsideScope?: Decimal;
  /** The document takes the terms of EXTENDED-CTC-FR. */
  readonly hasExtension?: boolean;
  /** The document takes one note (BG-1); several notes go into it line by line. */
  readonly oneNote?: boolean;
}

/** The whole invoice in EN 16931 terms: defaults applied, every amount computed. */
export function completeInvoice(invoice: CanonicalInvoice, under: Specification): CompleteInvoice {
  const { invoice: header, seller, buyer, payment } = invoice;
  const { lines, vatGroups, totals } = computeAmounts(invoice);
  const ids = lineIds(invoice.lines);
  return {
    specification: under.specification,
    process: (under.takesProcess ? header.businessProcess : undefined) ?? under.process,
    number: header.number,
    issueDate: header.issueDate,
    dueDate: header.dueDate,
    typeCode: header.typeCode,
    notes: notes([...header.notes, ...correctionNote(invoice, under)], under.oneNote ?? false),
    taxPointDate: header.taxPointDate,
    vatDateCode: header.vatDateCode,
    currency: header.currency,
    vatCurrency: header.vatCurrency,
    buyerReference: header.buyerReference,
    period: header.period,
    orderReference: invoice.orderReference,
    orderDate: invoice.orderDate,
    contractReference: invoice.contractReference,
    contractDate: invoice.contractDate,
    contractType: invoice.contractType,
    projectReference: invoice.projectReference,
    salesOrderReference: invoice.salesOrderReference,
    receivingAdviceReference: invoice.receivingAdviceReference,
    despatchAdviceReference: invoice.despatchAdviceReference,
    despatchAdviceDate: invoice.despatchAdviceDate,
    deliveryTerms: invoice.deliveryTerms,
    tenderReference: invoice.tenderReference,
    invoicedObject: invoice.invoicedObject,
    accountingReference: invoice.accountingReference,
    precedingInvoices: invoice.precedingInvoices,
    attachments: invoice.attachments,
    seller: sellerParty(seller),
    buyer: buyerParty(buyer),
    payee: invoice.payee && payeeParty(invoice.payee),
    taxRepresentative: invoice.taxRepresentative,
    buyerAgent: invoice.buyerAgent,
    payer: invoice.payer,
    sellerAgent: invoice.sellerAgent,
    invoicee: invoice.invoicee,
    invoicer: invoice.invoicer,
    delivery: invoice.delivery,
    paymentTerms: payment?.terms && paymentTerms(payment.terms),
    payment: payment && paymentInstructions(payment, header.currency),
    allowances: invoice.allowances.map(vatBearing),
    charges: invoice.charges.map(vatBearing),
    vatBreakdown: vatGroups.map((group) => breakdown(invoice, group, under.rateOutsideScope)),
    totals,
    lines: lines.map((line, index) => invoiceLine(line, ids[index] ?? '', vatOf(line, vatGroups, header))),
    extensions: extensionsOf(invoice, lines),
  };
}

/** Members that are no terms of EN 16931. */
const extensionsOf = (
  { invoice: header, seller, buyer, payment, ...invoice }: CanonicalInvoice,
  lines: readonly NetLine[],
): Extensions => ({
  register: seller.register,
  managingDirectors: seller.managingDirectors,
  buyerTaxNumber: buyer.taxNumber,
  prepaidDate: payment?.prepaidDate,
  vatExchangeRate: header.vatExchangeRate,
  precedingRouteNumbers: invoice.precedingInvoices.map(({ routeNumber }) => routeNumber),
  precedingTypeCodes: invoice.precedingInvoices.map(({ typeCode }) => typeCode),
  advanceInvoices: invoice.advanceInvoices.map(({ number, routeNumber }) => ({ number, routeNumber })),
  isConsumer: buyer.isConsumer,
  poland: invoice.pl,
  correction: invoice.correction,
  isFactor: invoice.payee?.isFactor,
  lines: lines.map(lineApart),
});

/** The reason of a correction becomes a note, unless the document has a place for it. */
const correctionNote = (
  { correction }: CanonicalInvoice,
  { hasReason }: Specification,
): CanonicalInvoice['invoice']['notes'] =>
  correction?.reason === undefined || hasReason ? [] : [{ text: correction.reason }];

function notes(stated: CanonicalInvoice['invoice']['notes'], oneNote: boolean): readonly Note[] {
  const all = stated.filter(({ text }) => text !== '').map(note);
  return oneNote && all.length > 1 ? [joinedNote(all)] : all;
}

/** Line by line; a subject that is not shared by all notes comes before its text, as UBL writes it. */
function joinedNote(all: readonly Note[]): Note {
  const subjects = new Set(all.map(({ subjectCode }) => subjectCode));
  const [subjectCode] = subjects.size === 1 ? subjects : [];
  if (subjectCode !== undefined) return { subjectCode, text: all.map(({ text }) => text).join('\n') };
  return { text: all.map((one) => (one.subjectCode ? `#${one.subjectCode}#` : '') + one.text).join('\n') };
}

/** BT-21 may open the text of a note, between number signs (`#AAI#`). */
export function note(stated: CanonicalInvoice['invoice']['notes'][number]): Note {
  if (stated.subjectCode !== undefined) return stated;
  const [, subjectCode, text] = /^#([^#]{3})#(?=\s*\S)([^]*)$/.exec(stated.text) ?? [];
  return text === undefined ? stated : { subjectCode, text };
}

function sellerParty({ companyId: id, companyIdScheme: scheme, ...seller }: Seller): SellerParty {
  const { name, tradingName, ids, vatId, taxNumber, legalInfo, address, endpoint, contact } = seller;
  return {
    name,
    tradingName,
    ids,
    companyId: companyId(id, scheme, address.country),
    vatId,
    taxNumber,
    legalInfo,
    endpoint,
    address,
    contact,
  };
}

function buyerParty({ companyId: id, companyIdScheme: scheme, ...buyer }: Buyer): BuyerParty {
  const { name, tradingName, reference, referenceScheme, vatId, endpoint, address, contact } = buyer;
  return {
    name,
    tradingName,
    id: identifier(reference, referenceScheme),
    companyId: companyId(id, scheme, address.country),
    vatId,
    endpoint,
    address,
    contact,
  };
}

const payeeParty = ({
  id,
  idScheme,
  companyId: legalId,
  companyIdScheme,
  isFactor: _isFactor,
  ...payee
}: Payee): PayeeParty => ({
  ...payee,
  id: identifier(id, idScheme),
  companyId: identifier(legalId, companyIdScheme),
});

const identifier = (id: string | undefined, scheme: string | undefined): Identifier | undefined =>
  id === undefined ? undefined : { id, ...(scheme && { scheme }) };

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
  vatRate: writtenRate(stated),
  vatExemptionReason: stated.vatExemptionReason,
  vatExemptionCode: stated.vatExemptionCode,
});

/** Outside the scope of VAT there is no rate, not even one of zero (BR-O-05). */
export const writtenRate = ({
  vatCategory,
  vatRate,
}: Pick<Line, 'vatCategory' | 'vatRate'>): Decimal | undefined =>
  vatCategory === 'O' && vatRate?.isZero() ? undefined : vatRate;

const breakdown = (invoice: CanonicalInvoice, group: VatGroup, rateOutsideScope?: Decimal): VatBreakdown => ({
  taxableAmount: group.taxableAmount,
  taxAmount: group.taxAmount,
  category: group.category,
  rate: group.rate ?? rateOutsideScope,
  ...(group.exemption
    ? { exemptionReason: group.exemption.reason, exemptionReasonCode: group.exemption.code }
    : exemptionReason(invoice, group.category)),
});

/** EXT-FR-FE-181 and -182, of the group of lines that is an invoice of one of several sellers. */
function vatOf(
  { line }: NetLine,
  groups: readonly VatGroup[],
  { vatExchangeRate: rate }: CanonicalInvoice['invoice'],
): Pick<InvoiceLine, 'vat' | 'vatInVatCurrency'> {
  const vat = subInvoiceVat(line, groups);
  return vat ? { vat, ...(rate && { vatInVatCurrency: round2(vat.times(rate)) }) } : {};
}

/** BT-147. A gross price implies the discount: net = gross − discount (PEPPOL-EN16931-R046). */
export const priceDiscount = ({ grossPrice, priceDiscount: stated, unitPrice }: Line): Decimal | undefined =>
  stated ?? (unitPrice && grossPrice?.minus(unitPrice));

/** BT-146; for a price with VAT the price without it. */
export const netUnitPrice = (line: Line): Decimal | undefined =>
  line.unitPrice ??
  (isCounted(line) || line.unitPriceWithVat ? priceWithoutVat(statedPrice(line), line.vatRate) : undefined);

const lineApart = ({
  line: { itemKind, pl, unitPriceWithVat },
  amountWithVat,
  state,
}: NetLine): LineExtensions => ({
  itemKind,
  poland: pl,
  ...(state && { state }),
  ...(unitPriceWithVat &&
    amountWithVat && { withVat: { unitPrice: unitPriceWithVat, amount: amountWithVat } }),
});

// The spread comes last: members added after a spread cost V8 of Node 20 a layout per object, a megabyte per 1,000 lines.
function invoiceLine(
  { line, netAmount }: NetLine,
  id: string,
  { vat, vatInVatCurrency }: ReturnType<typeof vatOf>,
): InvoiceLine {
  const {
    id: _id,
    vatRate: _rate,
    priceDiscount: _stated,
    itemKind: _kind,
    pl: _marks,
    unitPriceWithVat: _withVat,
    beforeCorrection: _before,
    allowances,
    charges,
    ...asStated
  } = line;
  return {
    id,
    netAmount,
    vat,
    vatInVatCurrency,
    vatRate: writtenRate(line),
    priceDiscount: priceDiscount(line),
    allowances: allowances.map(adjustment),
    charges: charges.map(adjustment),
    priceBaseUnit: line.priceBaseQuantity && line.unit,
    unitPrice: netUnitPrice(line),
    ...asStated,
  };
}
