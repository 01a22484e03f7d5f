import type { CompleteInvoice, PolishMarks, VatBreakdown } from '../../invoice/en16931.ts';
import { Decimal, ZERO, sum } from 'en16931-rules/vocabulary/decimal.ts';
import { codeOfArticle } from './exemption-articles.ts';
import { MARGIN_SCHEMES, PAYMENT_DATE, provisionOf } from './annotations.ts';
import { modelKind, type SignFlip } from './kinds.ts';
import { type LineNames, ORDER_LINE, SUPPLY_LINE } from './line-names.ts';
import { taxesInPlnByName } from './sums.ts';
import type { ConsumingReader } from './consuming-reader.ts';
import { atForeignRate, type BuyerRegion, VAT_RATES, type VatRate } from './vat-rates.ts';

/** The meaning of a rate depends on these. */
export interface RateContext {
  readonly buyer: BuyerRegion;
  readonly isTriangular: boolean;
  readonly isOneStopShop: boolean;
}

/** Else an exchange rate has no meaning, and is not held. */
export const isInAnotherCurrency = (fa: ConsumingReader): boolean => fa.peek('KodWaluty') !== 'PLN';

/** P_23, if the buyer pays the VAT. */
export function readsTriangular(fa: ConsumingReader): boolean {
  const annotations = fa.inside('Adnotacje');
  return annotations?.peek('P_23') === '1' && annotations.peek('P_18') === '1';
}

/** A margin scheme: its lines have no rate. */
export const readsMargin = (fa: ConsumingReader): boolean =>
  fa.inside('Adnotacje')?.inside('PMarzy')?.peek('P_PMarzy') === '1';

/** Every taxed line has a rate of another country: the model holds no invoice that mixes them with rates of Poland. */
export function readsOneStopShop(fa: ConsumingReader, { line, rate, foreignRate }: LineNames): boolean {
  const lines = (line === ORDER_LINE.line ? fa.inside('Zamowienie') : fa)?.all(line) ?? [];
  return (
    lines.some((one) => one.peek(foreignRate) !== undefined) &&
    lines.every((one) => !/^\d\d*$/.test(one.peek(rate) ?? ''))
  );
}

const fits = (row: VatRate, { buyer, isTriangular, isOneStopShop }: RateContext): boolean =>
  row.itemKind === undefined &&
  (row.isTriangular === undefined || isTriangular) &&
  (row.isOneStopShop === undefined || isOneStopShop) &&
  (row.buyer ?? buyer) === buyer;

/** The rate of a line, by P_12; undefined for a rate that this buyer cannot have. */
export function rateIn(
  line: ConsumingReader,
  { rate, foreignRate }: LineNames,
  context: RateContext,
): VatRate | undefined {
  const [p12, foreign] = [line.peek(rate), line.peekNumber(foreignRate)];
  if (p12 === undefined) return foreign && rowOfOneStopShop(foreign, context);
  return VAT_RATES.find((row) => row.p12 === p12 && fits(row, context));
}

function rowOfOneStopShop(rate: Decimal | undefined, context: RateContext): VatRate | undefined {
  const row = VAT_RATES.find((one) => one.isOneStopShop === true && fits(one, context));
  return row && atForeignRate(row, rate);
}

/** BT-152; undefined outside the scope of VAT. */
export const percentOf = ({ category, rate }: VatRate): Decimal | undefined =>
  category === 'O' ? undefined : new Decimal(rate ?? 0);

/** P_13_1 to P_13_11 with their taxes: a sum of two rates counts as the rate that comes first on a line. */
export function readBreakdown(fa: ConsumingReader, flip: SignFlip, context: RateContext): VatBreakdown[] {
  const lines = [SUPPLY_LINE, ORDER_LINE].flatMap(
    (names) =>
      (names === ORDER_LINE ? fa.inside('Zamowienie') : fa)
        ?.all(names.line)
        .map((line) => ({ names, line })) ?? [],
  );
  const used = new Set(lines.map(({ names, line }) => line.peek(names.rate)));
  const [foreign] = lines.flatMap(({ names, line }) => line.peekNumber(names.foreignRate) ?? []);
  const groups: VatBreakdown[] = [];
  for (const net of new Set(VAT_RATES.map((row) => row.net))) {
    const rows = VAT_RATES.filter((row) => row.net === net && fits(row, context));
    const [first = rows[0]] = rows.filter(({ p12 }) => used.has(p12));
    const row = first?.isOneStopShop ? rowOfOneStopShop(foreign, context) : first;
    const taxable = row && flip(fa.number(net));
    if (!row || !taxable) continue;
    const rate = percentOf(row);
    groups.push({
      taxableAmount: taxable,
      taxAmount: (row.tax === undefined ? undefined : flip(fa.number(row.tax))) ?? ZERO,
      category: row.category,
      ...(rate && { rate }),
      ...reasonOf(fa.inside('Adnotacje'), row),
    });
  }
  return groups;
}

/** The exemption reason of category E. */
function reasonOf(
  annotations: ConsumingReader | undefined,
  { category, p12 }: VatRate,
): Partial<VatBreakdown> {
  if (category !== 'E') return {};
  return p12 === undefined ? marginIn(annotations) : provisionIn(annotations?.inside('Zwolnienie'));
}

function marginIn(annotations: ConsumingReader | undefined): Partial<VatBreakdown> {
  const margin = annotations?.inside('PMarzy');
  const [code] = Object.entries(MARGIN_SCHEMES).find(([, name]) => margin?.expect(name, '1')) ?? [];
  if (code === undefined) return {};
  margin?.expect('P_PMarzy', '1');
  return { exemptionReasonCode: code };
}

/** `P_19A`: `reason (VATEX-…)`; `P_19B`: also the article that a code stands for. */
function provisionIn(exemption: ConsumingReader | undefined): Partial<VatBreakdown> {
  for (const name of ['P_19A', 'P_19B', 'P_19C']) {
    const words = exemption?.peek(name);
    if (words === undefined) continue;
    const ofArticle = codeOfArticle(words);
    const [, text, code] = ofArticle
      ? [words, undefined, ofArticle]
      : (/^(?:(.*) \()?(VATEX-[\w-][\w-]*)\)?$/.exec(words) ?? [words, words]);
    const reason = {
      ...(text !== undefined && { exemptionReason: text }),
      ...(code !== undefined && { exemptionReasonCode: code }),
    };
    // A text that does not show its law is not held: it would come back under another law.
    if (provisionOf(reason) !== name) return {};
    exemption?.expect('P_19', '1');
    exemption?.text(name);
    return reason;
  }
  return {};
}

/** 1 is yes and 2 is no; another text stays unread. */
function isYes(marks: ConsumingReader | undefined, name: string): boolean {
  const isStated = marks?.peek(name) === '1';
  marks?.expect(name, '1', '2');
  return isStated;
}

/** Adnotacje: marks that follow from the rest of the model, and those that only the file states. */
export function readAnnotations(
  fa: ConsumingReader,
  invoice: Pick<CompleteInvoice, 'typeCode' | 'vatDateCode' | 'vatBreakdown' | 'extensions'>,
  oneStopShop: boolean,
): PolishMarks {
  const annotations = fa.inside('Adnotacje');
  const isSet = (name: string): boolean => isYes(annotations, name);
  const isReverse =
    invoice.vatBreakdown.some(({ category }) => category === 'AE') || annotations?.peek('P_23') === '1';
  annotations?.expect('P_17', modelKind(invoice).selfBilled ? '1' : '2');
  annotations?.inside('Zwolnienie')?.expect('P_19N', '1');
  const transport = annotations?.inside('NoweSrodkiTransportu');
  transport?.expect('P_22N', '1');
  const isSupplied = (invoice.extensions.lines ?? []).some(
    ({ poland }) => (poland?.newTransport ?? []).length > 0,
  );
  const isExported = isSupplied && transport?.expect('P_22', '1') && isYes(transport, 'P_42_5');
  annotations?.inside('PMarzy')?.expect('P_PMarzyN', '1');
  const isCash = isSet('P_16') && invoice.vatDateCode !== PAYMENT_DATE;
  const isSplit = isSet('P_18A');
  const hasAnnex = (invoice.extensions.lines ?? []).some(({ poland }) => poland?.annex_15 === true);
  return {
    ...(isCash && { cashAccounting: true }),
    ...(!annotations?.expect('P_18', isReverse ? '1' : '2') && isSet('P_18') && { reverseCharge: true }),
    ...(isSplit && { splitPayment: true }),
    // It would follow from such lines.
    ...(!isSplit && hasAnnex && { splitPayment: false }),
    ...(isSet('P_23') && { triangularSimplification: true }),
    ...(oneStopShop && { oneStopShop }),
    ...(fa.expect('TP', '1') && { relatedParties: true }),
    ...(fa.expect('FP', '1') && { tillReceipt: true }),
    ...(fa.expect('ZwrotAkcyzy', '1') && { exciseRefund: true }),
    ...(isExported && { exportDocument: true }),
    ...placeIn(fa.text('P_1M')),
  };
}

const placeIn = (placeOfIssue: string | undefined): PolishMarks =>
  placeOfIssue === undefined ? {} : { placeOfIssue };

/** P_14_xW: the total, if the document of this invoice shares it in the same way; other taxes in zlotys are not held. */
export function readTaxInPln(
  fa: ConsumingReader,
  flip: SignFlip,
  invoice: CompleteInvoice,
): Decimal | undefined {
  const stated = new Map(
    VAT_RATES.flatMap(({ taxInPln }) => {
      const tax = taxInPln === undefined ? undefined : flip(fa.peekNumber(taxInPln));
      return taxInPln === undefined || tax === undefined ? [] : [[taxInPln, tax] as const];
    }),
  );
  if (stated.size === 0) return undefined;
  const total = sum([...stated.values()]);
  const totals = { ...invoice.totals, vatInVatCurrency: total };
  const written = taxesInPlnByName({ ...invoice, vatCurrency: 'PLN', totals });
  const names = new Set([...stated.keys(), ...written.keys()]);
  if (![...names].every((name) => (written.get(name) ?? ZERO).eq(stated.get(name) ?? ZERO))) return undefined;
  for (const name of stated.keys()) fa.text(name);
  return total;
}
