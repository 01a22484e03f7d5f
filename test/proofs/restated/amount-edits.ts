import { type Document, type Element, parseXmlDocument, serializeToWellFormedString } from 'slimdom';
import type { Draw } from '../../../scripts/bench/random.ts';

/** Around the tolerances of the rules: half a cent, one cent, two, one unit, each just missed. */
const STEPS = [
  ...['0', '0.001', '0.004', '0.005', '0.0051', '0.009', '0.01', '0.0101', '0.015', '0.019', '0.02', '0.0200000001', '0.021', '0.025'],
  ...['0.03', '0.05', '0.49', '0.5', '0.51', '0.98', '0.99', '0.995', '1', '1.0000001', '1.004', '1.005', '1.01', '1.5', '2', '0.0000000000000000001'],
]; // prettier-ignore

/** Numbers beyond those that a double has, and other spellings of a number. */
const FORMS: readonly ((text: string) => string)[] = [
  (text) => `${text}${text.includes('.') ? '' : '.'}${'0'.repeat(30)}`,
  (text) => `${'0'.repeat(30)}${text.replace('-', '')}`,
  (text) => `+${text.replace('-', '')}`,
  (text) => `${text}${text.includes('.') ? '' : '.'}`,
  () => '-0',
  () => '-0.00',
  () => '-0.004',
  () => '0.005',
  () => '-0.005',
  () => '0.0000000000000000000000001',
  (text) => `123456789012345678901${text.replace('-', '')}`,
  (text) => text.replace(/\..*/, ''),
  () => '99999999999999999999999999999.99',
  () => '9007199254740993',
  () => '90071992547409.935',
  () => '0.1',
  () => '0.30000000000000004',
  (text) => `\n ${text}\t`,
];

const RATES = [
  '0',
  '5',
  '5.5',
  '7',
  '19',
  '21',
  '25',
  '2.5',
  '7.5',
  '7.555',
  '19.0',
  '33.333333',
  '100',
  '0.0',
  '-19',
  '20',
  '2.10',
];

const NUMBER = /^\s*[-+]?\d+(?:\.\d+)?\s*$/;
const IS_AMOUNT = /(?:Amount|Quantity|Numeric)$/;
const IS_RATE = /(?:Percent|MultiplierFactorNumeric)$/;

/** A decimal number: `digits` × 10 to the power of `-places`. */
interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

/** A copy of a document with up to `most` numbers changed; undefined if it has none. */
export function withOtherAmounts(xml: string, draw: Draw, most: number): string | undefined {
  const document = parseXmlDocument(xml);
  const leaves = leavesOf(document).filter(
    ({ localName }) => IS_AMOUNT.test(localName) || IS_RATE.test(localName),
  );
  if (leaves.length === 0) return undefined;
  for (let left = 1 + draw.below(most); left > 0; left -= 1) change(leaves, draw);
  return serializeToWellFormedString(document);
}

function change(leaves: readonly Element[], draw: Draw): void {
  const leaf = draw.from(leaves);
  const text = textOf(leaf).trim();
  const kind = draw.below(10);
  if (IS_RATE.test(leaf.localName) && kind < 6) return put(leaf, draw.from(RATES));
  if (kind < 2) return put(leaf, draw.from(FORMS)(text));
  if (kind < 4) return put(leaf, written(plus(decimal(text), step(draw))));
  if (kind < 5) {
    const by = step(draw);
    return leaves
      .filter((other) => textOf(other) === textOf(leaf))
      .forEach((other) => put(other, written(plus(decimal(text), by))));
  }
  if (kind < 8) {
    const numbers = neighbours(leaf).map((other) => decimal(textOf(other)));
    if (numbers.length === 0) return;
    const [a, b] = [draw.from(numbers), draw.from(numbers)];
    const made = draw.from([times(a, b), hundredth(times(a, b)), plus(a, b), plus(a, negated(b))]);
    return put(leaf, written(plus(draw.below(2) === 0 ? made : rounded(made), step(draw))));
  }
  if (kind < 9) {
    const name = draw.from(leaves).localName;
    const sum = leaves
      .filter(({ localName }) => localName === name)
      .map((other) => decimal(textOf(other)))
      .reduce(plus);
    return put(leaf, written(plus(sum, step(draw))));
  }
  put(leaf, written(negated(decimal(text))));
}

const step = (draw: Draw): Decimal => {
  const by = decimal(draw.from(STEPS));
  return draw.below(2) === 0 ? by : negated(by);
};

/** Numbers of the same group, and of the groups in and around it. */
function neighbours(leaf: Element): readonly Element[] {
  const group = leaf.parentElement?.parentElement?.parentElement
    ? leaf.parentElement.parentElement
    : leaf.parentElement;
  return group
    ? leavesBelow(group)
        .filter((one) => one !== leaf && NUMBER.test(textOf(one)))
        .slice(0, 12)
    : [];
}

const leavesOf = (document: Document): readonly Element[] =>
  leavesBelow(document.documentElement!).filter((leaf) => NUMBER.test(textOf(leaf)));
const leavesBelow = (element: Element): readonly Element[] =>
  element.childElementCount === 0 ? [element] : element.children.flatMap((child) => leavesBelow(child));

const textOf = (leaf: Element): string => leaf.textContent ?? '';
const put = (leaf: Element, text: string): void => leaf.replaceChildren(text);

function decimal(text: string): Decimal {
  const [, sign = '', whole = '0', part = ''] = /^\s*([-+]?)(\d*)\.?(\d*)\s*$/.exec(text) ?? [];
  const digits = BigInt(`${whole}${part}`);
  return { digits: sign === '-' ? -digits : digits, places: part.length };
}

const scaled = ({ digits, places }: Decimal, to: number): bigint => digits * 10n ** BigInt(to - places);
function plus(a: Decimal, b: Decimal): Decimal {
  const places = Math.max(a.places, b.places);
  return { digits: scaled(a, places) + scaled(b, places), places };
}
const times = (a: Decimal, b: Decimal): Decimal => ({
  digits: a.digits * b.digits,
  places: a.places + b.places,
});
const hundredth = ({ digits, places }: Decimal): Decimal => ({ digits, places: places + 2 });
const negated = ({ digits, places }: Decimal): Decimal => ({ digits: -digits, places });

/** To cents, half a cent away from zero. */
function rounded({ digits, places }: Decimal): Decimal {
  if (places <= 2) return { digits, places };
  const unit = 10n ** BigInt(places - 2);
  const half = digits < 0n ? -unit / 2n : unit / 2n;
  return { digits: (digits + half) / unit, places: 2 };
}

/** Without zeros at its end beyond cents. */
function written({ digits, places }: Decimal): string {
  const plain = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
  const part = plain
    .slice(plain.length - places)
    .slice(0, places)
    .replace(/(?<=^..)0+$|(?<=^..\d*[1-9])0+$/, '');
  const whole = plain.slice(0, plain.length - places);
  return `${digits < 0n ? '-' : ''}${whole}${places > 0 && part !== '' ? `.${part}` : ''}`;
}
