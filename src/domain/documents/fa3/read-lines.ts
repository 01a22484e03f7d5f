import type {
  Adjustment,
  InvoiceLine,
  LineApart,
  PolishLineMarks,
  VatBearingAdjustment,
} from '../../invoice/en16931.ts';
import { type Decimal, ZERO, sum } from '../../vocabulary/decimal.ts';
import { ADJUSTMENT_KEYS, adjustmentIn, WITHOUT_REASON } from './adjustment-texts.ts';
import { GTIN, LINE_DESCRIPTIONS } from './descriptions.ts';
import type { Turn } from './kinds.ts';
import { type Draft, readDescription } from './read-descriptions.ts';
import { percentOf, rateIn } from './read-vat.ts';
import type { Taking } from './taking.ts';
import { UNIT_WORDS } from './units.ts';
import { priceWithoutVat, vatWithin } from '../../invoice/prices-with-vat.ts';
import type { BuyerPlace } from './vat-rates.ts';

/** What lines say: some are allowances and charges, which FA(3) has no other place for. */
export interface ReadLines {
  readonly lines: InvoiceLine[];
  /** Of each line. */
  readonly apart: LineApart[];
  readonly allowances: VatBearingAdjustment[];
  readonly charges: VatBearingAdjustment[];
  /** KursWaluty of the first line that has one. */
  readonly exchangeRate?: Decimal | undefined;
}

/** FaWiersz, with the descriptions that stand beside its number. */
export function readLines(fa: Taking, turn: Turn, buyer: BuyerPlace): ReadLines {
  const read: ReadLines = { lines: [], apart: [], allowances: [], charges: [] };
  const described = descriptionsByLine(fa);
  let exchangeRate: Decimal | undefined;
  for (const line of fa.all('FaWiersz')) {
    const number = line.text('NrWierszaFa') ?? '';
    const descriptions = described.get(number) ?? [];
    // Lines before and after a correction share a number; what is said of it is said of the first.
    described.delete(number);
    exchangeRate ??= line.number('KursWaluty');
    if (exchangeRate && line.peekNumber('KursWaluty')?.eq(exchangeRate)) line.text('KursWaluty');
    if (readAdjustment(line, descriptions, read, { turn, buyer })) continue;
    const { line: said, withVat } = readLine(line, number, descriptions, turn, buyer);
    const poland = readMarks(line);
    read.lines.push(said);
    read.apart.push({ ...(withVat && { withVat }), ...(poland && { poland }) });
  }
  return { ...read, exchangeRate };
}

function readMarks(line: Taking): PolishLineMarks | undefined {
  const marks: Record<string, string | true> = line.expect('P_12_Zal_15', '1') ? { annex_15: true } : {};
  for (const [member, name] of LINE_MARKS) {
    const text = line.text(name);
    if (text !== undefined) marks[member] = text;
  }
  return Object.keys(marks).length > 0 ? marks : undefined;
}

const LINE_MARKS = [
  ['pkwiu', 'PKWiU'],
  ['cn', 'CN'],
  ['pkob', 'PKOB'],
  ['gtu', 'GTU'],
  ['procedure', 'Procedura'],
] as const;

function descriptionsByLine(fa: Taking): Map<string, Taking[]> {
  const described = new Map<string, Taking[]>();
  for (const description of fa.all('DodatkowyOpis')) {
    const number = description.peek('NrWiersza');
    if (number !== undefined) described.set(number, [...(described.get(number) ?? []), description]);
  }
  return described;
}

/** An allowance or a charge that was written as a line. @returns false for a line of the invoice. */
function readAdjustment(
  line: Taking,
  descriptions: readonly Taking[],
  read: ReadLines,
  { turn, buyer }: { readonly turn: Turn; readonly buyer: BuyerPlace },
): boolean {
  const [details] = descriptions;
  const key = details?.peek('Klucz') ?? '';
  const said = adjustmentIn(details?.peek('Wartosc') ?? '', turn);
  const last = read.lines.at(-1);
  if (!details || !said || line.peek('P_8B') !== undefined || line.peek('P_9A') !== undefined) return false;
  const name = line.peek('P_7');
  const adjustment: Adjustment = {
    ...said,
    ...(name !== WITHOUT_REASON && name !== undefined && { reason: name }),
  };
  const rate = rateIn(line.peek('P_12'), buyer);
  const vatRate = rate && percentOf(rate);
  const bearing = { ...adjustment, vatCategory: rate?.category ?? 'E', ...(vatRate && { vatRate }) };
  if (key === ADJUSTMENT_KEYS.lineCharge && last) {
    const charged = {
      ...last,
      charges: [...last.charges, adjustment],
      netAmount: last.netAmount.plus(said.amount),
    };
    read.lines.splice(-1, 1, charged);
    const apart = read.apart.pop() ?? {};
    const { withVat } = apart;
    read.apart.push(
      withVat ? { ...apart, withVat: { ...withVat, amount: withVat.amount.plus(said.amount) } } : apart,
    );
  } else if (key === ADJUSTMENT_KEYS.allowance) read.allowances.push(bearing);
  else if (key === ADJUSTMENT_KEYS.charge) read.charges.push(bearing);
  else return false;
  for (const taken of ['NrWiersza', 'Klucz', 'Wartosc']) details.text(taken);
  for (const taken of ['P_7', 'P_11', 'P_11A', 'P_12']) line.text(taken);
  return true;
}

function readLine(
  line: Taking,
  number: string,
  descriptions: readonly Taking[],
  turn: Turn,
  buyer: BuyerPlace,
): { readonly line: InvoiceLine; readonly withVat?: LineApart['withVat'] } {
  // A line as it was before a correction is taken back; that it is one the model cannot say.
  const turned: Turn =
    line.peek('StanPrzed') === '1' ? (value) => turn(value)?.negated() as typeof value : turn;
  const rate = rateIn(line.peek('P_12'), buyer);
  if (rate) line.text('P_12');
  const isMargin = line.peek('P_12') === undefined && !rate && line.peek('P_11A') !== undefined;
  const vatRate = rate && percentOf(rate);
  const withVat = rate && readWithVat(line, turned);
  const unit = line.text('P_8A');
  const day = line.text('P_6A');
  const gtin = line.text('GTIN');
  const draft: Draft = {
    id: line.text('UU_ID') ?? number,
    name: line.text('P_7'),
    sellerItemId: line.text('Indeks'),
    unit: unit && unitOf(unit),
    quantity: turned(line.number('P_8B')),
    unitPrice: withVat
      ? priceWithoutVat(withVat.unitPrice, vatRate)
      : line.number(isMargin ? 'P_9B' : 'P_9A'),
    // To the cent of its line: what rounding leaves is of no line when a file is read.
    netAmount: withVat
      ? withVat.amount.minus(vatWithin(withVat.amount, vatRate))
      : turned(line.number(isMargin ? 'P_11A' : 'P_11')),
    vatCategory: isMargin ? 'E' : rate?.category,
    ...(isMargin ? { vatRate: ZERO } : vatRate && { vatRate }),
    ...(gtin !== undefined && { standardItemId: { id: gtin, scheme: GTIN } }),
    ...(day !== undefined && { period: { start: day, end: day } }),
    charges: [],
    classification: [],
    attributes: [],
  };
  const allowances: Adjustment[] = [];
  for (const description of descriptions) readOne(description, draft, allowances, turned);
  draft['allowances'] = discounts(line, turned, allowances);
  return { line: draft as unknown as InvoiceLine, ...(withVat && { withVat }) };
}

/** P_9B and P_11A, unless the line says its price without VAT, too. */
function readWithVat(line: Taking, turn: Turn): LineApart['withVat'] {
  const [price, amount] = [line.peekNumber('P_9B'), line.peekNumber('P_11A')];
  const isWithout = line.peek('P_9A') !== undefined || line.peek('P_11') !== undefined;
  if (price === undefined || amount === undefined || isWithout) return undefined;
  for (const taken of ['P_9B', 'P_11A']) line.text(taken);
  return { unitPrice: price, amount: turn(amount) };
}

function readOne(description: Taking, draft: Draft, allowances: Adjustment[], turn: Turn): void {
  const [key = '', value = ''] = [description.peek('Klucz'), description.peek('Wartosc')];
  const allowance = key === ADJUSTMENT_KEYS.lineAllowance ? adjustmentIn(value, turn) : undefined;
  if (allowance) allowances.push(allowance);
  else if (!readDescription(LINE_DESCRIPTIONS, draft, key, value)) return;
  for (const taken of ['NrWiersza', 'Klucz', 'Wartosc']) description.text(taken);
}

/** P_10: what is described adds up to it, or it is one allowance of which nothing else is known. */
function discounts(line: Taking, turn: Turn, described: readonly Adjustment[]): readonly Adjustment[] {
  const total = turn(line.number('P_10'));
  if (total === undefined || (described.length > 0 && sum(described.map(({ amount }) => amount)).eq(total)))
    return described;
  return [{ amount: total }];
}

const UNITS_BY_WORD = new Map(
  Object.entries(UNIT_WORDS)
    .reverse()
    .map(([code, word]) => [word.replace(/\.$/, ''), code]),
);

/** With or without the dot of an abbreviation; another word stays what it is. */
const unitOf = (word: string): string => UNITS_BY_WORD.get(word.replace(/\.$/, '')) ?? word;
