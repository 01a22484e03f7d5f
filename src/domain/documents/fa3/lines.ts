import type {
  Adjustment,
  CompleteInvoice,
  InvoiceLine,
  LineApart,
  VatBearingAdjustment,
} from '../../invoice/en16931.ts';
import { type Decimal, sum } from '../../vocabulary/decimal.ts';
import { amount, type Fa3Element, fixed, group, leaf, number, type Said } from './element.ts';
import { ADJUSTMENT_KEYS, WITHOUT_REASON } from './adjustment-texts.ts';
import { GTIN } from './descriptions.ts';
import type { Turn } from './kinds.ts';
import { placeOf } from './tax-ids.ts';
import { UNIT_WORDS } from './units.ts';
import { reasonCodeOf, type VatRate, vatRateOf } from './vat-rates.ts';

/** A line of the document: one of the invoice, or what is added or taken off with VAT, for which FA(3) has no other place. */
export interface Fa3Line {
  /** NrWierszaFa. */
  readonly number: number;
  readonly line?: InvoiceLine;
  /** Of the invoice's line. */
  readonly index?: number;
  readonly adjustment?: Adjustment;
  /** Under which its details stand in DodatkowyOpis. */
  readonly key?: string;
  /** Terms of its amount and of its reason. */
  readonly terms?: readonly [string, string];
  readonly indices: readonly number[];
  /** P_11; P_11A if the price is with VAT. */
  readonly amount: Decimal;
  readonly isWithVat: boolean;
  readonly rate: VatRate | undefined;
}

/** The lines in order, each with its charges behind it; then allowances and charges of the whole invoice. */
export function linesOf(invoice: CompleteInvoice): readonly Fa3Line[] {
  const place = placeOf(invoice.buyer);
  const rateOf = (
    { vatCategory: category, vatRate: rate }: Pick<InvoiceLine, 'vatCategory' | 'vatRate'>,
    itemKind?: LineApart['itemKind'],
  ) =>
    vatRateOf({ category, rate, reasonCode: reasonCodeOf(invoice.vatBreakdown, category), itemKind }, place);
  const kindOf = (index: number) => invoice.apart.lines?.[index]?.itemKind;
  const withVatOf = (index: number) => invoice.apart.lines?.[index]?.withVat;
  const ofLine = (line: InvoiceLine, index: number): Omit<Fa3Line, 'number'>[] => [
    {
      line,
      index,
      indices: [index],
      rate: rateOf(line, kindOf(index)),
      amount: (withVatOf(index)?.amount ?? line.netAmount)?.minus(sum(line.charges.map((one) => one.amount))),
      isWithVat: withVatOf(index) !== undefined,
    },
    ...line.charges.map((charge, inner) => ({
      ...adjusted(charge, charge.amount, ['BT-141', 'BT-144'], [index, inner]),
      isWithVat: withVatOf(index) !== undefined,
      key: ADJUSTMENT_KEYS.lineCharge,
      rate: rateOf(line, kindOf(index)),
    })),
  ];
  const allowance = (one: VatBearingAdjustment, index: number) => ({
    ...adjusted(one, one.amount.negated(), ['BT-92', 'BT-97'], [index]),
    key: ADJUSTMENT_KEYS.allowance,
    rate: rateOf(one),
  });
  const charge = (one: VatBearingAdjustment, index: number) => ({
    ...adjusted(one, one.amount, ['BT-99', 'BT-104'], [index]),
    key: ADJUSTMENT_KEYS.charge,
    rate: rateOf(one),
  });
  return [
    ...invoice.lines.flatMap(ofLine),
    ...invoice.allowances.map(allowance),
    ...invoice.charges.map(charge),
  ].map((line, index) => ({ number: index + 1, ...line }));
}

const adjusted = (
  adjustment: Adjustment,
  amount: Decimal,
  terms: readonly [string, string],
  indices: readonly number[],
) => ({ adjustment, amount, isWithVat: false, terms, indices });

/** FaWiersz. */
export function lineElement(
  { number: position, line, index, adjustment, terms, indices, amount: value, isWithVat, rate }: Fa3Line,
  invoice: CompleteInvoice,
  turn: Turn,
): Fa3Element | undefined {
  const of = (term: string): Said => ({ term, indices });
  const [amountTerm, reasonTerm] = terms ?? ['BT-131', 'BT-153'];
  const isGross = isWithVat || (rate !== undefined && rate.p12 === undefined);
  const apart = index === undefined ? undefined : invoice.apart.lines?.[index];
  const marks = apart?.poland;
  const marked = (name: string): Said => ({ field: `lines[${index}].pl.${name}` });
  return group(
    'FaWiersz',
    leaf('NrWierszaFa', String(position)),
    line && leaf('UU_ID', ownId(line, position), of('BT-126')),
    leaf('P_6A', oneDay(line), of('BT-134')),
    leaf('P_7', line ? nameOf(line) : (adjustment?.reason ?? WITHOUT_REASON), of(reasonTerm)),
    line && leaf('Indeks', line.sellerItemId, of('BT-155')),
    line?.standardItemId?.scheme === GTIN ? leaf('GTIN', line.standardItemId.id, of('BT-157')) : undefined,
    leaf('PKWiU', marks?.pkwiu, marked('pkwiu')),
    leaf('CN', marks?.cn, marked('cn')),
    leaf('PKOB', marks?.pkob, marked('pkob')),
    line && leaf('P_8A', UNIT_WORDS[line.unit] ?? line.unit, of('BT-130')),
    line && leaf('P_8B', number(turn(line.quantity)), of('BT-129')),
    line &&
      leaf(
        isGross ? 'P_9B' : 'P_9A',
        number(priceOfOne(apart?.withVat?.unitPrice ?? line.unitPrice, line.priceBaseQuantity)),
        apart?.withVat ? { field: `lines[${index}].unit_price_with_vat` } : of('BT-146'),
      ),
    line && leaf('P_10', discount(line, turn), of('BT-136')),
    leaf(isGross ? 'P_11A' : 'P_11', amount(turn(value)), of(amountTerm)),
    leaf('P_12', rate?.p12, line && of('BT-152')),
    marks?.annex_15 ? fixed('P_12_Zal_15', '1') : undefined,
    leaf('GTU', marks?.gtu, marked('gtu')),
    leaf('Procedura', marks?.procedure, marked('procedure')),
    leaf('KursWaluty', exchangeRate(invoice), { field: 'invoice.vat_exchange_rate' }),
  );
}

const nameOf = ({ name, description }: InvoiceLine): string =>
  description === undefined ? name : `${name}: ${description}`;

/** An id other than the line's position. */
const ownId = ({ id }: InvoiceLine, position: number): string | undefined =>
  id === String(position) ? undefined : id;

/** P_6A is a day. */
const oneDay = (line: InvoiceLine | undefined): string | undefined =>
  line?.period?.start !== undefined && line.period.start === line.period.end ? line.period.start : undefined;

/** P_9A and P_9B are of one unit, at most eight decimals; `refusals.ts` holds them to the line's amount. */
export const priceOfOne = (
  price: Decimal | undefined,
  baseQuantity: Decimal | undefined,
): Decimal | undefined => (baseQuantity ? price?.div(baseQuantity).toDecimalPlaces(8) : price);

/** P_10. */
const discount = ({ allowances }: InvoiceLine, turn: Turn): string | undefined =>
  allowances.length === 0 ? undefined : amount(turn(sum(allowances.map((one) => one.amount))));

const exchangeRate = ({ currency, vatCurrency, apart }: CompleteInvoice): string | undefined =>
  currency !== 'PLN' && vatCurrency === 'PLN' ? number(apart.vatExchangeRate) : undefined;
