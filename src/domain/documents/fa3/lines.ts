import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import type {
  Adjustment,
  CompleteInvoice,
  InvoiceLine,
  LineExtensions,
  LineState,
  VatBearingAdjustment,
} from '../../invoice/en16931.ts';
import { type Decimal, round2, sum } from 'en16931-rules/vocabulary/decimal.ts';
import { amount, type Fa3Element, fix, group, leaf, number, type Origin } from './element.ts';
import { ADJUSTMENT_KEYS, WITHOUT_REASON } from './adjustment-texts.ts';
import { GTIN } from './descriptions.ts';
import type { SignFlip } from './kinds.ts';
import type { LineNames } from './line-names.ts';
import { regionOf } from './tax-ids.ts';
import { UNIT_WORDS } from './units.ts';
import { reasonCodeOf, type VatRate, vatRateOf } from './vat-rates.ts';

type AdjustmentTerms = readonly [amount: string, reason: string, rate?: string];

/** A line of the document: one of the invoice, or an allowance or charge with VAT, for which FA(3) has no other place. */
export interface Fa3Line {
  /** NrWierszaFa. */
  readonly number: number;
  readonly line?: InvoiceLine;
  /** Of the line in the invoice. */
  readonly index?: number;
  readonly adjustment?: Adjustment;
  /** The key of its details in DodatkowyOpis. */
  readonly key?: string;
  /** Terms of its amount, of its reason and of its own rate. */
  readonly terms?: AdjustmentTerms;
  readonly indices: readonly number[];
  /** P_11; P_11A if the price is with VAT. */
  readonly amount: Decimal;
  readonly isWithVat: boolean;
  readonly state?: LineState | undefined;
  readonly rate: VatRate | undefined;
}

/** The lines in order, each followed by its charges; then allowances and charges of the whole invoice. */
export function linesOf(invoice: CompleteInvoice): readonly Fa3Line[] {
  const region = regionOf(invoice.buyer);
  const { triangularSimplification: isTriangular, oneStopShop: isOneStopShop } =
    invoice.extensions.poland ?? {};
  const rateOf = (
    { vatCategory: category = '', vatRate: rate }: Pick<InvoiceLine, 'vatCategory' | 'vatRate'>,
    itemKind?: LineExtensions['itemKind'],
  ) =>
    vatRateOf(
      {
        category,
        rate,
        itemKind,
        isTriangular,
        isOneStopShop,
        reasonCode: reasonCodeOf(invoice.vatBreakdown, category),
      },
      region,
    );
  const kindOf = (index: number) => invoice.extensions.lines?.[index]?.itemKind;
  const withVatOf = (index: number) => invoice.extensions.lines?.[index]?.withVat;
  const stateOf = (index: number) => invoice.extensions.lines?.[index]?.state;
  const ofLine = (line: InvoiceLine, index: number): Omit<Fa3Line, 'number'>[] => [
    {
      line,
      index,
      indices: [index],
      rate: rateOf(line, kindOf(index)),
      amount: (withVatOf(index)?.amount ?? line.netAmount)?.minus(sum(line.charges.map((one) => one.amount))),
      isWithVat: withVatOf(index) !== undefined,
      state: stateOf(index),
    },
    ...line.charges.map((charge, inner) => ({
      ...adjust(charge, charge.amount, ['BT-141', 'BT-144'], [index, inner]),
      isWithVat: withVatOf(index) !== undefined,
      state: stateOf(index),
      key: ADJUSTMENT_KEYS.lineCharge,
      rate: rateOf(line, kindOf(index)),
    })),
  ];
  const allowance = (one: VatBearingAdjustment, index: number) => ({
    ...adjust(one, one.amount.negated(), ['BT-92', 'BT-97', 'BT-96'], [index]),
    key: ADJUSTMENT_KEYS.allowance,
    rate: rateOf(one),
  });
  const charge = (one: VatBearingAdjustment, index: number) => ({
    ...adjust(one, one.amount, ['BT-99', 'BT-104', 'BT-103'], [index]),
    key: ADJUSTMENT_KEYS.charge,
    rate: rateOf(one),
  });
  return [
    ...invoice.lines.flatMap(ofLine),
    ...invoice.allowances.map(allowance),
    ...invoice.charges.map(charge),
  ].map((line, index) => ({ number: index + 1, ...line }));
}

const adjust = (
  adjustment: Adjustment,
  amount: Decimal,
  terms: AdjustmentTerms,
  indices: readonly number[],
) => ({ adjustment, amount, isWithVat: false, terms, indices });

/** FaWiersz, or ZamowienieWiersz. Lines before and after a correction keep their signs; others are differences. */
export function lineElement(
  one: Fa3Line,
  invoice: CompleteInvoice,
  correctionFlip: SignFlip,
  names: LineNames,
): Fa3Element | undefined {
  const { number: position, line, index, adjustment, terms, indices, amount: value, rate } = one;
  const of = (term: string): Origin => ({ term, indices });
  const [amountTerm, reasonTerm, rateTerm] = terms ?? ['BT-131', 'BT-153', 'BT-152'];
  const rateOrigin = rateTerm === undefined ? undefined : of(rateTerm);
  const flip = flipOfLine(one, correctionFlip);
  const isGross = one.isWithVat || rate?.reasons !== undefined;
  const extensions = index === undefined ? undefined : invoice.extensions.lines?.[index];
  const marks = extensions?.poland;
  const mark = (name: string): Origin => ({ field: `lines[${index}].pl.${name}` });
  const priceOrigin = extensions?.withVat ? { field: `lines[${index}].unit_price_with_vat` } : of('BT-146');
  const price = extensions?.withVat?.unitPrice ?? line?.unitPrice;
  return group(
    names.line,
    leaf(names.number, String(position)),
    line && leaf(names.id, ownId(line, position), of('BT-126')),
    leafOf(names.day, oneDay(line), of('BT-134')),
    leaf(names.name, line ? nameOf(line) : (adjustment?.reason ?? WITHOUT_REASON), of(reasonTerm)),
    line && leaf(names.item, line.sellerItemId, of('BT-155')),
    line?.standardItemId?.scheme === GTIN
      ? leaf(names.gtin, line.standardItemId.id, of('BT-157'))
      : undefined,
    leaf(names.pkwiu, marks?.pkwiu, mark('pkwiu')),
    leaf(names.cn, marks?.cn, mark('cn')),
    leaf(names.pkob, marks?.pkob, mark('pkob')),
    line && leaf(names.unit, rowOf(UNIT_WORDS, line.unit ?? '') ?? line.unit, of('BT-130')),
    line && leaf(names.quantity, number(flip(line.quantity)), of('BT-129')),
    leaf(
      (isGross ? names.priceWithVat : undefined) ?? names.price,
      number(priceOfOne(price, line?.priceBaseQuantity)),
      priceOrigin,
    ),
    line && leafOf(names.discount, discount(line, flip), of('BT-136')),
    leaf((isGross ? names.amountWithVat : undefined) ?? names.amount, amount(flip(value)), of(amountTerm)),
    leafOf(names.tax, amount(flip(taxOf(one))), of(amountTerm)),
    leaf(names.rate, rate?.p12, rateOrigin),
    leaf(names.foreignRate, rate?.isOneStopShop ? rate.rate : undefined, rateOrigin),
    marks?.annex_15 ? fix(names.annex_15, '1') : undefined,
    leaf(names.gtu, marks?.gtu, mark('gtu')),
    leaf(names.procedure, marks?.procedure, mark('procedure')),
    leafOf(names.exchangeRate, exchangeRate(invoice), { field: 'invoice.vat_exchange_rate' }),
    one.state === 'before' ? fix(names.before, '1') : undefined,
  );
}

/** An element that lines of other kinds do not have. */
const leafOf = (
  name: string | undefined,
  value: string | undefined,
  origin: Origin,
): Fa3Element | undefined => (name === undefined ? undefined : leaf(name, value, origin));

/** P_11VatZ: computed for each line. */
export const taxOf = ({ amount: value, rate }: Pick<Fa3Line, 'amount' | 'rate'>): Decimal | undefined =>
  value && round2(value.times(rate?.rate ?? 0).div(100));

export const flipOfLine = ({ state }: Pick<Fa3Line, 'state'>, correctionFlip: SignFlip): SignFlip =>
  state === undefined ? correctionFlip : (value) => value;

const nameOf = ({ name, description }: InvoiceLine): string =>
  description === undefined ? name : `${name}: ${description}`;

/** An id other than the line's position. */
const ownId = ({ id }: InvoiceLine, position: number): string | undefined =>
  id === String(position) ? undefined : id;

/** P_6A is one day. */
const oneDay = (line: InvoiceLine | undefined): string | undefined =>
  line?.period?.start !== undefined && line.period.start === line.period.end ? line.period.start : undefined;

/** P_9A and P_9B are the price of one unit, at most eight decimals; `form-rules.ts` compares them with the line's amount. */
export const priceOfOne = (
  price: Decimal | undefined,
  baseQuantity: Decimal | undefined,
): Decimal | undefined => (baseQuantity ? price?.div(baseQuantity).toDecimalPlaces(8) : price);

/** P_10. */
const discount = ({ allowances }: InvoiceLine, flip: SignFlip): string | undefined =>
  allowances.length === 0 ? undefined : amount(flip(sum(allowances.map((one) => one.amount))));

const exchangeRate = ({ currency, vatCurrency, extensions }: CompleteInvoice): string | undefined =>
  currency !== 'PLN' && vatCurrency === 'PLN' ? number(extensions.vatExchangeRate) : undefined;
