import { type Edit, set } from '../edits.ts';

/** Paths of the elements that rows edit in the base invoice. */
export const CONTEXT = 'rsm:ExchangedDocumentContext';
export const DOCUMENT = 'rsm:ExchangedDocument';
const TRANSACTION = 'rsm:SupplyChainTradeTransaction';
export const LINE = `${TRANSACTION}/ram:IncludedSupplyChainTradeLineItem`;
export const PRODUCT = `${LINE}/ram:SpecifiedTradeProduct`;
export const LINE_AGREEMENT = `${LINE}/ram:SpecifiedLineTradeAgreement`;
export const NET_PRICE = `${LINE_AGREEMENT}/ram:NetPriceProductTradePrice`;
export const GROSS_PRICE = `${LINE_AGREEMENT}/ram:GrossPriceProductTradePrice`;
export const QUANTITY = `${LINE}/ram:SpecifiedLineTradeDelivery/ram:BilledQuantity`;
export const LINE_SETTLEMENT = `${LINE}/ram:SpecifiedLineTradeSettlement`;
export const LINE_AMOUNT = `${LINE_SETTLEMENT}/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount`;
export const LINE_TAX = `${LINE_SETTLEMENT}/ram:ApplicableTradeTax`;
export const LINE_ALLOWANCE = `${LINE_SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge`;
export const LINE_CHARGE = `${LINE_SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge[2]`;
export const LINE_PERIOD = `${LINE_SETTLEMENT}/ram:BillingSpecifiedPeriod`;
export const AGREEMENT = `${TRANSACTION}/ram:ApplicableHeaderTradeAgreement`;
export const SELLER = `${AGREEMENT}/ram:SellerTradeParty`;
export const BUYER = `${AGREEMENT}/ram:BuyerTradeParty`;
export const REPRESENTATIVE = `${AGREEMENT}/ram:SellerTaxRepresentativeTradeParty`;
export const FILE = `${AGREEMENT}/ram:AdditionalReferencedDocument`;
export const DELIVERY = `${TRANSACTION}/ram:ApplicableHeaderTradeDelivery`;
export const SHIP_TO = `${DELIVERY}/ram:ShipToTradeParty`;
export const SETTLEMENT = `${TRANSACTION}/ram:ApplicableHeaderTradeSettlement`;
export const PAYEE = `${SETTLEMENT}/ram:PayeeTradeParty`;
export const PAYMENT = `${SETTLEMENT}/ram:SpecifiedTradeSettlementPaymentMeans`;
export const ACCOUNT = `${PAYMENT}/ram:PayeePartyCreditorFinancialAccount`;
export const BREAKDOWN = `${SETTLEMENT}/ram:ApplicableTradeTax`;
export const PERIOD = `${SETTLEMENT}/ram:BillingSpecifiedPeriod`;
export const ALLOWANCE = `${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge`;
export const CHARGE = `${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge[2]`;
export const TERMS = `${SETTLEMENT}/ram:SpecifiedTradePaymentTerms`;
export const SUMS = `${SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`;

/** A blank, but present text. */
export const blank = (path: string): Edit => set(path, ' ');
