/** A discount for payment in time, in the payment terms (BT-20) as German invoices write it, and the remaining text. */
interface Terms {
  readonly text?: string;
  readonly discount?: { readonly days: string; readonly percent: string };
}

const DISCOUNT = /^[ \t]*#SKONTO#TAGE=(\d\d*)#PROZENT=(\d\d*\.\d\d)#[ \t]*$/;

/** One discount has a place of its own (Skonto); several discounts, or one on a part of the amount, stay text. */
export function termsIn(stated: string | undefined): Terms {
  if (stated === undefined) return {};
  const lines = stated.split('\n');
  const terms = lines.flatMap((line) => DISCOUNT.exec(line) ?? []).filter((text) => text !== undefined);
  const [, days, percent] = terms;
  const others = lines
    .filter((line) => !DISCOUNT.test(line))
    .join('\n')
    .trim();
  if (days === undefined || percent === undefined || terms.length > 3 || others.includes('#SKONTO#'))
    return { text: stated };
  return { discount: { days, percent }, ...(others !== '' && { text: others }) };
}

/** WarunkiSkonta and WysokoscSkonta. */
export const discountTexts = ({ days, percent }: NonNullable<Terms['discount']>) => ({
  conditions: `zapłata w ciągu ${days} dni`,
  height: `${percent} %`,
});

/** Reads such texts; undefined for text that another program has written. */
export function discountIn(conditions: string, height: string): string | undefined {
  const [, days] = /^zapłata w ciągu (\d\d*) dni$/.exec(conditions) ?? [];
  const [, percent] = /^(\d\d*\.\d\d) %$/.exec(height) ?? [];
  return days === undefined || percent === undefined
    ? undefined
    : `#SKONTO#TAGE=${days}#PROZENT=${percent}#\n`;
}
