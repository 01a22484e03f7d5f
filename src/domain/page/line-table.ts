import type {
  Adjustment,
  CompleteInvoice,
  InvoiceLine,
  LineExtensions,
  NewTransport,
  PolishLineMarks,
} from '../invoice/en16931.ts';
import type { Partly } from '../invoice/partly.ts';
import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import { UNCOUNTED_TYPES } from '../invoice/schema-codes.ts';
import { dayText, deliveryTermsText, fact, identifierText, periodText } from './facts.ts';
import { classificationName } from './names.ts';
import { addressLines } from './parties.ts';
import type { Cell, Fact, Remark, Row, Table } from './page.ts';
import { asText, inEntry, joinTexts, type PageText, showTerm } from './page-text.ts';
import { join, type Wording } from './wording.ts';

type Line = Partly<InvoiceLine>;

/**
 * BG-25.
 * @param remarks about each line, by its position.
 */
export function lineTable(
  { lines = [], currency, extensions: apart }: Partly<CompleteInvoice>,
  wording: Wording,
  remarks: ReadonlyMap<number, readonly Remark<PageText>[]>,
): Table<PageText> {
  let sum: Decimal = ZERO;
  const isWithVat = (apart?.lines ?? []).some(({ withVat }) => withVat !== undefined);
  const rows = lines.map((line, index): Row<PageText> => {
    const besides = apart?.lines?.[index] ?? {};
    const amount = besides.withVat?.amount ?? line.netAmount ?? ZERO;
    // A correction comes to its difference.
    if (!UNCOUNTED_TYPES.has(line.lineType ?? ''))
      sum = besides.state === 'before' ? sum.minus(amount) : sum.plus(amount);
    return {
      cells: inEntry(index, cellsOf(line, besides, wording)),
      sum: wording.money(sum, currency),
      remarks: remarks.get(index) ?? [],
    };
  });
  return {
    block: 'table',
    heading: wording.label('lines'),
    columns: [
      { title: wording.label('position'), align: 'left' },
      { title: wording.label('description'), align: 'left', wide: true },
      { title: wording.label('quantity'), align: 'right' },
      { title: wording.label(isWithVat ? 'unitPriceWithVat' : 'unitPrice'), align: 'right' },
      { title: wording.label('vat'), align: 'right' },
      {
        title: join([wording.label(isWithVat ? 'amountWithVat' : 'amount'), currency], ' '),
        align: 'right',
      },
    ],
    rows,
    carried: { over: wording.label('carriedOver'), forward: wording.label('broughtForward') },
  };
}

const cell = (text: PageText | undefined, small: readonly PageText[] = []): Cell<PageText> => ({
  text: asText(text ?? ''),
  small,
});

function cellsOf(
  line: Line,
  { poland: marks = {}, withVat, state }: Partly<LineExtensions>,
  wording: Wording,
): readonly Cell<PageText>[] {
  const { quantity, unit } = line;
  const { unitPrice, amount } = withVat ?? { unitPrice: line.unitPrice, amount: line.netAmount };
  return [
    cell(showTerm(line.id, 'lines[].id')),
    {
      text: asText(showTerm(line.name, 'lines[].name') ?? ''),
      strong: true,
      small: [
        ...stateOf(state, wording).map(asText),
        ...placeAmongLines(line, wording),
        ...detailsOf(line, wording),
        ...marksOf(marks).map(asText),
        ...(marks.newTransport ?? []).map((one) => transportText(one, wording)),
      ],
    },
    cell(showTerm(wording.measured(quantity, unit), 'lines[].quantity', 'lines[].unit')),
    cell(showTerm(unitPrice && wording.price(unitPrice), 'lines[].unitPrice'), priceFor(line, wording)),
    cell(
      showTerm(vatText(line.vatCategory, line.vatRate, wording), 'lines[].vatCategory', 'lines[].vatRate'),
    ),
    cell(showTerm(amount && wording.amount(amount), 'lines[].netAmount')),
  ];
}

const stateOf = (state: LineExtensions['state'], wording: Wording): readonly string[] =>
  state === undefined ? [] : [wording.label(state === 'before' ? 'beforeCorrection' : 'afterCorrection')];

/** What the line is to others of the invoice. */
function placeAmongLines({ lineType, parentLine }: Line, wording: Wording): readonly PageText[] {
  const type =
    lineType === 'GROUP' || lineType === 'INFORMATION'
      ? wording.label(lineType === 'GROUP' ? 'groupLine' : 'informationLine')
      : lineType;
  return [
    ...[showTerm(type, 'lines[].lineType')].filter((text) => text !== undefined),
    ...fact(wording, 'parentLine', showTerm(parentLine, 'lines[].parentLine')).map(factText),
  ];
}

/** By their names in FA(3), which Polish readers know. */
function marksOf({ annex_15, gtu, procedure, pkwiu, cn, pkob }: Partly<PolishLineMarks>): readonly string[] {
  const named = [
    pkwiu && `PKWiU ${pkwiu}`,
    cn && `CN ${cn}`,
    pkob && `PKOB ${pkob}`,
    gtu,
    procedure,
    annex_15 ? 'Zał. 15' : undefined,
  ].filter((text) => text !== undefined);
  return named.length === 0 ? [] : [named.join('  ·  ')];
}

/** `New means of transport: Volvo XC60 black 2026  ·  GD 12345  ·  VIN …`; P_22A to P_22D1. */
function transportText(one: Partly<NewTransport>, wording: Wording): PageText {
  const { kind, numberKind = kind === 'land_vehicle' ? 'vin' : undefined, number } = one;
  const facts: readonly Fact<PageText>[] = [
    ...fact(wording, 'firstUsed', dayText(wording, one.firstUsed)),
    ...fact(wording, kind === 'land_vehicle' ? 'mileage' : 'operatingHours', one.usage),
    ...(numberKind === 'vin'
      ? number === undefined
        ? []
        : [{ label: 'VIN', value: asText(number) }]
      : fact(wording, 'serialNumber', number)),
  ];
  const named = join([one.make, one.model, one.type, one.colour, one.year], ' ');
  return factText({
    label: wording.label('newTransport'),
    value: joinTexts([named, one.registration, ...facts.map(factText)], '  ·  '),
  });
}

/** BT-149 and BT-150. */
function priceFor(
  { priceBaseQuantity: quantity, priceBaseUnit: unit }: Line,
  wording: Wording,
): readonly PageText[] {
  const amount = wording.measured(quantity, unit);
  if (amount === '') return [];
  const text = wording.label('priceFor', { quantity: amount });
  return [asText(showTerm(text, 'lines[].priceBaseQuantity', 'lines[].priceBaseUnit') ?? '')];
}

/** `19 %`, `E 0 %`; the breakdown explains the letters. */
export const vatText = (category: string | undefined, rate: Decimal | undefined, wording: Wording): string =>
  join([category === TAXED && rate ? undefined : category, rate && wording.percent(rate)], '\u00a0');

/** The category that its rate explains. */
export const TAXED = 'S';

function detailsOf(line: Line, wording: Wording): readonly PageText[] {
  const { description, note } = line;
  const numbers = itemNumbers(line, wording);
  const others: readonly Fact<PageText>[] = [
    ...fact(wording, 'period', periodText(wording, line.period, 'lines[].period')),
    ...fact(wording, 'object', identifierText(wording, line.invoicedObject, 'lines[].invoicedObject')),
    ...(line.furtherObjects ?? []).flatMap((one, index) =>
      inEntry(index, fact(wording, 'object', identifierText(wording, one, 'lines[].furtherObjects[]'))),
    ),
    ...sellerFacts(line, wording),
    ...fact(wording, 'precedingInvoice', precedingText(line, wording)),
    ...vatFacts(line, wording),
    ...fact(wording, 'accounting', showTerm(line.accountingReference, 'lines[].accountingReference')),
    ...deliveryFacts(line, wording),
    ...(line.attributes ?? []).map(({ name = '', value = '', code }, index) => ({
      label: name,
      value: inEntry(
        index,
        joinTexts(
          [
            showTerm(value, 'lines[].attributes[].value', 'lines[].attributes[].name'),
            showTerm(code && `(${code})`, 'lines[].attributes[].code'),
          ],
          ' ',
        ),
      ),
    })),
    ...fact(wording, 'grossPrice', grossPrice(line, wording)),
    ...(line.allowances ?? []).map((one, index) => inEntry(index, adjustmentFact(one, 'allowance', wording))),
    ...(line.charges ?? []).map((one, index) => inEntry(index, adjustmentFact(one, 'charge', wording))),
  ];
  return [
    showTerm(description, 'lines[].description'),
    numbers.length > 0 ? joinTexts(numbers.map(factText), ' · ') : undefined,
    ...others.map(factText),
    showTerm(note, 'lines[].note'),
  ].filter((text) => text !== undefined);
}

function itemNumbers(line: Line, wording: Wording): readonly Fact<PageText>[] {
  const { sellerItemId, buyerItemId, standardItemId, classification, countryOfOrigin } = line;
  const origin = countryOfOrigin && wording.country(countryOfOrigin);
  return [
    ...fact(wording, 'articleNumber', showTerm(sellerItemId, 'lines[].sellerItemId')),
    ...fact(wording, 'buyerArticleNumber', showTerm(buyerItemId, 'lines[].buyerItemId')),
    ...fact(
      wording,
      'standardArticleNumber',
      identifierText(wording, standardItemId, 'lines[].standardItemId'),
    ),
    ...orderFacts(line, wording),
    ...fact(wording, 'origin', showTerm(origin, 'lines[].countryOfOrigin')),
    ...(classification ?? []).flatMap((one, index) =>
      inEntry(index, fact(wording, 'classification', classificationText(one))),
    ),
  ];
}

/** The orders of buyer and seller that the line belongs to. */
function orderFacts(line: Line, wording: Wording): readonly Fact<PageText>[] {
  const { orderReference: number, orderDate } = line;
  const date = dayText(wording, orderDate);
  const order =
    number && date !== undefined ? wording.label('precedingOf', { number, date }) : (number ?? date);
  return [
    ...fact(wording, 'order', showTerm(order, 'lines[].orderReference', 'lines[].orderDate')),
    ...fact(wording, 'orderLine', showTerm(line.orderLine, 'lines[].orderLine')),
    ...fact(wording, 'salesOrder', showTerm(line.salesOrderReference, 'lines[].salesOrderReference')),
    ...fact(wording, 'salesOrderLine', showTerm(line.salesOrderLine, 'lines[].salesOrderLine')),
  ];
}

/** Who sells the line, in an invoice of several sellers. */
const sellerFacts = ({ seller }: Line, wording: Wording): readonly Fact<PageText>[] =>
  fact(
    wording,
    'soldBy',
    joinTexts(
      [
        showTerm(seller?.name, 'lines[].seller.name'),
        identifierText(wording, seller?.id, 'lines[].seller.id'),
        identifierText(wording, seller?.companyId, 'lines[].seller.companyId'),
        showTerm(seller?.vatId, 'lines[].seller.vatId'),
        showTerm(seller?.country && wording.country(seller.country), 'lines[].seller.country'),
      ],
      ', ',
    ),
  );

/** The invoice that the line corrects or settles, with its line and type. */
function precedingText({ precedingInvoice }: Line, wording: Wording): PageText {
  const { number, typeCode, issueDate, line } = precedingInvoice ?? {};
  return joinTexts(
    [
      showTerm(number, 'lines[].precedingInvoice.number'),
      showTerm(dayText(wording, issueDate), 'lines[].precedingInvoice.issueDate'),
      showTerm(line && `${wording.label('position')} ${line}`, 'lines[].precedingInvoice.line'),
      showTerm(typeCode && wording.codeName('types', typeCode), 'lines[].precedingInvoice.typeCode'),
    ],
    ', ',
  );
}

/** Why and when VAT is due on the line, and the VAT of a group that is a sub-invoice. */
const vatFacts = (line: Line, wording: Wording): readonly Fact<PageText>[] => [
  ...fact(
    wording,
    'vatExemption',
    joinTexts(
      [
        showTerm(line.vatExemptionReason, 'lines[].vatExemptionReason'),
        showTerm(line.vatExemptionCode, 'lines[].vatExemptionCode'),
      ],
      ', ',
    ),
  ),
  ...fact(
    wording,
    'vatDate',
    showTerm(line.vatDateCode && wording.codeName('vatDates', line.vatDateCode), 'lines[].vatDateCode'),
  ),
  ...fact(
    wording,
    'vatTotal',
    joinTexts(
      [
        showTerm(line.vat && wording.amount(line.vat), 'lines[].vat'),
        showTerm(line.vatInVatCurrency && wording.amount(line.vatInVatCurrency), 'lines[].vatInVatCurrency'),
      ],
      ' / ',
    ),
  ),
];

/** What was delivered when, where and with which papers, if lines differ. */
function deliveryFacts(line: Line, wording: Wording): readonly Fact<PageText>[] {
  const { delivery, despatchAdviceReference: advice, despatchAdviceLine: adviceLine } = line;
  const place = joinTexts(
    [
      showTerm(delivery?.name, 'lines[].delivery.name'),
      ...addressLines(delivery?.address, wording, 'lines[].delivery.address'),
      identifierText(wording, delivery?.locationId, 'lines[].delivery.locationId'),
    ],
    ', ',
  );
  return [
    ...fact(wording, 'deliveryDate', showTerm(dayText(wording, delivery?.date), 'lines[].delivery.date')),
    ...fact(wording, 'deliverTo', place),
    ...fact(wording, 'deliveryTerms', deliveryTermsText(line.deliveryTerms, 'lines[].deliveryTerms')),
    ...fact(wording, 'despatchAdvice', showTerm(advice, 'lines[].despatchAdviceReference')),
    ...fact(wording, 'despatchAdviceLine', showTerm(adviceLine, 'lines[].despatchAdviceLine')),
  ];
}

const classificationText = ({
  code,
  list,
  version,
}: Partly<NonNullable<InvoiceLine['classification']>[number]>): PageText | undefined =>
  showTerm(
    join([join([list && classificationName(list), version], ' '), code], ': '),
    'lines[].classification[].code',
    'lines[].classification[].list',
    'lines[].classification[].version',
  );

const factText = ({ label, value }: Fact<PageText>): PageText => joinTexts([label, value], ': ');

/** BT-148, less BT-147. */
function grossPrice(
  { grossPrice: gross, priceDiscount: discount, ...why }: Line,
  wording: Wording,
): PageText | undefined {
  if (!gross && (!discount || discount.isZero())) return undefined;
  const less =
    discount && !discount.isZero() ? `${wording.label('discount')} ${wording.price(discount)}` : undefined;
  return joinTexts(
    [
      showTerm(gross && wording.price(gross), 'lines[].grossPrice'),
      showTerm(less, 'lines[].priceDiscount'),
      showTerm(why.priceDiscountReason, 'lines[].priceDiscountReason'),
      showTerm(why.priceDiscountReasonCode, 'lines[].priceDiscountReasonCode'),
    ],
    ', ',
  );
}

/** Where the model has an allowance or a charge. */
type AdjustmentList = 'allowances[]' | 'charges[]' | 'lines[].allowances[]' | 'lines[].charges[]';

/** BG-27 or BG-28: `Allowance: Loyalty (95), 10 % of 100.00: -10.00`. */
function adjustmentFact(
  one: Partly<Adjustment>,
  kind: 'allowance' | 'charge',
  wording: Wording,
): Fact<PageText> {
  const { amount } = one;
  const list = `lines[].${kind}s[]` as const;
  const signed = kind === 'allowance' ? amount?.negated() : amount;
  const why = joinTexts([reasonText(one, kind, wording, list), baseText(one, wording, list)], ', ');
  const shown = showTerm(signed && wording.amount(signed), `${list}.amount`);
  return { label: wording.label(kind), value: joinTexts([why, shown], ': ') };
}

/** In the seller's words; a code without a name is behind them. */
export function reasonText(
  { reason, reasonCode }: Partly<Adjustment>,
  kind: 'allowance' | 'charge',
  wording: Wording,
  list: AdjustmentList,
): PageText | undefined {
  const name = reasonCode && wording.findCodeName(`${kind}Reasons`, reasonCode);
  const stated =
    reason === undefined
      ? (name ?? reasonCode ?? '')
      : join([reason, name || !reasonCode ? undefined : `(${reasonCode})`], ' ');
  return showTerm(stated, `${list}.reason`, `${list}.reasonCode`);
}

export function baseText(
  { base, percent }: Partly<Adjustment>,
  wording: Wording,
  list: AdjustmentList,
): PageText | undefined {
  const stated =
    base && percent
      ? wording.label('percentOf', { percent: wording.quantity(percent), base: wording.amount(base) })
      : percent
        ? wording.percent(percent)
        : base && wording.amount(base);
  return showTerm(stated, `${list}.percent`, `${list}.base`);
}
