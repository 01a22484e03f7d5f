import { say } from 'en16931-rules/vocabulary/message.ts';
import { ITEM_CLASSIFICATIONS } from './codes/item-classifications.ts';
import { EVERYDAY_UNITS } from './codes/everyday-units.ts';
import { UNITS } from './codes/units.ts';
import { LIMITS } from './limits.ts';
import { boolean, code, date, group, list, number, require, requireUnless, text } from './members.ts';
import {
  allowanceReason,
  chargeReason,
  country,
  identifier,
  idScheme,
  invoicedObject,
  LINE_TYPES,
  UNCOUNTED_TYPES,
  vatCategory,
  vatDateCode,
  vatExemptionCode,
} from './schema-codes.ts';
import { address, addressTerms } from './schema-parties.ts';
import { polishLineMarks } from './schema-poland.ts';

/** BG-14 on the document, BG-26 on a line. */
export const period = (term: string, start: string, end: string) =>
  group(term, { start: date(start), end: date(end) });

/** An Incoterm (INCOTERMS, or UNTDID 4053), and the place that it names. */
export const deliveryTerms = (term: string | undefined, code: string, place: string) =>
  group(term, { code: require(text(code)), place: text(place) });

/**
 * The amount may be left out if base and percentage give it.
 * @param terms amount, base, percent, reason.
 */
const adjustment = (terms: readonly [string, string, string, string]) => ({
  amount: number(terms[0]),
  base: number(terms[1]),
  percent: number(terms[2]),
  reason: text(terms[3]),
});

const lineAllowances = list(
  group('BG-27', {
    ...adjustment(['BT-136', 'BT-137', 'BT-138', 'BT-139']),
    reasonCode: allowanceReason('BT-140'),
  }),
  { maxItems: LIMITS.adjustments },
);
const lineCharges = list(
  group('BG-28', {
    ...adjustment(['BT-141', 'BT-142', 'BT-143', 'BT-144']),
    reasonCode: chargeReason('BT-145'),
  }),
  { maxItems: LIMITS.adjustments },
);

export const documentAllowances = list(
  group('BG-20', {
    ...adjustment(['BT-92', 'BT-93', 'BT-94', 'BT-97']),
    reasonCode: allowanceReason('BT-98'),
    vatCategory: require(vatCategory('BT-95')),
    vatRate: number('BT-96', 'not-negative'),
    vatExemptionReason: text('EXT-FR-FE-187'),
    vatExemptionCode: vatExemptionCode('EXT-FR-FE-188'),
  }),
  { maxItems: LIMITS.adjustments },
);
export const documentCharges = list(
  group('BG-21', {
    ...adjustment(['BT-99', 'BT-100', 'BT-101', 'BT-104']),
    reasonCode: chargeReason('BT-105'),
    vatCategory: require(vatCategory('BT-102')),
    vatRate: number('BT-103', 'not-negative'),
    vatExemptionReason: text('EXT-FR-FE-189'),
    vatExemptionCode: vatExemptionCode('EXT-FR-FE-190'),
  }),
  { maxItems: LIMITS.adjustments },
);

/** Where and when the goods of one line were delivered, if lines differ. */
const lineDelivery = group('EXT-FR-FE-BG-10', {
  date: date('EXT-FR-FE-158'),
  name: text('EXT-FR-FE-149'),
  locationId: identifier('EXT-FR-FE-146', 'EXT-FR-FE-148'),
  address: address('EXT-FR-FE-150', addressTerms(151)),
});

/** The invoice that a line corrects or settles, if lines differ. */
const linePrecedingInvoice = group('EXT-FR-FE-BG-06', {
  number: require(text('EXT-FR-FE-136')),
  typeCode: text('EXT-FR-FE-137'),
  issueDate: date('EXT-FR-FE-138'),
  line: text('EXT-FR-FE-139'),
});

/** Who sells a line, in an invoice of several sellers. */
const lineSeller = group('EXT-FR-FE-BG-12', {
  name: text('EXT-FR-FE-164'),
  id: identifier('EXT-FR-FE-166'),
  companyId: identifier('EXT-FR-FE-167'),
  vatId: text('EXT-FR-FE-168', { clean: 'identifier' }),
  country: country('EXT-FR-FE-177'),
});

/** A line that does not count needs none of what an amount comes from. */
const ofCounted = { property: 'lineType', among: UNCOUNTED_TYPES };

export const line = group('BG-25', {
  // The position, counted from 1, when left out.
  id: text('BT-126'),
  lineType: code('EXT-FR-FE-163', LINE_TYPES, say('invoice.types-of-lines')),
  parentLine: text('EXT-FR-FE-162'),
  name: require(text('BT-153')),
  description: text('BT-154'),
  note: text('BT-127'),
  invoicedObject: invoicedObject('BT-128'),
  furtherObjects: list(invoicedObject('EXT-FR-FE-BT-128', 'EXT-FR-FE-BT-128'), {
    maxItems: LIMITS.furtherObjects,
  }),
  seller: lineSeller,
  precedingInvoice: linePrecedingInvoice,
  quantity: requireUnless(ofCounted, number('BT-129')),
  unit: requireUnless(
    ofCounted,
    code('BT-130', UNITS, say('invoice.units-of-un-ece-recommendation-20-and-21'), {
      everyday: EVERYDAY_UNITS,
      examples: say('invoice.c62-h87-set-pr-hur-day-mon-kgm'),
    }),
  ),
  // Or, on every line, the next member: a rule checks that.
  unitPrice: number('BT-146'),
  // Poland (art. 106e (7) of the VAT act). BT-146 is without VAT.
  unitPriceWithVat: number(),
  // In units of `unit`.
  priceBaseQuantity: number('BT-149', 'positive'),
  grossPrice: number('BT-148'),
  priceDiscount: number('BT-147'),
  priceDiscountReason: text('EXT-FR-FE-195'),
  priceDiscountReasonCode: allowanceReason('EXT-FR-FE-196'),
  vatCategory: requireUnless(ofCounted, vatCategory('BT-151')),
  vatRate: number('BT-152', 'not-negative'),
  // Among several sellers `#number#` of a sub-invoice begins it (BR-FR-MV-08), and it has a VAT breakdown of its own.
  vatExemptionReason: text('EXT-FR-FE-178'),
  vatExemptionCode: vatExemptionCode('EXT-FR-FE-179'),
  vatDateCode: vatDateCode('EXT-FR-FE-180'),
  period: period('BG-26', 'BT-134', 'BT-135'),
  orderLine: text('BT-132'),
  orderReference: text('EXT-FR-FE-135'),
  orderDate: date('EXT-FR-FE-200'),
  salesOrderReference: text('EXT-FR-FE-144'),
  salesOrderLine: text('EXT-FR-FE-145'),
  despatchAdviceReference: text('EXT-FR-FE-140'),
  despatchAdviceLine: text('EXT-FR-FE-141'),
  deliveryTerms: deliveryTerms(undefined, 'EXT-FR-FE-193', 'EXT-FR-FE-194'),
  delivery: lineDelivery,
  accountingReference: text('BT-133'),
  sellerItemId: text('BT-155'),
  buyerItemId: text('BT-156'),
  standardItemId: group(undefined, {
    id: require(text('BT-157')),
    scheme: require(idScheme('BT-157')),
  }),
  classification: list(
    group(undefined, {
      code: require(text('BT-158')),
      list: require(code('BT-158-1', ITEM_CLASSIFICATIONS, say('invoice.item-classification-lists'))),
      version: text('BT-158-2'),
    }),
  ),
  countryOfOrigin: country('BT-159'),
  attributes: list(
    group('BG-32', {
      name: require(text('BT-160')),
      value: require(text('BT-161')),
      code: text('EXT-FR-FE-159'),
    }),
    {
      maxItems: LIMITS.attributes,
    },
  ),
  allowances: lineAllowances,
  charges: lineCharges,
  // On every line or on none; no term of EN 16931.
  itemKind: code(undefined, new Set(['goods', 'services'] as const), say('invoice.kinds-of-items')),
  // The line before the correction; the line after it follows, unless it is dropped.
  beforeCorrection: boolean(),
  pl: polishLineMarks,
});
