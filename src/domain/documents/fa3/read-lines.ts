import type {
  Adjustment,
  InvoiceLine,
  LineExtensions,
  PolishLineMarks,
  VatBearingAdjustment,
} from '../../invoice/en16931.ts';
import { lineStates } from '../../invoice/line-states.ts';
import { type Decimal, ZERO, sum } from 'en16931-rules/vocabulary/decimal.ts';
import { ADJUSTMENT_KEYS, adjustmentIn, WITHOUT_REASON } from './adjustment-texts.ts';
import { GTIN, LINE_DESCRIPTIONS } from './descriptions.ts';
import type { SignFlip } from './kinds.ts';
import { type LineNames, ORDER_LINE } from './line-names.ts';
import { taxOf, flipOfLine } from './lines.ts';
import { type Draft, readDescription } from './read-descriptions.ts';
import { readTransport, transportsByLine } from './read-new-transport.ts';
import { isInAnotherCurrency, percentOf, type RateContext, rateIn, readsMargin } from './read-vat.ts';
import type { ConsumingReader } from './consuming-reader.ts';
import { UNIT_WORDS } from './units.ts';
import { priceWithoutVat, vatWithin } from '../../invoice/prices-with-vat.ts';
import type { VatRate } from './vat-rates.ts';

/** The contents of lines: some are allowances and charges, which have no other place in FA(3). */
export interface ReadLines {
  readonly lines: InvoiceLine[];
  /** Of each line. */
  readonly extensions: LineExtensions[];
  readonly allowances: VatBearingAdjustment[];
  readonly charges: VatBearingAdjustment[];
  /** KursWaluty of the first line that has one. */
  readonly exchangeRate?: Decimal | undefined;
}

/** The parts of the invoice that reading a line needs. */
interface Around {
  readonly flip: SignFlip;
  readonly context: RateContext;
  readonly names: LineNames;
  /** Lines of a margin scheme state P_11A; those of an order do not have it. */
  readonly isMarginOrder: boolean;
}

/** FaWiersz, or the lines of Zamowienie, with the descriptions for their numbers. */
export function readLines(fa: ConsumingReader, around: Omit<Around, 'isMarginOrder'>): ReadLines {
  const { names } = around;
  const read: ReadLines = { lines: [], extensions: [], allowances: [], charges: [] };
  const described = descriptionsByLine(fa);
  const transports = transportsByLine(fa);
  let exchangeRate: Decimal | undefined;
  const isOrder = names === ORDER_LINE;
  const isMarginOrder = isOrder && readsMargin(fa);
  const rows = (isOrder ? fa.inside('Zamowienie') : fa)?.all(names.line) ?? [];
  const states = lineStates(
    rows.map((line) => ({ beforeCorrection: line.peek(names.before) === '1' })),
    isOrder,
  );
  for (const [index, line] of rows.entries()) {
    const number = line.peek(names.number) ?? '';
    const descriptions = described.get(number) ?? [];
    // The lines before and after a correction share a number; a description belongs to the first.
    described.delete(number);
    if (isInAnotherCurrency(fa)) exchangeRate ??= line.number('KursWaluty');
    if (exchangeRate && line.peekNumber('KursWaluty')?.eq(exchangeRate)) line.text('KursWaluty');
    const state = states[index];
    const isBefore = line.expect(names.before, '1');
    const isNamed = line.peek(names.id) !== undefined;
    // A line with a name of its own is numbered by its place, whatever number it had.
    line.expect(names.number, isNamed ? String(index + 1) : number);
    if (readAdjustment(line, descriptions, read, { ...around, isMarginOrder })) continue;
    const flip = flipOfLine({ state }, around.flip);
    const { line: content, withVat } = readLine(line, number, descriptions, {
      ...around,
      isMarginOrder,
      flip,
    });
    const supplied = isBefore ? undefined : transports.get(number);
    const poland = readMarks(line, names, supplied ?? []);
    if (supplied) transports.delete(number);
    read.lines.push(content);
    read.extensions.push({ ...(state && { state }), ...(withVat && { withVat }), ...(poland && { poland }) });
  }
  return { ...read, exchangeRate };
}

function readMarks(
  line: ConsumingReader,
  names: LineNames,
  transports: readonly ConsumingReader[],
): PolishLineMarks | undefined {
  const marks: Draft = line.expect(names.annex_15, '1') ? { annex_15: true } : {};
  for (const member of LINE_MARKS) {
    const text = line.text(names[member]);
    if (text !== undefined) marks[member] = text;
  }
  if (transports.length > 0) marks['newTransport'] = transports.map(readTransport);
  return Object.keys(marks).length > 0 ? marks : undefined;
}

const LINE_MARKS = ['pkwiu', 'cn', 'pkob', 'gtu', 'procedure'] as const;

function descriptionsByLine(fa: ConsumingReader): Map<string, ConsumingReader[]> {
  const described = new Map<string, ConsumingReader[]>();
  for (const description of fa.all('DodatkowyOpis')) {
    const number = description.peek('NrWiersza');
    if (number !== undefined) described.set(number, [...(described.get(number) ?? []), description]);
  }
  return described;
}

/** An allowance or a charge that was written as a line. @returns false for a line of the invoice. */
function readAdjustment(
  line: ConsumingReader,
  descriptions: readonly ConsumingReader[],
  read: ReadLines,
  { flip: correctionFlip, context, names }: Around,
): boolean {
  const [details] = descriptions;
  const key = details?.peek('Klucz') ?? '';
  const last = read.lines.at(-1);
  const isOfLine = key === ADJUSTMENT_KEYS.lineCharge;
  const flip = isOfLine ? flipOfLine(read.extensions.at(-1) ?? {}, correctionFlip) : correctionFlip;
  const stated = adjustmentIn(details?.peek('Wartosc') ?? '', flip);
  const isSupplied = line.peek(names.quantity) !== undefined || line.peek(names.price) !== undefined;
  if (!details || !stated || isSupplied) return false;
  const added = flip(key === ADJUSTMENT_KEYS.allowance ? stated.amount.negated() : stated.amount);
  const withVat = names.amountWithVat === undefined ? undefined : line.peekNumber(names.amountWithVat);
  if (!(line.peekNumber(names.amount) ?? withVat)?.eq(added)) return false;
  const name = line.peek(names.name);
  const adjustment: Adjustment = {
    ...stated,
    ...(name !== WITHOUT_REASON && name !== undefined && { reason: name }),
  };
  const rate = rateIn(line, names, context);
  // Without a rate it is under a margin scheme, as a line is.
  const vatRate = rate ? percentOf(rate) : ZERO;
  const bearing = { ...adjustment, vatCategory: rate?.category ?? 'E', ...(vatRate && { vatRate }) };
  if (isOfLine && last) {
    const charged = {
      ...last,
      charges: [...last.charges, adjustment],
      netAmount: last.netAmount.plus(stated.amount),
    };
    read.lines.splice(-1, 1, charged);
    const extensions = read.extensions.pop() ?? {};
    const { withVat: price } = extensions;
    read.extensions.push(
      price ? { ...extensions, withVat: { ...price, amount: price.amount.plus(stated.amount) } } : extensions,
    );
  } else if (key === ADJUSTMENT_KEYS.allowance) read.allowances.push(bearing);
  else if (key === ADJUSTMENT_KEYS.charge) read.charges.push(bearing);
  else return false;
  for (const taken of ['NrWiersza', 'Klucz', 'Wartosc']) details.text(taken);
  readTax(line, added, rate, names);
  for (const taken of [names.name, names.amount, names.amountWithVat, names.rate, names.foreignRate])
    if (taken !== undefined) line.text(taken);
  return true;
}

/** P_11VatZ follows from the amount; the model cannot hold another value. */
function readTax(
  line: ConsumingReader,
  amount: Decimal | undefined,
  rate: VatRate | undefined,
  { tax }: LineNames,
): void {
  const stated = tax === undefined ? undefined : line.peekNumber(tax);
  if (tax !== undefined && stated && amount && taxOf({ amount, rate })?.eq(stated)) line.text(tax);
}

function readLine(
  line: ConsumingReader,
  number: string,
  descriptions: readonly ConsumingReader[],
  { flip: turn, context, names, isMarginOrder }: Around,
): { readonly line: InvoiceLine; readonly withVat?: LineExtensions['withVat'] } {
  const rate = rateIn(line, names, context);
  if (rate) line.text(rate.isOneStopShop ? names.foreignRate : names.rate);
  const isUnrated = line.peek(names.rate) === undefined && line.peek(names.foreignRate) === undefined;
  const isMargin = isUnrated && !rate && (isMarginOrder || line.peek('P_11A') !== undefined);
  const vatRate = rate && percentOf(rate);
  const withVat = rate && readWithVat(line, turn);
  const unit = line.text(names.unit);
  const day = names.day === undefined ? undefined : line.text(names.day);
  const gtin = line.text(names.gtin);
  const stated = withVat
    ? undefined
    : line.number((isMargin ? names.amountWithVat : undefined) ?? names.amount);
  readTax(line, stated, rate, names);
  const draft: Draft = {
    id: line.text(names.id) ?? number,
    name: line.text(names.name),
    sellerItemId: line.text(names.item),
    unit: unit && unitOf(unit),
    quantity: turn(line.number(names.quantity)),
    unitPrice: withVat
      ? priceWithoutVat(withVat.unitPrice, vatRate)
      : line.number((isMargin ? names.priceWithVat : undefined) ?? names.price),
    // Exact to the cent of its line: a reader cannot assign what rounding leaves to a line.
    netAmount: withVat ? withVat.amount.minus(vatWithin(withVat.amount, vatRate)) : turn(stated),
    vatCategory: isMargin ? 'E' : rate?.category,
    ...(isMargin ? { vatRate: ZERO } : vatRate && { vatRate }),
    ...(gtin !== undefined && { standardItemId: { id: gtin, scheme: GTIN } }),
    ...(day !== undefined && { period: { start: day, end: day } }),
    charges: [],
    classification: [],
    attributes: [],
  };
  const allowances: Adjustment[] = [];
  for (const description of descriptions) readOne(description, draft, allowances, turn);
  draft['allowances'] = discounts(line, turn, allowances);
  return { line: draft as unknown as InvoiceLine, ...(withVat && { withVat }) };
}

/** P_9B and P_11A, unless the line states its price without VAT, too. */
function readWithVat(line: ConsumingReader, flip: SignFlip): LineExtensions['withVat'] {
  const [price, amount] = [line.peekNumber('P_9B'), line.peekNumber('P_11A')];
  const isWithout = line.peek('P_9A') !== undefined || line.peek('P_11') !== undefined;
  if (price === undefined || amount === undefined || isWithout) return undefined;
  for (const taken of ['P_9B', 'P_11A']) line.text(taken);
  return { unitPrice: price, amount: flip(amount) };
}

function readOne(description: ConsumingReader, draft: Draft, allowances: Adjustment[], flip: SignFlip): void {
  const [key = '', value = ''] = [description.peek('Klucz'), description.peek('Wartosc')];
  const allowance = key === ADJUSTMENT_KEYS.lineAllowance ? adjustmentIn(value, flip) : undefined;
  if (allowance) allowances.push(allowance);
  else if (!readDescription(LINE_DESCRIPTIONS, draft, key, value)) return;
  for (const taken of ['NrWiersza', 'Klucz', 'Wartosc']) description.text(taken);
}

/** P_10: the sum of the described allowances, or else one allowance without details. */
function discounts(
  line: ConsumingReader,
  flip: SignFlip,
  described: readonly Adjustment[],
): readonly Adjustment[] {
  const total = flip(line.number('P_10'));
  if (total === undefined || (described.length > 0 && sum(described.map(({ amount }) => amount)).eq(total)))
    return described;
  return [{ amount: total }];
}

const UNITS_BY_WORD = new Map(
  Object.entries(UNIT_WORDS)
    .reverse()
    .map(([code, word]) => [word.replace(/\.$/, ''), code]),
);

/** With or without the dot of an abbreviation; another word stays as it is. */
const unitOf = (word: string): string => UNITS_BY_WORD.get(word.replace(/\.$/, '')) ?? word;
