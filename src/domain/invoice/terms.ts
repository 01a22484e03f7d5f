import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { En16931Invoice } from './en16931.ts';

/**
 * The form of a term's value. `amount`: two decimals and its currency; `vat-amount`: the same in BT-6; `unit-price` and `quantity`: all
 * digits; `identifier`: with an optional scheme (`BT-29-1`), which is a term of its own here.
 */
export type TextKind = 'text' | 'identifier' | 'code' | 'date' | 'binary';
export type NumberKind = 'amount' | 'vat-amount' | 'unit-price' | 'quantity' | 'percent';
export type TermKind = TextKind | NumberKind;

type Leaf = string | Decimal;

/** Dotted paths into T down to its leaves, `lines[].unitPrice`. */
type PathsTo<T, Wanted extends Leaf> = {
  [K in keyof T & string]: NonNullable<T[K]> extends readonly (infer Item)[]
    ? `${K}[].${PathsTo<Item, Wanted>}`
    : NonNullable<T[K]> extends Leaf
      ? NonNullable<T[K]> extends Wanted
        ? K
        : never
      : `${K}.${PathsTo<NonNullable<T[K]>, Wanted>}`;
}[keyof T & string];

type TextPath = PathsTo<En16931Invoice, string>;
type NumberPath = PathsTo<En16931Invoice, Decimal>;

export interface Term {
  /** Members from the invoice on; `[]` behind a list: one for each entry. */
  readonly path: TextPath | NumberPath;
  readonly kind: TermKind;
}

const kind =
  <Path extends TextPath | NumberPath>(of: TermKind) =>
  (path: Path): Term => ({ path, kind: of });
const text = kind<TextPath>('text');
const identifier = kind<TextPath>('identifier');
const code = kind<TextPath>('code');
const date = kind<TextPath>('date');
const binary = kind<TextPath>('binary');
const amount = kind<NumberPath>('amount');
const unitPrice = kind<NumberPath>('unit-price');
const quantity = kind<NumberPath>('quantity');
const percent = kind<NumberPath>('percent');

/** How the terms begin that EXTENDED-CTC-FR adds to those of EN 16931. */
export const EXTENSION = 'EXT-FR-FE-';

/** Every business term of EN 16931-1 (there is no BT-4), those of EXTENDED-CTC-FR that the model has, and their places in it. */
export const TERMS = {
  'BT-1': text('number'),
  'BT-2': date('issueDate'),
  'BT-3': code('typeCode'),
  'BT-5': code('currency'),
  'BT-6': code('vatCurrency'),
  'BT-7': date('taxPointDate'),
  'BT-8': code('vatDateCode'),
  'BT-9': date('dueDate'),
  'BT-10': text('buyerReference'),
  'BT-11': text('projectReference'),
  'BT-12': text('contractReference'),
  'BT-13': text('orderReference'),
  'BT-14': text('salesOrderReference'),
  'BT-15': text('receivingAdviceReference'),
  'BT-16': text('despatchAdviceReference'),
  'BT-17': text('tenderReference'),
  'BT-18': identifier('invoicedObject.id'),
  'BT-18-1': code('invoicedObject.scheme'),
  'BT-19': text('accountingReference'),
  'BT-20': text('paymentTerms'),
  'BT-21': code('notes[].subjectCode'),
  'BT-22': text('notes[].text'),
  'BT-23': text('process'),
  'BT-24': identifier('specification'),
  'BT-25': text('precedingInvoices[].number'),
  'BT-26': date('precedingInvoices[].issueDate'),
  'BT-27': text('seller.name'),
  'BT-28': text('seller.tradingName'),
  'BT-29': identifier('seller.ids[].id'),
  'BT-29-1': code('seller.ids[].scheme'),
  'BT-30': identifier('seller.companyId.id'),
  'BT-30-1': code('seller.companyId.scheme'),
  'BT-31': identifier('seller.vatId'),
  'BT-32': identifier('seller.taxNumber'),
  'BT-33': text('seller.legalInfo'),
  'BT-34': identifier('seller.endpoint.id'),
  'BT-34-1': code('seller.endpoint.scheme'),
  'BT-35': text('seller.address.street'),
  'BT-36': text('seller.address.line2'),
  'BT-37': text('seller.address.city'),
  'BT-38': text('seller.address.postcode'),
  'BT-39': text('seller.address.region'),
  'BT-40': code('seller.address.country'),
  'BT-41': text('seller.contact.name'),
  'BT-42': text('seller.contact.phone'),
  'BT-43': text('seller.contact.email'),
  'BT-44': text('buyer.name'),
  'BT-45': text('buyer.tradingName'),
  'BT-46': identifier('buyer.id.id'),
  'BT-46-1': code('buyer.id.scheme'),
  'BT-47': identifier('buyer.companyId.id'),
  'BT-47-1': code('buyer.companyId.scheme'),
  'BT-48': identifier('buyer.vatId'),
  'BT-49': identifier('buyer.endpoint.id'),
  'BT-49-1': code('buyer.endpoint.scheme'),
  'BT-50': text('buyer.address.street'),
  'BT-51': text('buyer.address.line2'),
  'BT-52': text('buyer.address.city'),
  'BT-53': text('buyer.address.postcode'),
  'BT-54': text('buyer.address.region'),
  'BT-55': code('buyer.address.country'),
  'BT-56': text('buyer.contact.name'),
  'BT-57': text('buyer.contact.phone'),
  'BT-58': text('buyer.contact.email'),
  'BT-59': text('payee.name'),
  'BT-60': identifier('payee.id.id'),
  'BT-60-1': code('payee.id.scheme'),
  'BT-61': identifier('payee.companyId.id'),
  'BT-61-1': code('payee.companyId.scheme'),
  'BT-62': text('taxRepresentative.name'),
  'BT-63': identifier('taxRepresentative.vatId'),
  'BT-64': text('taxRepresentative.address.street'),
  'BT-65': text('taxRepresentative.address.line2'),
  'BT-66': text('taxRepresentative.address.city'),
  'BT-67': text('taxRepresentative.address.postcode'),
  'BT-68': text('taxRepresentative.address.region'),
  'BT-69': code('taxRepresentative.address.country'),
  'BT-70': text('delivery.name'),
  'BT-71': identifier('delivery.locationId.id'),
  'BT-71-1': code('delivery.locationId.scheme'),
  'BT-72': date('delivery.date'),
  'BT-73': date('period.start'),
  'BT-74': date('period.end'),
  'BT-75': text('delivery.address.street'),
  'BT-76': text('delivery.address.line2'),
  'BT-77': text('delivery.address.city'),
  'BT-78': text('delivery.address.postcode'),
  'BT-79': text('delivery.address.region'),
  'BT-80': code('delivery.address.country'),
  'BT-81': code('payment.meansCode'),
  'BT-82': text('payment.meansText'),
  'BT-83': text('payment.reference'),
  'BT-84': identifier('payment.accounts[].id'),
  'BT-85': text('payment.accounts[].name'),
  'BT-86': identifier('payment.accounts[].bic'),
  'BT-87': text('payment.card.number'),
  'BT-88': text('payment.card.holder'),
  'BT-89': identifier('payment.directDebit.mandate'),
  'BT-90': identifier('payment.directDebit.creditorId'),
  'BT-91': identifier('payment.directDebit.debitedIban'),
  'BT-92': amount('allowances[].amount'),
  'BT-93': amount('allowances[].base'),
  'BT-94': percent('allowances[].percent'),
  'BT-95': code('allowances[].vatCategory'),
  'BT-96': percent('allowances[].vatRate'),
  'BT-97': text('allowances[].reason'),
  'BT-98': code('allowances[].reasonCode'),
  'BT-99': amount('charges[].amount'),
  'BT-100': amount('charges[].base'),
  'BT-101': percent('charges[].percent'),
  'BT-102': code('charges[].vatCategory'),
  'BT-103': percent('charges[].vatRate'),
  'BT-104': text('charges[].reason'),
  'BT-105': code('charges[].reasonCode'),
  'BT-106': amount('totals.lines'),
  'BT-107': amount('totals.allowances'),
  'BT-108': amount('totals.charges'),
  'BT-109': amount('totals.withoutVat'),
  'BT-110': amount('totals.vat'),
  'BT-111': kind<NumberPath>('vat-amount')('totals.vatInVatCurrency'),
  'BT-112': amount('totals.withVat'),
  'BT-113': amount('totals.prepaid'),
  'BT-114': amount('totals.rounding'),
  'BT-115': amount('totals.due'),
  'BT-116': amount('vatBreakdown[].taxableAmount'),
  'BT-117': amount('vatBreakdown[].taxAmount'),
  'BT-118': code('vatBreakdown[].category'),
  'BT-119': percent('vatBreakdown[].rate'),
  'BT-120': text('vatBreakdown[].exemptionReason'),
  'BT-121': code('vatBreakdown[].exemptionReasonCode'),
  'BT-122': text('attachments[].id'),
  'BT-123': text('attachments[].description'),
  'BT-124': text('attachments[].url'),
  'BT-125': binary('attachments[].contentBase64'),
  'BT-125-1': code('attachments[].mime'),
  'BT-125-2': text('attachments[].filename'),
  'BT-126': identifier('lines[].id'),
  'BT-127': text('lines[].note'),
  'BT-128': identifier('lines[].invoicedObject.id'),
  'BT-128-1': code('lines[].invoicedObject.scheme'),
  'BT-129': quantity('lines[].quantity'),
  'BT-130': code('lines[].unit'),
  'BT-131': amount('lines[].netAmount'),
  'BT-132': text('lines[].orderLine'),
  'BT-133': text('lines[].accountingReference'),
  'BT-134': date('lines[].period.start'),
  'BT-135': date('lines[].period.end'),
  'BT-136': amount('lines[].allowances[].amount'),
  'BT-137': amount('lines[].allowances[].base'),
  'BT-138': percent('lines[].allowances[].percent'),
  'BT-139': text('lines[].allowances[].reason'),
  'BT-140': code('lines[].allowances[].reasonCode'),
  'BT-141': amount('lines[].charges[].amount'),
  'BT-142': amount('lines[].charges[].base'),
  'BT-143': percent('lines[].charges[].percent'),
  'BT-144': text('lines[].charges[].reason'),
  'BT-145': code('lines[].charges[].reasonCode'),
  'BT-146': unitPrice('lines[].unitPrice'),
  'BT-147': unitPrice('lines[].priceDiscount'),
  'BT-148': unitPrice('lines[].grossPrice'),
  'BT-149': quantity('lines[].priceBaseQuantity'),
  'BT-150': code('lines[].priceBaseUnit'),
  'BT-151': code('lines[].vatCategory'),
  'BT-152': percent('lines[].vatRate'),
  'BT-153': text('lines[].name'),
  'BT-154': text('lines[].description'),
  'BT-155': identifier('lines[].sellerItemId'),
  'BT-156': identifier('lines[].buyerItemId'),
  'BT-157': identifier('lines[].standardItemId.id'),
  'BT-157-1': code('lines[].standardItemId.scheme'),
  'BT-158': identifier('lines[].classification[].code'),
  'BT-158-1': code('lines[].classification[].list'),
  'BT-158-2': text('lines[].classification[].version'),
  'BT-159': code('lines[].countryOfOrigin'),
  'BT-160': text('lines[].attributes[].name'),
  'BT-161': text('lines[].attributes[].value'),
  'BT-162': text('seller.address.line3'),
  'BT-163': text('buyer.address.line3'),
  'BT-164': text('taxRepresentative.address.line3'),
  'BT-165': text('delivery.address.line3'),
  // Beyond EN 16931: terms of EXTENDED-CTC-FR.
  'EXT-FR-FE-135': text('lines[].orderReference'),
  'EXT-FR-FE-140': text('lines[].despatchAdviceReference'),
  'EXT-FR-FE-141': text('lines[].despatchAdviceLine'),
  'EXT-FR-FE-144': text('lines[].salesOrderReference'),
  'EXT-FR-FE-145': text('lines[].salesOrderLine'),
  'EXT-FR-FE-146': identifier('lines[].delivery.locationId.id'),
  'EXT-FR-FE-148': code('lines[].delivery.locationId.scheme'),
  'EXT-FR-FE-149': text('lines[].delivery.name'),
  'EXT-FR-FE-151': text('lines[].delivery.address.street'),
  'EXT-FR-FE-152': text('lines[].delivery.address.line2'),
  'EXT-FR-FE-153': text('lines[].delivery.address.line3'),
  'EXT-FR-FE-154': text('lines[].delivery.address.city'),
  'EXT-FR-FE-155': text('lines[].delivery.address.postcode'),
  'EXT-FR-FE-156': text('lines[].delivery.address.region'),
  'EXT-FR-FE-157': code('lines[].delivery.address.country'),
  'EXT-FR-FE-158': date('lines[].delivery.date'),
  'EXT-FR-FE-200': date('lines[].orderDate'),
} as const satisfies Readonly<Record<`BT-${string}` | `${typeof EXTENSION}${string}`, Term>>;

export type TermId = keyof typeof TERMS;

/** Every business group of EN 16931-1, those of the extension, and the part of the model with its terms; an empty path: the invoice itself. */
export const GROUPS = {
  'BG-1': 'notes[]',
  'BG-2': '',
  'BG-3': 'precedingInvoices[]',
  'BG-4': 'seller',
  'BG-5': 'seller.address',
  'BG-6': 'seller.contact',
  'BG-7': 'buyer',
  'BG-8': 'buyer.address',
  'BG-9': 'buyer.contact',
  'BG-10': 'payee',
  'BG-11': 'taxRepresentative',
  'BG-12': 'taxRepresentative.address',
  'BG-13': 'delivery',
  'BG-14': 'period',
  'BG-15': 'delivery.address',
  'BG-16': 'payment',
  'BG-17': 'payment.accounts[]',
  'BG-18': 'payment.card',
  'BG-19': 'payment.directDebit',
  'BG-20': 'allowances[]',
  'BG-21': 'charges[]',
  'BG-22': 'totals',
  'BG-23': 'vatBreakdown[]',
  'BG-24': 'attachments[]',
  'BG-25': 'lines[]',
  'BG-26': 'lines[].period',
  'BG-27': 'lines[].allowances[]',
  'BG-28': 'lines[].charges[]',
  'BG-29': 'lines[]',
  'BG-30': 'lines[]',
  'BG-31': 'lines[]',
  'BG-32': 'lines[].attributes[]',
  'EXT-FR-FE-BG-10': 'lines[].delivery',
  'EXT-FR-FE-150': 'lines[].delivery.address',
} as const satisfies Readonly<Record<`BG-${number}` | `${typeof EXTENSION}${string}`, string>>;

export type GroupId = keyof typeof GROUPS;
