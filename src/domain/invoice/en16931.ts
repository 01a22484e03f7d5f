import type { ColumnType } from './codes/column-types.ts';
import type { SellerStatus } from './codes/seller-statuses.ts';
import type { ThirdPartyRole } from './codes/third-party-roles.ts';
import type { TransportKind, VehicleNumber } from './codes/transport-kinds.ts';
import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';

/** A calendar date, `YYYY-MM-DD`. */
export type IsoDate = string;

/**
 * An invoice in all terms of EN 16931-1: defaults applied, amounts computed. Each syntax binds to this model and to nothing else, so all
 * syntaxes have the same content. Amounts have two decimals. `terms.ts` lists the place of each term.
 */
export interface En16931Invoice {
  /** BT-24. */
  readonly specification: string;
  /** BT-23. */
  readonly process?: string;
  /** BT-1. */
  readonly number: string;
  /** BT-2. */
  readonly issueDate: IsoDate;
  /** BT-3, UNTDID 1001. */
  readonly typeCode: string;
  /** BT-9. */
  readonly dueDate?: IsoDate;
  /** BG-1. */
  readonly notes: readonly Note[];
  /** BT-7. */
  readonly taxPointDate?: IsoDate;
  /** BT-8, UNTDID 2005; in place of BT-7. */
  readonly vatDateCode?: string;
  /** BT-5. */
  readonly currency: string;
  /** BT-6. */
  readonly vatCurrency?: string;
  /** BT-10. */
  readonly buyerReference?: string;
  /** BT-11. */
  readonly projectReference?: string;
  /** BT-12. */
  readonly contractReference?: string;
  /** EXT-FR-FE-01. */
  readonly contractType?: string;
  /** EXT-FR-FE-199. */
  readonly contractDate?: IsoDate;
  /** BT-13. */
  readonly orderReference?: string;
  /** EXT-FR-FE-197. */
  readonly orderDate?: IsoDate;
  /** BT-14. */
  readonly salesOrderReference?: string;
  /** BT-15. */
  readonly receivingAdviceReference?: string;
  /** BT-16. */
  readonly despatchAdviceReference?: string;
  /** EXT-FR-FE-198. */
  readonly despatchAdviceDate?: IsoDate;
  /** EXT-FR-FE-BG-14. */
  readonly deliveryTerms?: DeliveryTerms;
  /** BT-17. */
  readonly tenderReference?: string;
  /** BT-18; scheme from UNTDID 1153. */
  readonly invoicedObject?: Identifier;
  /** BT-19. */
  readonly accountingReference?: string;
  /** BT-20. */
  readonly paymentTerms?: string;
  /** BG-3. */
  readonly precedingInvoices: readonly PrecedingInvoice[];
  /** BG-4. */
  readonly seller: SellerParty;
  /** BG-7. */
  readonly buyer: BuyerParty;
  /** BG-10. */
  readonly payee?: PayeeParty;
  /** BG-11. */
  readonly taxRepresentative?: TaxRepresentativeParty;
  /** EXT-FR-FE-BG-01. */
  readonly buyerAgent?: FurtherParty;
  /** EXT-FR-FE-BG-02. */
  readonly payer?: FurtherParty;
  /** EXT-FR-FE-BG-03. */
  readonly sellerAgent?: FurtherParty;
  /** EXT-FR-FE-BG-04. */
  readonly invoicee?: FurtherParty;
  /** EXT-FR-FE-BG-05. */
  readonly invoicer?: FurtherParty;
  /** BG-13. */
  readonly delivery?: DeliveryInformation;
  /** BG-14. */
  readonly period?: Period;
  /** BG-16. */
  readonly payment?: PaymentInstructions;
  /** BG-20. */
  readonly allowances: readonly VatBearingAdjustment[];
  /** BG-21. */
  readonly charges: readonly VatBearingAdjustment[];
  /** BG-22. */
  readonly totals: Totals;
  /** BG-23, one per category and rate. */
  readonly vatBreakdown: readonly VatBreakdown[];
  /** BG-24. */
  readonly attachments: readonly SupportingDocument[];
  /** BG-25. */
  readonly lines: readonly InvoiceLine[];
}

/** An identifier; its scheme names the issuer, if the term has one. */
export interface Identifier {
  readonly id: string;
  readonly scheme?: string;
}

/** BG-1. */
export interface Note {
  /** BT-21, UNTDID 4451. */
  readonly subjectCode?: string;
  /** BT-22. */
  readonly text: string;
}

/** BG-3. */
interface PrecedingInvoice {
  /** BT-25. */
  readonly number: string;
  /** BT-26. */
  readonly issueDate?: IsoDate;
}

/** BG-4. */
export interface SellerParty {
  /** BT-27. */
  readonly name: string;
  /** BT-28. */
  readonly tradingName?: string;
  /** BT-29; scheme from ISO 6523. */
  readonly ids: readonly Identifier[];
  /** BT-30; scheme from ISO 6523. */
  readonly companyId?: Identifier;
  /** BT-31. */
  readonly vatId?: string;
  /** BT-32. */
  readonly taxNumber?: string;
  /** BT-33. */
  readonly legalInfo?: string;
  /** BT-34; scheme from the EAS list. */
  readonly endpoint?: Identifier;
  /** BG-5. */
  readonly address: PostalAddress;
  /** BG-6. */
  readonly contact?: ContactPoint;
}

/** BG-7. */
export interface BuyerParty {
  /** BT-44. */
  readonly name: string;
  /** BT-45. */
  readonly tradingName?: string;
  /** BT-46; scheme from ISO 6523. */
  readonly id?: Identifier;
  /** BT-47; scheme from ISO 6523. */
  readonly companyId?: Identifier;
  /** BT-48. */
  readonly vatId?: string;
  /** BT-49; scheme from the EAS list. */
  readonly endpoint?: Identifier;
  /** BG-8. */
  readonly address: PostalAddress;
  /** BG-9. */
  readonly contact?: ContactPoint;
}

/** BG-5, BG-8, BG-12 or BG-15; the BTs in that order. On a line EXT-FR-FE-150 (EXT-FR-FE-151 to EXT-FR-FE-157). */
export interface PostalAddress {
  /** BT-35, BT-50, BT-64, BT-75. */
  readonly street?: string;
  /** BT-36, BT-51, BT-65, BT-76. */
  readonly line2?: string;
  /** BT-162, BT-163, BT-164, BT-165. */
  readonly line3?: string;
  /** BT-37, BT-52, BT-66, BT-77. */
  readonly city?: string;
  /** BT-38, BT-53, BT-67, BT-78. */
  readonly postcode?: string;
  /** BT-39, BT-54, BT-68, BT-79. */
  readonly region?: string;
  /** BT-40, BT-55, BT-69, BT-80: ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** BG-6 (BT-41 to BT-43) or BG-9 (BT-56 to BT-58). */
export interface ContactPoint {
  readonly name?: string;
  readonly phone?: string;
  readonly email?: string;
}

/** BG-10. */
export interface PayeeParty {
  /** BT-59. */
  readonly name: string;
  /** BT-60; scheme from ISO 6523. */
  readonly id?: Identifier;
  /** BT-61; scheme from ISO 6523. */
  readonly companyId?: Identifier;
  /** EXT-FR-FE-26, UNTDID 3035. */
  readonly roleCode?: string;
  /** EXT-FR-FE-27. */
  readonly vatId?: string;
  /** EXT-FR-FE-29; scheme from the EAS list. */
  readonly endpoint?: Identifier;
  /** EXT-FR-FE-31. */
  readonly address?: PostalAddress;
  /** EXT-FR-FE-39. */
  readonly contact?: ContactPoint;
}

/** A party of EXTENDED-CTC-FR beside seller and buyer. Its terms are in this order, from the one of its name on. */
export interface FurtherParty {
  readonly name: string;
  /** UNTDID 3035. */
  readonly roleCode?: string;
  readonly tradingName?: string;
  /** Scheme from ISO 6523. */
  readonly id?: Identifier;
  readonly companyId?: Identifier;
  readonly vatId?: string;
  /** Scheme from the EAS list. */
  readonly endpoint?: Identifier;
  readonly address?: PostalAddress;
  readonly contact?: ContactPoint;
}

/** BG-11. */
interface TaxRepresentativeParty {
  /** BT-62. */
  readonly name: string;
  /** BT-63. */
  readonly vatId: string;
  /** BG-12. */
  readonly address: PostalAddress;
}

/** BG-13, or EXT-FR-FE-BG-10 on a line. */
interface DeliveryInformation {
  /** BT-70, EXT-FR-FE-149. */
  readonly name?: string;
  /** BT-71, EXT-FR-FE-146; scheme from ISO 6523. */
  readonly locationId?: Identifier;
  /** BT-72, EXT-FR-FE-158. */
  readonly date?: IsoDate;
  /** BG-15, EXT-FR-FE-150. */
  readonly address?: PostalAddress;
}

/** An Incoterm: EXT-FR-FE-185 and -186, on a line EXT-FR-FE-193 and -194. */
export interface DeliveryTerms {
  readonly code: string;
  readonly place?: string;
}

/** BG-14 (BT-73, BT-74) or, on a line, BG-26 (BT-134, BT-135). */
export interface Period {
  readonly start?: IsoDate;
  readonly end?: IsoDate;
}

/** BG-16. EN 16931 has one means of payment with several accounts; syntaxes repeat the means for each account. */
export interface PaymentInstructions {
  /** BT-81, UNTDID 4461. */
  readonly meansCode?: string;
  /** BT-82. */
  readonly meansText?: string;
  /** BT-83. */
  readonly reference?: string;
  /** BG-17. */
  readonly accounts: readonly PaymentAccount[];
  /** BG-18. */
  readonly card?: PaymentCard;
  /** BG-19. */
  readonly directDebit?: DirectDebit;
}

/** BG-17. */
export interface PaymentAccount {
  /** BT-84: an IBAN, or another number if the account has none. */
  readonly id?: string;
  /** BT-85. */
  readonly name?: string;
  /** BT-86. */
  readonly bic?: string;
}

/** BG-18. */
interface PaymentCard {
  /** BT-87: at most the first six and the last four digits. */
  readonly number?: string;
  /** BT-88. */
  readonly holder?: string;
}

/** BG-19. */
export interface DirectDebit {
  /** BT-89. */
  readonly mandate?: string;
  /** BT-90. */
  readonly creditorId?: string;
  /** BT-91. */
  readonly debitedIban?: string;
}

/** BG-27 (BT-136 to BT-140) or BG-28 (BT-141 to BT-145). */
export interface Adjustment {
  readonly amount: Decimal;
  readonly base?: Decimal;
  /** Percent. */
  readonly percent?: Decimal;
  readonly reason?: string;
  /** UNTDID 5189 for allowances, 7161 for charges. */
  readonly reasonCode?: string;
}

/** BG-20 (BT-92 to BT-98) or BG-21 (BT-99 to BT-105). */
export interface VatBearingAdjustment extends Adjustment {
  readonly vatCategory: string;
  /** Percent; none for category O. */
  readonly vatRate?: Decimal;
  /** EXT-FR-FE-187, EXT-FR-FE-189. */
  readonly vatExemptionReason?: string;
  /** EXT-FR-FE-188, EXT-FR-FE-190. */
  readonly vatExemptionCode?: string;
}

/** BG-22. */
export interface Totals {
  /** BT-106. */
  readonly lines: Decimal;
  /** BT-107. */
  readonly allowances?: Decimal;
  /** BT-108. */
  readonly charges?: Decimal;
  /** BT-109. */
  readonly withoutVat: Decimal;
  /** BT-110. */
  readonly vat: Decimal;
  /** BT-111, in BT-6. */
  readonly vatInVatCurrency?: Decimal;
  /** BT-112. */
  readonly withVat: Decimal;
  /** BT-113. */
  readonly prepaid?: Decimal;
  /** BT-114. */
  readonly rounding?: Decimal;
  /** BT-115. */
  readonly due: Decimal;
}

/** BG-23. */
export interface VatBreakdown {
  /** BT-116. */
  readonly taxableAmount: Decimal;
  /** BT-117. */
  readonly taxAmount: Decimal;
  /** BT-118. */
  readonly category: string;
  /** BT-119, percent. */
  readonly rate?: Decimal;
  /** BT-120. */
  readonly exemptionReason?: string;
  /** BT-121. */
  readonly exemptionReasonCode?: string;
}

/** BG-24. */
export interface SupportingDocument {
  /** BT-122. */
  readonly id: string;
  /** BT-123. */
  readonly description?: string;
  /** BT-124. */
  readonly url?: string;
  /** BT-125, with its media type and file name. */
  readonly contentBase64?: string;
  readonly mime?: string;
  readonly filename?: string;
}

/** BG-25, with what EN 16931 puts in BG-29 (price), BG-30 (VAT) and BG-31 (item). */
export interface InvoiceLine {
  /** BT-126. */
  readonly id: string;
  /** EXT-FR-FE-162: the BT-126 of the line that it belongs to. */
  readonly parentLine?: string;
  /** EXT-FR-FE-163: `DETAIL`, `GROUP` or `INFORMATION`; the last two do not count. */
  readonly lineType?: string;
  /** BT-127. */
  readonly note?: string;
  /** BT-128; scheme from UNTDID 1153. */
  readonly invoicedObject?: Identifier;
  /** BT-128 after the first one. */
  readonly furtherObjects: readonly Identifier[];
  /** BT-129. A line that does not count may lack it, its unit, its price and its VAT category. */
  readonly quantity?: Decimal;
  /** BT-130. */
  readonly unit?: string;
  /** BT-131. */
  readonly netAmount: Decimal;
  /** EXT-FR-FE-181: the VAT of a group that is an invoice of one of several sellers. */
  readonly vat?: Decimal;
  /** EXT-FR-FE-182, in BT-6. */
  readonly vatInVatCurrency?: Decimal;
  /** EXT-FR-FE-BG-12. */
  readonly seller?: LineSeller;
  /** BT-132. */
  readonly orderLine?: string;
  /** EXT-FR-FE-135. */
  readonly orderReference?: string;
  /** EXT-FR-FE-200. */
  readonly orderDate?: IsoDate;
  /** EXT-FR-FE-144. */
  readonly salesOrderReference?: string;
  /** EXT-FR-FE-145. */
  readonly salesOrderLine?: string;
  /** EXT-FR-FE-140. */
  readonly despatchAdviceReference?: string;
  /** EXT-FR-FE-141. */
  readonly despatchAdviceLine?: string;
  /** EXT-FR-FE-BG-06. */
  readonly precedingInvoice?: LinePrecedingInvoice;
  readonly deliveryTerms?: DeliveryTerms;
  /** EXT-FR-FE-BG-10, with the day of EXT-FR-FE-BG-11. */
  readonly delivery?: DeliveryInformation;
  /** BT-133. */
  readonly accountingReference?: string;
  /** BG-26. */
  readonly period?: Period;
  /** BG-27. */
  readonly allowances: readonly Adjustment[];
  /** BG-28. */
  readonly charges: readonly Adjustment[];
  /** BT-146. */
  readonly unitPrice?: Decimal;
  /** BT-147. */
  readonly priceDiscount?: Decimal;
  /** EXT-FR-FE-195. */
  readonly priceDiscountReason?: string;
  /** EXT-FR-FE-196, UNTDID 5189. */
  readonly priceDiscountReasonCode?: string;
  /** BT-148. */
  readonly grossPrice?: Decimal;
  /** BT-149. */
  readonly priceBaseQuantity?: Decimal;
  /** BT-150. */
  readonly priceBaseUnit?: string;
  /** BT-151. */
  readonly vatCategory?: string;
  /** BT-152, percent; none for category O. */
  readonly vatRate?: Decimal;
  /** EXT-FR-FE-178. */
  readonly vatExemptionReason?: string;
  /** EXT-FR-FE-179. */
  readonly vatExemptionCode?: string;
  /** EXT-FR-FE-180, UNTDID 2005. */
  readonly vatDateCode?: string;
  /** BT-153. */
  readonly name: string;
  /** BT-154. */
  readonly description?: string;
  /** BT-155. */
  readonly sellerItemId?: string;
  /** BT-156. */
  readonly buyerItemId?: string;
  /** BT-157; scheme from ISO 6523. */
  readonly standardItemId?: Identifier;
  /** BT-158. */
  readonly classification: readonly ItemClassification[];
  /** BT-159. */
  readonly countryOfOrigin?: string;
  /** BG-32. */
  readonly attributes: readonly ItemAttribute[];
}

/** EXT-FR-FE-BG-06. */
interface LinePrecedingInvoice {
  /** EXT-FR-FE-136. */
  readonly number: string;
  /** EXT-FR-FE-137, UNTDID 1001. */
  readonly typeCode?: string;
  /** EXT-FR-FE-138. */
  readonly issueDate?: IsoDate;
  /** EXT-FR-FE-139. */
  readonly line?: string;
}

/** EXT-FR-FE-BG-12: who sells a line, if the invoice is of several sellers. */
interface LineSeller {
  /** EXT-FR-FE-164. */
  readonly name?: string;
  /** EXT-FR-FE-166; scheme from ISO 6523. */
  readonly id?: Identifier;
  /** EXT-FR-FE-167; scheme from ISO 6523. */
  readonly companyId?: Identifier;
  /** EXT-FR-FE-168. */
  readonly vatId?: string;
  /** EXT-FR-FE-177: ISO 3166-1 alpha-2. */
  readonly country?: string;
}

/** BT-158 with its list (UNTDID 7143) and version. */
interface ItemClassification {
  readonly code: string;
  readonly list: string;
  readonly version?: string;
}

/** BG-32. */
interface ItemAttribute {
  /** BT-160. */
  readonly name: string;
  /** BT-161. */
  readonly value: string;
  /** EXT-FR-FE-159. */
  readonly code?: string;
}

/** Members that are no terms of EN 16931, though FA(3) and a printed page show them; a syntax of EN 16931 joins them to terms. */
export interface Extensions {
  /** Register entry of the seller; joined to BT-33. */
  readonly register?: string;
  /** Joined to BT-33. */
  readonly managingDirectors?: string;
  /** Stands in for an absent BT-47. */
  readonly buyerTaxNumber?: string;
  /** When BT-113 was paid. */
  readonly prepaidDate?: IsoDate;
  /** Units of BT-6 for one unit of BT-5. */
  readonly vatExchangeRate?: Decimal;
  /** The route's number of each entry of BG-3, a KSeF number; in their order. */
  readonly precedingRouteNumbers: readonly (string | undefined)[];
  /** BT-3 of each entry of BG-3, if it is stated. */
  readonly precedingTypeCodes?: readonly (string | undefined)[];
  readonly advanceInvoices?: readonly AdvanceInvoice[];
  /** Whether the buyer buys as a consumer; undefined if it is not stated. */
  readonly isConsumer?: boolean;
  readonly poland?: PolishMarks;
  readonly correction?: Correction;
  /** The payee is a factor. */
  readonly isFactor?: boolean;
  /** One for each line, in their order. */
  readonly lines?: readonly LineExtensions[];
}

/** Marks for Poland alone; undefined members follow from the rest. */
export interface PolishMarks {
  /** P_18A. */
  readonly splitPayment?: boolean;
  /** P_16. */
  readonly cashAccounting?: boolean;
  /** P_18. */
  readonly reverseCharge?: boolean;
  /** P_23. */
  readonly triangularSimplification?: boolean;
  /** No part of the document: how it is sent. */
  readonly offline?: boolean;
  readonly technicalCorrection?: boolean;
  /** P_12_XII, P_13_5, P_14_5: every taxed line is at the rate of the consumer's country. */
  readonly oneStopShop?: boolean;
  /** TP. */
  readonly relatedParties?: boolean;
  /** FP. */
  readonly tillReceipt?: boolean;
  /** P_1M. */
  readonly placeOfIssue?: string;
  /** ZwrotAkcyzy: a farmer who buys diesel fuel claims excise duty back by this invoice. */
  readonly exciseRefund?: boolean;
  /** P_42_5: the buyer takes the new means of transport away without another vehicle, which needs a document of export. */
  readonly exportDocument?: boolean;
  /** NrEORI of Podmiot1 and of Podmiot2. */
  readonly sellerEori?: string;
  readonly buyerEori?: string;
  /** StatusInfoPodatnika. */
  readonly sellerStatus?: SellerStatus;
  /** LinkDoPlatnosci; it has the payment identifier in its query. */
  readonly paymentLink?: string;
  /** IPKSeF. */
  readonly paymentId?: string;
  /** Podmiot3. */
  readonly thirdParties?: readonly ThirdParty[];
  /** BlokDanych of Zalacznik. */
  readonly attachmentBlocks?: readonly AttachmentBlock[];
  /** ZaliczkaCzesciowa. */
  readonly paymentsReceived?: readonly ReceivedPayment[];
}

/** Data beside the invoice, as KSeF keeps them with it. */
export interface AttachmentBlock {
  readonly heading?: string;
  /** MetaDane. */
  readonly data: readonly AttachmentFact[];
  readonly paragraphs?: readonly string[];
  readonly tables?: readonly AttachmentTable[];
}

export interface AttachmentFact {
  readonly key: string;
  readonly value: string;
}

export interface AttachmentTable {
  readonly data?: readonly AttachmentFact[];
  readonly description?: string;
  readonly columns: readonly { readonly title?: string; readonly type: ColumnType }[];
  /** As many cells as columns, in their order; a cell may be empty. */
  readonly rows: readonly { readonly cells: readonly string[] }[];
  readonly totals?: readonly string[];
}

/** A payment before the supply; on a correction the difference. */
export interface ReceivedPayment {
  readonly date: IsoDate;
  /** With VAT. */
  readonly amount: Decimal;
  /** Zlotys for one unit of BT-5, if it differs from the rate of the invoice. */
  readonly exchangeRate?: Decimal;
}

/** FakturaZaliczkowa; the amounts that it charged are deducted from the amounts of the invoice already. */
export interface AdvanceInvoice {
  readonly number?: string;
  readonly routeNumber?: string;
}

export interface ThirdParty {
  readonly role: ThirdPartyRole;
  readonly name?: string;
  readonly vatId?: string;
  readonly internalId?: string;
  readonly companyId?: string;
  readonly eori?: string;
  readonly address?: PostalAddress;
  readonly contact?: Pick<ContactPoint, 'phone' | 'email'>;
  /** Per cent. */
  readonly share?: Decimal;
  readonly description?: string;
}

/** The reason and effect of a correction. */
export interface Correction {
  readonly reason?: string;
  readonly effect?: 'original_date' | 'correction_date' | 'other_date';
  readonly period?: string;
  /** The number that the corrected invoice should have had. */
  readonly rightNumber?: string;
  /** P_15ZK: what was paid with an advance invoice, or left to pay on a final one. */
  readonly amountBefore?: Decimal;
  /** Podmiot1K. */
  readonly sellerBefore?: PartyBefore;
  /** Podmiot2K. */
  readonly buyersBefore?: readonly PartyBefore[];
}

/** A party as in the corrected invoice; its number is the present one if left out. */
export interface PartyBefore {
  readonly name?: string;
  readonly vatId?: string;
  readonly taxNumber?: string;
  readonly companyId?: string;
  readonly address?: PostalAddress;
}

/** For a line of a correction: the line before it, or the line in its place. Neither: the line is a difference. */
export type LineState = 'before' | 'after';

/** Members of a line that are no terms. */
export interface LineExtensions {
  readonly state?: LineState;
  /** The line is priced with VAT; its terms are without, and a document that states prices with VAT does not write them. */
  readonly withVat?: AmountWithVat;
  readonly itemKind?: 'goods' | 'services';
  readonly poland?: PolishLineMarks;
}

interface AmountWithVat {
  /** P_9B, for the quantity of BT-149. */
  readonly unitPrice: Decimal;
  /** P_11A; with the charges of the line. */
  readonly amount: Decimal;
}

export interface PolishLineMarks {
  /** P_12_Zal_15. */
  readonly annex_15?: boolean;
  readonly gtu?: string;
  readonly procedure?: string;
  readonly pkwiu?: string;
  readonly cn?: string;
  readonly pkob?: string;
  /** NowySrodekTransportu. */
  readonly newTransport?: readonly NewTransport[];
}

/** A new means of transport, supplied to another member state (P_22). */
export interface NewTransport {
  readonly kind: TransportKind;
  /** P_22A. */
  readonly firstUsed: IsoDate;
  /** Mileage of a land vehicle, working hours of a vessel or an aircraft, as the seller writes it. */
  readonly usage: string;
  readonly make?: string;
  readonly model?: string;
  readonly colour?: string;
  readonly registration?: string;
  /** Of production. */
  readonly year?: string;
  /** VIN, number of the hull, number of the factory. */
  readonly number?: string;
  /** Of a land vehicle. */
  readonly numberKind?: VehicleNumber;
  readonly type?: string;
}

/** A canonical invoice with everything that follows from it. */
export interface CompleteInvoice extends En16931Invoice {
  readonly extensions: Extensions;
}
