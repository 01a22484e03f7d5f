/** Whether a range of a text, without blanks at its ends, is a value of a built-in type (XML Schema part 2, second edition, 3.2, 3.3). */
export type Scan = (text: string, start: number, end: number) => boolean;

const PLUS = 0x2b;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const EQUALS = 0x3d;

export const isDigit = (c: number): boolean => c >= ZERO && c <= NINE;
export const isBlank = (c: number): boolean => c === 0x20 || c === 0x0a || c === 0x09 || c === 0x0d;

const afterSign = (text: string, start: number): number => {
  const c = text.charCodeAt(start);
  return c === PLUS || c === MINUS ? start + 1 : start;
};

export function afterDigits(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

/** 3.2.3: an optional sign, digits, and one point at most; a digit stands before or after it. */
export const isDecimal: Scan = (text, start, end) => {
  const first = start < end ? afterSign(text, start) : start;
  const point = afterDigits(text, first, end);
  if (point === end) return point > first;
  if (text.charCodeAt(point) !== DOT) return false;
  return end - first > 1 && afterDigits(text, point + 1, end) === end;
};

/** 3.3.13. */
export const isInteger: Scan = (text, start, end) => {
  if (start === end) return false;
  const first = afterSign(text, start);
  return first < end && afterDigits(text, first, end) === end;
};

/** 3.2.2. */
export const isBoolean: Scan = (text, start, end) => {
  switch (end - start) {
    case 1:
      return text.charCodeAt(start) === ZERO || text.charCodeAt(start) === ZERO + 1;
    case 4:
      return text.startsWith('true', start);
    case 5:
      return text.startsWith('false', start);
    default:
      return false;
  }
};

const FLOAT = /^[+-]?(?:\d\d*(?:\.\d*)?|\.\d\d*)(?:[Ee][+-]?\d\d*)?$/;

/** 3.2.4, 3.2.5. */
export const isFloat: Scan = (text, start, end) => {
  const value = text.slice(start, end);
  return value === 'INF' || value === '-INF' || value === 'NaN' || FLOAT.test(value);
};

/** 3.2.15. */
export const isHex: Scan = (text, start, end) => {
  for (let at = start; at < end; at += 1) {
    const c = text.charCodeAt(at) | 0x20;
    if (!isDigit(text.charCodeAt(at)) && !(c >= 0x61 && c <= 0x66)) return false;
  }
  return (end - start) % 2 === 0;
};

const BASE64 = new Int8Array(128).fill(-1);
for (const [value, c] of Array.from(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
).entries())
  BASE64[c.charCodeAt(0)] = value;

/** 3.2.16: groups of four, blanks between any two characters; the bits that a final group does not use are zero. */
export const isBase64: Scan = (text, start, end) => {
  let count = 0;
  let padding = 0;
  let last = 0;
  for (let at = start; at < end; at += 1) {
    const c = text.charCodeAt(at);
    if (isBlank(c)) continue;
    if (c === EQUALS) {
      padding += 1;
      continue;
    }
    const value = c < 128 ? BASE64[c]! : -1;
    if (value < 0 || padding > 0) return false;
    last = value;
    count += 1;
  }
  if ((count + padding) % 4 !== 0 || padding > 2) return false;
  if (padding === 1) return (last & 0b11) === 0;
  return padding === 0 || (count > 0 && (last & 0b1111) === 0);
};

const LANGUAGE = /^[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*$/;

/** 3.3.3. */
export const isLanguage: Scan = (text, start, end) => LANGUAGE.test(text.slice(start, end));
