import type {
  Adjustment,
  CompleteInvoice,
  InvoiceLine,
  LineExtensions,
  NewTransport,
  PolishLineMarks,
} from '../invoice/en16931.ts';
import type { Partly } from '../invoice/partly.ts';
import type { Decimal } from '../vocabulary/decimal.ts';
import { ZERO } from '../vocabulary/decimal.ts';
import { dayText, fact, identifierText, periodText } from './facts.ts';
import { classificationName } from './names.ts';
import type { Cell, Fact, Remark, Row, Table } from './page.ts';
import { join, type Wording } from './wording.ts';

type Line = Partly<InvoiceLine>;

/**
 * BG-25.
 * @param remarks about each line, by its position.
 */
export function lineTable(
  { lines = [], currency, extensions: apart }: Partly<CompleteInvoice>,
  wording: Wording,
  remarks: ReadonlyMap<number, readonly Remark[]>,
): Table {
  let sum: Decimal = ZERO;
  const isWithVat = (apart?.lines ?? []).some(({ withVat }) => withVat !== undefined);
  const rows = lines.map((line, index): Row => {
    const besides = apart?.lines?.[index] ?? {};
    const amount = besides.withVat?.amount ?? line.netAmount ?? ZERO;
    // A correction comes to its difference.
    sum = besides.state === 'before' ? sum.minus(amount) : sum.plus(amount);
    return {
      cells: cellsOf(line, besides, wording),
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

const cell = (text: string, small: readonly string[] = []): Cell => ({ text, small });

function cellsOf(
  line: Line,
  { poland: marks = {}, withVat, state }: Partly<LineExtensions>,
  wording: Wording,
): readonly Cell[] {
  const { quantity, unit } = line;
  const { unitPrice, amount } = withVat ?? { unitPrice: line.unitPrice, amount: line.netAmount };
  return [
    cell(line.id ?? ''),
    {
      text: line.name ?? '',
      strong: true,
      small: [
        ...stateOf(state, wording),
        ...detailsOf(line, wording),
        ...marksOf(marks),
        ...(marks.newTransport ?? []).map((one) => transportText(one, wording)),
      ],
    },
    cell(wording.measured(quantity, unit)),
    cell(unitPrice ? wording.price(unitPrice) : '', priceFor(line, wording)),
    cell(vatText(line.vatCategory, line.vatRate, wording)),
    cell(amount ? wording.amount(amount) : ''),
  ];
}

const stateOf = (state: LineExtensions['state'], wording: Wording): readonly string[] =>
  state === undefined ? [] : [wording.label(state === 'before' ? 'beforeCorrection' : 'afterCorrection')];

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
function transportText(one: Partly<NewTransport>, wording: Wording): string {
  const { kind, numberKind = kind === 'land_vehicle' ? 'vin' : undefined, number } = one;
  const facts: readonly Fact[] = [
    ...fact(wording, 'firstUsed', dayText(wording, one.firstUsed)),
    ...fact(wording, kind === 'land_vehicle' ? 'mileage' : 'operatingHours', one.usage),
    ...(numberKind === 'vin'
      ? number === undefined
        ? []
        : [{ label: 'VIN', value: number }]
      : fact(wording, 'serialNumber', number)),
  ];
  const named = join([one.make, one.model, one.type, one.colour, one.year], ' ');
  return factText({
    label: wording.label('newTransport'),
    value: join([named, one.registration, ...facts.map(factText)], '  ·  '),
  });
}

/** BT-149 and BT-150. */
function priceFor({ priceBaseQuantity: quantity, priceBaseUnit: unit }: Line, wording: Wording): string[] {
  const amount = wording.measured(quantity, unit);
  return amount === '' ? [] : [wording.label('priceFor', { quantity: amount })];
}

/** `19 %`, `E 0 %`; the breakdown explains the letters. */
export const vatText = (category: string | undefined, rate: Decimal | undefined, wording: Wording): string =>
  join([category === TAXED && rate ? undefined : category, rate && wording.percent(rate)], '\u00a0');

/** The category that its rate explains. */
export const TAXED = 'S';

function detailsOf(line: Line, wording: Wording): readonly string[] {
  const { sellerItemId, buyerItemId, standardItemId, classification, attributes } = line;
  const numbers: readonly Fact[] = [
    ...fact(wording, 'articleNumber', sellerItemId),
    ...fact(wording, 'buyerArticleNumber', buyerItemId),
    ...fact(wording, 'standardArticleNumber', identifierText(wording, standardItemId)),
    ...fact(wording, 'orderLine', line.orderLine),
    ...fact(wording, 'origin', line.countryOfOrigin && wording.country(line.countryOfOrigin)),
    ...(classification ?? []).flatMap(({ code, list, version }) =>
      fact(
        wording,
        'classification',
        join([join([list && classificationName(list), version], ' '), code], ': '),
      ),
    ),
  ];
  const others: readonly Fact[] = [
    ...fact(wording, 'period', periodText(wording, line.period)),
    ...fact(wording, 'object', identifierText(wording, line.invoicedObject)),
    ...fact(wording, 'accounting', line.accountingReference),
    ...(attributes ?? []).map(({ name = '', value = '' }) => ({ label: name, value })),
    ...fact(wording, 'grossPrice', grossPrice(line, wording)),
    ...(line.allowances ?? []).map((one) => adjustmentFact(one, 'allowance', wording)),
    ...(line.charges ?? []).map((one) => adjustmentFact(one, 'charge', wording)),
  ];
  return [
    ...(line.description === undefined ? [] : [line.description]),
    ...(numbers.length > 0 ? [numbers.map(factText).join(' · ')] : []),
    ...others.map(factText),
    ...(line.note === undefined ? [] : [line.note]),
  ];
}

const factText = ({ label, value }: Fact): string => join([label, value], ': ');

/** BT-148, less BT-147. */
function grossPrice(
  { grossPrice: gross, priceDiscount: discount }: Line,
  wording: Wording,
): string | undefined {
  if (!gross && (!discount || discount.isZero())) return undefined;
  const less =
    discount && !discount.isZero() ? `${wording.label('discount')} ${wording.price(discount)}` : undefined;
  return join([gross && wording.price(gross), less], ', ');
}

/** BG-27 or BG-28: `Allowance: Loyalty (95), 10 % of 100.00: -10.00`. */
function adjustmentFact(one: Partly<Adjustment>, kind: 'allowance' | 'charge', wording: Wording): Fact {
  const { amount } = one;
  const signed = kind === 'allowance' ? amount?.negated() : amount;
  const why = join([reasonText(one, kind, wording), baseText(one, wording)], ', ');
  const value = join([why, signed && wording.amount(signed)], why === '' ? '' : ': ');
  return { label: wording.label(kind), value };
}

/** In the seller's words; a code without a name is behind them. */
export function reasonText(
  { reason, reasonCode }: Partly<Adjustment>,
  kind: 'allowance' | 'charge',
  wording: Wording,
): string {
  const name = reasonCode && wording.findCodeName(`${kind}Reasons`, reasonCode);
  if (reason === undefined) return name ?? reasonCode ?? '';
  return join([reason, name || !reasonCode ? undefined : `(${reasonCode})`], ' ');
}

export function baseText({ base, percent }: Partly<Adjustment>, wording: Wording): string | undefined {
  if (base && percent)
    return wording.label('percentOf', { percent: wording.quantity(percent), base: wording.amount(base) });
  return percent ? wording.percent(percent) : base && wording.amount(base);
}
