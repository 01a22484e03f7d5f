import type { Decimal } from '../vocabulary/decimal.ts';

/** A calendar date, `YYYY-MM-DD`. */
export type IsoDate = string;

/** BT-3 values that the canonical form takes (decisions, "codes"). */
export const TYPE_CODES = ['380', '381', '384', '389', '326', '386', '875', '876', '877'] as const;
export type TypeCode = (typeof TYPE_CODES)[number];

/** VAT categories of EN 16931 but Italy's split payment (decisions, "codes"). */
export const VAT_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'] as const;
export type VatCategory = (typeof VAT_CATEGORIES)[number];

export const PROFILES = ['xrechnung', 'ro-cius', 'peppol', 'facturx', 'fr-ctc'] as const;
export type Profile = (typeof PROFILES)[number];

/**
 * The invoice as a caller states it (contract 2.2, decisions "Canonical invoice"), read and held to its schema.
 * Totals are no part of it: they are computed from the lines.
 */
export interface CanonicalInvoice {
  /** Language of the PDF page; no BT. */
  readonly lang?: string;
  /** The seller's jurisdiction for defaults; no BT. `seller.address.country` when left out. */
  readonly country?: string;
  readonly profile?: Profile;
  readonly invoice: Header;
  readonly seller: Seller;
  readonly buyer: Buyer;
  /** BG-25, at least one. */
  readonly lines: readonly Line[];
  readonly payment?: Payment;
  /** BT-13. */
  readonly orderReference?: string;
  /** BT-12. */
  readonly contractReference?: string;
  /** BT-11. */
  readonly projectReference?: string;
  /** BG-3. */
  readonly precedingInvoices: readonly PrecedingInvoice[];
  readonly delivery?: Delivery;
  /** BG-20. */
  readonly allowances: readonly DocumentAllowanceOrCharge[];
  /** BG-21. */
  readonly charges: readonly DocumentAllowanceOrCharge[];
  readonly vatExemption: readonly VatExemption[];
  /** BG-24. */
  readonly attachments: readonly Attachment[];
  readonly taxRepresentative?: TaxRepresentative;
  readonly payee?: Payee;
}

export interface Header {
  /** BT-1, at most 200 characters. */
  readonly number: string;
  /** BT-2. */
  readonly issueDate: IsoDate;
  /** BT-9. */
  readonly dueDate?: IsoDate;
  /** BT-3, 380 when left out. */
  readonly typeCode: TypeCode;
  /** BT-5, ISO 4217. */
  readonly currency: string;
  /** BT-6, the currency in which VAT is accounted for when it is not BT-5. */
  readonly vatCurrency?: string;
  /** Units of BT-6 for one unit of BT-5; feeds BT-111. */
  readonly vatExchangeRate?: Decimal;
  /** BT-7. */
  readonly taxPointDate?: IsoDate;
  /** BT-10. German public buyers put their Leitweg-ID here (BR-DE-15). */
  readonly buyerReference?: string;
  /** BG-14. */
  readonly period?: Period;
  /** BT-22, each with its subject code (BT-21) as `#CODE#text` where it has one. At most 20 of 5,000 characters. */
  readonly notes: readonly string[];
}

/** BG-14 (BT-73, BT-74) or, on a line, BG-26 (BT-134, BT-135). */
export interface Period {
  readonly start?: IsoDate;
  readonly end?: IsoDate;
}

/** BG-4. */
export interface Seller {
  /** BT-27. */
  readonly name: string;
  /** BT-31, with country prefix. */
  readonly vatId?: string;
  /** BT-32. */
  readonly taxNumber?: string;
  /** BT-30. */
  readonly companyId?: string;
  /** Register entry, part of BT-33. */
  readonly register?: string;
  /** Part of BT-33. */
  readonly managingDirectors?: string;
  /** Part of BT-33. */
  readonly legalInfo?: string;
  /** BG-5. */
  readonly address: Address;
  /** BT-34. */
  readonly endpoint?: Endpoint;
  /** BG-6. */
  readonly contact?: Contact;
  /** `#rrggbb`, for the PDF page only. */
  readonly brandColor?: string;
  /** `#rrggbb`, for the PDF page only. */
  readonly accentColor?: string;
}

/** BG-7. */
export interface Buyer {
  /** BT-44. */
  readonly name: string;
  /** BT-48, with country prefix. */
  readonly vatId?: string;
  /** BT-47. */
  readonly companyId?: string;
  /** No BT of its own; stands in for an absent BT-47. */
  readonly taxNumber?: string;
  /** BT-46, the seller's number for this customer. */
  readonly reference?: string;
  /** BG-8. */
  readonly address: Address;
  /** BT-49. */
  readonly endpoint?: Endpoint;
  /** BG-9. */
  readonly contact?: Contact;
}

/** BG-5, BG-8, BG-12 or BG-15; the BTs in that order. */
export interface Address {
  /** BT-35, BT-50, BT-64, BT-75. */
  readonly street?: string;
  /** BT-36, BT-51, BT-65, BT-76. */
  readonly line2?: string;
  /** BT-37, BT-52, BT-66, BT-77. */
  readonly city?: string;
  /** BT-38, BT-53, BT-67, BT-78. */
  readonly postcode?: string;
  /** BT-39, BT-54, BT-68, BT-79. */
  readonly region?: string;
  /** BT-40, BT-55, BT-69, BT-80: ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** BT-34 or BT-49 with its scheme from the EAS list. */
export interface Endpoint {
  readonly id: string;
  readonly scheme: string;
}

/** BG-6 (BT-41 to BT-43) or BG-9 (BT-56 to BT-58). */
export interface Contact {
  readonly name?: string;
  readonly phone?: string;
  readonly email?: string;
}

/** BG-16 to BG-19. */
export interface Payment {
  /** BT-81, UNTDID 4461. */
  readonly meansCode?: string;
  /** BT-84, without blanks. */
  readonly iban?: string;
  /** BT-86. */
  readonly bic?: string;
  /** BT-83. */
  readonly reference?: string;
  /** BT-20. */
  readonly terms?: string;
  /** BT-85. */
  readonly accountName?: string;
  /** BT-89. */
  readonly mandate?: string;
  /** BT-90. */
  readonly creditorId?: string;
  /** BT-91, without blanks. */
  readonly debitedIban?: string;
  /** BT-113. */
  readonly prepaidAmount?: Decimal;
  /** No BT (FA(3) has a place for it). */
  readonly prepaidDate?: IsoDate;
  /** BT-114. */
  readonly roundingAmount?: Decimal;
  /** Name shown beside the account on the PDF page; no BT. */
  readonly paidTo?: string;
}

/** BG-3. */
export interface PrecedingInvoice {
  /** BT-25. */
  readonly number: string;
  /** BT-26. */
  readonly issueDate?: IsoDate;
  /** The KSeF number of the invoice that is corrected; no BT. */
  readonly routeNumber?: string;
}

/** BG-13. */
export interface Delivery {
  /** BT-72. */
  readonly date?: IsoDate;
  /** BT-70. */
  readonly name?: string;
  /** BG-15. */
  readonly address?: Address;
}

/** BG-27 or BG-28. `amount` may be left out where `base` and `percent` give it. */
export interface AllowanceOrCharge {
  /** BT-136, BT-141; on the document BT-92, BT-99. */
  readonly amount?: Decimal;
  /** BT-137, BT-142; BT-93, BT-100. */
  readonly base?: Decimal;
  /** BT-138, BT-143; BT-94, BT-101. */
  readonly percent?: Decimal;
  /** BT-139, BT-144; BT-97, BT-104. */
  readonly reason?: string;
  /** BT-140, BT-145; BT-98, BT-105: UNTDID 5189 for allowances, 7161 for charges. */
  readonly reasonCode?: string;
}

/** BG-20 or BG-21. */
export interface DocumentAllowanceOrCharge extends AllowanceOrCharge {
  /** BT-95, BT-102. */
  readonly vatCategory: VatCategory;
  /** BT-96, BT-103, percent; none for category O. */
  readonly vatRate?: Decimal;
}

/** Why no VAT is charged in one category: BT-120, BT-121 of its breakdown. */
export interface VatExemption {
  readonly vatCategory: VatCategory;
  /** BT-120. */
  readonly reason?: string;
  /** BT-121, VATEX. */
  readonly reasonCode?: string;
}

/** BG-24. */
export interface Attachment {
  /** BT-122. */
  readonly id: string;
  /** BT-123. */
  readonly description?: string;
  /** BT-125's file name; file name and MIME type come with the content. */
  readonly filename?: string;
  readonly mime?: string;
  /** BT-125. */
  readonly contentBase64?: string;
  /** BT-124. */
  readonly url?: string;
}

/** BG-11. */
export interface TaxRepresentative {
  /** BT-62. */
  readonly name: string;
  /** BT-63. */
  readonly vatId: string;
  /** BG-12. */
  readonly address: Address;
}

/** BG-10. */
export interface Payee {
  /** BT-59. */
  readonly name: string;
  /** BT-60. */
  readonly id?: string;
  /** BT-61. */
  readonly companyId?: string;
}

/** BG-25. */
export interface Line {
  /** BT-126; the position, counted from 1, when left out. */
  readonly id?: string;
  /** BT-153. */
  readonly name: string;
  /** BT-154. */
  readonly description?: string;
  /** BT-127. */
  readonly note?: string;
  /** BT-129. Negative for a return. */
  readonly quantity: Decimal;
  /** BT-130, UN/ECE Recommendation 20 or 21. */
  readonly unit: string;
  /** BT-146, without VAT, at most 8 decimals. */
  readonly unitPrice: Decimal;
  /** BT-149, in units of `unit`; 1 when left out. */
  readonly priceBaseQuantity?: Decimal;
  /** BT-148. */
  readonly grossPrice?: Decimal;
  /** BT-147. */
  readonly priceDiscount?: Decimal;
  /** BT-151. */
  readonly vatCategory: VatCategory;
  /** BT-152, percent; none for category O. */
  readonly vatRate?: Decimal;
  /** BG-26. */
  readonly period?: Period;
  /** BT-132. */
  readonly orderLine?: string;
  /** BT-155. */
  readonly sellerItemId?: string;
  /** BT-156. */
  readonly buyerItemId?: string;
  /** BT-157. */
  readonly standardItemId?: StandardItemId;
  /** BT-158. */
  readonly classification: readonly Classification[];
  /** BT-159. */
  readonly countryOfOrigin?: string;
  /** BG-27. */
  readonly allowances: readonly AllowanceOrCharge[];
  /** BG-28. */
  readonly charges: readonly AllowanceOrCharge[];
}

/** BT-157 with its ISO 6523 ICD scheme (`0160` for a GTIN). */
export interface StandardItemId {
  readonly id: string;
  readonly scheme: string;
}

/** BT-158 with list (UNTDID 7143) and version. */
export interface Classification {
  readonly code: string;
  readonly list: string;
  readonly version?: string;
}
