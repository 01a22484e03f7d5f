/** A text with `{name}` in it, or its forms by the number `n` (Intl.PluralRules). */
export type Message = string | Readonly<Record<string, string>>;
export type Values = Readonly<Record<string, string | number>>;

/** Numbers are written as the language does. A name without a value stays, for an element (`withElements`). */
export function fill(message: Message, values: Values, language: string): string {
  const text = typeof message === 'string' ? message : formOf(message, Number(values.n), language);
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : value;
  });
}

const formOf = (forms: Readonly<Record<string, string>>, n: number, language: string): string =>
  forms[new Intl.PluralRules(language).select(n)] ?? forms.other ?? '';
