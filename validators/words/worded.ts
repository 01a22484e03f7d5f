import { isToBeWorded, type Text, type Worded } from '../vocabulary/message.ts';

/** Plain data with words for each text in it. */
export const worded = <T>(data: T, word: (text: Text) => string): Worded<T> =>
  inWords(data, word) as Worded<T>;

function inWords(data: unknown, word: (text: Text) => string): unknown {
  if (typeof data !== 'object' || data === null) return data;
  if (isToBeWorded(data)) return word(data);
  if (Array.isArray(data)) return data.map((one) => inWords(one, word));
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, inWords(value, word)]));
}
