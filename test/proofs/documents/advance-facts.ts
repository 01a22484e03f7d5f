import type { XmlElement } from 'en16931-rules/vocabulary/xml-element.ts';
import { xmlRoot } from '../../support/xml-root.ts';

/** Charged with the advance invoices, which FA(3) does not state. */
export interface Charged {
  /** A Polish rate in percent, `23`. */
  readonly rate: string;
  readonly net: string;
  readonly tax: string;
}

/**
 * What is wrong with the amounts of an advance invoice, a final invoice or the correction of one, in whole cents, by its lines:
 * art. 106e (1), 106f (1) and (3) of the Polish VAT act, and the form (FA(3), elements P_13 to P_15ZK and Zamowienie).
 * It shares no code with what computes them.
 */
export function wrongAmounts(text: string, charged: readonly Charged[] = []): readonly string[] {
  const fa = child(xmlRoot(text), 'Fa')!;
  const kind = textIn(fa, 'RodzajFaktury');
  const isOrder = kind === 'ZAL' || kind === 'KOR_ZAL';
  const total = cents(textIn(fa, 'P_15'));
  const stated = sumsOf(fa);
  return [
    ...differ('P_15', total, added(stated.values())),
    ...differences(isOrder ? ofOrder(fa) : ofSupply(fa, charged), stated),
    ...(isOrder ? [...ofPayments(fa, total), ...ofValue(fa)] : []),
  ];
}

const added = (values: Iterable<bigint>): bigint => [...values].reduce((all, one) => all + one, 0n);

type Sums = ReadonlyMap<string, bigint>;

const local = ({ name }: XmlElement): string => name.slice(name.indexOf('}') + 1);
const children = (of: XmlElement, name: string): readonly XmlElement[] =>
  of.elements.filter((one) => local(one) === name);
const child = (of: XmlElement, name: string): XmlElement | undefined => children(of, name)[0];
const textIn = (of: XmlElement, name: string): string => child(of, name)?.text.trim() ?? '';

function cents(text: string): bigint {
  const [whole = '', decimals = ''] = text.replace('-', '').split('.');
  const value = BigInt(`${whole || '0'}${decimals.padEnd(2, '0')}`);
  return text.startsWith('-') ? -value : value;
}

/** Half away from zero. */
function divided(value: bigint, by: bigint): bigint {
  if (by < 0n) return divided(-value, -by);
  const half = value < 0n ? -by : by;
  return (2n * value + half) / (2n * by);
}

/** The P_13 of each P_12 (the form's description of P_13_1 to P_13_11). */
const NET: Readonly<Record<string, string>> = {
  ...{ '23': '1', '22': '1', '8': '2', '7': '2', '5': '3', '4': '4', '3': '4' },
  ...{ '0 KR': '6_1', '0 WDT': '6_2', '0 EX': '6_3', zw: '7', 'np I': '8', 'np II': '9', oo: '10', '': '11' },
};

/** P_13 and P_14, without those in zlotys. */
const sumsOf = (fa: XmlElement): Sums =>
  new Map(
    fa.elements
      .filter((one) => /^P_1[34]_\d+(_\d)?$/.test(local(one)))
      .map((one) => [local(one), cents(one.text.trim())]),
  );

/** The order with VAT, by P_12, in order of first appearance. */
function orderOf(lines: readonly XmlElement[]): Sums {
  const order = new Map<string, bigint>();
  for (const line of lines) {
    const rate = textIn(line, 'P_12Z');
    const value = cents(textIn(line, 'P_11NettoZ')) + cents(textIn(line, 'P_11VatZ'));
    order.set(rate, (order.get(rate) ?? 0n) + value);
  }
  return order;
}

/** The payment in proportion of the order, the last rate gets the rest; VAT is amount × rate ÷ (100 + rate). */
function share(order: Sums, received: bigint): Sums {
  const total = added(order.values());
  const sums = new Map<string, bigint>();
  const add = (name: string, value: bigint) => sums.set(name, (sums.get(name) ?? 0n) + value);
  let rest = received;
  for (const [index, [rate, value]] of [...order].entries()) {
    const part = index === order.size - 1 || total === 0n ? rest : divided(received * value, total);
    rest -= part;
    const percent = /^\d+$/.test(rate) ? BigInt(rate) : undefined;
    const tax = percent === undefined ? 0n : divided(part * percent, 100n + percent);
    add(`P_13_${NET[rate]}`, part - tax);
    if (percent !== undefined) add(`P_14_${NET[rate]}`, tax);
  }
  return sums;
}

function ofOrder(fa: XmlElement): Sums {
  const lines = children(child(fa, 'Zamowienie')!, 'ZamowienieWiersz');
  const isBefore = (line: XmlElement): boolean => textIn(line, 'StanPrzedZ') === '1';
  const [was, billed] = [cents(textIn(fa, 'P_15ZK') || '0'), cents(textIn(fa, 'P_15'))];
  const now = share(orderOf(lines.filter((line) => !isBefore(line))), was + billed);
  const before = share(orderOf(lines.filter(isBefore)), was);
  const names = new Set([...now.keys(), ...before.keys()]);
  return new Map([...names].map((name) => [name, (now.get(name) ?? 0n) - (before.get(name) ?? 0n)]));
}

/** The whole supply by rate, VAT on its sum, less what was charged with the advances. */
function ofSupply(fa: XmlElement, charged: readonly Charged[]): Sums {
  const supplied = new Map<string, bigint>();
  const lines = children(fa, 'FaWiersz');
  const isWithVat = lines.some((line) => child(line, 'P_11A') !== undefined && textIn(line, 'P_12') !== '');
  for (const line of lines) {
    const rate = textIn(line, 'P_12');
    const value = cents(textIn(line, 'P_11') || textIn(line, 'P_11A'));
    const isBefore = textIn(line, 'StanPrzed') === '1';
    supplied.set(rate, (supplied.get(rate) ?? 0n) + (isBefore ? -value : value));
  }
  const sums = new Map<string, bigint>();
  const add = (name: string, value: bigint) => sums.set(name, (sums.get(name) ?? 0n) + value);
  for (const [rate, value] of supplied) {
    const percent = /^\d+$/.test(rate) ? BigInt(rate) : 0n;
    const tax = divided(value * percent, isWithVat ? 100n + percent : 100n);
    add(`P_13_${NET[rate]}`, isWithVat ? value - tax : value);
    if (percent > 0n) add(`P_14_${NET[rate]}`, tax);
  }
  for (const { rate, net, tax } of charged) {
    add(`P_13_${NET[rate]}`, -cents(net));
    if (cents(tax) !== 0n) add(`P_14_${NET[rate]}`, -cents(tax));
  }
  return sums;
}

const differences = (expected: Sums, stated: Sums): readonly string[] =>
  [...new Set([...expected.keys(), ...stated.keys()])].flatMap((name) =>
    differ(name, stated.get(name) ?? 0n, expected.get(name) ?? 0n),
  );

const differ = (what: string, stated: bigint, expected: bigint): readonly string[] =>
  stated === expected ? [] : [`${what}: ${stated} stated, ${expected} expected, in cents`];

/** Several payments are the amount that is billed. */
function ofPayments(fa: XmlElement, total: bigint): readonly string[] {
  const payments = children(fa, 'ZaliczkaCzesciowa').map((one) => cents(textIn(one, 'P_15Z')));
  return payments.length === 0 ? [] : differ('P_15Z', added(payments), total);
}

/** WartoscZamowienia: the present order with VAT. */
function ofValue(fa: XmlElement): readonly string[] {
  const order = child(fa, 'Zamowienie')!;
  const now = children(order, 'ZamowienieWiersz').filter((line) => textIn(line, 'StanPrzedZ') !== '1');
  const value = added(orderOf(now).values());
  return differ('WartoscZamowienia', cents(textIn(order, 'WartoscZamowienia')), value);
}
