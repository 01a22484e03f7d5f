/** Signs for private use stand for what is hidden. */
const FIRST_HIDDEN = 0xe000;
const HIDDEN = /[\uE000-\uF8FF]/g;
const ONLY_HIDDEN = /^[\uE000-\uF8FF](?: ?[\uE000-\uF8FF…])*$/;

/** A part of a text that is nothing but quotations. */
export const isOnlyQuotes = (text: string): boolean => ONLY_HIDDEN.test(text);

/** A text without what is quoted in it, and what shows it again. */
interface WithoutQuotes {
  readonly text: string;
  show(text: string): string;
}

/** @param own quotations that are texts of ours: these stay. */
export function hideQuotes(text: string, own: ReadonlySet<string>): WithoutQuotes {
  const hidden: string[] = [];
  const hide = (quote: string): string =>
    own.has(quote) ? quote : String.fromCharCode(FIRST_HIDDEN + hidden.push(quote) - 1);
  return {
    text: text.replaceAll(/"[^"]*"|[\uE000-\uF8FF]/g, hide),
    show: (other) => other.replaceAll(HIDDEN, (sign) => hidden[sign.charCodeAt(0) - FIRST_HIDDEN] ?? sign),
  };
}
