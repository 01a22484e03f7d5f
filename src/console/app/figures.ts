import type { components } from '../../client/client.ts';
import { withMinus } from './format.ts';

type Finding = components['schemas']['Finding'];

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** By how much the file is off, exactly: amounts are no binary numbers. Undefined if one of the two is no number. */
export function differenceOf({ expected = '', stated = '' }: Pick<Finding, 'expected' | 'stated'>) {
  if (!NUMBER.test(expected) || !NUMBER.test(stated)) return undefined;
  const digits = Math.max(...[expected, stated].map((text) => text.split('.')[1]?.length ?? 0));
  const whole = (text: string): bigint => {
    const [before = '', after = ''] = text.split('.');
    return BigInt(before + after.padEnd(digits, '0'));
  };
  const difference = whole(stated) - whole(expected);
  const text = String(difference < 0n ? -difference : difference).padStart(digits + 1, '0');
  const sign = difference < 0n ? '-' : '';
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** What is wrong, without the figures and the hint, which stand beside it. */
export function titleOf({ code, message = code, fix_hint: hint = '', expected, stated }: Finding): string {
  const title = message.endsWith(hint) ? message.slice(0, message.length - hint.length) : message;
  const figures = [expected, stated].filter((text) => text !== undefined).map(bare);
  const isFigures = (text: string): boolean =>
    expected !== undefined && figures.every((figure) => bare(text).includes(figure));
  return title.replace(/ \(([^()]*)\)/g, (whole, text: string) => (isFigures(text) ? '' : whole)).trim();
}

/** Each language has its own separators. */
const bare = (text: string): string => text.replace(/[\s.,'’]/g, '');

/** An amount with the separators of the reader; what is no amount stays as it is. */
export function figureOf(text: string, language: string): string {
  const digits = /^-?\d+\.(\d+)$/.exec(text)?.[1]?.length;
  if (digits === undefined) return text;
  const form = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return withMinus(new Intl.NumberFormat(language, form).format(text as unknown as number));
}
