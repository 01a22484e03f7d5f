import type { IsoDate } from '../invoice/en16931.ts';
import type { Decimal } from '../vocabulary/decimal.ts';
import { type Label, type Language, type Words, WORDS } from './words.ts';

export const PAGE_LANGUAGES = Object.keys(WORDS) as readonly Language[];

/** The language of a page, by the invoice's language (`de-AT`); English if the page has no texts in it. */
export function pageLanguage(lang: string | undefined): Language {
  const [wished = ''] = (lang ?? '').toLowerCase().split('-');
  return PAGE_LANGUAGES.find((language) => language === wished) ?? 'en';
}

type CodeList = 'types' | 'vatCategories' | 'vatDates' | 'means' | 'units';

/** The texts and formats of a page in one language. */
export class Wording {
  private readonly chosen: Words;
  private readonly countries: Intl.DisplayNames;

  constructor(readonly language: Language) {
    this.chosen = WORDS[language];
    this.countries = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  }

  get words(): Words {
    return this.chosen;
  }

  label(label: Label, fills: Readonly<Record<string, string>> = {}): string {
    return this.chosen.labels[label].replaceAll(
      /\{(\w\w*)\}/g,
      (whole, name: string) => fills[name] ?? whole,
    );
  }

  /** Two decimals: `1.234,50`. */
  amount(value: Decimal): string {
    return this.number(value.toFixed(2));
  }

  /** With its currency: `1.234,50 EUR`. */
  money(value: Decimal, currency: string | undefined): string {
    return joined([this.amount(value), currency], '\u00a0');
  }

  /** All digits, at least two decimals. */
  price(value: Decimal): string {
    return this.number(value.decimalPlaces() < 2 ? value.toFixed(2) : value.toFixed());
  }

  /** All digits, and no more. */
  quantity(value: Decimal): string {
    return this.number(value.toFixed());
  }

  percent(value: Decimal): string {
    return `${this.quantity(value)}\u00a0%`;
  }

  day(date: IsoDate): string {
    const [year = '', month = '', day = ''] = date.split('-');
    return this.chosen.day.replace('YYYY', year).replace('MM', month).replace('DD', day);
  }

  /** The meaning of a code; the code itself if the page has no text for it. */
  codeName(list: CodeList, code: string): string {
    return (this.chosen[list] as Readonly<Record<string, string>>)[code] ?? code;
  }

  /** `Invoice (380)`; the code alone if the page has no text for it. */
  named(list: CodeList, code: string): string {
    const name = this.codeName(list, code);
    return name === code ? code : `${name} (${code})`;
  }

  country(code: string): string {
    // ZZ is the unknown region, which has a name.
    const name = /^(?!ZZ)[A-Z]{2}$/.test(code) ? this.countries.of(code) : undefined;
    return name === undefined ? code : `${name} (${code})`;
  }

  private number(text: string): string {
    const [, sign = '', whole = '', decimals] = /^(-?)(\d\d*)(?:\.(\d\d*))?$/.exec(text) ?? [];
    const grouped = whole.replaceAll(/\d(?=(?:\d{3})\d*$)/g, (digit, at: number) =>
      (whole.length - at - 1) % 3 === 0 ? digit + this.chosen.thousands : digit,
    );
    return `${sign}${grouped}${decimals === undefined ? '' : this.chosen.decimalPoint + decimals}`;
  }
}

/** The parts that are present, with a separator. */
export const joined = (parts: readonly (string | undefined)[], between: string): string =>
  parts.filter((part) => part !== undefined && part !== '').join(between);
