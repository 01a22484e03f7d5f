import { looksLikeCountry } from 'en16931-rules/vocabulary/identifiers.ts';
import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import type { IsoDate } from '../invoice/en16931.ts';
import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { type Label, type Language, type Text, type Words, WORDS } from './words.ts';

export const PAGE_LANGUAGES = Object.keys(WORDS) as readonly Language[];

/**
 * The language of a page; English if the page has no texts in it.
 * @param lang of the invoice: `de-AT`.
 * @param country of the seller: its most spoken language (CLDR, likely subtags) is used if the invoice states none.
 */
export function pageLanguage(lang: string | undefined, country: string | undefined): Language {
  const [wished = ''] = (lang ?? '').toLowerCase().split('-');
  const language = wished === '' ? spokenIn(country ?? '') : wished;
  return PAGE_LANGUAGES.find((one) => one === language) ?? 'en';
}

const spokenIn = (country: string): string | undefined =>
  looksLikeCountry(country) ? new Intl.Locale('und', { region: country }).maximize().language : undefined;

type CodeList =
  'types' | 'vatCategories' | 'vatDates' | 'means' | 'noteSubjects' | 'allowanceReasons' | 'chargeReasons';

/** The texts and formats of a page in one language. */
export class Wording {
  private readonly chosen: Words;
  private readonly countries: Intl.DisplayNames;
  private readonly plurals: Intl.PluralRules;

  constructor(readonly language: Language) {
    this.chosen = WORDS[language];
    this.countries = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    this.plurals = new Intl.PluralRules(language);
  }

  get words(): Words {
    return this.chosen;
  }

  /** @param count chooses the form of a text that has several. */
  label(label: Label, fills: Readonly<Record<string, string>> = {}, count = 0): string {
    return this.formOf(this.chosen.labels[label], count).replaceAll(
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
    return join([this.amount(value), currency], '\u00a0');
  }

  /** All digits, at least two decimals. */
  price(value: Decimal): string {
    return this.number(value.decimalPlaces() < 2 ? value.toFixed(2) : value.toFixed());
  }

  /** All digits, and no more. */
  quantity(value: Decimal): string {
    return this.number(value.toFixed());
  }

  /** `2 hours`; the unit's code if the page has no text for it. */
  measured(value: Decimal | undefined, unit: string | undefined): string {
    const { units } = this.chosen;
    const name = unit && this.formOf(rowOf(units, unit) || unit, value?.toNumber() ?? 0);
    return join([value && this.quantity(value), name], '\u00a0');
  }

  percent(value: Decimal): string {
    return `${this.quantity(value)}\u00a0%`;
  }

  day(date: IsoDate): string {
    const [year = '', month = '', day = ''] = date.split('-');
    return this.chosen.day.replace('YYYY', year).replace('MM', month).replace('DD', day);
  }

  /** A document may state a date of another form, which stays as it is. */
  statedDay(stated: string): string {
    return /^\d{4}-\d\d-\d\d$/.test(stated) ? this.day(stated) : stated;
  }

  /** The meaning of a code; the code itself if the page has no text for it. */
  codeName(list: CodeList, code: string): string {
    return this.findCodeName(list, code) ?? code;
  }

  /** Undefined if the page has no text for the code. */
  findCodeName(list: CodeList, code: string): string | undefined {
    const names: Readonly<Record<string, string>> = this.chosen[list];
    return rowOf(names, code);
  }

  country(code: string): string {
    // ZZ is the unknown region, which has a name.
    return (looksLikeCountry(code) && code !== 'ZZ' && this.countries.of(code)) || code;
  }

  private formOf(text: Text, count: number): string {
    return typeof text === 'string' ? text : (text[this.plurals.select(count)] ?? text.other);
  }

  private number(text: string): string {
    const [, sign = '', whole = '', decimals] = /^(-?)(\d\d*)(?:\.(\d\d*))?$/.exec(text) ?? [];
    const grouped = whole.replaceAll(/\d/g, (digit, at: number) =>
      at > 0 && (whole.length - at) % 3 === 0 ? this.chosen.thousands + digit : digit,
    );
    return `${sign}${grouped}${decimals === undefined ? '' : this.chosen.decimalPoint + decimals}`;
  }
}

/** The parts that are present, with a separator. */
export const join = (parts: readonly (string | undefined)[], between: string): string =>
  parts.filter((part) => part !== undefined && part !== '').join(between);
