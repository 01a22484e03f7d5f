import type {
  Address,
  Attachment,
  Classification,
  Contact,
  Endpoint,
  IsoDate,
  Payee,
  Period,
  PrecedingInvoice,
  StandardItemId,
  TaxRepresentative,
  TypeCode,
  VatCategory,
} from './canonical.ts';
import type { Decimal } from '../vocabulary/decimal.ts';

/**
 * An invoice in terms of EN 16931, complete: defaults applied, amounts computed. Each syntax binds to this model and to
 * nothing else, so what one syntax says another says too. Amounts have two decimals.
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
  /** BT-9. */
  readonly dueDate?: IsoDate;
  /** BT-3. */
  readonly typeCode: TypeCode;
  /** BT-22, with subject code as `#CODE#text`. */
  readonly notes: readonly string[];
  /** BT-7. */
  readonly taxPointDate?: IsoDate;
  /** BT-5. */
  readonly currency: string;
  /** BT-6. */
  readonly vatCurrency?: string;
  /** BT-10. */
  readonly buyerReference?: string;
  /** BG-14. */
  readonly period?: Period;
  /** BT-13. */
  readonly orderReference?: string;
  /** BT-12. */
  readonly contractReference?: string;
  /** BT-11. */
  readonly projectReference?: string;
  /** BG-3. */
  readonly precedingInvoices: readonly PrecedingInvoice[];
  /** BG-24. */
  readonly attachments: readonly Attachment[];
  /** BG-4. */
  readonly seller: SellerParty;
  /** BG-7. */
  readonly buyer: BuyerParty;
  /** BG-10. */
  readonly payee?: Payee;
  /** BG-11. */
  readonly taxRepresentative?: TaxRepresentative;
  readonly delivery?: DeliveryInformation;
  readonly payment: PaymentInstructions;
  /** BG-20. */
  readonly allowances: readonly VatBearingAdjustment[];
  /** BG-21. */
  readonly charges: readonly VatBearingAdjustment[];
  /** BG-23, one per category and rate. */
  readonly vatBreakdown: readonly VatBreakdown[];
  /** BG-22. */
  readonly totals: Totals;
  /** BG-25. */
  readonly lines: readonly InvoiceLine[];
}

/** BT-30 or BT-47; `scheme` from ISO 6523. */
export interface CompanyId {
  readonly id: string;
  readonly scheme?: string;
}

/** BG-4. */
export interface SellerParty {
  /** BT-27. */
  readonly name: string;
  /** BT-31. */
  readonly vatId?: string;
  /** BT-32. */
  readonly taxNumber?: string;
  /** BT-30. */
  readonly companyId?: CompanyId;
  /** BT-33. */
  readonly legalInfo?: string;
  /** BG-5. */
  readonly address: Address;
  /** BT-34. */
  readonly endpoint?: Endpoint;
  /** BG-6. */
  readonly contact?: Contact;
}

/** BG-7. */
export interface BuyerParty {
  /** BT-44. */
  readonly name: string;
  /** BT-48. */
  readonly vatId?: string;
  /** BT-47. */
  readonly companyId?: CompanyId;
  /** BT-46. */
  readonly reference?: string;
  /** BG-8. */
  readonly address: Address;
  /** BT-49. */
  readonly endpoint?: Endpoint;
  /** BG-9. */
  readonly contact?: Contact;
}

/** BG-13. */
export interface DeliveryInformation {
  /** BT-72. */
  readonly date?: IsoDate;
  /** BT-70. */
  readonly name?: string;
  /** BG-15. */
  readonly address?: Address;
}

/** BG-16 and BT-20. */
export interface PaymentInstructions {
  /** BT-81. */
  readonly meansCode?: string;
  /** BT-83. */
  readonly reference?: string;
  /** BT-84. */
  readonly iban?: string;
  /** BT-85. */
  readonly accountName?: string;
  /** BT-86. */
  readonly bic?: string;
  /** BT-89. */
  readonly mandate?: string;
  /** BT-90. */
  readonly creditorId?: string;
  /** BT-91. */
  readonly debitedIban?: string;
  /** BT-20. */
  readonly terms?: string;
}

/** BG-27 or BG-28; the terms as in `AllowanceOrCharge`. */
export interface Adjustment {
  readonly amount: Decimal;
  readonly base?: Decimal;
  /** Percent. */
  readonly percent?: Decimal;
  readonly reason?: string;
  readonly reasonCode?: string;
}

/** BG-20 or BG-21. */
export interface VatBearingAdjustment extends Adjustment {
  readonly vatCategory: VatCategory;
  /** Percent; none for category O. */
  readonly vatRate?: Decimal;
}

/** BG-23. */
export interface VatBreakdown {
  /** BT-116. */
  readonly taxableAmount: Decimal;
  /** BT-117. */
  readonly taxAmount: Decimal;
  /** BT-118. */
  readonly category: VatCategory;
  /** BT-119, percent. */
  readonly rate?: Decimal;
  /** BT-120. */
  readonly exemptionReason?: string;
  /** BT-121. */
  readonly exemptionReasonCode?: string;
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

/** BG-25. */
export interface InvoiceLine {
  /** BT-126. */
  readonly id: string;
  /** BT-127. */
  readonly note?: string;
  /** BT-129. */
  readonly quantity: Decimal;
  /** BT-130. */
  readonly unit: string;
  /** BT-131. */
  readonly netAmount: Decimal;
  /** BT-132. */
  readonly orderLine?: string;
  /** BG-26. */
  readonly period?: Period;
  /** BG-27. */
  readonly allowances: readonly Adjustment[];
  /** BG-28. */
  readonly charges: readonly Adjustment[];
  /** BT-146. */
  readonly unitPrice: Decimal;
  /** BT-147. */
  readonly priceDiscount?: Decimal;
  /** BT-148. */
  readonly grossPrice?: Decimal;
  /** BT-149; its unit (BT-150) is that of the quantity. */
  readonly priceBaseQuantity?: Decimal;
  /** BT-151. */
  readonly vatCategory: VatCategory;
  /** BT-152, percent; none for category O. */
  readonly vatRate?: Decimal;
  /** BT-153. */
  readonly name: string;
  /** BT-154. */
  readonly description?: string;
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
}
